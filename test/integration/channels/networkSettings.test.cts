import type { INodeParameters } from 'n8n-workflow';

import { byHand } from '../../networks/kinds.cjs';
import { channelOf } from '../../service/client.cjs';
import { hintsOf, jsonItems, type NodeRun } from '../support/harness.cjs';
import { byId, createPost, onlyBody, postRequests } from '../support/posts.cjs';
import { callsBesideFacts, LOOK_UP, useService } from '../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000 });

/** A post to channels with these entries of Network Settings. */
const post = async (
	channels: INodeParameters[string],
	network: INodeParameters[],
	more: INodeParameters = {},
): Promise<NodeRun> =>
	await createPost(service, { channels, networkSettings: { network }, ...more });

const bothOnX = () => [channelOf(service, 'x'), channelOf(service, 'x', 1)];
const PICTURE = JSON.stringify({ id: 'c', path: 'https://media.example/cup.png' });
const MEDIA = { file: [{ source: 'upload', file: PICTURE }] };
const onlySecond = () => byId(channelOf(service, 'x', 1));
const sentSettings = () => onlyBody(service).posts.map(({ settings }) => settings);
const sentTexts = () => onlyBody(service).posts.map(({ value }) => value[0].content);

describe('an entry of Network Settings', () => {
	const verified = { provider: 'x', who_can_reply_post: 'verified' };

	test('serves all chosen channels of its network, and no other', async () => {
		const { error } = await post([...bothOnX(), channelOf(service, 'bluesky')], [verified]);
		expect(error).toBeUndefined();
		expect(sentSettings()).toEqual([
			{ __type: 'x', who_can_reply_post: 'verified' },
			{ __type: 'x', who_can_reply_post: 'verified' },
			{ __type: 'bluesky' },
		]);
	});

	test.each<[string, INodeParameters, INodeParameters]>([
		['media', {}, { media: MEDIA }],
		['self', {}, {}],
	])('of Reddit sends the kind %s with %j and %j', async (type, chosen, more) => {
		const place = { subreddit: byHand('r/tea'), title: 'Tea', ...chosen };
		const reddit = { provider: 'reddit', subreddit: { entry: [place] } };
		const { error } = await post([channelOf(service, 'reddit')], [reddit], more);
		expect(error).toBeUndefined();
		expect(sentSettings()).toMatchObject([{ subreddit: [{ value: { type } }] }]);
	});

	test('may have a text of its own', async () => {
		const { error } = await post(
			[channelOf(service, 'bluesky'), ...bothOnX()],
			[
				{ provider: 'x', content: 'For X' },
				{ provider: 'x', content: '={{ "For " + "one" }}', ...onlySecond() },
				{ provider: 'bluesky', content: '' },
			],
		);
		expect(error).toBeUndefined();
		expect(sentTexts()).toEqual(['Fresh beans', 'For X', 'For one']);
	});
});

describe('an entry whose network is not chosen', () => {
	const unused = [
		{ provider: 'pinterest', board: byId('').integrationId, content: 'For Pinterest' },
		{ provider: 'x', who_can_reply_post: 'verified' },
	];

	test('does nothing, and is named', async () => {
		const result = await post([channelOf(service, 'bluesky')], [unused[1]]);
		expect(result.error).toBeUndefined();
		expect(sentSettings()).toEqual([{ __type: 'bluesky' }]);
		expect(hintsOf(result)).toContain(
			'Network Settings for X were not used: the chosen channel is Bluesky: acme-coffee.bsky.social.',
		);
	});

	test('is not named beside an item that failed, whose channels may need it', async () => {
		const result = await createPost(
			service,
			{ channels: '={{ $json.channels }}', networkSettings: { network: [unused[1]] } },
			{
				onError: 'continueRegularOutput',
				items: jsonItems([{ channels: ['gone'] }, { channels: [channelOf(service, 'bluesky')] }]),
			},
		);
		expect(hintsOf(result).join()).not.toContain('were not used');
	});
});

describe('entries that cannot be told apart are refused', () => {
	test('two for one network', async () => {
		const { error } = await post(bothOnX(), [
			{ provider: 'x', content: 'One' },
			{ provider: 'x', content: 'Two' },
		]);
		expect(error).toMatchObject({
			message: 'Network Settings has X twice',
			description:
				'Remove one of the two. For a new post, you can also choose the channel that it is for under Limit to One Channel.',
		});
		expect(postRequests(service)).toEqual([]);
	});
});

describe('what nobody entered', () => {
	test('gives way to what is entered, and follows a text of its own', async () => {
		const medium = { provider: 'medium', subtitle: 'For cold days' };
		await post([channelOf(service, 'medium')], [{ ...medium, title: 'Entered' }]);
		expect(sentSettings()).toMatchObject([{ title: 'Entered' }]);
		service.requests.length = 0;
		await post([channelOf(service, 'medium')], [{ ...medium, content: 'Its own\nand more' }]);
		expect(sentSettings()).toMatchObject([{ title: 'Its own' }]);
	});

	test.each([
		['pinterest', 'Board', 'Pinterest'],
		['reddit', 'Subreddit', 'Reddit'],
		['discord', 'Channel', 'Discord'],
		['slack', 'Channel', 'Slack'],
		['listmonk', 'List', 'Listmonk'],
	])(
		'%s: %s cannot be known, and the error names the entry',
		async (identifier, field, network) => {
			const { error } = await post([channelOf(service, identifier)], []);
			const { message, description } = error!;
			expect(message).toMatch(new RegExp(`^${network}: .*\\b${field} is required`));
			expect(description).toContain(
				`In the node: add Network Settings for ${network}, and fill in`,
			);
			expect(callsBesideFacts(service)).toEqual([LOOK_UP]);
		},
	);
});
