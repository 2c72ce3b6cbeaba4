import type { INodeParameters } from 'n8n-workflow';

import { createIdLocator } from '../../networks/settingBuilders.cjs';
import { IMAGE } from '../../service/client.cjs';
import { listHints, createJsonItems } from '../support/harness.cjs';
import { createChannelEntry, createPost, selectChannels, getOnlyBody } from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000 });

const MEDIA = { file: [{ source: 'upload', file: JSON.stringify(IMAGE) }] };
const listSentSettings = () => getOnlyBody(service).posts.map(({ settings }) => settings);

test.each<[string, INodeParameters]>([
	['media', { media: MEDIA }],
	['self', {}],
])('an entry of Reddit sends the kind %s with %j', async (type, more) => {
	const subreddit = { entry: [{ subreddit: createIdLocator('r/tea'), title: 'Tea' }] };
	const reddit = selectChannels(createChannelEntry(service, 'reddit', { subreddit }));
	const { error } = await createPost(service, { ...reddit, ...more });
	expect(error).toBeUndefined();
	expect(listSentSettings()).toMatchObject([{ subreddit: [{ value: { type } }] }]);
});

describe('an entry without a network', () => {
	const forX = {
		networkSettings: { network: [{ provider: 'x', who_can_reply_post: 'verified' }] },
	};

	test('has no effect, and is reported', async () => {
		const result = await createPost(service, forX);
		expect(result.error).toBeUndefined();
		expect(listSentSettings()).toEqual([{ __type: 'bluesky' }]);
		expect(listHints(result)).toContain(
			'Network Settings for X were ignored: the chosen channel is Bluesky: acme-coffee.bsky.social.',
		);
	});

	test('is not reported for a sheet, since other rows may need it', async () => {
		const result = await createPost(service, forX, { items: createJsonItems([{}, {}]) });
		expect(listHints(result).join()).not.toContain('were ignored');
	});

	test('is not reported if an item failed, since its channels may need it', async () => {
		const form = { ...forX, channels: '={{ $json.on }}' };
		const items = createJsonItems([{ on: 'gone' }, { on: 'Bluesky' }]);
		const result = await createPost(service, form, { items, onError: 'continueRegularOutput' });
		expect(listHints(result).join()).not.toContain('were ignored');
	});
});
