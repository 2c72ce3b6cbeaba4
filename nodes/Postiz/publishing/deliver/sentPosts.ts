import type { PostizClient } from '../../transport/client';
import { getOrMake } from '../../values/getOrMake';
import { groupBy } from '../../values/lists';
import { keyIn } from '../../values/postKey';
import { ignoreProblem } from '../../values/problem';
import { findArrived, judgeUnclear, type Arrival } from './arrived';
import { isCreated, isFailed, type NewPost, type Outcome } from './requests';

/** What was sent by earlier tries of a run: with Retry On Fail, no post is sent twice or lost. */
export class SentPosts {
	/** By item index, then by the key of the post. */
	private readonly items = new Map<number, Map<string, Outcome>>();
	/** The number of posts per item index. */
	private readonly counts = new Map<number, number>();

	/** Records outcomes. */
	note(outcomes: Outcome[]): void {
		for (const outcome of outcomes) {
			const { post } = outcome;
			const sent = getOrMake(this.items, post.itemIndex, () => new Map<string, Outcome>());
			if (isCreated(outcome) || outcome.reason === 'unknown') sent.set(keyOfPost(post), outcome);
			else sent.delete(keyOfPost(post));
		}
	}

	/** Filters the posts of an item that are still to be sent; `posts` are all it has. */
	remaining(itemIndex: number, posts: NewPost[]): NewPost[] {
		this.counts.set(itemIndex, posts.length);
		return posts.filter((post) => !this.items.get(itemIndex)?.has(keyOfPost(post)));
	}

	/** True if an earlier try sent the post with this index in the item and this channel. */
	has(itemIndex: number, postIndex: number, channelId: string): boolean {
		return this.items.get(itemIndex)?.has(keyOf(postIndex, channelId)) ?? false;
	}

	/** False if all posts of an item were sent. */
	hasRemaining(itemIndex: number): boolean {
		return (this.items.get(itemIndex)?.size ?? 0) !== this.counts.get(itemIndex);
	}

	/** The IDs of created posts, of one item or of all. */
	ids(itemIndex?: number): Set<string> {
		const outcomes = itemIndex === undefined ? this.all() : this.items.get(itemIndex)?.values();
		return new Set([...(outcomes ?? [])].filter(isCreated).map(({ postId }) => postId));
	}

	/** What became of the posts of a request; in the same order. */
	async lookUp(...look: Parameters<typeof findArrived>): Promise<Array<Arrival | undefined>> {
		return await findArrived(...look);
	}

	/** Looks up posts again whose creation was unclear in an earlier try. */
	async lookAgain(client: PostizClient): Promise<void> {
		const open = this.all().flatMap((outcome) =>
			isFailed(outcome) && outcome.unclear ? [{ ...outcome, unclear: outcome.unclear }] : [],
		);
		const requests = groupBy(open, ({ post: { shared }, unclear: { sentAt } }) =>
			JSON.stringify([sentAt, shared.type, shared.date]),
		);
		for (const request of requests) {
			const posts = request.map(({ post }) => post);
			const sending = { sentAt: request[0].unclear.sentAt, hasEnded: true, wait: async () => {} };
			const arrivals = (await this.lookUp(client, posts, sending).catch(ignoreProblem)) ?? [];
			this.note(
				request.flatMap(({ post, unclear }, index) => {
					const arrival = arrivals[index];
					// If the calendar can't be read, what an earlier look found stays.
					return arrival ? [judgeUnclear(post, arrival, unclear)] : [];
				}),
			);
		}
	}

	/** The key IDs of posts that may exist, though it is unknown whether they do. */
	openKeys(): string[] {
		return this.all()
			.filter(isFailed)
			.flatMap(({ post }) => keyIn(post.payload.settings)?.id ?? []);
	}

	/** All outcomes so far. */
	all(): Outcome[] {
		return [...this.items.values()].flatMap((item) => [...item.values()]);
	}
}

const keyOf = (postIndex: number, channelId: string) => `${postIndex} ${channelId}`;
const keyOfPost = ({ postIndex, target }: NewPost) => keyOf(postIndex, target.id);
