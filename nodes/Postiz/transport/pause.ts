import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import type { PostizContext } from './types';

const CANCEL_CHECK_MS = 1000;

/** True once somebody stopped the execution, or it took too long. */
export function isCancelled(context: PostizContext): boolean {
	// Only an execution has the signal: a picker, a poll and a credential test have none.
	if (!('getExecutionCancelSignal' in context)) return false;
	return context.getExecutionCancelSignal()?.aborted ?? false;
}

/** Waits so many milliseconds; false if the execution was cancelled meanwhile. */
export async function pause(context: IExecuteFunctions, milliseconds: number): Promise<boolean> {
	const end = Date.now() + milliseconds;
	for (let left = milliseconds; left > 0; left = end - Date.now()) {
		if (isCancelled(context)) return false;
		await sleep(Math.min(left, CANCEL_CHECK_MS));
	}
	return !isCancelled(context);
}
