import type { IExecuteFunctions } from 'n8n-workflow';

type Run = Pick<IExecuteFunctions, 'getInputData' | 'getNode'>;

/**
 * A function that hands the tries of one run of a node the same value, which `create` makes at the
 * first. With Retry On Fail, each try gets the same input items, while a loop, another node or another
 * execution gets copies of its own. What is kept goes when n8n drops the items.
 */
export function sharedByTries<T>(create: () => T): (run: Run) => T {
	const kept = new WeakMap<object, { node: string; value: T }>();
	return (run) => {
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
