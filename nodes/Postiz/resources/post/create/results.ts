import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { byId } from '../../../calendar/listings';
import { missingTags } from '../../../calendar/post';
import type { Pairing } from '../../../publishing/decide/pair';
import {
	isCreated,
	isFailed,
	type CreatedOutcome,
	type FailedOutcome,
	type Outcome,
} from '../../../publishing/deliver/requests';
import type { PlannedItem, PlannedPost } from '../../../publishing/types';
import { TOO_MANY_REQUESTS } from '../../../transport/answer';
import type { PostizClient } from '../../../transport/client';
import { isTool } from '../../../transport/nodeError';
import { listPosts } from '../../../transport/posts';
import { DAY_MS } from '../../../values/date';
import { getOrMake } from '../../../values/getOrMake';
import { append, largest, smallest } from '../../../values/lists';
import { count, sentences, wasOrWere } from '../../../values/words';
import { ignoreProblem, isOfService, outsideMessage, Problem } from '../../../values/problem';
import { addHint, ItemRun, type ItemValue } from '../../shared/operation';
import { noteCreated, type RunMemory } from '../../shared/runMemory';
import { addMissingTagsHint, addNotesHint } from '../shared/hints';
import {
	describeDuplicate,
	describeLeftOut,
	describeRest,
	describeRun,
	describeWhenOut,
	failureOfItem,
	inPart,
	itemOf,
	mainFailure,
	withRest,
	WITHOUT_KEYS,
	type ItemOutcomes,
} from './describe';
import {
	createdRow,
	itemOutcome,
	leftOutRow,
	keptRow,
	type ItemOutcome,
	type ItemResult,
} from './outcome';
import { previewsOnly, type RunOptions } from './readForm';

/** With Include Input Fields, the name of what the node says. */
const BESIDE = 'post';
/** States of which Postiz has nothing new. */
const NOTHING = new Set<ItemOutcome['state']>(['notCreated', 'notSent', 'notChanged']);

/** What became of each post of each item: from this, the rows, errors and hints of the Create operations are made. */
export class Results extends ItemRun {
	/** By item index. */
	private readonly results = new Map<number, Omit<ItemResult, 'hasRemaining'>>();
	private readonly duplicates: Pairing['duplicates'] = [];
	private readonly replacements: Array<{
		itemIndex: number;
		postIndex: number;
		post: PlannedPost;
	}> = [];
	private hasSent = false;
	/** Why items that are only previewed would not be sent, by item index. */
	readonly refused = new Map<number, Problem>();
	/** The indexes of items that are left out, as nothing stands in them. */
	blankRows: ReadonlySet<number> = new Set();
	private freeName?: string;

	constructor(
		context: IExecuteFunctions,
		private readonly options: Pick<RunOptions, 'includesInput'> & {
			/** Adds the IDs of all posts of the item to each post. */
			showsIds?: boolean;
		},
		private readonly memory: RunMemory,
	) {
		super(context);
	}

	/** Records rows of posts that aren't to be created, for the output. */
	override add(rows: IDataObject[], itemIndex: number): void {
		append(this.of(itemIndex).rows, rows);
	}

	/** Outputs rows always before the columns of the item, and the first with a page; models know their own input. */
	addPreview(rows: IDataObject[], itemIndex: number, page?: IBinaryKeyData): void {
		const shown = rows.map((row): IDataObject => {
			const said = { ...this.numberOf(itemIndex), ...row };
			if (isTool(this.context)) return said;
			return { [this.nameBeside]: said, ...this.beside(itemIndex, said) };
		});
		super.add(shown, itemIndex, { files: this.options.includesInput, first: page });
	}

	/** Records outcomes. Throws if one of them ends the node. */
	addOutcomes(outcomes: Outcome[]): void {
		for (const outcome of outcomes) this.of(itemOf(outcome)).outcomes.push(outcome);
		this.hasSent ||= outcomes.length > 0;
		const failures = outcomes.filter(isFailed);
		if (failures.every((failure) => this.isHandedOn(failure))) return;
		const item = itemOf(mainFailure(failures));
		const main = failureOfItem(this.of(item).outcomes, this.memory.advice);
		throw this.endingError(withRest(Problem.from(main), this.describeRest(item, main)), item);
	}

	/** Records how to send the rest if only a part is sent. */
	noteAdvice(advice: string): void {
		this.memory.advice = advice;
	}

	/** Records posts that Postiz has more often than the run. */
	noteDuplicates(duplicates: Pairing['duplicates']): void {
		append(this.duplicates, duplicates);
	}

	/** Records a post with a note about the one that it may replace, which is told once it is created. */
	noteReplacement(replacement: Results['replacements'][number]): void {
		this.replacements.push(replacement);
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

	async finish(client: PostizClient): Promise<INodeExecutionData[]> {
		const { context } = this;
		const created = this.created;
		const missing = await findMissingTags(client, created);
		const timezone = context.getTimezone();
		const all: IDataObject[] = [];
		for (const itemIndex of context.getInputData().keys()) {
			await this.turns.share();
			const { rows, outcomes } = this.resultOf(itemIndex);
			const own = outcomes.filter(isCreated).map((outcome) =>
				createdRow(outcome, {
					previewUrl: client.previewUrl(outcome.postId),
					missingTags: missing.get(outcome.postId) ?? [],
				}),
			);
			append(all, [...rows, ...own]);
			this.show([...rows, ...own], itemIndex);
			if (outcomes.some(isFailed)) {
				super.fail(Problem.from(failureOfItem(outcomes, this.memory.advice)), itemIndex);
			}
		}
		const said = sentences(
			describeRun(all, this.failed.size, isTool(context)),
			describeWhenOut(created, { now: Date.now(), timezone }),
		);
		addHint(context, said);
		addHint(context, describeLeftOut(all));
		const { size } = this.blankRows;
		if (size > 0) addHint(context, `${count(size, 'blank row')} ${wasOrWere(size)} left out.`);
		if (this.freeName !== undefined && this.freeName !== BESIDE) {
			addHint(
				context,
				`The input has a column “${BESIDE}”, so what became of each row is in “${this.freeName}”.`,
			);
		}
		if (client.instance.keepsKeys === false) addHint(context, WITHOUT_KEYS);
		for (const { wanted, candidate, more } of this.duplicates) {
			const ids = [candidate, ...more].map(({ id }) => id);
			addHint(context, describeDuplicate(wanted.post.target.label, ids));
		}
		const sent = new Set(created.map(({ post }) => `${post.itemIndex} ${post.postIndex}`));
		const replacements = this.replacements.filter((one) =>
			sent.has(`${one.itemIndex} ${one.postIndex}`),
		);
		addNotesHint(
			context,
			replacements.map(({ post }) => post),
		);
		addMissingTagsHint(context, [...missing.values()].flat());
		const done = created.filter(({ post }) => !this.failed.has(post.itemIndex));
		noteCreated(
			context,
			done.map(({ postId }) => postId),
		);
		return this.toOutput();
	}

	/** Like {@link ItemRun.fail}, and adds what was created before, so that it isn't sent again. */
	override fail(error: unknown, itemIndex: number): void {
		const isProblem = error instanceof Problem;
		// A preview shows what is wrong, unless Postiz could not be asked.
		if (previewsOnly(this.context, itemIndex) && !(isProblem && isOfService(error))) {
			// n8n says what fails in an expression.
			this.refused.set(itemIndex, isProblem ? error : new Problem(outsideMessage(error), ''));
			return;
		}
		if (!isProblem) return super.fail(error, itemIndex);
		const own = this.of(itemIndex);
		const { isUnclear, isUnanswered, httpCode } = error;
		if (isUnclear) own.isUnclear = true;
		if (isUnanswered || httpCode === String(TOO_MANY_REQUESTS)) own.isKeptBack = true;
		const isContinued = this.isHandedOn(error);
		// Its posts are output at the end, only once.
		if (isContinued && own.outcomes.some(isFailed)) return;
		const created = own.outcomes.filter(isCreated);
		const full = created.length > 0 ? inPart(error, created, this.memory.advice) : error;
		const saysRest = !isContinued && this.hasSent;
		super.fail(saysRest ? withRest(full, this.describeRest(itemIndex)) : full, itemIndex);
	}

	private get created(): CreatedOutcome[] {
		return [...this.results.values()].flatMap(({ outcomes }) => outcomes.filter(isCreated));
	}

	/** What this try did with an item. */
	private of(itemIndex: number) {
		return getOrMake(this.results, itemIndex, () => ({
			rows: [],
			outcomes: [],
			existing: [],
			isUnclear: false,
			isKeptBack: false,
		}));
	}

	/** What this and earlier tries did with an item. */
	private resultOf(itemIndex: number): ItemResult {
		const own = this.of(itemIndex);
		const rows = [...(this.memory.settledRows.get(itemIndex) ?? []), ...own.rows];
		return { ...own, rows, hasRemaining: this.memory.sent.hasRemaining(itemIndex) };
	}

	private outcomeOf(itemIndex: number): ItemOutcome {
		return itemOutcome(this.resultOf(itemIndex));
	}

	private outcomesOfAll(): ItemOutcomes {
		const items = [...this.context.getInputData().keys()].filter(
			(index) => !this.blankRows.has(index),
		);
		return items.map((item) => ({ item, ...this.outcomeOf(item) }));
	}

	/** The `outcome` of an error item. */
	protected override moreOf(itemIndex: number): { outcome: ItemOutcome } {
		return { outcome: this.outcomeOf(itemIndex) };
	}

	/** The `outcomes` of an error that ends the node: all items that Postiz has, or may have, at least in part. */
	protected override contextOfAll(): { outcomes: ItemOutcomes } {
		return { outcomes: this.outcomesOfAll().filter(({ state }) => !NOTHING.has(state)) };
	}

	private describeRest(item: number, main?: FailedOutcome): string {
		const { created } = this;
		return describeRest(this.outcomesOfAll(), { created, advice: this.memory.advice, item, main });
	}

	/** Outputs rows with the number of their item and the IDs of all its posts, and beside its columns if chosen. */
	private show(rows: IDataObject[], itemIndex: number): void {
		const { includesInput, showsIds } = this.options;
		const postIds = this.outcomeOf(itemIndex).postIds.join(', ');
		const shown = rows.map((row) => {
			const said: IDataObject = { ...this.numberOf(itemIndex), ...row };
			if (showsIds && row.outcome) said.postIds = postIds;
			return includesInput ? this.beside(itemIndex, said) : said;
		});
		super.add(shown, itemIndex, { files: includesInput });
	}

	protected override besideError(itemIndex: number): IDataObject {
		const number = this.numberOf(itemIndex);
		if (!this.options.includesInput) return { ...number, ...super.besideError(itemIndex) };
		return this.beside(itemIndex, { ...number, outcome: 'failed' });
	}

	/** The row of a sheet, or of several items the item's number as n8n's errors have it; models have only one item. */
	numberOf(itemIndex: number): { row?: number } {
		if (isTool(this.context)) return {};
		const { row_number: row } = this.inputOf(itemIndex).json;
		if (typeof row === 'number') return { row };
		return this.context.getInputData().length > 1 ? { row: itemIndex } : {};
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
}

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
		return [postId, listed ? missingTags(post.shared.tags, { ...listed, parts: [] }) : []] as const;
	});
	return new Map(missing);
}
