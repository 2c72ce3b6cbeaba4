import type { IDataObject } from 'n8n-workflow';

import { OWN_DATES } from './storeRows.cjs';
import {
	listCreateRequests,
	listIds,
	createCoreNode,
	createPostizNode,
	createPostNode,
	createRows,
	runChain,
	listTexts,
	useTestContext,
	createWorkflow,
	type ChainNode,
} from '../shared/n8n/testContext.cjs';

describe('features of n8n that work with any node', () => {
	const context = useTestContext();
	beforeEach(() => context.service.reset());

	/** Schedules a post for each item, on Bluesky. */
	const scheduling = (settings: IDataObject): ChainNode => ({
		...createPostizNode('Postiz', context.apiKey, {
			...createPostNode(context, 'bluesky', '={{ $json.text }}', 'schedule'),
			date: OWN_DATES,
		}),
		...settings,
	});
	const failCreating = (status: number, skip: number) => {
		const match = { method: 'POST', path: /\/posts$/ };
		context.service.faults.push({ match, kind: 'status', status, skip });
	};

	test('a sub-workflow posts each row once, even if a retry finishes it', async () => {
		const sub = [
			createCoreNode('When called', 'executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' }),
			scheduling({ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 }),
		];
		const call = createCoreNode('Call', 'executeWorkflow', 1.2, {
			source: 'parameter',
			workflowJson: JSON.stringify(createWorkflow('Sub', sub)),
		});
		failCreating(403, 1);
		const execution = await runChain(context, [call], createRows('One', 'Two', 'Three'));

		expect(execution.error).toBeUndefined();
		expect(listTexts(context)).toEqual(['One', 'Two', 'Three']);
		expect(listCreateRequests(context).map(({ status }) => status)).toEqual([201, 403, 201, 201]);
		expect(execution.items('Call').map(({ json }) => json.postId)).toEqual(listIds(context));
	});

	test('sends each row to the right output with On Error set to continueErrorOutput', async () => {
		const nodes = [scheduling({ onError: 'continueErrorOutput' })];
		const { error, items } = await runChain(
			context,
			nodes,
			createRows('One', 'x'.repeat(400), 'Three'),
		);
		expect(error).toBeUndefined();
		expect(items('Postiz', 0).map(({ json }) => json.postId)).toEqual(listIds(context));
		expect(items('Postiz', 1).map(({ json }) => json)).toMatchObject([
			{ id: 2, error: expect.stringMatching(/^Bluesky: 400 of \d+ characters/) },
		]);
	});
});
