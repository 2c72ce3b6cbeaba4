/** What the node does with a file, wherever n8n keeps it. */
import { createHash } from 'node:crypto';

import { onChannels } from '../integration/support/posts.cjs';
import { PICTURE } from '../shared/n8n/outside.cjs';
import {
	byId,
	channelId,
	ownNode,
	postizNode,
	postOn,
	runChain,
	type World,
} from '../shared/n8n/world.cjs';

/** A picture goes to two channels, uploaded once; `storedAs` is how n8n names what it has stored. */
export async function aPictureIsPosted(world: World, storedAs: RegExp): Promise<void> {
	const { service, apiKey } = world;
	service.reset();
	const file = ownNode('File', 'convertToFile', 1.1, {
		operation: 'toBinary',
		sourceProperty: 'picture',
		options: { fileName: 'menu.png', mimeType: 'image/png' },
	});
	const channels = ['bluesky', 'mastodon'].map((network) => ({
		provider: network,
		integrationId: byId(channelId(service, network)),
	}));
	const posting = postizNode('Postiz', apiKey, {
		...postOn(world, 'bluesky', 'The menu', 'draft'),
		...onChannels(...channels),
		media: { file: [{ source: 'binary', binaryField: 'data', details: { alt: 'The menu' } }] },
	});
	const items = [{ picture: PICTURE.toString('base64') }];
	const execution = await runChain(world, [file, posting], items);

	expect(execution.error).toBeUndefined();
	expect(execution.items('File')[0].binary?.data.id).toMatch(storedAs);
	expect(execution.items('Postiz')).toHaveLength(2);
	expect(
		service.requests
			.map(({ method, path, status }) => [method, path.split('/v1')[1], status])
			// Previews aren't part of the public API.
			.filter(([, path]) => path !== undefined),
	).toEqual([
		['GET', '/integrations', 200],
		['GET', '/posts', 200],
		['POST', '/upload', 201],
		['POST', '/posts', 201],
	]);
	const { media, posts } = service.state;
	const sha256 = createHash('sha256').update(PICTURE).digest('hex');
	expect(media).toEqual([expect.objectContaining({ sha256 })]);
	for (const { parts } of posts) {
		expect(parts[0].image).toMatchObject([{ id: media[0].id, alt: 'The menu' }]);
	}
}
