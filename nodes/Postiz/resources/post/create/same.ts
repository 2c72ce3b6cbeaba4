import type { IExecuteFunctions } from 'n8n-workflow';

import type { SlotFinder } from '../../../channels/slots';
import { CANCELLED } from '../../../publishing/deliver/requests';
import type { SentPosts } from '../../../publishing/deliver/sentPosts';
import { Twins } from '../../../publishing/deliver/twins';
import { existsAlready, SamePosts } from '../../../publishing/plan/samePosts';
import { isDateFixed } from '../../../publishing/plan/sameSpans';
import type { PlannedItem, PlannedPost, SamePost } from '../../../publishing/types';
import { comparableText } from '../../../text/visibleText';
import type { PostizClient } from '../../../transport/client';
import { continuesOnError } from '../../../transport/nodeError';
import { Problem } from '../../../values/problem';
import { turns } from '../../../values/turns';
import type { ItemValue } from '../../shared/operation';
import type { Results } from './results';

/** Execution modes that are started by a person or a program; all others are triggers. */
const BY_HAND = ['manual', 'cli', 'retry', 'evaluation'];

/** Runs `work` while no other execution in this process has one of the keys. Throws {@link Problem} if cancelled. */
export async function inTurn<T>(
	context: IExecuteFunctions,
	keys: string[],
	work: () => Promise<T>,
): Promise<T> {
	const done = await turns.run(keys, work, context.getExecutionCancelSignal());
	if (!done) throw Problem.from(CANCELLED);
	return done.result;
}

/** Keys that two executions share if they would create the same posts. */
export function lookedUpKeys(
	{ baseUrl }: Pick<PostizClient, 'baseUrl'>,
	items: Array<ItemValue<PlannedItem>>,
): string[] {
	const looking = items.filter(
		({ value }) => value.ifSame.action !== 'post' && !value.validatesOnly,
	);
	return looking.flatMap(({ value: { posts } }) =>
		posts.map((post) => JSON.stringify([baseUrl, post.target.id, comparableText(contentOf(post))])),
	);
}

interface Marking {
	context: IExecuteFunctions;
	client: PostizClient;
	results: Results;
	sent: SentPosts;
	finder: SlotFinder;
	/** When the execution started, in ms. */
	now: number;
}

/** Marks posts that already exist; depending on the option, their items fail instead. */
export async function markSame(
	items: Array<ItemValue<PlannedItem>>,
	{ context, client, results, sent, finder, now }: Marking,
): Promise<Array<ItemValue<PlannedItem>>> {
	const timezone = context.getTimezone();
	const run = {
		startedAt: now,
		isEvent: context.getInputData().length === 1 && !BY_HAND.includes(context.getMode()),
		timezone,
		taken: new Set([...sent.ids(), ...results.skippedIds(items)]),
	};
	const same = new SamePosts(client, run, finder);
	await same.fetch(items.map(({ value }) => value));
	const isComplete = !same.unread && items.every(({ value }) => value.ifSame.action !== 'post');
	if (same.listedAt > 0) {
		sent.noteSeen({ at: same.listedAt, ids: same.listedIds, isComplete });
	}
	const marked = await results.inTurn(
		items,
		async (item, itemIndex) =>
			await same.mark(item, {
				own: sent.ids(itemIndex),
				isSent: (post) => sent.has(itemIndex, item.posts.indexOf(post), post.target.id),
			}),
	);
	results.noteLook(marked, adviseToRunAgain(marked, run.isEvent), same.unread);
	return await markTwins(marked, { context, results, now });
}

/** Marks or rejects posts with the same text as another item, before anything is sent. */
async function markTwins(
	items: Array<ItemValue<PlannedItem>>,
	{ context, results, now }: Pick<Marking, 'context' | 'results' | 'now'>,
): Promise<Array<ItemValue<PlannedItem>>> {
	const unsent = items.map(({ itemIndex, value }) => ({
		itemIndex,
		value: { ...value, posts: value.posts.filter(({ sameAs }) => !sameAs) },
	}));
	const twins = new Twins(contentOf, now);
	const first = new Map<PlannedPost, SamePost>();
	for (const { value } of twins.divide(unsent).wait) {
		for (const post of value.posts) {
			const of = twins.firstLike(value, post);
			if (of) first.set(post, ownPost(of));
		}
	}
	return await results.inTurn(items, (item) => {
		const mark = (post: PlannedPost): PlannedPost => {
			const sameAs = first.get(post);
			if (!sameAs) return post;
			const fails = item.ifSame.action === 'fail';
			if (fails && (item.validatesOnly || !continuesOnError(context))) {
				throw existsAlready(post.target.label, sameAs, context.getTimezone());
			}
			return item.validatesOnly ? { ...post, sameAs } : post;
		};
		return { ...item, posts: item.posts.map(mark) };
	});
}

const contentOf = ({ parts }: PlannedPost) => parts[0]?.content ?? '';

const ownPost = ({ itemIndex, time }: { itemIndex: number; time: number }): SamePost => ({
	postId: null,
	state: null,
	date: new Date(time).toISOString(),
	itemIndex,
});

/** How to send the rest if only a part was sent. */
function adviseToRunAgain(items: Array<ItemValue<PlannedItem>>, isEvent: boolean): string {
	const all = items.map(({ value }) => value);
	if (all.some(({ ifSame }) => ifSame.action === 'post')) {
		return 'Before you run it again, set If the Same Post Exists to Skip If Sent by an Earlier Run.';
	}
	if (all.some(hasUnknowable)) {
		return 'To run it again, leave out existing posts: without a text and a date, they cannot be told apart.';
	}
	const how = isEvent ? 'Retry the execution' : 'Run it again';
	const when = all.every(isDateFixed) ? '' : ' within 12 hours';
	return `${how}${when}: existing posts are skipped.`;
}

/** True if posts consist of files alone, which are uploaded again and can't be compared. */
const hasUnknowable = (item: PlannedItem) =>
	!isDateFixed(item) &&
	item.posts.some(
		({ parts }) =>
			comparableText(parts[0]?.content ?? '') === '' &&
			parts.some(({ files }) => files.some(({ source }) => !('reference' in source))),
	);
