import { getOrCreate } from '../common/lists';
import { type Instance, instances } from '../common/processState';

/** What this process knows of the instance at a base URL, which all clients share. */
export const getInstance = (baseUrl: string): Instance =>
	getOrCreate(instances, baseUrl, () => ({ clockOffset: 0 }));

/** Sets the clock of an instance by the `Date` header of its response, which has no milliseconds. */
export function setClock(instance: Instance, dateHeader: unknown): void {
	const offset = Date.parse(String(dateHeader)) - Date.now();
	if (!Number.isNaN(offset)) instance.clockOffset = offset;
}
