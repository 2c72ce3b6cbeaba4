import { assertPublishesInTime } from '../../calendar/assertPublishesInTime';
import type { CalendarPost } from '../../calendar/calendarPost';
import { PostFinder } from '../../calendar/postFinder';
import { postIdSpec } from '../../calendar/postIdSpec';
import { toPostOutput } from '../../calendar/postOutput';
import { MINUTE_MS, SECOND_MS } from '../../common/date';
import { parsePositive } from '../../common/parseNumber';
import { toProblemOrRethrow, Problem } from '../../common/problem';
import { parseServiceTime } from '../../common/serviceTime';
import { joinNames, quote } from '../../common/text';
import { listIndexes } from '../../execution/inputItems';
import { throwUnlessContinuing } from '../../execution/itemError';
import { mapConcurrently, mapSequentially, mergeFailures } from '../../execution/itemResults';
import { renderResultsOrThrow, type ItemOutputs } from '../../execution/operationResult';
import { sleepUnlessCancelled } from '../../execution/sleep';
import { field } from '../../form/fieldBuilders';
import { createFieldSpec } from '../../form/fieldSpec';
import { isRateLimited } from '../../transport/blockingProblems';
import type { PostizClient } from '../../transport/client';
import { isTemporaryStatus, NOT_FOUND, SERVER_ERROR } from '../../transport/httpStatus';
import { HOUR_SECONDS } from '../../transport/rateLimitWait';
import type { Operation } from '../shared/operation';

const maxMinutesSpec = createFieldSpec(
	field.number('Max Wait (Minutes)', 'maxMinutes', {
		typeOptions: { minValue: 1 },
		default: 10,
		description: 'How long to wait in total. A post that is scheduled for later fails at once.',
	}),
	(entered, label) => parsePositive(entered, label, 'Enter a number of minutes, such as 10.'),
);

/** Posts are published this long after their date at the earliest. */
const GRACE_MS = 1000;
/** The pauses after a post is due. */
const FIRST_PAUSES_MS = [2000, 3000, 5000, 10_000, 20_000, 30_000];
const LATER_PAUSE_MS = 60_000;

/** A post that an item waits for. */
interface AwaitedPost {
	index: number;
	id: string;
	/** When to give up, by n8n's clock, which can't be compared with dates of posts. */
	deadline: number;
	/** As last fetched. */
	post?: CalendarPost;
	/** Until when the service rejects requests, by n8n's clock. */
	limitedUntil?: number;
}

/** Post: Wait (docs/api.md, Public data of a post). */
export const waitForPostOperation: Operation = {
	name: 'Wait',
	value: 'wait',
	action: 'Wait for post',
	description:
		'Wait until posts are published, and output their links, by post ID. Failed posts become errors.',
	properties: [postIdSpec.property, maxMinutesSpec.property],
	execute: async (context, client) => {
		const startedAt = Date.now();
		const awaited = await mapSequentially(listIndexes(context), (index): AwaitedPost => ({
			index,
			id: postIdSpec.readParameter(context, index),
			deadline: startedAt + maxMinutesSpec.readParameter(context, index) * MINUTE_MS,
		}));
		throwUnlessContinuing(context, awaited.failures);
		const published: ItemOutputs[] = [];
		let { values: waiting, failures } = awaited;
		let pollsSinceDue = 0;
		while (waiting.length > 0) {
			const polled = await pollPosts(waiting, client, context.getTimezone());
			failures = mergeFailures(failures, polled.failures);
			published.push(...polled.published);
			throwUnlessContinuing(context, failures, describePublished(published));
			waiting = polled.waiting;
			if (waiting.length === 0) break;
			const { isDue, pause } = planNextPoll(waiting, pollsSinceDue, client);
			pollsSinceDue = isDue ? pollsSinceDue + 1 : 0;
			if (!(await sleepUnlessCancelled(context, pause))) {
				throw new Problem('The execution was cancelled', 'The posts will still be published.');
			}
		}
		return renderResultsOrThrow(context, { values: published, failures });
	},
};

/** The links of posts that an error would lose. */
function describePublished(published: ItemOutputs[]): string {
	const links = published.flatMap(({ outputs }) => outputs.flatMap(({ link }) => link ?? []));
	return links.length > 0 ? `Already published: ${joinNames(links.map(String), 300)}.` : '';
}

/** Fetches posts. Returns the published posts, the posts to wait for, and why other posts fail. */
async function pollPosts(awaited: AwaitedPost[], client: PostizClient, timezone: string) {
	const finder = new PostFinder(client);
	const { values, failures } = await mapConcurrently(awaited, async (last) => {
		const current = await fetchCurrent(finder, last);
		const { post, deadline } = current;
		if (post && post !== last.post && !isPublished(post)) {
			await assertPublishesInTime(post, deadline, { client, timezone });
		}
		return current;
	});
	const published = values.flatMap(({ index, post }) =>
		post && isPublished(post)
			? [{ index, outputs: [toPostOutput(post, timezone, client.serviceNow())] }]
			: [],
	);
	return { published, waiting: values.filter(({ post }) => !isPublished(post)), failures };
}

const isPublished = (post?: CalendarPost) => post?.state === 'PUBLISHED';

/** Whether a post is due, and how long to pause before the next poll. */
function planNextPoll(waiting: AwaitedPost[], pollsSinceDue: number, client: PostizClient) {
	const serviceNow = client.serviceNow();
	const due = Math.min(
		...waiting.map(({ post }) => parseServiceTime(post?.publishDate) || serviceNow),
	);
	const remainingMs = Math.min(...waiting.map(({ deadline }) => deadline)) - Date.now();
	const isDue = due <= serviceNow;
	const usual = isDue
		? (FIRST_PAUSES_MS[pollsSinceDue] ?? LATER_PAUSE_MS)
		: due - serviceNow + GRACE_MS;
	const limited = Math.max(...waiting.map(({ limitedUntil = 0 }) => limitedUntil)) - Date.now();
	return { isDue, pause: Math.max(0, Math.min(Math.max(usual, limited), remainingMs)) };
}

/**
 * Fetches a post. Keeps the last state if the service fails temporarily. Throws {@link Problem} if the post was never
 * fetched, at the deadline, or if a retry won't help.
 */
async function fetchCurrent(finder: PostFinder, awaited: AwaitedPost): Promise<AwaitedPost> {
	const { index, id, deadline, post } = awaited;
	try {
		return { index, id, deadline, post: await finder.fetch(id, { withReleaseId: true }) };
	} catch (error) {
		const problem = toProblemOrRethrow(error);
		const status = Number(problem.httpCode ?? (problem.affectsAllItems ? SERVER_ERROR : NOT_FOUND));
		const isTemporary = isTemporaryStatus(status);
		if (post && isTemporary && Date.now() < deadline) {
			return { ...awaited, limitedUntil: getLimitEnd(problem) };
		}
		if (!post || !isTemporary) throw problem;
		throw problem.with({
			message: `It is unclear whether the post ${quote(id)} has been published: ${problem.message}`,
			remedy: [
				...problem.remedy,
				'The post will still be published. Check it later with Post > Get.',
			],
		});
	}
}

/** When the service accepts requests again after a problem (by n8n's clock): rejected requests count, too. */
const getLimitEnd = (problem: Problem) =>
	isRateLimited(problem)
		? Date.now() + (problem.secondsToWait ?? HOUR_SECONDS) * SECOND_MS
		: undefined;
