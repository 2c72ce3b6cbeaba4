import { NodeApiError, NodeOperationError, type IExecuteFunctions, type INode } from 'n8n-workflow';

import { continuesOnError, isTool, toNodeError } from '../../../nodes/Postiz/transport/nodeError';
import { Problem } from '../../../nodes/Postiz/common/problem';
import { fake } from '../../shared/fakes.cjs';

const NODE: INode = {
	id: '1',
	name: 'Postiz',
	type: 'n8n-nodes-postiz-publisher.postiz',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const PROBLEM = new Problem('The date is empty', 'Set a date.');
const ANSWERED = new Problem('Postiz does not know it', 'Check the ID.', { httpCode: '404' });

test.each([
	[PROBLEM, NodeOperationError],
	[ANSWERED, NodeApiError],
])('%s becomes the kind of error that n8n has for it', (problem, kind) => {
	const error = toNodeError(NODE, problem);
	expect(error).toBeInstanceOf(kind);
	expect(error).toMatchObject({ message: problem.message, description: problem.description });
	expect((error as NodeApiError).httpCode ?? undefined).toBe(problem.httpCode);
});

test.each([PROBLEM, ANSWERED])('n8n itself names the item of %s', (problem) => {
	const { message, description } = problem;
	const error = toNodeError(NODE, problem, { itemIndex: 1 });
	expect(error).toMatchObject({ message, description, context: { itemIndex: 1 } });
});

test('in a list it is the kind whose description n8n shows there', () => {
	const error = toNodeError(NODE, PROBLEM, { isForList: true });
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error).toMatchObject({ message: PROBLEM.message, description: PROBLEM.description });
});

test('an error of n8n stays what it is', () => {
	for (const error of [new NodeOperationError(NODE, 'odd'), new NodeApiError(NODE, {})]) {
		expect(toNodeError(NODE, error, { itemIndex: 1 })).toBe(error);
	}
});

test('an object that contains itself, which n8n cannot read, is named as a possible reason', () => {
	const { description } = toNodeError(NODE, new RangeError('Maximum call stack size exceeded'));
	expect(description).toContain('An expression may return an object that contains itself');
});

test.each([
	['n8n-nodes-postiz-publisher.postiz', false, false, false],
	['n8n-nodes-postiz-publisher.postiz', true, false, true],
	['n8n-nodes-postiz-publisher.postizTool', false, true, true],
	['n8n-nodes-postiz-publisher.postizTools', false, false, false],
])('%s with On Error to continue %p: a tool %p, goes on %p', (type, continues, tool, goesOn) => {
	const context = fake<IExecuteFunctions>({
		continueOnFail: () => continues,
		getNode: () => ({ ...NODE, type }),
	});
	expect(isTool(context)).toBe(tool);
	expect(continuesOnError(context)).toBe(goesOn);
});
