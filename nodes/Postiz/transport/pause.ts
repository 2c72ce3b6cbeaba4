import { sleep } from 'n8n-workflow';

import type { PostizContext } from './types';

const CANCEL_CHECK_MS = 1000;

/** True if the execution was stopped or timed out. */
export function isCancelled(context: PostizContext): boolean {
	// Only executions have the signal, unlike pickers, polls and credential tests.
	if (!('getExecutionCancelSignal' in context)) return false;
	return context.getExecutionCancelSignal()?.aborted ?? false;
}

/** Waits for some ms; false if the execution was cancelled. */
export async function pause(context: PostizContext, milliseconds: number): Promise<boolean> {
	const end = Date.now() + milliseconds;
	let left = milliseconds;
	while (left > 0) {
		if (isCancelled(context)) return false;
		await sleep(Math.min(left, CANCEL_CHECK_MS));
		// The clock says if the machine slept meanwhile, but it may also be set back.
		left = Math.min(left - CANCEL_CHECK_MS, end - Date.now());
	}
	return !isCancelled(context);
}

/** In ms. */
const LONGEST_TURN = 25;

/** Shares n8n's only thread: between the steps of long work, lets others have a turn after some ms. */
export class ThreadShare {
	private start = Date.now();

	async share(): Promise<void> {
		if (Date.now() - this.start < LONGEST_TURN) return;
		await sleep(0);
		this.start = Date.now();
	}
}
