import type { IExecuteFunctions } from 'n8n-workflow';

import { PostFinder, unknownPost } from '../../calendar/find';
import { byId, windowOf } from '../../calendar/listings';
import { whyOverdue } from '../../calendar/overdue';
import { fetchPartsOrNone } from '../../calendar/preview';
import { adviceFor, parseFailure } from '../../calendar/reason';
import { postRow } from '../../calendar/row';
import { field } from '../../form/fields';
import { readable } from '../../form/readable';
import { REQUEST_TIMEOUT, TOO_MANY_REQUESTS } from '../../transport/answer';
import type { PostizClient } from '../../transport/client';
import { LimitWait } from '../../transport/limit';
import { pause } from '../../transport/pause';
import { listPosts } from '../../transport/posts';
import type { ListedPost } from '../../transport/types';
import { MINUTE_MS, serviceTime, showDate } from '../../values/date';
import { smallest } from '../../values/lists';
import { caughtProblem, Problem, quote } from '../../values/problem';
import { parsePositive } from '../../values/read';
import { postField } from '../shared/ids';
import { ItemRun, type Operation } from '../shared/operation';

const OUT_ANYWAY = 'The post will be published anyway: check it later with Post > Get.';

/** In ms. */
const maxWait = readable(
	field.number('Max Wait (Minutes)', 'maxMinutes', {
		typeOptions: { minValue: 1 },
		default: 10,
		description:
			'Max minutes to wait in total. A post that is scheduled for later than that fails at once.',
	}),
	(entered, label) =>
		parsePositive(entered, label, 'Enter a number of minutes, such as 10.') * MINUTE_MS,
);

/** Post: Wait (docs/api.md, Listing posts). */
export const wait: Operation = {
	name: 'Wait',
	value: 'wait',
	action: 'Wait for post',
	description:
		'Wait until posts are published and output their links, by post ID from Post > Create. Failed posts become errors.',
	properties: [postField.property, maxWait.property],
	execute: async (context, client) => {
		const run = new ItemRun(context);
		const begun = Date.now();
		let waiting = await run.inTurn(run.items, (_value, itemIndex) => ({
			id: postField.readItem(context, itemIndex),
			until: begun + maxWait.readItem(context, itemIndex),
		}));
		const watch = new Watch(client);
		for (let looks = 0; ;) {
			await watch.look([...new Set(waiting.map(({ value }) => value.id))]);
			const open = waiting.filter(({ value, index }) => {
				const post = watch.posts.get(value.id);
				if (post?.state !== 'PUBLISHED') return true;
				run.add([postRow(post, { timezone: context.getTimezone() })], index);
				return false;
			});
			waiting = await run.inTurn(open, async (awaited) => {
				const post = watch.posts.get(awaited.id);
				refuseUnread(awaited, post, watch);
				if (post) await refuseHopeless(post, awaited.until, { watch, context });
				return awaited;
			});
			if (waiting.length === 0) return run.toOutput();
			const now = Date.now();
			const dueAt = waiting.map(({ value }) => watch.dateOf(value.id) || now);
			const until = waiting.map(({ value }) => value.until);
			const next = pauseBefore({ dueAt, until, looks, now, notBefore: watch.isOverAt });
			looks = smallest(dueAt) > now ? 0 : looks + 1;
			if (!(await pause(context, next))) {
				throw new Problem('The execution was cancelled', 'The posts will be published anyway.');
			}
		}
	},
};

/** Throws {@link Problem} if there is no such post, or if there is no time left to ask for it once more. */
function refuseUnread(
	{ id, until }: { id: string; until: number },
	post: ListedPost | undefined,
	{ failure, isOverAt }: Watch,
): void {
	if (!failure && !post) {
		throw unknownPost(
			id,
			'It may have been deleted. Post > Get Many lists the posts with their IDs.',
		);
	}
	if (!failure || !(failure.isFinal || Date.now() >= until || isOverAt > until)) return;
	// If it was never fetched, report why.
	if (!post) throw failure.error;
	throw failure.error.with({
		message: `It is unclear whether the post ${quote(id)} has been published: ${failure.error.message}`,
		description: (own) => `${own} ${OUT_ANYWAY}`,
	});
}

/** Throws {@link Problem} if a post won't be published in time (ms). */
async function refuseHopeless(
	post: ListedPost,
	until: number,
	{ watch, context }: { watch: Watch; context: IExecuteFunctions },
): Promise<void> {
	const { id } = post;
	if (post.state === 'ERROR') {
		const [first] = await fetchPartsOrNone(watch.client, id);
		const why = parseFailure(first?.error, post.releaseURL);
		throw new Problem(
			`The post ${quote(id)} failed: ${why.sentence ?? 'Postiz does not say why'}`,
			adviceFor(why),
		);
	}
	if (post.state === 'DRAFT') {
		throw new Problem(
			`The post ${quote(id)} is a draft and will not be published until you schedule it`,
			'Schedule it with Post > Update first.',
		);
	}
	const date = serviceTime(post.publishDate);
	if (date > until) {
		throw new Problem(
			`The post ${quote(id)} is due at ${showDate(new Date(date).toISOString(), context.getTimezone())}, later than this node waits`,
			'Look at it after that.',
			{
				forPerson:
					'raise Max Wait (Minutes), or start a workflow with the Postiz Trigger when it is published.',
			},
		);
	}
	if (Date.now() >= until) {
		const { reason, sentence, advice } = await whyOverdue(watch.client, post);
		throw reason === 'unknown'
			? new Problem(
					`The post ${quote(id)} hasn't been published yet`,
					`Postiz may still be working on it: run this again later, or raise Max Wait (Minutes). ${sentence}. ${advice}`,
				)
			: new Problem(`The post ${quote(id)} hasn't been published yet. ${sentence}`, advice);
	}
}

/** Polls posts, all of them with one request. */
class Watch {
	/** By ID, without missing ones; from the last successful request. */
	posts = new Map<string, ListedPost>();

	/** The failure of the last request; `isFinal` if retrying is pointless. */
	failure?: { error: Problem; isFinal: boolean };

	/** When the hourly limit is reset, in ms. */
	isOverAt = 0;

	readonly client: PostizClient;
	private readonly finder: PostFinder;

	constructor(client: PostizClient) {
		// Max Wait is a total, and may differ by item, so the limit is only waited for between requests.
		const limit = new LimitWait(Infinity, async (milliseconds) => {
			this.isOverAt = Date.now() + milliseconds;
			return await Promise.resolve(false);
		});
		this.client = client.waitingFor(limit);
		this.finder = new PostFinder(this.client);
	}

	/** When a post is due, in ms; NaN if unknown. */
	dateOf(id: string): number {
		return serviceTime(this.posts.get(id)?.publishDate);
	}

	/** Fetches these posts. Throws no {@link Problem}. */
	async look(ids: string[]): Promise<void> {
		try {
			const dates = ids.map((id) => this.dateOf(id)).filter((date) => !Number.isNaN(date));
			const rows = dates.length === 0 ? [] : await listPosts(this.client, windowOf(dates));
			const posts = byId(rows);
			// Unknown ones, and those whose date was changed.
			const missing = ids.filter((id) => !posts.has(id));
			this.finder.forget();
			await this.finder.prepare(missing);
			for (const id of missing) {
				const post = await this.finder.find(id);
				if (post) posts.set(id, post);
			}
			this.posts = posts;
			this.failure = undefined;
		} catch (caught) {
			const error = caughtProblem(caught);
			const isFirst = this.posts.size === 0 && !isLimit(error);
			this.failure = { error, isFinal: isFirst || !isPassing(error) };
		}
	}
}

const isLimit = ({ httpCode }: Problem) => Number(httpCode) === TOO_MANY_REQUESTS;

/** True if the same request may succeed later. */
function isPassing(error: Problem): boolean {
	const status = Number(error.httpCode ?? 500);
	return status >= 500 || status === REQUEST_TIMEOUT || isLimit(error);
}

/** The pauses after a post is due, in ms; the last one is repeated. */
const FIRST_PAUSES_MS = [2000, 3000, 5000, 10_000, 20_000, 30_000];
const LATER_PAUSE_MS = 60_000;
/** Posts are published this long after their date at the earliest. */
const GRACE_MS = 1000;

/** The pause in ms, which grows once a post is due, as some instances limit every request. */
export function pauseBefore({
	dueAt,
	until,
	looks,
	now,
	notBefore = 0,
}: {
	/** In ms, as are the ends of the waits. */
	dueAt: number[];
	until: number[];
	/** The number of requests since the first post was due. */
	looks: number;
	now: number;
	/** The end of the hourly limit. */
	notBefore?: number;
}): number {
	const firstDue = smallest(dueAt);
	const wanted =
		firstDue > now ? firstDue - now + GRACE_MS : (FIRST_PAUSES_MS[looks] ?? LATER_PAUSE_MS);
	return Math.max(0, Math.min(Math.max(wanted, notBefore - now), smallest(until) - now));
}
