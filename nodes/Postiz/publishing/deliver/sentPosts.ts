import type { PostizClient } from '../../transport/client';
import { getOrMake } from '../../values/getOrMake';
import { groupBy } from '../../values/groupBy';
import { ignoreProblem } from '../../values/problem';
import { findRows, judgeUnclear, type Finding, type Taken } from './findRows';
import { isCreated, isFailed, type Outcome, type ReadyPost, type Row } from './requests';

/** What the calendar had of the posts of a run at a moment, in ms. */
interface Seen {
	at: number;
	ids: string[];
	/** Nothing that may be one of these posts is missing. */
	isComplete: boolean;
}

/** What the tries of one run have sent, post by post: with Retry On Fail, a later one neither sends nor loses it. */
export class SentPosts {
	/** By the index of the item and the key of the post. */
	private readonly items = new Map<number, Map<string, Outcome>>();
	/** How many posts an item has, by its index. */
	private readonly counts = new Map<number, number>();
	private readonly seen: Seen[] = [];

	/** Remembers what became of posts. */
	note(outcomes: Outcome[]): void {
		for (const outcome of outcomes) {
			const { row, post } = outcome;
			const sent = getOrMake(this.items, row.itemIndex, () => new Map<string, Outcome>());
			if (isCreated(outcome) || outcome.reason === 'unknown') sent.set(keyOfPost(post), outcome);
			else sent.delete(keyOfPost(post));
		}
	}

	/** The posts of an item that are still to be sent, of all that it has. */
	unsent(itemIndex: number, posts: ReadyPost[]): ReadyPost[] {
		this.counts.set(itemIndex, posts.length);
		return posts.filter((post) => !this.items.get(itemIndex)?.has(keyOfPost(post)));
	}

	/** True for a post, by its place in the item and its channel, that an earlier try has sent. */
	has(itemIndex: number, place: number, channelId: string): boolean {
		return this.items.get(itemIndex)?.has(keyOf(place, channelId)) ?? false;
	}

	/** False if all posts of an item were sent. */
	hasUnsent(itemIndex: number): boolean {
		return (this.items.get(itemIndex)?.size ?? 0) !== this.counts.get(itemIndex);
	}

	/** The IDs of the posts that were created, of all items or of one. */
	ids(itemIndex?: number): Set<string> {
		const outcomes = itemIndex === undefined ? this.all() : this.items.get(itemIndex)?.values();
		return new Set([...(outcomes ?? [])].filter(isCreated).map(({ postId }) => postId));
	}

	/** Remembers what the calendar had before something was sent. */
	noteSeen(seen: Seen): void {
		this.seen.push(seen);
	}

	/** The posts that a request of a moment (ms) did not create: they are others, or were there before. */
	takenAt(sentAt: number): Taken {
		const before = this.seen.filter(({ at }) => at <= sentAt);
		return {
			taken: new Set([...this.ids(), ...before.flatMap(({ ids }) => ids)]),
			knowsEarlier: before.at(-1)?.isComplete ?? false,
		};
	}

	/** What the service has of the posts of these rows, in their order, which were sent at `sentAt` (ms). */
	async lookUp(client: PostizClient, rows: Row[], sentAt: number): Promise<Finding[][]> {
		return await findRows(client, rows, { sentAt, ...this.takenAt(sentAt) });
	}

	/** Looks again for posts whose creation was unclear in an earlier try. */
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

	/** What became of the posts that were sent so far. */
	all(): Outcome[] {
		return [...this.items.values()].flatMap((item) => [...item.values()]);
	}
}

const keyOf = (place: number, channelId: string) => `${place} ${channelId}`;
const keyOfPost = ({ place, target }: ReadyPost) => keyOf(place, target.id);
