import { getOrCreate } from '../common/lists';

/** What this process knows of an instance of Postiz. */
export interface Instance {
	/** The origin of its uploads, such as `https://your-domain`; undefined before the first one. */
	filesOrigin?: string;
	/** By how many ms its clock was ahead of n8n's when it last answered, or up to a second more. */
	clockOffset: number;
}

/** By base URL, until n8n restarts: agents upload a file in one run and post it in another. */
const instances = new Map<string, Instance>();

export const getInstance = (baseUrl: string): Instance =>
	getOrCreate(instances, baseUrl, () => ({ clockOffset: 0 }));

/** Sets the clock of an instance by the `Date` header of its response, which has no milliseconds. */
export function setClock(instance: Instance, dateHeader: unknown): void {
	const offset = Date.parse(String(dateHeader)) - Date.now();
	if (!Number.isNaN(offset)) instance.clockOffset = offset;
}
