import type { IExecuteFunctions, INode, IPollFunctions } from 'n8n-workflow';

import {
	assertNotCancelled,
	isAgentTool,
	shouldContinueOnError,
} from '../../../nodes/Postiz/execution/nodeContext';
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

test.each([
	{ type: 'n8n-nodes-postiz-publisher.postiz', continues: false, tool: false, goesOn: false },
	{ type: 'n8n-nodes-postiz-publisher.postiz', continues: true, tool: false, goesOn: true },
	{ type: 'n8n-nodes-postiz-publisher.postizTool', continues: false, tool: true, goesOn: true },
	{ type: 'n8n-nodes-postiz-publisher.postizTools', continues: false, tool: false, goesOn: false },
])(
	'$type with On Error to continue $continues: a tool $tool, goes on $goesOn',
	({ type, continues, tool, goesOn }) => {
		const context = createFake<IExecuteFunctions>({
			continueOnFail: () => continues,
			getNode: () => createFake<INode>({ type }),
		});
		expect(isAgentTool(context)).toBe(tool);
		expect(shouldContinueOnError(context)).toBe(goesOn);
	},
);
