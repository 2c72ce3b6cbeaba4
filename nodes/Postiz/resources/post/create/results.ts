import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Pairing } from '../../../publishing/decide/pair';
import { isCreated, type CreatedOutcome } from '../../../publishing/deliver/requests';
import type { PlannedItem, PlannedPost } from '../../../publishing/types';
import type { PostizClient } from '../../../transport/client';
import { getOrMake } from '../../../values/getOrMake';
import { append } from '../../../values/lists';
import type { Problem } from '../../../values/problem';
import type { ItemValue } from '../../shared/operation';
import type { RunMemory } from '../../shared/runMemory';
import type { ItemOutcomes } from './describe';
import { itemOutcome, keptRow, leftOutRow, type ItemOutcome, type ItemResult } from './outcome';

interface Replacement {
	itemIndex: number;
	postIndex: number;
	post: PlannedPost;
}

/** What became of each post of each item, in this try and in earlier ones. */
export class Results {
	/** By item index. */
	private readonly items = new Map<number, Omit<ItemResult, 'hasRemaining'>>();
	/** Posts that Postiz has more often than the run. */
	readonly duplicates: Pairing['duplicates'] = [];
	private readonly noted: Replacement[] = [];
	/** Why items that are only previewed would not be sent, by item index. */
	readonly refused = new Map<number, Problem>();
	/** The indexes of items that are left out, as nothing stands in them. */
	blankRows: ReadonlySet<number> = new Set();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly memory: RunMemory,
	) {}

	/** What this try did with an item. */
	of(itemIndex: number) {
		return getOrMake(this.items, itemIndex, () => ({
			rows: [],
			outcomes: [],
			existing: [],
			isUnclear: false,
			isKeptBack: false,
		}));
	}

	/** Records rows of posts that aren't to be created. */
	addRows(rows: IDataObject[], itemIndex: number): void {
		append(this.of(itemIndex).rows, rows);
	}

	/** Records a post with a note about the one that it may replace, which is told once it is created. */
	noteReplacement(replacement: Replacement): void {
		this.noted.push(replacement);
	}

	/** Records the posts that an item is to change. */
	noteExisting(itemIndex: number, postIds: string[]): void {
		this.of(itemIndex).existing = postIds;
	}

	/** Records posts that Postiz has already or that are left out, also for later tries. */
	noteSettled(items: Array<ItemValue<PlannedItem>>, client: PostizClient): void {
		for (const { itemIndex, value } of items) {
			const rows = value.posts.flatMap((post) => {
				const { action } = post;
				if (action?.kind === 'leaveOut') return [leftOutRow(post, action.why)];
				if (action?.kind !== 'keep') return [];
				return [keptRow(post, action, client.previewUrl(action.postId))];
			});
			this.memory.settledRows.set(itemIndex, rows);
		}
	}

	/** The IDs of the posts that earlier tries found to be there for items other than these. */
	settledIds(items: Array<ItemValue<unknown>>): string[] {
		const own = new Set(items.map(({ itemIndex }) => itemIndex));
		return [...this.memory.settledRows].flatMap(([itemIndex, rows]) =>
			own.has(itemIndex) ? [] : rows.flatMap(({ postId }) => (postId ? [String(postId)] : [])),
		);
	}

	/** True if this try sent something, or knows what became of what an earlier one sent. */
	get hasSent(): boolean {
		return [...this.items.values()].some(({ outcomes }) => outcomes.length > 0);
	}

	get created(): CreatedOutcome[] {
		return [...this.items.values()].flatMap(({ outcomes }) => outcomes.filter(isCreated));
	}

	/** The created posts that may replace another one, each with its note. */
	get replacements(): PlannedPost[] {
		const keyOf = (itemIndex: number, postIndex: number) => `${itemIndex} ${postIndex}`;
		const made = new Set(this.created.map(({ post }) => keyOf(post.itemIndex, post.postIndex)));
		return this.noted.flatMap(({ itemIndex, postIndex, post }) =>
			made.has(keyOf(itemIndex, postIndex)) ? [post] : [],
		);
	}

	/** What this and earlier tries did with an item. */
	resultOf(itemIndex: number): ItemResult {
		const own = this.of(itemIndex);
		const rows = [...(this.memory.settledRows.get(itemIndex) ?? []), ...own.rows];
		return { ...own, rows, hasRemaining: this.memory.sent.hasRemaining(itemIndex) };
	}

	outcomeOf(itemIndex: number): ItemOutcome {
		return itemOutcome(this.resultOf(itemIndex));
	}

	/** Those of all items, but for blank rows. */
	get outcomes(): ItemOutcomes {
		return [...this.context.getInputData().keys()]
			.filter((item) => !this.blankRows.has(item))
			.map((item) => ({ item, ...this.outcomeOf(item) }));
	}
}
