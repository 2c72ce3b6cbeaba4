import type { INodeParameters } from 'n8n-workflow';

import { byHand } from '../../networks/kinds.cjs';
import { channelOf } from '../../service/client.cjs';
import { hintsOf, jsonItems, type NodeRun } from '../support/harness.cjs';
import { byId, createPost, onlyBody } from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000 });

/** A post to channels with these entries of Network Settings. */
const post = async (
	channels: INodeParameters[string],
	network: INodeParameters[],
	more: INodeParameters = {},
): Promise<NodeRun> =>
	await createPost(service, { channels, networkSettings: { network }, ...more });

const PICTURE = JSON.stringify({ id: 'c', path: 'https://media.example/cup.png' });
const MEDIA = { file: [{ source: 'upload', file: PICTURE }] };
const sentSettings = () => onlyBody(service).posts.map(({ settings }) => settings);

describe('an entry of Network Settings', () => {
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
