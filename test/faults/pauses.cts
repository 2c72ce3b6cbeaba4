/**
 * Advances the clock when the node pauses, as `integration/support/pauses.cts` does, so that a minute for the node and
 * the service takes a fraction of a second. Import this before the node.
 */
import Module from 'node:module';

const LONGEST_MS = 4;

const realNow = Date.now;
let aheadMs = 0;
Date.now = () => realNow() + aheadMs;

/** Advances the clock, in ms. */
export const advanceClock = (ms: number) => {
	aheadMs += ms;
};
/** Sets the clock back to the real time. */
export const resetClock = () => {
	aheadMs = 0;
};

type Load = (this: unknown, name: string, ...more: unknown[]) => unknown;
const loader = Module as unknown as { _load: Load };
const load = loader._load;
const known = new Map<unknown, unknown>();

loader._load = function (name, ...more) {
	const loaded = load.call(this, name, ...more);
	if (name !== 'n8n-workflow') return loaded;
	if (!known.has(loaded)) known.set(loaded, shortenPauses(loaded as typeof import('n8n-workflow')));
	return known.get(loaded);
};

function shortenPauses(actual: typeof import('n8n-workflow')) {
	const sleep = async (ms: number) => {
		const end = Date.now() + ms;
		await actual.sleep(Math.min(ms, LONGEST_MS));
		// The longest of parallel pauses counts.
		aheadMs = Math.max(aheadMs, end - realNow());
	};
	return new Proxy(actual, {
		get: (target, name) => (name === 'sleep' ? sleep : Reflect.get(target, name)) as unknown,
	});
}
