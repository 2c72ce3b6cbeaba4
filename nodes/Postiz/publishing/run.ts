import type { IExecuteFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import type { GetChannelFacts, SlotFinder } from '../channels/channelFacts';
import type { Uploads } from '../media/uploads';
import type { PostizClient } from '../transport/client';
import type { LimitWait } from '../transport/limitWait';
import { isTool } from '../transport/nodeError';
import { getOrCreate } from '../common/lists';
import { getLoopHistories } from '../common/processState';
import { toContentKey, type PostKey } from '../common/postKey';
import { formatCount, joinSentences } from '../common/wording';
import type { Calendar, DesiredPost, ExistingPost, SentAttempt } from './model';

/** What the steps of a run share. */
export interface Run {
	context: IExecuteFunctions;
	client: PostizClient;
	uploads: Uploads;
	factsOf: GetChannelFacts;
	slots: SlotFinder;
	/** What this run has sent, in all its tries. */
	journal: Journal;
	limit: LimitWait;
	/** In ms. */
	startedAt: number;
	/** An IANA name. */
	timezone: string;
}

/**
 * What the tries of a run have sent, so that Retry On Fail sends nothing twice: n8n hands each try the same items, and
 * their first is the key of its journal (actions/shared/operation.ts).
 */
export class Journal {
	private readonly attempts = new Map<string, SentAttempt>();

	/** What earlier tries sent of a post; undefined if nothing. */
	getAttempt(one: DesiredPost): SentAttempt | undefined {
		return this.attempts.get(toJournalKey(one));
	}

	/** A request with this post is about to be sent, under this ID of its key. */
	recordSending(
		one: DesiredPost,
		id: string,
		how: Pick<SentAttempt, 'isChange' | 'possiblyReplaces'>,
	): void {
		const { keyIds = [] } = this.getAttempt(one) ?? {};
		this.attempts.set(toJournalKey(one), { keyIds: [...keyIds, id], ...how });
	}

	/** Postiz has the post, which was sent. */
	recordCreated(one: DesiredPost, made: Pick<SentAttempt, 'postId' | 'date' | 'isChange'>): void {
		this.attempts.set(toJournalKey(one), { ...this.getAttempt(one)!, ...made });
	}

	/** Postiz certainly doesn't have it. */
	recordMissing(one: DesiredPost): void {
		this.attempts.delete(toJournalKey(one));
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
		const made = [...this.attempts.values()].filter(({ postId }) => postId !== undefined).length;
		const unclear = this.attempts.size - made;
		return joinSentences(
			made > 0 && `Postiz has ${formatCount(made, 'post')} of an earlier try.`,
			unclear > 0 &&
				`It is unclear whether Postiz has ${formatCount(unclear, 'post')} that an earlier try sent.`,
		);
	}
}

// By its place, as an expression may make another text of it in each try.
const toJournalKey = ({ target, item, position }: DesiredPost) =>
	`${item.index} ${position} ${target.id}`;

const MAX_EXECUTIONS = 100;
/** What the rounds of a loop wanted: rows with the tries of their round, and the contents of posts. */
interface LoopHistory {
	rows: Map<string, { content: string; journal: Journal; index: number }>;
	posts: Set<string>;
	journals: Set<Journal>;
}

/** Notes what this round of a loop says; returns what it and earlier ones said. */
export function recordLoop(
	{ context, journal }: Run,
	wanted: DesiredPost[],
): Calendar['loopHistory'] {
	const execution = JSON.stringify([context.getExecutionId(), context.getNode().name]);
	const histories = getLoopHistories<LoopHistory>();
	const { rows, posts, journals } = getOrCreate(histories, execution, (): LoopHistory => ({
		...{ rows: new Map(), posts: new Set(), journals: new Set() },
	}));
	const earlierJournals = [...journals].filter((other) => other !== journal);
	journals.add(journal);
	for (const key of histories.keys()) {
		if (histories.size <= MAX_EXECUTIONS) break;
		histories.delete(key);
	}
	const postOf = (channelId: string, key: PostKey) => `${channelId} ${toContentKey(key)}`;
	for (const { target, key } of wanted) posts.add(postOf(target.id, key));
	const others = new Set(
		wanted.filter(({ target, key, item }) => {
			if (key.row === null) return false;
			const row = `${target.id} ${key.row}`;
			const own = { content: toContentKey(key), journal, index: item.index };
			const known = getOrCreate(rows, row, () => own);
			if (known.journal === journal) return false;
			const isSame = known.content === own.content;
			// A row that comes back corrected, such as after somebody has read its draft.
			const isBack = isSame || indexInEarlierRound(context, item.index) === known.index;
			if (isBack) rows.set(row, own);
			return !isBack;
		}),
	);
	return {
		// A model that calls its tool again may mean to correct its post.
		isUsedForOtherContent: (one) => !isTool(context) && others.has(one),
		isSentInLoop: ({ channelId, key }) =>
			!isTool(context) && key !== undefined && posts.has(postOf(channelId, key)),
		isCreatedInEarlierRound: (post) => earlierJournals.some((other) => other.hasCreated(post)),
	};
}

/** The index that an item had in an earlier round of this node, from which it comes back; undefined if it doesn't. */
function indexInEarlierRound(context: IExecuteFunctions, index: number): number | undefined {
	const own = pairOf(context.getInputData()[index]);
	if (!own) return undefined;
	try {
		const proxy = context.getWorkflowDataProxy(index);
		const name = context.getNode().name;
		return pairOf(proxy.$getPairedItem(name, context.getInputSourceData(), own))?.item;
	} catch {
		// Where n8n finds none, it throws errors of several kinds, a TypeError among them.
		return undefined;
	}
}

/** The item that an item comes from; undefined if it comes from several. */
function pairOf(item: INodeExecutionData | null | undefined): IPairedItemData | undefined {
	const pairs = [item?.pairedItem ?? []].flat();
	const [pair] = pairs;
	if (pairs.length !== 1 || pair === undefined) return undefined;
	return typeof pair === 'number' ? { item: pair } : pair;
}
