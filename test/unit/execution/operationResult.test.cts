import type { IExecuteFunctions } from 'n8n-workflow';

import { renderResultsOrThrow } from '../../../nodes/Postiz/execution/operationResult';
import { createFake } from '../../shared/fakes.cjs';

const createContext = (items: number) =>
	createFake<IExecuteFunctions>({
		getInputData: () => Array.from({ length: items }, () => ({ json: {} })),
		getNode: () => ({}),
		continueOnFail: () => false,
	});

test('outputs more items for an item than a call can have arguments', () => {
	const outputs = Array(200_000).fill({ a: 1 });
	const results = { values: [{ index: 0, outputs }], failures: new Map() };
	expect(renderResultsOrThrow(createContext(1), results).outputs).toHaveLength(200_000);
});
