import { sleep } from 'n8n-workflow';

const MAX_BLOCKING_MS = 25;

/** Keeps n8n responsive: between the steps of long work, lets others use the only thread. */
export class EventLoopYield {
	private start = Date.now();

	async yieldIfDue(): Promise<void> {
		if (Date.now() - this.start < MAX_BLOCKING_MS) return;
		await sleep(0);
		this.start = Date.now();
	}
}
