import type { INodeParameters } from 'n8n-workflow';

import { resources } from '../../../nodes/Postiz/resources';
import { segment } from '../../service/client.cjs';
import type { Workspace } from '../../service/state.cjs';
import { runNode } from '../support/harness.cjs';
import { byId, createForm, FUTURE, postById, onChannels } from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

const service = useService();

const channelOfOthers = () => byId(service.neighbour.channels[0].id);
const postOfOthers = (wanted = 'QUEUE') =>
	service.neighbour.posts.find(({ state }) => state === wanted)!;
const waiting = () => postById(postOfOthers().id);
const published = () => postById(postOfOthers('PUBLISHED').id);

/** How each operation asks for what belongs to another workspace. */
const ATTEMPTS: Record<string, () => INodeParameters> = {
	'post.create': () =>
		createForm(service, { ...onChannels({ provider: 'bluesky', ...channelOfOthers() }) }),
	'post.createFromJson': () => ({
		type: 'schedule',
		date: FUTURE,
		json: JSON.stringify({
			integration: { id: service.neighbour.channels[0].id },
			value: [segment('Mine', [])],
		}),
	}),
	'post.createOrUpdate': () =>
		createForm(service, {
			operation: 'createOrUpdate',
			rowId: 'May 7',
			...onChannels(byId(postOfOthers().channelId)),
			type: 'schedule',
			date: FUTURE,
		}),
	'post.get': waiting,
	'post.update': () => ({ ...waiting(), updateFields: { content: 'Mine' } }),
	'post.wait': waiting,
	'post.delete': waiting,
	'integration.delete': channelOfOthers,
	'integration.getSettings': channelOfOthers,
	'integration.findSlot': channelOfOthers,
	'integration.lookUp': () => ({ ...channelOfOthers(), methodName: 'boards' }),
	'analytics.channel': channelOfOthers,
	'analytics.post': published,
};

/** Operations that change what they find. */
const CHANGING = /\.(create|createFromJson|createOrUpdate|update|delete)$/;
/** Errors that even the owner would get. */
const OWN_PROBLEMS: Record<string, RegExp> = {
	'post.wait': /is due at 2099-06-01/,
	'integration.lookUp': /has no tool/,
};

/** Fields for IDs of a workspace. */
const ID_FIELDS = ['postId', 'integrationId', 'postGroup', 'channels'];

test('every operation that takes an ID is tried', () => {
	const takers = resources.flatMap(({ value: resource, operations }) =>
		operations
			.filter(({ properties }) => properties.some(({ name }) => ID_FIELDS.includes(name)))
			.map(({ value }) => `${resource}.${value}`),
	);
	expect(takers.length).toBeGreaterThan(10);
	expect(takers.filter((operation) => !(operation in ATTEMPTS))).toEqual([]);
});

/** Words that only the other workspace contains, and that nobody else may read. */
function secretsOf({ channels, posts }: Workspace): string[] {
	return [
		...channels.map(({ name }) => name),
		...posts.flatMap(({ parts, releaseURL }) => [parts[0].content, releaseURL ?? '']),
	].filter(Boolean);
}

const NOTHING_THERE =
	/no channel (or group )?with the ID|has no (channel|post) with the ID|no metrics for/i;

const attempt = async (name: string, apiKey = service.apiKey) => {
	const [resource, operation] = name.split('.');
	return await runNode({
		service,
		credentials: { apiKey },
		parameters: { resource, operation, ...ATTEMPTS[name]() },
	});
};

describe.each(Object.keys(ATTEMPTS))('%s', (name) => {
	test('reaches nothing of another workspace', async () => {
		const before = structuredClone(service.neighbour);
		const { output, error } = await attempt(name);
		expect(error?.message).toMatch(NOTHING_THERE);
		const said = JSON.stringify([output, error]);
		for (const secret of secretsOf(before)) expect(said).not.toContain(secret);
		expect(service.neighbour).toEqual(before);
		expect(service.state.posts).toEqual([]);
	});

	test('reaches it with the key of that workspace', async () => {
		const before = structuredClone(service.neighbour);
		const { error } = await attempt(name, service.neighbour.apiKey);
		expect(error?.message ?? '').toMatch(OWN_PROBLEMS[name] ?? /^$/);
		const isChanged = JSON.stringify(service.neighbour) !== JSON.stringify(before);
		expect(isChanged).toBe(CHANGING.test(name));
	});
});
