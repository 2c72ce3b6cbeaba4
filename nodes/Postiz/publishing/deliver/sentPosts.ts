import type { PostizClient } from '../../transport/client';
import { getOrMake } from '../../values/getOrMake';
import { groupBy } from '../../values/groupBy';
import { ignoreProblem } from '../../values/problem';
import { findRows, judgeUnclear, type Finding, type Taken } from './findRows';
import { isCreated, isFailed, type Outcome, type ReadyPost, type Row } from './requests';

/** What the calendar listed for the posts of a run, and when (ms). */
interface Seen {
	at: number;
	ids: string[];
	/** The list includes everything that may match these posts. */
	isComplete: boolean;
}

/** What was sent by earlier tries of a run: with Retry On Fail, no post is sent twice or lost. */
export class SentPosts {
	/** By item index, then by the key of the post. */
	private readonly items = new Map<number, Map<string, Outcome>>();
	/** The number of posts per item index. */
	private readonly counts = new Map<number, number>();
	private readonly seen: Seen[] = [];

	/** Records outcomes. */
	note(outcomes: Outcome[]): void {
		for (const outcome of outcomes) {
			const { row, post } = outcome;
			const sent = getOrMake(this.items, row.itemIndex, () => new Map<string, Outcome>());
			if (isCreated(outcome) || outcome.reason === 'unknown') sent.set(keyOfPost(post), outcome);
			else sent.delete(keyOfPost(post));
		}
	}

	/** Filters the posts of an item that are still to be sent; `posts` are all it has. */
	unsent(itemIndex: number, posts: ReadyPost[]): ReadyPost[] {
		this.counts.set(itemIndex, posts.length);
		return posts.filter((post) => !this.items.get(itemIndex)?.has(keyOfPost(post)));
	}

	/** True if an earlier try sent the post with this index in the item and this channel. */
	has(itemIndex: number, place: number, channelId: string): boolean {
		return this.items.get(itemIndex)?.has(keyOf(place, channelId)) ?? false;
	}

	/** False if all posts of an item were sent. */
	hasUnsent(itemIndex: number): boolean {
		return (this.items.get(itemIndex)?.size ?? 0) !== this.counts.get(itemIndex);
	}

	/** The IDs of created posts, of one item or of all. */
	ids(itemIndex?: number): Set<string> {
		const outcomes = itemIndex === undefined ? this.all() : this.items.get(itemIndex)?.values();
		return new Set([...(outcomes ?? [])].filter(isCreated).map(({ postId }) => postId));
	}

	/** Records what the calendar listed before anything was sent. */
	noteSeen(seen: Seen): void {
		this.seen.push(seen);
	}

	/** The posts that a request sent at `sentAt` (ms) didn't create. */
	takenAt(sentAt: number): Taken {
		const before = this.seen.filter(({ at }) => at <= sentAt);
		return {
			taken: new Set([...this.ids(), ...before.flatMap(({ ids }) => ids)]),
			knowsEarlier: before.at(-1)?.isComplete ?? false,
		};
	}

	/** Looks up the posts of these rows, sent at `sentAt` (ms). The findings are in the same order. */
	async lookUp(client: PostizClient, rows: Row[], sentAt: number): Promise<Finding[][]> {
		return await findRows(client, rows, { sentAt, ...this.takenAt(sentAt) });
	}

	/** Looks up posts again whose creation was unclear in an earlier try. */
	async lookAgain(client: PostizClient): Promise<void> {
		const open = this.all().flatMap((outcome) =>
			isFailed(outcome) && outcome.unclear
				? [{ row: { ...outcome.row, posts: [outcome.post] }, unclear: outcome.unclear }]
				: [],
		);
		const requests = groupBy(open, ({ row: { shared }, unclear: { sentAt } }) =>
			JSON.stringify([sentAt, shared.type, shared.date]),
		);
		for (const request of requests) {
			const rows = request.map(({ row }) => row);
			const findings = await this.lookUp(client, rows, request[0].unclear.sentAt).catch(
				ignoreProblem,
			);
			this.note(
				request.flatMap(({ row, unclear }, index) => judgeUnclear(row, findings?.[index], unclear)),
			);
		}
	}

	/** All outcomes so far. */
	all(): Outcome[] {
		return [...this.items.values()].flatMap((item) => [...item.values()]);
	}
}

const keyOf = (place: number, channelId: string) => `${place} ${channelId}`;
const keyOfPost = ({ place, target }: ReadyPost) => keyOf(place, target.id);
