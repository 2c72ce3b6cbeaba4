import { formatCount, joinSentences } from '../common/wording';
import type { DesiredPost, ExistingPost, SentAttempt } from './model';

/**
 * What the tries of a run have sent, so that Retry On Fail sends nothing twice: n8n hands each try the same items, and
 * their first is the key of its journal (actions/shared/operation.ts).
 */
export class Journal {
	private readonly attempts = new Map<string, SentAttempt>();

	/** What earlier tries sent of a post; undefined if nothing. */
	getAttempt(desired: DesiredPost): SentAttempt | undefined {
		return this.attempts.get(toJournalKey(desired));
	}

	/** A request with this post is about to be sent, under this ID of its key. */
	recordSending(
		desired: DesiredPost,
		id: string,
		details: Pick<SentAttempt, 'isChange' | 'replaceCandidate'>,
	): void {
		const { keyIds = [] } = this.getAttempt(desired) ?? {};
		this.attempts.set(toJournalKey(desired), { keyIds: [...keyIds, id], ...details });
	}

	/** Postiz has the post, which was sent. */
	recordCreated(
		desired: DesiredPost,
		created: Pick<SentAttempt, 'postId' | 'date' | 'isChange'>,
	): void {
		this.attempts.set(toJournalKey(desired), { ...this.getAttempt(desired)!, ...created });
	}

	/** Postiz certainly doesn't have it. */
	recordMissing(desired: DesiredPost): void {
		this.attempts.delete(toJournalKey(desired));
	}

	/** True for a post that this run created, as far as Postiz has answered. */
	hasCreated({ id, key }: ExistingPost): boolean {
		return [...this.attempts.values()].some(
			({ postId, keyIds, isChange }) =>
				!isChange && (postId === id || (key !== undefined && keyIds.includes(key.id))),
		);
	}

	/** What Postiz has of earlier tries, in sentences; empty if nothing. */
	describe(): string {
		const created = [...this.attempts.values()].filter(({ postId }) => postId !== undefined).length;
		const unknown = this.attempts.size - created;
		return joinSentences(
			created > 0 && `Postiz has ${formatCount(created, 'post')} of an earlier try.`,
			unknown > 0 &&
				`It is unclear whether Postiz has ${formatCount(unknown, 'post')} that an earlier try sent.`,
		);
	}
}

// By its place, as an expression may make another text of it in each try.
const toJournalKey = ({ target, item, position }: DesiredPost) =>
	`${item.index} ${position} ${target.id}`;
