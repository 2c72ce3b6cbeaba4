import { sleep, type IExecuteFunctions } from 'n8n-workflow';

const CANCEL_CHECK_MS = 1000;

/** Waits so many milliseconds; false if the execution was cancelled meanwhile. */
export async function pause(context: IExecuteFunctions, milliseconds: number): Promise<boolean> {
	const end = Date.now() + milliseconds;
	for (let left = milliseconds; left > 0; left = end - Date.now()) {
		if (context.getExecutionCancelSignal()?.aborted) return false;
		await sleep(Math.min(left, CANCEL_CHECK_MS));
	}
	return !context.getExecutionCancelSignal()?.aborted;
}
