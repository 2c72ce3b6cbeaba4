import type { IExecuteFunctions } from 'n8n-workflow';

type Run = Pick<IExecuteFunctions, 'getInputData' | 'getNode'>;

/**
 * Returns a function that hands the tries of one run of a node the same value; `create` makes it at the
 * first. With Retry On Fail, n8n runs the node again and only the input items tell that it is the same
 * run: each try gets the same objects, while a loop, another node or another execution gets copies of
 * its own. What is kept goes when n8n drops the items.
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
