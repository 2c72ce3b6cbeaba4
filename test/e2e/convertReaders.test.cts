import type { IDataObject } from 'n8n-workflow';

import { convertWorkflow } from '../../convert/convertWorkflow';
import { storePost } from '../integration/support/posts.cjs';
import {
	channelId,
	ownNode,
	setNode,
	START,
	START_NODE,
	useWorld,
	withCredential,
	workflowOf,
	type ChainNode,
} from '../shared/n8n/world.cjs';

/*
 * Workflows that call Postiz by HTTP Request and read the answer in every way, run as they are and as
 * the converter makes them: the last node puts out the same.
 */

const world = useWorld();

/** A call of the public API. */
const call = (method: string, path: string, body?: object): ChainNode =>
	ownNode('Call', 'httpRequest', 4.2, {
		method,
		url: `${world.service.apiUrl}/public/v1/${path}`,
		sendHeaders: true,
		headerParameters: { parameters: [{ name: 'Authorization', value: world.service.apiKey }] },
		...(body && {
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `=${JSON.stringify(body)}`,
		}),
		options: {},
	});

const condition = (leftValue: string, rightValue: string | boolean) => ({
	options: { version: 2, typeValidation: 'loose' },
	combinator: 'and',
	conditions: [
		{
			id: 'c',
			leftValue,
			rightValue,
			operator: { type: typeof rightValue, operation: 'equals' },
		},
	],
});

const filter = (leftValue: string, rightValue: string): ChainNode =>
	ownNode('Filter', 'filter', 2.2, { conditions: condition(leftValue, rightValue), options: {} });

const switchBy = (name: string, leftValue: string, rightValue: string): ChainNode =>
	ownNode(name, 'switch', 3.2, {
		rules: { values: [{ conditions: condition(leftValue, rightValue) }] },
		options: {},
	});

const SEEN =
	'={{ $json.id }} {{ $json["name"] }} {{ $json.identifier }} {{ $json.customer?.name }}';

const flows: Record<string, () => ChainNode[]> = {
	'channels that are split by names of fields': () => [
		call('GET', 'integrations'),
		ownNode('Split', 'splitOut', 1, { fieldToSplitOut: 'id, identifier', options: {} }),
		filter('={{ $json.identifier }}', 'bluesky'),
		setNode('Last', { seen: '={{ $json.id }} {{ $json.identifier }}' }),
	],
	'channels behind a Switch that is read by its name': () => [
		call('GET', 'integrations'),
		switchBy('Switch1', '={{ $json.identifier }}', 'mastodon'),
		setNode('Last', { seen: "={{ $('Switch1').item.json.id }} {{ $node['Call'].json.name }}" }),
	],
	'channels through nodes that hand items on': () => [
		call('GET', 'integrations'),
		ownNode('Sort', 'sort', 1, {
			sortFieldsUi: { sortField: [{ fieldName: 'name', order: 'descending' }] },
			options: {},
		}),
		ownNode('Limit', 'limit', 1, { maxItems: 4 }),
		ownNode('Unique', 'removeDuplicates', 2, { compare: 'selectedFields', fieldsToCompare: 'id' }),
		setNode('Keep', { more: 'x' }, { includeOtherFields: true }),
		setNode('Last', { seen: SEEN }),
	],
	'channels in code': () => [
		call('GET', 'integrations'),
		ownNode('Last', 'code', 2, {
			jsCode: `const byNetwork = {};
for (const { json: { identifier, id } } of $input.all()) byNetwork[identifier] = id;
return [{ json: { byNetwork, first: $('Call').first().json.name, n: items.map((item) => item.json.profile) } }];`,
		}),
	],
	'the channel of a new post': () => [
		call('POST', 'posts', {
			type: 'draft',
			date: '2099-02-03T10:00:00.000Z',
			shortLink: false,
			tags: [],
			posts: ['bluesky', 'mastodon'].map((network) => ({
				integration: { id: channelId(world.service, network) },
				value: [{ content: 'Fresh beans', image: [] }],
				settings: {},
			})),
		}),
		filter('={{ $json.integration }}', channelId(world.service, 'mastodon')),
		setNode('Last', { seen: "={{ $json.integration }} {{ $('Filter').item.json.integration }}" }),
	],
	'whether a post was deleted': () => [
		call('DELETE', 'posts/stored-post'),
		ownNode('Last', 'if', 2.2, { conditions: condition('={{ $json.error }}', true), options: {} }),
	],
};

/** Runs a workflow, and returns what its last node puts out. */
async function run(workflow: IDataObject) {
	const { service, n8n } = world;
	service.reset();
	for (const [index, id] of ['stored-post', 'other-post'].entries()) {
		const publishDate = `2099-05-0${index + 1}T10:00:00.000Z`;
		const post = storePost(service, service.state.channels[index], { publishDate, state: 'DRAFT' });
		post.id = id;
		post.parts[0].id = id;
	}
	const nodes = withCredential(workflow.nodes as ChainNode[], world.apiKey);
	const { id } = await n8n.createWorkflow({ ...workflow, nodes });
	const execution = await n8n.execute(id, START_NODE);
	expect(execution.error).toBeUndefined();
	return {
		taken: [0, 1].map((output) => execution.items('Last', output).length),
		// Postiz lists posts in no order.
		seen: execution
			.items('Last')
			.map(({ json }) => JSON.stringify(json.seen ?? json.byNetwork))
			.sort(),
	};
}

test.each(Object.keys(flows))('%s', async (name) => {
	const old = workflowOf(name, [START, ...flows[name]()]);
	const { workflows, converted } = convertWorkflow(old);
	expect(converted).toBe(1);
	const before = await run(old);
	const after = await run(workflows as IDataObject);
	expect(before.taken[0]).toBeGreaterThan(0);
	expect(after).toEqual(before);
});
