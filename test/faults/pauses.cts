/**
 * Where the node pauses, the clock runs ahead, as in `integration/support/pauses.cts`: what takes a minute for the node
 * and the service takes a fraction of a second here. Import this before the node.
 */
import Module from 'node:module';

const LONGEST_MS = 4;

const realNow = Date.now;
let aheadMs = 0;
Date.now = () => realNow() + aheadMs;

/** Lets so much time pass at once (ms). */
export const leap = (ms: number) => {
	aheadMs += ms;
};
/** The clock shows the real time again. */
export const endLeaps = () => {
	aheadMs = 0;
};

type Load = (this: unknown, name: string, ...more: unknown[]) => unknown;
const loader = Module as unknown as { _load: Load };
const load = loader._load;
const known = new Map<unknown, unknown>();

loader._load = function (name, ...more) {
	const loaded = load.call(this, name, ...more);
	if (name !== 'n8n-workflow') return loaded;
	if (!known.has(loaded))
		known.set(loaded, withShortPauses(loaded as typeof import('n8n-workflow')));
	return known.get(loaded);
};

function withShortPauses(actual: typeof import('n8n-workflow')) {
	const sleep = async (ms: number) => {
		const end = Date.now() + ms;
		await actual.sleep(Math.min(ms, LONGEST_MS));
		// Of several pauses at once, the longest counts.
		aheadMs = Math.max(aheadMs, end - realNow());
	};
	return new Proxy(actual, {
		get: (target, name) => (name === 'sleep' ? sleep : Reflect.get(target, name)) as unknown,
	});
}
