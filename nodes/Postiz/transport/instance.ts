import { getOrCreate } from '../common/collections';
import { type Instance, instances } from '../common/processState';

/** Returns what this process knows of an instance, by base URL. All clients share it. */
export const getInstance = (baseUrl: string): Instance =>
	getOrCreate(instances, baseUrl, () => ({ clockOffset: 0 }));

/** Sets an instance's clock from the `Date` header of its response, which has no milliseconds. */
export function setClock(instance: Instance, dateHeader: unknown): void {
	const offset = Date.parse(String(dateHeader)) - Date.now();
	if (!Number.isNaN(offset)) instance.clockOffset = offset;
}
