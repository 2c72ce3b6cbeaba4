import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { toNodeError, toThrownError } from '../../../nodes/Postiz/execution/nodeError';
import { Problem } from '../../../nodes/Postiz/common/problem';

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
])('%s becomes the matching error class of n8n', (problem, kind) => {
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

test('uses the error class whose description n8n shows in lists', () => {
	const error = toNodeError(NODE, PROBLEM, { isForList: true });
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error).toMatchObject({ message: PROBLEM.message, description: PROBLEM.description });
});

test('leaves errors of n8n unchanged', () => {
	for (const error of [new NodeOperationError(NODE, 'odd'), new NodeApiError(NODE, {})]) {
		expect(toNodeError(NODE, error, { itemIndex: 1 })).toBe(error);
	}
});

test('escapes the description that n8n shows as HTML, once', () => {
	const problem = new Problem('Odd', 'Write &lt; instead of <b>.\nThen run this again.');
	const error = toThrownError(NODE, problem, { suffix: 'Created: a & b.' });
	const description = 'Write &amp;lt; instead of &lt;b>.<br>Then run this again. Created: a & b.';
	expect(error).toMatchObject({ message: 'Odd', description });
	expect(toThrownError(NODE, error)).toMatchObject({ description });
});

test('names an object that contains itself as a possible cause', () => {
	const { description } = toNodeError(NODE, new RangeError('Maximum call stack size exceeded'));
	expect(description).toContain('An expression may return an object that contains itself');
});
