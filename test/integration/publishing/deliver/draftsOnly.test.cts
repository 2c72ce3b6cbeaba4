import type { INodeParameters } from 'n8n-workflow';

import { jsonItems, type NodeRunOptions } from '../../support/harness.cjs';
import { channelEntry, createPost, FUTURE, storedPosts, onChannels } from '../../support/posts.cjs';
import { callsOf, LOOK_UP, useService } from '../../support/useService.cjs';

// For Kick, Postiz only accepts drafts, which can be scheduled afterwards (docs/api.md, Media rules).
const service = useService({ hourlyLimit: 1000 });

const PUT = { method: 'PUT', path: /\/status$/ };

const create = async (
	parameters: INodeParameters = {},
	options: Partial<NodeRunOptions> = {},
	networks = ['kick'],
) =>
	await createPost(
		service,
		{
			type: 'schedule',
			date: FUTURE,
			...onChannels(...networks.map((network) => channelEntry(service, network))),
			...parameters,
		},
		options,
	);

/** Network, state and date of each post, in order of creation. */
const stored = () =>
	storedPosts(service).map(({ identifier, state, publishDate }) => [
		identifier,
		state,
		publishDate,
	]);

test('a post at the next free slot gets one', async () => {
	const { output, error } = await create({ type: 'nextSlot' });
	expect(error).toBeUndefined();
	expect(stored()).toEqual([['kick', 'QUEUE', output[0][0].json.date]]);
});

test('beside other channels, and for several items, each goes out in its way', async () => {
	const { output, error } = await create(
		{ content: '={{ $json.text }}' },
		{ items: jsonItems([{ text: 'one' }, { text: 'two' }]) },
		['bluesky', 'kick', 'mastodon'],
	);
	expect(error).toBeUndefined();
	expect(
		stored()
			.map(([network, state]) => `${network} ${state}`)
			.sort(),
	).toEqual(
		['bluesky', 'bluesky', 'kick', 'kick', 'mastodon', 'mastodon'].map((name) => `${name} QUEUE`),
	);
	expect(output[0].map(({ json }) => [json.state, json.date])).toEqual(
		Array(6).fill(['scheduled', FUTURE]),
	);
	expect(output[0].map(({ pairedItem }) => (pairedItem as { item: number }).item).sort()).toEqual([
		0, 0, 0, 1, 1, 1,
	]);
	const calls = callsOf(service).map((call) => call.replace(/posts\/\w+/, 'posts/id'));
	expect(calls).toEqual([
		LOOK_UP,
		'POST /posts',
		'POST /posts',
		'PUT /posts/id/status',
		'PUT /posts/id/status',
	]);
});

test('a draft that stays behind is an error item if failures do not end the node; others go out', async () => {
	service.faults.push({ match: PUT, kind: 'status', status: 403, body: { msg: 'Not now' } });
	const { output } = await create(
		{ content: '={{ $json.text }}' },
		{ items: jsonItems([{ text: 'one' }, { text: 'two' }]), onError: 'continueErrorOutput' },
		['kick', 'bluesky'],
	);
	const [first, second] = storedPosts(service).filter(({ identifier }) => identifier === 'kick');
	expect([first.state, second.state]).toEqual(['DRAFT', 'QUEUE']);
	const item = ({ pairedItem }: (typeof output)[0][0]) => (pairedItem as { item: number }).item;
	expect(output[0].map((entry) => [item(entry), entry.json.provider])).toEqual(
		expect.arrayContaining([
			[0, 'bluesky'],
			[1, 'bluesky'],
			[1, 'kick'],
		]),
	);
	expect(output[0]).toHaveLength(3);
	expect(output[1].map(item)).toEqual([0]);
	const { error } = output[1][0].json;
	expect(error).toMatch(/^Postiz has 1 of the 2 posts of this item: Channel \(Kick/);
	expect(error).toContain(
		`Schedule the draft ${first.id} in the calendar of Postiz or with Post > Update. Do not create it again.`,
	);
});
