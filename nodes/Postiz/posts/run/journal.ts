import { formatCount, joinSentences } from '../../common/text';
import type { DesiredPost, SentRecord } from '../desiredPost';
import type { ExistingPost } from '../existingPost';

/** Identifies a post in all attempts. */
type JournaledPost = Pick<DesiredPost, 'target' | 'item' | 'postIndex'>;

/**
 * Records what has been sent, so that Retry On Fail sends nothing twice. All attempts share it, as part of RetryMemory.
 * Each round of a loop has its own.
 */
export class Journal {
	private readonly records = new Map<string, SentRecord>();

	/** Returns what earlier attempts sent of a post; undefined if nothing. */
	getRecord(desired: JournaledPost): SentRecord | undefined {
		return this.records.get(toJournalKey(desired));
	}

	/** Records a post that is about to be sent. */
	recordSending(
		desired: DesiredPost,
		sendId: string,
		details: Pick<SentRecord, 'isUpdate' | 'similarPost'>,
	): void {
		const { sendIds = [] } = this.getRecord(desired) ?? {};
		this.records.set(toJournalKey(desired), { sendIds: [...sendIds, sendId], ...details });
	}

	/** Records a post that Postiz has stored. */
	recordStored(
		desired: DesiredPost,
		stored: Pick<SentRecord, 'postId' | 'date' | 'isUpdate'>,
	): void {
		this.records.set(toJournalKey(desired), { ...this.getRecord(desired)!, ...stored });
	}

	/** Forgets a request whose post Postiz certainly didn't store. */
	forget(desired: DesiredPost): void {
		this.records.delete(toJournalKey(desired));
	}

	/** True if this run or an earlier attempt created the post. */
	hasCreated({ id, fingerprint }: ExistingPost): boolean {
		return [...this.records.values()].some(
			({ postId, sendIds, isUpdate }) =>
				!isUpdate &&
				(postId === id || (fingerprint !== undefined && sendIds.includes(fingerprint.sendId))),
		);
	}

	/** Describes what Postiz stored in earlier attempts, in sentences; empty if nothing. */
	describe(): string {
		const stored = [...this.records.values()].filter(({ postId }) => postId !== undefined).length;
		const unclear = this.records.size - stored;
		return joinSentences(
			stored > 0 && `Postiz stored ${formatCount(stored, 'post')} in an earlier attempt.`,
			unclear > 0 &&
				`It is unclear whether Postiz stored ${formatCount(unclear, 'post')} that an earlier attempt sent.`,
		);
	}
}

// The text isn't in the key, as an expression may return a different text in each attempt.
const toJournalKey = ({ target, item, postIndex }: JournaledPost) =>
	`${item.index} ${postIndex} ${target.id}`;
