import { sleep } from 'n8n-workflow';

import type { PostizContext } from './apiTypes';

const CANCEL_CHECK_MS = 1000;

/** True if the execution was stopped or timed out. */
export function isCancelled(context: PostizContext): boolean {
	// Only executions have the signal, unlike pickers, polls and credential tests.
	if (!('getExecutionCancelSignal' in context)) return false;
	return context.getExecutionCancelSignal()?.aborted ?? false;
}

/** Waits for some ms; false if the execution was cancelled. */
export async function sleepUnlessCancelled(
	context: PostizContext,
	milliseconds: number,
): Promise<boolean> {
	const end = Date.now() + milliseconds;
	let left = milliseconds;
	while (left > 0) {
		if (isCancelled(context)) return false;
		await sleep(Math.min(left, CANCEL_CHECK_MS));
		// The clock says if the machine slept in the meantime, but it may also be set back.
		left = Math.min(left - CANCEL_CHECK_MS, end - Date.now());
	}
	return !isCancelled(context);
}
