import type { IExecuteFunctions } from 'n8n-workflow';

/** Hands all tries of one run of a node the same value, which `create` makes at the first. */
export function sharedByTries<T>(create: () => T) {
	// With Retry On Fail, each try gets the same input items; a loop or another node gets copies.
	const kept = new WeakMap<object, { node: string; value: T }>();
	return (run: Pick<IExecuteFunctions, 'getInputData' | 'getNode'>): T => {
		const [first] = run.getInputData();
		if (!first) return create();
		const node = run.getNode().name;
		const known = kept.get(first);
		if (known?.node === node) return known.value;
		const value = create();
		kept.set(first, { node, value });
		return value;
	};
}
