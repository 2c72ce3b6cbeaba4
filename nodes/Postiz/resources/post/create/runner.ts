import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	isCreated,
	isFailed,
	type FailedOutcome,
	type Outcome,
} from '../../../publishing/deliver/requests';
import { TOO_MANY_REQUESTS } from '../../../transport/answer';
import type { PostizClient } from '../../../transport/client';
import { append } from '../../../values/lists';
import { isOfService, outsideMessage, Problem } from '../../../values/problem';
import { ItemRun } from '../../shared/operation';
import type { RunMemory } from '../../shared/runMemory';
import {
	describeRest,
	failureOfItem,
	inPart,
	itemOf,
	mainFailure,
	withRest,
	type ItemOutcomes,
} from './describe';
import type { Layout } from './layout';
import { createdRow, type ItemOutcome } from './outcome';
import { previewsOnly } from './readForm';
import type { Results } from './results';

/** States of which Postiz has nothing new. */
const NOTHING = new Set<ItemOutcome['state']>(['notCreated', 'notSent', 'notChanged']);

interface Tools {
	results: Results;
	layout: Layout;
	memory: RunMemory;
	/** Adds the IDs of all posts of the item to each post. */
	showsIds?: boolean;
}

/** Takes the items of the Create operations through their steps, with errors that say what Postiz has of all of them. */
export class CreateRunner extends ItemRun {
	constructor(
		context: IExecuteFunctions,
		private readonly tools: Tools,
	) {
		super(context);
	}

	/** Records outcomes. Throws if one of them ends the node. */
	addOutcomes(outcomes: Outcome[]): void {
		const { results, memory } = this.tools;
		for (const outcome of outcomes) results.of(itemOf(outcome)).outcomes.push(outcome);
		const failures = outcomes.filter(isFailed);
		if (failures.every((failure) => this.isHandedOn(failure))) return;
		const item = itemOf(mainFailure(failures));
		const main = failureOfItem(results.of(item).outcomes, memory.advice);
		throw this.endingError(withRest(Problem.from(main), this.describeRest(item, main)), item);
	}

	/** Outputs rows of a preview, and with the first a page. */
	addPreview(rows: IDataObject[], itemIndex: number, page?: IBinaryKeyData): void {
		const { layout } = this.tools;
		const files = layout.includesInput;
		this.add(layout.previewed(rows, itemIndex), itemIndex, { files, first: page });
	}

	/** Outputs the results of all items, and returns their rows; `missing` are tags that don't exist, by post ID. */
	async addResults(client: PostizClient, missing: Map<string, string[]>): Promise<IDataObject[]> {
		const { results, layout, memory, showsIds } = this.tools;
		const all: IDataObject[] = [];
		for (const itemIndex of this.context.getInputData().keys()) {
			await this.turns.share();
			const { rows, outcomes } = results.resultOf(itemIndex);
			const created = outcomes.filter(isCreated).map((outcome) =>
				createdRow(outcome, {
					previewUrl: client.previewUrl(outcome.postId),
					missingTags: missing.get(outcome.postId) ?? [],
				}),
			);
			const own = [...rows, ...created];
			append(all, own);
			const postIds = results.outcomeOf(itemIndex).postIds.join(', ');
			const said = own.map((row) => (showsIds && row.outcome ? { ...row, postIds } : row));
			this.add(layout.shown(said, itemIndex), itemIndex, { files: layout.includesInput });
			if (outcomes.some(isFailed)) {
				super.fail(Problem.from(failureOfItem(outcomes, memory.advice)), itemIndex);
			}
		}
		return all;
	}

	/** Like {@link ItemRun.fail}, and adds what was created before, so that it isn't sent again. */
	override fail(error: unknown, itemIndex: number): void {
		const { results, memory } = this.tools;
		const isProblem = error instanceof Problem;
		// A preview shows what is wrong, unless Postiz could not be asked.
		if (previewsOnly(this.context, itemIndex) && !(isProblem && isOfService(error))) {
			// n8n says what fails in an expression.
			results.refused.set(itemIndex, isProblem ? error : new Problem(outsideMessage(error), ''));
			return;
		}
		if (!isProblem) return super.fail(error, itemIndex);
		const own = results.of(itemIndex);
		const { isUnclear, isUnanswered, httpCode } = error;
		if (isUnclear) own.isUnclear = true;
		if (isUnanswered || httpCode === String(TOO_MANY_REQUESTS)) own.isKeptBack = true;
		const isContinued = this.isHandedOn(error);
		// Its posts are output at the end, only once.
		if (isContinued && own.outcomes.some(isFailed)) return;
		const created = own.outcomes.filter(isCreated);
		const full = created.length > 0 ? inPart(error, created, memory.advice) : error;
		const saysRest = !isContinued && results.hasSent;
		super.fail(saysRest ? withRest(full, this.describeRest(itemIndex)) : full, itemIndex);
	}

	/** The `outcome` of an error item. */
	protected override moreOf(itemIndex: number): { outcome: ItemOutcome } {
		return { outcome: this.tools.results.outcomeOf(itemIndex) };
	}

	/** The `outcomes` of an error that ends the node: all items that Postiz has, or may have, at least in part. */
	protected override contextOfAll(): { outcomes: ItemOutcomes } {
		return { outcomes: this.tools.results.outcomes.filter(({ state }) => !NOTHING.has(state)) };
	}

	protected override besideError(itemIndex: number): IDataObject {
		return this.tools.layout.besideError(itemIndex);
	}

	private describeRest(item: number, main?: FailedOutcome): string {
		const { results, memory } = this.tools;
		const { created, outcomes } = results;
		return describeRest(outcomes, { created, advice: memory.advice, item, main });
	}
}
