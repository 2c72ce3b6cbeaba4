import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isSuccess, isUnknownId, TOO_MANY_REQUESTS } from '../../transport/answer';
import { type ApiRequest, type PostizClient } from '../../transport/client';
import type { ApiCall } from '../../transport/endpoints';
import { continuesOnError } from '../../transport/nodeError';
import { count, itemNumbers, sentences, wasOrWere } from '../../values/words';
import { append, listNames } from '../../values/lists';
import { caughtProblem, isOfService, Problem, quote } from '../../values/problem';
import { unknownId, unknownIds } from './ids';
import { itemOnce, type RunMemory } from './once';
import { addHint, forEachItem } from './operation';

interface Subject {
	/** The IDs of an item. */
	readIds: (itemIndex: number) => string[];
	noun: Parameters<typeof unknownId>[0];
	/** The key of its ID in the output. */
	key: string;
	call: (id: string) => ApiCall;
	/** What is deleted along with it, as output rows with IDs under `key`. Throws {@link Problem} to refuse that. */
	find?: (id: string) => Promise<IDataObject[]>;
	/** Whether it still exists. Throws {@link Problem} if that is unknown. */
	isThere: (id: string) => Promise<boolean>;
}

/** So many failures of the service in a row end the run: if it is down, others would fail as slowly. */
const MAX_FAILURES = 3;

/**
 * Deletes what the items name, each once, and goes on after failures, so that running it again finishes the rest. An ID
 * that doesn't exist is only an error if an item has no others. Answers may contain secrets, so they aren't output
 * (docs/api.md, Errors).
 */
export async function deleteEach(
	context: IExecuteFunctions,
	client: PostizClient,
	{ deleted, done }: Pick<RunMemory, 'deleted' | 'done'>,
	subject: Subject,
): Promise<INodeExecutionData[]> {
	const { readIds, noun, key, find } = subject;
	const tallies = context.getInputData().map(() => ({ deleted: 0, failed: 0, untried: 0 }));
	const absent: string[] = [];
	let repeated = 0;
	let failuresInARow = 0;
	let last: Problem | undefined;

	const deleteWithGroup = async (id: string, itemIndex: number) => {
		const found = (await find?.(id)) ?? [];
		if (!(await deleteOne(client, subject, id))) return undefined;
		const rows = (found.length > 0 ? found : [{ [key]: id }]).map((row): IDataObject => ({
			deleted: true,
			...row,
		}));
		for (const each of [id, ...rows.map((row) => String(row[key]))]) {
			deleted.set(each, { itemIndex, rows });
		}
		return rows;
	};

	const deleteItem = async (itemIndex: number): Promise<IDataObject[]> => {
		const tally = tallies[itemIndex]!;
		const groups = new Set<IDataObject[]>();
		const notThere: string[] = [];
		let failure: Problem | undefined;
		for (const id of readIds(itemIndex)) {
			const known = deleted.get(id);
			if (known) {
				const isOwn = known.itemIndex === itemIndex;
				groups.add(isOwn ? known.rows : [{ deleted: true, [key]: id }]);
				if (!isOwn) repeated++;
				continue;
			}
			if (last) {
				failure ??= last;
				tally.untried++;
				continue;
			}
			try {
				const rows = await deleteWithGroup(id, itemIndex);
				failuresInARow = 0;
				if (rows) groups.add(rows);
				else notThere.push(id);
				tally.deleted += rows?.length ?? 0;
			} catch (error) {
				const problem = caughtProblem(error);
				failure ??= problem;
				tally.failed++;
				if (isOfService(problem)) failuresInARow++;
				const isLimit = problem.httpCode === String(TOO_MANY_REQUESTS);
				if (isLimit || failuresInARow === MAX_FAILURES) last = problem;
			}
		}
		if (failure) throw failure;
		if (groups.size === 0) throw Problem.from(unknownIds(noun, notThere));
		append(absent, notThere);
		return [...[...groups].flat(), ...notThere.map((id) => ({ deleted: false, [key]: id }))];
	};

	const work = itemOnce(context, done, deleteItem);
	const results: Array<PromiseSettledResult<IDataObject[]>> = [];
	for (const itemIndex of tallies.keys()) {
		results.push(...(await Promise.allSettled([work(itemIndex)])));
	}
	if (repeated > 0) {
		const items = repeated === 1 ? '1 item names' : `${repeated} items name`;
		addHint(
			context,
			`${items} a ${noun} that was deleted for an earlier item already. Each ${noun} was deleted once.`,
		);
	}
	if (absent.length > 0) {
		addHint(
			context,
			`Postiz has no ${noun} with these IDs, which may have been deleted before: ${listNames(absent.map(quote))}.`,
		);
	}
	// Of an error that ends the node, nothing else says what became of the other items.
	const endsNode = !continuesOnError(context);
	return await forEachItem(context, async (itemIndex) => {
		const result = results[itemIndex]!;
		if (result.status === 'fulfilled') return result.value;
		if (!(result.reason instanceof Problem)) throw result.reason;
		const own = tallies[itemIndex]!;
		const counted = endsNode ? tallies : [own];
		const others = counted.reduce((sum, tally) => sum + tally.deleted, 0);
		const untried = counted.reduce((sum, tally) => sum + tally.untried, 0);
		const failed = [...results.keys()].filter(
			(index) => endsNode && index !== itemIndex && results[index]?.status === 'rejected',
		);
		throw result.reason.with({
			description: (advice) =>
				sentences(
					advice,
					others > 0 && `${others === 1 ? '1 other was' : `${others} others were`} deleted.`,
					own.failed > 1 && `${own.failed - 1} more failed.`,
					untried > 0 && `${count(untried, noun)} ${wasOrWere(untried)} not tried.`,
					failed.length > 0 &&
						`Item${failed.length === 1 ? '' : 's'} ${itemNumbers(failed)} failed, too.`,
				),
		});
	});
}

/** Deletes, and checks unclear results, such as lost answers. False if it doesn't exist. */
async function deleteOne(client: PostizClient, subject: Subject, id: string): Promise<boolean> {
	const { noun, call, isThere } = subject;
	const request: ApiRequest = call(id);
	const exchange = await client.exchange({ ...request, explain: unknownId(noun, id) });
	const { answer, mayHaveHappened = false } = exchange;
	if (answer && isSuccess(answer)) return true;
	const isUnknown = answer !== undefined && isUnknownId(answer);
	// The answer to an unknown ID may stand for any failure.
	const problem = Problem.from(client.explain(exchange, request));
	const isCertain = exchange.kind === 'notSent' || (answer !== undefined && answer.status < 500);
	if (!mayHaveHappened && isCertain) {
		if (isUnknown) return false;
		throw problem;
	}
	const isLeft = await isThere(id).catch((error: unknown) => {
		throw problem.with({
			message: `It is unclear whether the ${noun} ${quote(id)} was deleted: ${problem.message}`,
			description: `The node checked, but could not find out either: ${caughtProblem(error).message}. Check Postiz before you run this again.`,
		});
	});
	if (isLeft) {
		throw problem.with({
			message: `The ${noun} ${quote(id)} was not deleted, and is still there: ${problem.message}`,
			description: 'Run this again later, or delete it in Postiz.',
		});
	}
	if (mayHaveHappened || isUnknown) return mayHaveHappened;
	throw problem;
}
