import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isSuccess, isUnknownId, TOO_MANY_REQUESTS } from '../../transport/answer';
import type { ApiRequest, PostizClient } from '../../transport/client';
import type { ApiCall } from '../../transport/endpoints';
import { continuesOnError } from '../../transport/nodeError';
import { caughtProblem, Problem, quote } from '../../values/problem';
import { Failures, refuseCancelled, type RunMemory } from './operation';

/**
 * Deletes what the items name, each once, and goes on after failures: running it again would not get beyond what is gone.
 * Answers may contain secrets, so they aren't output (docs/api.md, Errors).
 */
export async function deleteEach(
	context: IExecuteFunctions,
	client: PostizClient,
	{ deleted }: Pick<RunMemory, 'deleted'>,
	subject: {
		readId: (itemIndex: number) => string;
		noun: 'channel' | 'post';
		/** The key of its ID in the output. */
		key: string;
		call: (id: string) => ApiCall;
		/** It, and what is deleted along with it, as output rows with IDs under `key`. Throws {@link Problem} to refuse that. */
		find: (id: string) => Promise<IDataObject[]>;
	},
): Promise<INodeExecutionData[]> {
	const { readId, noun, key, find } = subject;
	const failures = new Failures(context);
	failures.keeps = true;
	let last: Problem | undefined;

	const deleteWithGroup = async (id: string): Promise<IDataObject[]> => {
		const known = deleted.get(id);
		if (known) return [known];
		if (last) throw last;
		refuseCancelled(context);
		const found = await find(id);
		if (found.length === 0) {
			throw new Problem(
				`Postiz has no ${noun} with the ID ${quote(id)}`,
				`It may have been deleted already. ${noun === 'post' ? 'Post' : 'Channel'} > Get Many lists the ${noun}s with their IDs.`,
			);
		}
		await deleteOne(client, subject, id);
		const rows = found.map((row): IDataObject => ({ deleted: true, ...row }));
		for (const row of rows) deleted.set(String(row[key]), row);
		return rows;
	};

	const done = await failures.inTurn(failures.items, async (index) => {
		try {
			return { index, rows: await deleteWithGroup(readId(index)) };
		} catch (error) {
			const problem = caughtProblem(error);
			// Further requests would be refused as well, or time out one after another.
			const isLimit = problem.httpCode === String(TOO_MANY_REQUESTS);
			const message = `This ${noun} was not deleted, because an earlier one failed: ${problem.message}`;
			if (isLimit || problem.isUnanswered) last ??= problem.with({ message });
			throw problem;
		}
	});
	const failed = failures.items.find((index) => failures.has(index));
	if (failed !== undefined && !continuesOnError(context)) throw failures.toError(failed);
	return failures.toOutput(done);
}

/** Deletes one that was there. Throws {@link Problem}, also if the outcome is unclear. */
async function deleteOne(
	client: PostizClient,
	{ noun, call }: Parameters<typeof deleteEach>[3],
	id: string,
): Promise<void> {
	const request: ApiRequest = call(id);
	const exchange = await client.exchange(request);
	const { answer, mayHaveHappened = false } = exchange;
	// An earlier attempt, or somebody else, has deleted what is unknown now.
	const isGone = answer !== undefined && isUnknownId(answer);
	if (answer && (isSuccess(answer) || isGone)) return;
	const problem = client.explain(exchange, request);
	const isCertain = exchange.kind === 'notSent' || (answer !== undefined && answer.status < 500);
	if (isCertain && !mayHaveHappened) throw problem;
	throw problem.with({
		message: `It is unclear whether the ${noun} ${quote(id)} was deleted: ${problem.message}`,
		description: 'Run this again: deleting it twice does no harm.',
	});
}
