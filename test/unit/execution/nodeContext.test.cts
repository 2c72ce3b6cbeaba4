import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { assertNotCancelled } from '../../../nodes/Postiz/execution/nodeContext';
import { createFake } from '../../shared/fakes.cjs';

const createExecution = (aborted: boolean) =>
	createFake<IExecuteFunctions>({ getExecutionCancelSignal: () => ({ aborted }) });

test('a cancelled execution sends nothing more', () => {
	expect(() => assertNotCancelled(createExecution(true))).toThrow(
		'The execution was cancelled before this item was sent',
	);
});

test('other executions and polls go on', () => {
	expect(() => assertNotCancelled(createExecution(false))).not.toThrow();
	expect(() => assertNotCancelled(createFake<IPollFunctions>({}))).not.toThrow();
});
