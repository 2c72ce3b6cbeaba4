import { adviceFor, readFailure } from '../../../calendar/reason';
import { readPreview } from '../../../calendar/preview';
import { postRow } from '../../../calendar/row';
import { askForDelays } from '../../../calendar/overdue';
import type { PostizClient } from '../../../transport/client';
import { LimitWait } from '../../../transport/limit';
import { pause } from '../../../transport/pause';
import type { ListedPost } from '../../../transport/types';
import { showDate } from '../../../values/date';
import { Problem } from '../../../values/problem';
import { quote } from '../../../values/quote';
import { readPositive } from '../../../values/read';
import { MINUTE_MS, serviceTime } from '../../../values/time';
import { field } from '../../../form/fields';
import { postField, readId } from '../../shared/ids';
import { ItemRun, type ItemValue } from '../../shared/itemRun';
import type { Operation } from '../../shared/types';
import { pauseBefore, Watch, type Look } from './watch';

const DEFAULT_MINUTES = 10;

/** Post: Wait (docs/api.md, Listing posts). */
export const wait: Operation = {
	name: 'Wait',
	value: 'wait',
	action: 'Wait until a post is published',
	description:
		'Wait until posts are published and output their links, by post ID from Post > Create. Failed posts become errors.',
	properties: [
		postField('The post to wait for'),
		field.number('Max Wait (Minutes)', 'maxMinutes', {
			typeOptions: { minValue: 1 },
			default: DEFAULT_MINUTES,
			description:
				'Max minutes to wait in total. A post that is scheduled for later than that fails at once.',
		}),
	],
	execute: async (context, client) => {
		const run = new ItemRun(context);
		const begun = Date.now();
		const timezone = context.getTimezone();
		let waiting = await run.inTurn(run.items, (_value, itemIndex): AwaitedPost => {
			const id = readId(context, itemIndex, 'postId');
			const minutes = readPositive(
				context.getNodeParameter('maxMinutes', itemIndex, DEFAULT_MINUTES),
				'Max Wait (Minutes)',
				'Enter a number of minutes, such as 10.',
			);
			return { id, until: begun + minutes * MINUTE_MS };
		});
		/** When the hourly limit is over, in ms. */
		let isOverAt = 0;
		// Max Wait is a total, and may differ from item to item: the limit is waited for here.
		const limit = new LimitWait(Infinity, async (milliseconds) => {
			isOverAt = Date.now() + milliseconds;
			return await Promise.resolve(false);
		});
		const limited = client.waitingFor(limit);
		const watch = new Watch(limited);
		let looks = 0;
		for (;;) {
			const { posts, failure } = await watch.look([
				...new Set(waiting.map(({ value }) => value.id)),
			]);
			const open: Array<ItemValue<AwaitedPost>> = [];
			await run.inTurn(waiting, async (awaited, itemIndex) => {
				const post = posts.get(awaited.id);
				if (post?.state === 'PUBLISHED') run.add([postRow(post)], itemIndex);
				else {
					await refuseHopeless(limited, awaited, { post, failure, isOverAt, timezone });
					open.push({ itemIndex, value: awaited });
				}
			});
			waiting = open;
			if (waiting.length === 0) return run.toOutput();
			const now = Date.now();
			const dueAt = waiting.map(({ value }) => dateOf(posts.get(value.id)) ?? now);
			const until = waiting.map(({ value }) => value.until);
			const next = pauseBefore({ dueAt, until, looks, now, notBefore: isOverAt });
			looks = Math.min(...dueAt) > now ? 0 : looks + 1;
			if (!(await pause(context, next))) {
				throw new Problem('The execution was cancelled', 'The posts will be published anyway.');
			}
		}
	},
};

/** A post to wait for, and until when, in ms. */
interface AwaitedPost {
	id: string;
	until: number;
}

/** In ms; undefined if it cannot be read. */
function dateOf(post: ListedPost | undefined): number | undefined {
	const date = serviceTime(post?.publishDate);
	return Number.isNaN(date) ? undefined : date;
}

/** What the last look showed of a post. */
interface Seen {
	post?: ListedPost;
	failure?: Look['failure'];
	isOverAt: number;
	/** Of the workflow: an IANA name. */
	timezone: string;
}

/** Throws {@link Problem} for a post that will not be out in time, or can no longer be looked at. */
async function refuseHopeless(
	client: PostizClient,
	{ id, until }: AwaitedPost,
	{ post, failure, isOverAt, timezone }: Seen,
): Promise<void> {
	const isOver = Date.now() >= until;
	if (failure && (isOver || failure.isFinal || isOverAt > until)) {
		throw unseen(id, post, failure.error);
	}
	if (failure && !post) return;
	if (!post) {
		throw new Problem(
			`Postiz has no post with the ID ${quote(id)}`,
			'It may have been deleted. Post > Get Many lists the posts with their IDs.',
		);
	}
	if (post.state === 'ERROR') {
		const [first] = await readPreview(client, id);
		const why = readFailure(first?.error);
		throw new Problem(
			`The post ${quote(id)} failed: ${why.sentence ?? 'Postiz does not say why'}`,
			adviceFor(why),
		);
	}
	if (post.state === 'DRAFT') {
		throw new Problem(
			`The post ${quote(id)} is a draft and will not be published until you schedule it`,
			'Schedule it with Post > Set Status first.',
		);
	}
	const date = dateOf(post);
	if (date !== undefined && date > until) {
		throw new Problem(
			`The post ${quote(id)} is due at ${showDate(new Date(date).toISOString(), timezone)}, later than this node waits`,
			'Raise Max Wait (Minutes), or start a workflow with the Postiz Trigger when it is published.',
		);
	}
	if (isOver) {
		const { reason, sentence, advice } = (await askForDelays(client))(postRow(post));
		throw reason === 'unknown'
			? new Problem(
					`The post ${quote(id)} hasn't been published yet`,
					`Postiz may still be working on it: run this again later, or raise Max Wait (Minutes). ${sentence}. ${advice}`,
				)
			: new Problem(`The post ${quote(id)} hasn't been published yet. ${sentence}`, advice);
	}
}

/** What to say of a post that could not be looked at; if it never was, why not is all there is to say. */
function unseen(id: string, post: ListedPost | undefined, error: Problem): Problem {
	if (!post) return error;
	const { message, description, httpCode } = error;
	return new Problem(
		`It is unclear whether the post ${quote(id)} has been published: ${message}`,
		`${description} The post will be published anyway: check it later with Post > Get.`,
		{ httpCode },
	);
}
