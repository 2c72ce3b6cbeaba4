import { getDate, type CalendarPost, PostFinder } from '../../calendar/calendarPost';
import { explainFailure, explainOverdue } from '../../calendar/failureReason';
import { toPostRow } from '../../calendar/postRow';
import { listIndexes } from '../../execution/inputItems';
import { FailureList, mapAtOnce, mapInTurn } from '../../execution/itemResults';
import { assertContinues, renderResults, type ItemRows } from '../../execution/renderItems';
import { field } from '../../form/fieldBuilders';
import { fieldSpec } from '../../form/fieldSpec';
import { REQUEST_TIMEOUT, TOO_MANY_REQUESTS } from '../../transport/answer';
import type { PostizClient } from '../../transport/client';
import { sleepUnlessCancelled } from '../../transport/sleep';
import { MINUTE_MS, parseServiceTime, formatDate } from '../../common/date';
import { asProblem, Problem, quote } from '../../common/problem';
import { parsePositive } from '../../common/parseValue';
import { postField } from '../shared/sharedFields';
import type { Operation } from '../shared/operation';

/** In ms. */
const maxWait = fieldSpec(
	field.number('Max Wait (Minutes)', 'maxMinutes', {
		typeOptions: { minValue: 1 },
		default: 10,
		description: 'How long to wait in total. A post that is scheduled for later fails at once.',
	}),
	(entered, label) =>
		parsePositive(entered, label, 'Enter a number of minutes, such as 10.') * MINUTE_MS,
);

/** Posts are published this long after their date at the earliest, in ms. */
const GRACE_MS = 1000;
/** The pauses after a post is due, in ms; the last one is repeated. */
const FIRST_PAUSES_MS = [2000, 3000, 5000, 10_000, 20_000, 30_000];
const LATER_PAUSE_MS = 60_000;

/** Post: Wait (docs/api.md, Preview of a post). */
export const wait: Operation = {
	name: 'Wait',
	value: 'wait',
	action: 'Wait for post',
	description:
		'Wait until posts are published, and output their links, by post ID. Failed posts become errors.',
	properties: [postField.property, maxWait.property],
	execute: async (context, client) => {
		const timezone = context.getTimezone();
		const begun = Date.now();
		const published: ItemRows[] = [];
		const failures = new FailureList();
		const read = await mapInTurn(listIndexes(context), (index) => ({
			index,
			id: postField.readItem(context, index),
			/** In ms. */
			until: begun + maxWait.readItem(context, index),
			/** As it was last seen. */
			post: undefined as CalendarPost | undefined,
		}));
		failures.addAll(read.failures);
		assertContinues(context, failures);
		let waiting = read.values;
		for (let looks = 0; ;) {
			const finder = new PostFinder(client);
			const polled = await mapAtOnce(waiting, async (one) => {
				const post = await fetchCurrent(finder, one);
				if (post?.state === 'PUBLISHED') {
					published.push({ index: one.index, rows: [toPostRow(post, timezone)] });
				} else if (post) await assertCanPublish(post, one.until, { client, timezone });
				return { ...one, post: post ?? one.post };
			});
			failures.addAll(polled.failures);
			assertContinues(context, failures);
			waiting = polled.values.filter(({ post }) => post?.state !== 'PUBLISHED');
			if (waiting.length === 0) return renderResults(context, { values: published, failures });
			const now = Date.now();
			const due = Math.min(
				...waiting.map(({ post }) => parseServiceTime(post?.publishDate) || now),
			);
			const wanted = due > now ? due - now + GRACE_MS : (FIRST_PAUSES_MS[looks] ?? LATER_PAUSE_MS);
			const left = Math.min(...waiting.map(({ until }) => until)) - now;
			looks = due > now ? 0 : looks + 1;
			if (!(await sleepUnlessCancelled(context, Math.max(0, Math.min(wanted, left))))) {
				throw new Problem('The execution was cancelled', 'The posts will still be published.');
			}
		}
	},
};

/** The post as it is now; undefined if the service fails for a while. Throws {@link Problem} if asking again is of no use. */
async function fetchCurrent(
	finder: PostFinder,
	{ id, until, post }: { id: string; until: number; post?: CalendarPost },
): Promise<CalendarPost | undefined> {
	try {
		return await finder.fetch(id, { withReleaseId: true });
	} catch (error) {
		const problem = asProblem(error);
		const status = Number(problem.httpCode ?? (problem.isUnanswered ? 500 : 404));
		const isPassing = status >= 500 || [REQUEST_TIMEOUT, TOO_MANY_REQUESTS].includes(status);
		if (post && isPassing && Date.now() < until) return undefined;
		if (!post || !isPassing) throw problem;
		throw problem.with({
			message: `It is unclear whether the post ${quote(id)} has been published: ${problem.message}`,
			description: `${problem.description} The post will still be published. Check it later with Post > Get.`,
		});
	}
}

/** Throws {@link Problem} if a post won't be published in time (ms). */
async function assertCanPublish(
	post: CalendarPost,
	until: number,
	{ client, timezone }: { client: PostizClient; timezone: string },
): Promise<void> {
	const { id, state, publishDate } = post;
	if (state === 'ERROR') {
		const { cause, remedy } = explainFailure(post, client.now());
		throw new Problem(
			`The post ${quote(id)} failed: ${cause || 'Postiz does not say why'}`,
			remedy,
		);
	}
	if (state === 'DRAFT') {
		throw new Problem(
			`The post ${quote(id)} is a draft and will not be published until you schedule it`,
			'Schedule it with Post > Update first.',
		);
	}
	if (parseServiceTime(publishDate) > until) {
		throw new Problem(
			`The post ${quote(id)} is due at ${formatDate(getDate(post), timezone)}, later than this node waits`,
			'Check it after that.',
			{
				forPerson:
					'increase Max Wait (Minutes), or start a workflow with Postiz Trigger when it is published.',
			},
		);
	}
	if (Date.now() < until) return;
	const { reason, sentence, advice } = await explainOverdue(client, post);
	throw reason === 'unknown'
		? new Problem(
				`The post ${quote(id)} hasn't been published yet`,
				`Postiz may still be publishing it. Run this again later, or increase Max Wait (Minutes). ${sentence}. ${advice}`,
			)
		: new Problem(`The post ${quote(id)} hasn't been published yet. ${sentence}`, advice);
}
