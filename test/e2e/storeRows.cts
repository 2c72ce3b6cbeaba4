import type { INodeParameters } from 'n8n-workflow';

import {
	createPostizNode,
	createPostNode,
	createRows,
	storeChain,
	type TestContext,
} from '../shared/n8n/testContext.cjs';

/** A date for each row, so that each has a request of its own. */
export const OWN_DATES =
	"={{ DateTime.fromISO('2099-03-04T10:00:00Z').plus($itemIndex, 'days').toISO() }}";

export const createTexts = (count: number) =>
	Array.from({ length: count }, (_, index) => `Row ${index + 1}`);

/** Stores a workflow that schedules so many rows, one by one. */
export const storeRows = async (
	context: TestContext,
	count: number,
	options: INodeParameters = {},
) =>
	await storeChain(
		context,
		[
			createPostizNode('Postiz', context.apiKey, {
				...createPostNode(context, 'bluesky', '={{ $json.text }}', 'schedule'),
				date: OWN_DATES,
				options,
			}),
		],
		createRows(...createTexts(count)),
	);
