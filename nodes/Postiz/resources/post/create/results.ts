import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { byId } from '../../../calendar/listings';
import { missingTags } from '../../../calendar/row';
import {
	isCreated,
	isFailed,
	type CreatedOutcome,
	type FailedOutcome,
	type Outcome,
} from '../../../publishing/deliver/requests';
import type { Pairing } from '../../../publishing/decide/pair';
import type { PlannedItem } from '../../../publishing/types';
import type { PostizClient } from '../../../transport/client';
import { listPosts } from '../../../transport/posts';
import { isTool } from '../../../transport/nodeError';
import { TOO_MANY_REQUESTS } from '../../../transport/status';
import { DAY_MS } from '../../../values/date';
import { groupBy } from '../../../values/groupBy';
import { append, largest, smallest } from '../../../values/lists';
import { sentences } from '../../../values/plural';
import { ignoreProblem, Problem } from '../../../values/problem';
import { addHint, ItemRun, type ItemValue } from '../../shared/operation';
import type { RunMemory } from '../../shared/runMemory';
import { addMissingTagsHint } from '../shared/hints';
import { describeRest, failureOfItem, inPart, itemOf, mainFailure, withRest } from './failures';
import { itemOutcome, type ItemOutcome } from './itemOutcome';
import type { RunOptions } from './readForm';
import { createdRow, leftOutRow, skippedRow } from './rows';
import { describeDouble, describeLeftOut, describeSkipped, WITHOUT_KEYS } from './skipped';
import { describeWhenOut } from './whenOut';

/** With Include Input Fields, the name of what the node says. */
const BESIDE = 'post';

/** Collects the output of Create: created posts, and error items if failures don't end the node. */
export class Results extends ItemRun {
	private readonly outcomes: Outcome[] = [];
	private readonly doubles: Pairing['doubles'] = [];
	private freeName?: string;
	/** The IDs of posts to change, by item index. */
	private readonly existing = new Map<number, string[]>();
	/** Items of which it is unknown whether they were changed. */
	private readonly unclear = new Set<number>();
	/** Items that a look-up or an upload kept from being sent, though nothing is wrong with them. */
	private readonly unsent = new Set<number>();

	constructor(
		context: IExecuteFunctions,
		private readonly options: Pick<RunOptions, 'includesInput'> & {
			/** Adds the IDs of all posts of the item to each post, and whether it is new. */
			showsIds?: boolean;
		},
		private readonly memory: RunMemory,
		/** Takes what is wrong with items that are only previewed. */
		private readonly preview: { refuse: (error: unknown, itemIndex: number) => boolean },
	) {
		super(context);
	}

	/** Like {@link ItemRun.add}, with the number of the row, and beside its columns if chosen. */
	override add(rows: IDataObject[], itemIndex: number): void {
		const { includesInput } = this.options;
		const shown = this.numbered(rows, itemIndex).map((row) =>
			includesInput ? this.beside(itemIndex, row) : row,
		);
		super.add(shown, itemIndex, { files: includesInput });
	}

	/** Like {@link add}, always before the columns of the row, and the first with a page; models know their own input. */
	addPreview(rows: IDataObject[], itemIndex: number, page?: IBinaryKeyData): void {
		const shown = this.numbered(rows, itemIndex).map((row) =>
			isTool(this.context) ? row : { [this.nameBeside]: row, ...this.beside(itemIndex, row) },
		);
		super.add(shown, itemIndex, { files: this.options.includesInput, first: page });
	}

	private numbered(rows: IDataObject[], itemIndex: number): IDataObject[] {
		return rows.map((row) => ({ ...this.numberOf(itemIndex), ...row }));
	}

	protected override besideError(itemIndex: number): IDataObject {
		const number = this.numberOf(itemIndex);
		if (!this.options.includesInput) return { ...number, ...super.besideError(itemIndex) };
		const { state } = this.judge(itemIndex, this.outcomesOf(itemIndex));
		return this.beside(itemIndex, { ...number, outcome: state });
	}

	/** The row of a sheet, or the item's number as n8n's errors have it; models have only one item. */
	numberOf(itemIndex: number): { row?: number } {
		if (isTool(this.context)) return {};
		const { row_number: row } = this.inputOf(itemIndex).json;
		return { row: typeof row === 'number' ? row : itemIndex };
	}

	/** What the node says, under a name of its own beside the columns of its row, which stay as they are. */
	private beside(itemIndex: number, said: IDataObject): IDataObject {
		const shown: IDataObject = { ...this.inputOf(itemIndex).json, [this.nameBeside]: said };
		// With Retry On Fail, n8n takes a first item with an `error` for a failed one.
		delete shown.error;
		return shown;
	}

	/** The first of `post`, `post_2` and so on that is no column. */
	private get nameBeside(): string {
		if (this.freeName !== undefined) return this.freeName;
		const columns = new Set(this.context.getInputData().flatMap(({ json }) => Object.keys(json)));
		this.freeName = BESIDE;
		for (let next = 2; columns.has(this.freeName); next++) this.freeName = `${BESIDE}_${next}`;
		return this.freeName;
	}

	/** Records outcomes. Throws if one of them ends the node. */
	addOutcomes(outcomes: Outcome[]): void {
		append(this.outcomes, outcomes);
		const failures = outcomes.filter(isFailed);
		if (failures.every((failure) => this.isHandedOn(failure))) return;
		const main = failureOfItem(this.outcomesOf(itemOf(mainFailure(failures))), this.memory.advice);
		const problem = withRest(Problem.from(main), this.describeRest(main));
		throw this.endingError(problem, itemOf(main));
	}

	/** Records how to send the rest if only a part is sent. */
	noteAdvice(advice: string): void {
		this.memory.advice = advice;
	}

	/** Records posts that Postiz has more often than the run. */
	noteDoubles(doubles: Pairing['doubles']): void {
		append(this.doubles, doubles);
	}

	/** Records the posts that an item is to change. */
	noteExisting(itemIndex: number, postIds: string[]): void {
		this.existing.set(itemIndex, postIds);
	}

	/** Records posts that already exist or are left out, and aren't sent. */
	addSkipped(items: Array<ItemValue<PlannedItem>>): void {
		for (const { itemIndex, value } of items) {
			const rows = value.posts.flatMap((post) => {
				if (post.sameAs) return [skippedRow(post, post.sameAs)];
				return post.leftOut === undefined ? [] : [leftOutRow(post, post.leftOut)];
			});
			this.memory.skipped.set(itemIndex, rows);
		}
	}

	/** The IDs of posts that earlier tries skipped for items other than these. */
	skippedIds(items: Array<ItemValue<unknown>>): string[] {
		const own = new Set(items.map(({ itemIndex }) => itemIndex));
		return [...this.memory.skipped].flatMap(([itemIndex, rows]) =>
			own.has(itemIndex) ? [] : rows.flatMap(({ postId }) => (postId as string | undefined) ?? []),
		);
	}

	private get created(): CreatedOutcome[] {
		return this.outcomes.filter(isCreated);
	}

	async finish(client: PostizClient): Promise<INodeExecutionData[]> {
		const { context, created, outcomes } = this;
		const missingTags = await findMissingTags(client, created);
		for (const [itemIndex, rows] of this.memory.skipped) {
			const preview = ({ postId }: IDataObject) =>
				postId === undefined ? {} : { previewUrl: client.previewUrl(String(postId)) };
			this.add(
				rows.map((row) => ({
					...row,
					...preview(row),
					...this.idsOf(itemIndex, { created: false }),
				})),
				itemIndex,
			);
		}
		const [skipped, leftOut] = divide([...this.memory.skipped.values()].flat());
		for (const outcome of created) {
			await this.turns.share();
			const previewUrl = client.previewUrl(outcome.postId);
			const row = createdRow(outcome, missingTags.get(outcome.postId) ?? []);
			const ids = this.idsOf(itemOf(outcome), { created: true });
			this.add([{ ...row, previewUrl, ...ids }], itemOf(outcome));
		}
		for (const own of groupBy(outcomes, itemOf)) {
			if (own.some(isFailed))
				super.fail(Problem.from(failureOfItem(own, this.memory.advice)), itemOf(own[0]));
		}
		const whenOut = describeWhenOut(created, { now: Date.now(), timezone: context.getTimezone() });
		const { length } = context.getInputData();
		const failed = this.failedCount > 0 && `${this.failedCount} of ${length} items failed.`;
		if (whenOut !== '' || skipped.length > 0) {
			addHint(
				context,
				sentences(whenOut, describeSkipped(skipped.length, isTool(context)), failed),
			);
		}
		if (leftOut.length > 0) addHint(context, describeLeftOut(leftOut));
		if (this.freeName !== undefined && this.freeName !== BESIDE) {
			addHint(
				context,
				`The input has a column “${BESIDE}”, so what became of each row is in “${this.freeName}”.`,
			);
		}
		if (client.instance.keepsKeys === false) addHint(context, WITHOUT_KEYS);
		for (const { wanted, candidate, more } of this.doubles) {
			const ids = [candidate, ...more].map(({ id }) => id);
			addHint(context, describeDouble(wanted.post.target.label, ids));
		}
		addMissingTagsHint(context, [...missingTags.values()].flat());
		return this.toOutput();
	}

	/** Like {@link ItemRun.fail}, and adds what was created before, so that it isn't sent again. */
	override fail(error: unknown, itemIndex: number): void {
		if (this.preview.refuse(error, itemIndex)) return;
		if (error instanceof Problem) {
			const { isUnclear, isUnanswered, httpCode } = error;
			if (isUnclear) this.unclear.add(itemIndex);
			if (isUnanswered || httpCode === String(TOO_MANY_REQUESTS)) this.unsent.add(itemIndex);
		}
		if (!(error instanceof Problem) || this.outcomes.length === 0) {
			return super.fail(error, itemIndex);
		}
		const own = this.outcomesOf(itemIndex);
		const isContinued = this.isHandedOn(error);
		// Its posts are output at the end, only once.
		if (isContinued && own.some(isFailed)) return;
		const full = own.some(isCreated)
			? inPart(error, own.filter(isCreated), this.memory.advice)
			: error;
		super.fail(isContinued ? full : withRest(full, this.describeRest()), itemIndex);
	}

	/** The columns of Create or Update. */
	private idsOf(itemIndex: number, { created }: { created: boolean }): IDataObject {
		if (!this.options.showsIds) return {};
		return { created, postIds: this.idsOfItem(itemIndex) };
	}

	/** The IDs of all posts of an item, ready for the cell of a sheet. */
	idsOfItem(itemIndex: number): string {
		return this.judge(itemIndex, this.outcomesOf(itemIndex)).postIds.join(', ');
	}

	private outcomesOf(itemIndex: number): Outcome[] {
		return this.outcomes.filter((outcome) => itemOf(outcome) === itemIndex);
	}

	/** The `outcome` of an error item. */
	protected override moreOf(itemIndex: number): { outcome: ItemOutcome } {
		return { outcome: this.judge(itemIndex, this.outcomesOf(itemIndex)) };
	}

	/** The `outcomes` of an error that ends the node: all items that Postiz has, or may have, at least in part. */
	protected override contextOfAll(): { outcomes: Array<ItemOutcome & { item: number }> } {
		const byItem = new Map(groupBy(this.outcomes, itemOf).map((own) => [itemOf(own[0]), own]));
		const outcomes = [...this.context.getInputData().keys()]
			.map((item) => ({ item, ...this.judge(item, byItem.get(item) ?? []) }))
			.filter(({ state }) => !NOTHING.has(state));
		return { outcomes };
	}

	private judge(itemIndex: number, outcomes: Outcome[]): ItemOutcome {
		const existing = this.existing.get(itemIndex) ?? [];
		const skipped = divide(this.memory.skipped.get(itemIndex) ?? [])[0].map(({ postId }) =>
			String(postId),
		);
		const hasUnsent = this.memory.sent.hasUnsent(itemIndex);
		const own = itemOutcome(outcomes, { skipped, hasUnsent });
		if (own.state === 'notCreated' && this.unsent.has(itemIndex)) own.state = 'notSent';
		if (existing.length === 0) return own;
		const state = this.unclear.has(itemIndex) || own.state === 'unclear' ? 'unclear' : 'notChanged';
		return { state, postIds: [...existing, ...own.postIds] };
	}

	private describeRest(main?: FailedOutcome): string {
		const { skipped, advice } = this.memory;
		const isThere = (index: number) =>
			this.existing.has(index) || divide(skipped.get(index) ?? [])[0].length > 0;
		const items = this.context.getInputData().length;
		return describeRest(this.outcomes, { items, isThere, advice, main });
	}
}

/** Rows of posts that are there already, and of channels that were left out. */
const divide = (rows: IDataObject[]) =>
	[true, false].map((isThere) =>
		rows.filter(({ postId }) => (postId !== undefined) === isThere),
	) as [there: IDataObject[], leftOut: IDataObject[]];

/** States of which Postiz has nothing new. */
const NOTHING = new Set<ItemOutcome['state']>(['notCreated', 'notSent', 'notChanged']);

/** Tags that the service dropped, by post ID; empty if the service doesn't answer (docs/api.md, Tags). */
async function findMissingTags(
	client: PostizClient,
	created: CreatedOutcome[],
): Promise<Map<string, string[]>> {
	const tagged = created.filter(({ post }) => post.shared.tags.length > 0);
	if (tagged.length === 0) return new Map();
	const dates = tagged.map(({ post }) => Date.parse(post.shared.date));
	const window = { start: smallest(dates) - DAY_MS, end: largest(dates) + DAY_MS };
	const known = byId((await listPosts(client, window).catch(ignoreProblem)) ?? []);
	const missing = tagged.map(({ post, postId }) => {
		const listed = known.get(postId);
		return [postId, listed ? missingTags(post.shared.tags, { listed, parts: [] }) : []] as const;
	});
	return new Map(missing);
}
