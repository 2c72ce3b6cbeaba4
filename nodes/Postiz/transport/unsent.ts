import type { Exchange } from './types';

/** Before what never left is sent again, in ms. */
const PAUSES_MS = [1000, 3000];

interface UnsentOptions<T> {
	/** True if nothing reached the service, but may in a moment. */
	isUnsent: (result: T) => boolean;
	/** Waits so many milliseconds; false if the execution was cancelled meanwhile. */
	wait: (milliseconds: number) => Promise<boolean>;
}

/** Sends something, and again if nothing reached the service; returns what came of the last try. */
export async function untilSent<T>(
	send: () => Promise<T>,
	{ isUnsent, wait }: UnsentOptions<T>,
): Promise<T> {
	let result = await send();
	for (const pauseMs of PAUSES_MS) {
		if (!isUnsent(result) || !(await wait(pauseMs))) break;
		result = await send();
	}
	return result;
}

/** True for a request that never left, and may go through in a moment. */
export function isUnsentForNow(exchange: Exchange): boolean {
	return exchange.kind === 'notSent' && exchange.temporary;
}
