import { sleep } from 'n8n-workflow';

import { isCancelled, type NodeContext } from './nodeContext';

const CANCEL_CHECK_MS = 1000;

/** Returns false if the execution was cancelled. */
export async function sleepUnlessCancelled(
	context: NodeContext,
	milliseconds: number,
): Promise<boolean> {
	const end = Date.now() + milliseconds;
	let remainingMs = milliseconds;
	while (remainingMs > 0) {
		if (isCancelled(context)) return false;
		await sleep(Math.min(remainingMs, CANCEL_CHECK_MS));
		// The clock shows whether the machine was asleep in the meantime, but it may also be set back.
		remainingMs = Math.min(remainingMs - CANCEL_CHECK_MS, end - Date.now());
	}
	return !isCancelled(context);
}
