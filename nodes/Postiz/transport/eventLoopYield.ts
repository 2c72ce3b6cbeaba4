import { sleep } from 'n8n-workflow';

/** In ms. */
const MAX_BLOCKING_MS = 25;

/** Shares n8n's only thread: between the steps of long work, lets others have a turn after some ms. */
export class EventLoopYield {
	private start = Date.now();

	async yieldIfDue(): Promise<void> {
		if (Date.now() - this.start < MAX_BLOCKING_MS) return;
		await sleep(0);
		this.start = Date.now();
	}
}
