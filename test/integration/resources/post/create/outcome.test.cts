/** What workflows can go by after a failure: what Postiz has of each item. */
import type { INodeParameters } from 'n8n-workflow';

import { jsonItems, POSTIZ, runWorkflow, START } from '../../../support/harness.cjs';
import { createForm, createPost, FUTURE, storedPosts } from '../../../support/posts.cjs';
import { useService } from '../../../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });
const ROWS = jsonItems(['One', 'x'.repeat(400), 'Three'].map((text) => ({ text })));
const FORM: INodeParameters = {
	type: 'schedule',
	date: FUTURE,
	content: '={{ $json.text }}',
	options: { skipValidation: true },
};
const lose = (skip: number) =>
	service.faults.push(
		{ match: { method: 'POST', path: /\/posts$/ }, skip, kind: 'resetAfter' },
		{ match: { method: 'GET', path: /\/posts$/ }, kind: 'status', status: 404 },
	);

test.each(['continueErrorOutput', 'continueRegularOutput'] as const)(
	'an error item has it as its outcome, with %s',
	async (onError) => {
		lose(2);
		const { output } = await createPost(service, FORM, { items: ROWS, onError });
		const failed = output.flat().filter(({ json }) => json.error !== undefined);
		expect(failed.map(({ outcome }) => outcome)).toEqual([
			{ state: 'notCreated', postIds: [] },
			{ state: 'unclear', postIds: [] },
		]);
	},
);

test('an error that ends the node names all items of which Postiz has or may have something', async () => {
	lose(1);
	const items = [ROWS[0], ROWS[2], ROWS[1]];
	const { error } = await createPost(service, FORM, { items });
	const [{ id }] = storedPosts(service);
	expect(error?.context?.outcomes).toEqual([
		{ item: 0, state: 'created', postIds: [id] },
		{ item: 1, state: 'unclear', postIds: [] },
	]);
});

test('an expression of the next node reads it', async () => {
	lose(2);
	const [create, tell] = [FORM, { content: '={{ $input.item.outcome.state }}' }].map((form) => ({
		type: POSTIZ,
		parameters: createForm(service, form),
	}));
	const { error } = await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: START },
				{ name: 'Create', onError: 'continueErrorOutput', ...create },
				{ name: 'Tell', ...tell },
			],
			connections: {
				Start: { main: [[{ node: 'Create', type: 'main', index: 0 }]] },
				Create: { main: [[], [{ node: 'Tell', type: 'main', index: 0 }]] },
			},
		},
		{ service, items: ROWS },
	);
	expect(error).toBeUndefined();
	const told = storedPosts(service).slice(-2);
	expect(told.map(({ parts }) => parts[0].content)).toEqual(['notCreated', 'unclear']);
});
