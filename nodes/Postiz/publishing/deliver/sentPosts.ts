import { sharedByTries } from '../../transport/tries';
import type { ReadyPost, Row } from './requests';
import { judgeUnclear, type Finding } from './findRows';
import { isCreated, isFailed, type Outcome, type Unclear } from './outcomes';

/**
 * What the tries of one run have sent, post by post: with Retry On Fail, a later try neither sends nor
 * loses it. Posts that were certainly not created are not remembered, so that a later try sends them.
 */
export class SentPosts {
	/** By the index of the item and the key of the post. */
	private readonly items = new Map<number, Map<string, Outcome>>();

	/** How many posts an item has, by its index. */
	private readonly counts = new Map<number, number>();

	/** Remembers what became of rows. */
	note(outcomes: Outcome[]): void {
		for (const { post, outcome } of outcomes.flatMap(byPost)) {
			const item = this.ofItem(outcome.row.itemIndex);
			const key = keyOf(post);
			if (isCreated(outcome) || outcome.reason === 'unknown') item.set(key, outcome);
			else item.delete(key);
		}
	}

	/** The posts of an item that are still to be sent, of all that it has. */
	unsent(itemIndex: number, posts: ReadyPost[]): ReadyPost[] {
		this.counts.set(itemIndex, posts.length);
		const sent = this.ofItem(itemIndex);
		return posts.filter((post) => !sent.has(keyOf(post)));
	}

	/** False if all posts of an item were sent. */
	hasUnsent(itemIndex: number): boolean {
		return this.ofItem(itemIndex).size !== this.counts.get(itemIndex);
	}

	/** The IDs of all posts that were created. */
	ids(): Set<string> {
		const created = this.all().filter(isCreated);
		return new Set(created.flatMap(({ posts }) => posts.map(({ postId }) => postId)));
	}

	/** The IDs of the posts of an item that were created. */
	idsOf(itemIndex: number): Set<string> {
		const created = [...this.ofItem(itemIndex).values()].filter(isCreated);
		return new Set(created.flatMap(({ posts }) => posts.map(({ postId }) => postId)));
	}

	/** Looks once more for posts of which an earlier try does not know whether they were created. */
	async lookAgain(lookUp: (rows: Row[], sentAt: number) => Promise<Finding[][]>): Promise<void> {
		for (const { sentAt, rows } of this.unclearRequests()) {
			const look = lookUp([...rows.keys()], sentAt);
			const findings = await look.catch(() => undefined);
			this.note(
				[...rows].flatMap(([row, unclear], index) => judgeUnclear(row, findings?.[index], unclear)),
			);
		}
	}

	/** What became of the posts that were sent so far. */
	all(): Outcome[] {
		return [...this.items.values()].flatMap((item) => [...item.values()]);
	}

	private ofItem(itemIndex: number): Map<string, Outcome> {
		const known = this.items.get(itemIndex);
		if (known) return known;
		const item = new Map<string, Outcome>();
		this.items.set(itemIndex, item);
		return item;
	}

	private unclearRequests(): UnclearRequest[] {
		const requests = new Map<string, UnclearRequest>();
		for (const outcome of this.all()) {
			if (!isFailed(outcome) || !outcome.unclear) continue;
			const { row, unclear } = outcome;
			const { sentAt } = unclear;
			const key = JSON.stringify([sentAt, row.shared.type, row.shared.date]);
			const request = requests.get(key) ?? { sentAt, rows: new Map() };
			requests.set(key, { sentAt, rows: request.rows.set(row, unclear) });
		}
		return [...requests.values()];
	}
}

/** The rows of a request of which it is not known what the service took, each with how that came. */
interface UnclearRequest {
	/** In ms. */
	sentAt: number;
	rows: Map<Row, Unclear>;
}

/** What the tries of a run have sent. */
export const sentPosts = sharedByTries(() => new SentPosts());

const keyOf = ({ place, target }: ReadyPost) => `${place} ${target.id}`;

function byPost(outcome: Outcome): Array<{ post: ReadyPost; outcome: Outcome }> {
	return outcome.row.posts.map((post, index) => {
		const row = { ...outcome.row, posts: [post] };
		return isCreated(outcome)
			? { post, outcome: { ...outcome, row, posts: outcome.posts.slice(index, index + 1) } }
			: { post, outcome: { ...outcome, row } };
	});
}
