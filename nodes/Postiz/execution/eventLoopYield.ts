import { sleep } from 'n8n-workflow';

const MAX_BLOCKING_MS = 25;

/** Yields to the event loop between the steps of long work, so that n8n stays responsive. */
export class EventLoopYield {
	private start = Date.now();

	async yieldIfDue(): Promise<void> {
		if (Date.now() - this.start < MAX_BLOCKING_MS) return;
		await sleep(0);
		this.start = Date.now();
	}
}
