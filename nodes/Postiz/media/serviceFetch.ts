import type { Exchange } from '../transport/types';
import { isPostablePath, withoutFragment } from './fileSource';

/**
 * True if the service can fetch the file itself: it does so over https only, and recognizes a file by
 * the ending of its address (docs/api.md, Uploads).
 */
export function isWithinReach(url: string): boolean {
	return /^https:/i.test(url) && isPostablePath(withoutFragment(url));
}

/** True if the file may be within reach of n8n, though it was not within that of the service. */
export function couldNotFetch(exchange: Exchange): boolean {
	if (exchange.kind !== 'answer') return exchange.kind === 'unknown';
	const { status } = exchange.answer;
	return [400, 404, 408, 422].includes(status) || status >= 500;
}
