import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isSuccess, type ApiRequest, type PostizClient } from '../../transport/client';
import type { ApiCall } from '../../transport/endpoints';
import { append } from '../../values/lists';
import { adviceForModel, caughtProblem, ignoreProblem, Problem, quote } from '../../values/problem';
import { unknownId } from './ids';
import { forEachItemOnce } from './once';
import { addHint } from './operation';
import type { RunMemory } from './runMemory';

interface Subject {
	/** The IDs of an item. Throws {@link Problem}. */
	readIds: (itemIndex: number) => string[];
	noun: Parameters<typeof unknownId>[0];
	/** The key of its ID in the output. */
	key: string;
	call: (id: string) => ApiCall;
	/** What is deleted along with it, as output rows with IDs under `key`. Failures are ignored. */
	find?: (id: string) => Promise<IDataObject[]>;
	/** Whether it still exists. Throws {@link Problem} if that is unknown. */
	isThere: (id: string) => Promise<boolean>;
}

/** Deletes what the items name, each once. Answers may contain secrets, so they aren't output (docs/api.md, Errors). */
export async function deleteEach(
	context: IExecuteFunctions,
	client: PostizClient,
	{ deleted, done }: Pick<RunMemory, 'deleted' | 'done'>,
	subject: Subject,
): Promise<INodeExecutionData[]> {
	const { readIds, noun, key, find } = subject;
	let repeated = 0;
	const deleteWithGroup = async (id: string): Promise<IDataObject[]> => {
		const itself: IDataObject = { [key]: id, deleted: true };
		const rows = (await find?.(id).catch(ignoreProblem)) ?? [];
		await deleteOne(client, subject, id);
		const gone: IDataObject[] = rows.map((row) => ({ ...row, deleted: true }));
		for (const row of [itself, ...gone]) deleted.add(String(row[key]));
		return gone.length > 0 ? gone : [itself];
	};
	const output = await forEachItemOnce(context, done, async (itemIndex) => {
		const ids = readIds(itemIndex);
		const earlier = new Set(deleted);
		const rows: IDataObject[] = [];
		for (const id of ids) {
			if (earlier.has(id)) {
				repeated++;
				rows.push({ [key]: id, deleted: true });
			} else if (!deleted.has(id)) {
				append(rows, await deleteWithGroup(id).catch(afterOthers(rows.length)));
			}
		}
		return rows;
	});
	if (repeated > 0) {
		const items = repeated === 1 ? '1 item names' : `${repeated} items name`;
		addHint(
			context,
			`${items} a ${noun} that was deleted for an earlier item already. Each ${noun} was deleted once.`,
		);
	}
	return output;
}

/** Adds that others of the item were deleted; the next run deletes the rest. */
const afterOthers =
	(amount: number) =>
	(error: unknown): never => {
		if (amount === 0 || !(error instanceof Problem)) throw error;
		const others = amount === 1 ? '1 was deleted' : `${amount} were deleted`;
		throw error.with({
			description: `${error.description} Before it, ${others}.`,
			forModel: `${adviceForModel(error)} Before it, ${others}.`,
		});
	};

/** Deletes, and checks unclear results, such as lost answers. Throws {@link Problem} unless it was deleted. */
async function deleteOne(client: PostizClient, subject: Subject, id: string): Promise<void> {
	const { noun, call, isThere } = subject;
	const request: ApiRequest = {
		...call(id),
		explain: unknownId(noun, id),
	};
	const { exchange, mayHaveHappened } = await client.attempt(request);
	if (exchange.kind === 'answer' && isSuccess(exchange.answer)) return;
	const isAnswered = exchange.kind === 'answer' && exchange.answer.status < 500;
	if (!mayHaveHappened && (isAnswered || exchange.kind === 'notSent'))
		client.bodyOf(exchange, request);
	// The answer to an unknown ID may stand for any failure.
	const problem = Problem.from(client.explain(exchange, { ...request, explain: undefined }));
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
	if (!mayHaveHappened) client.bodyOf(exchange, request);
}
