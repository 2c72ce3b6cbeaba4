import type { INodeParameters } from 'n8n-workflow';

import { file, itemsWith, picture } from '../../../support/media.cjs';
import { channelEntry, createPost, storedPosts, onChannels } from '../../../support/posts.cjs';
import { callsOf, LOOK_UP, useService } from '../../../support/useService.cjs';

// Where later parts vanish, or their files do: docs/api.md, Threads.
const service = useService({ hourlyLimit: 1000 });

const TITLE = { title: 'Winter menu' };
const WITHOUT_THREADS: Record<string, INodeParameters> = { devto: TITLE, tumblr: {} };

const create = async (networks: string[], more: INodeParameters = {}) =>
	await createPost(
		service,
		{
			content: 'One',
			thread: {
				segment: [
					{ content: '', media: { file: [{ source: 'binary', binaryField: 'b' }] } },
					{ content: 'Two < three', delay: 5 },
				],
			},
			media: { file: [{ source: 'binary', binaryField: 'a' }] },
			...onChannels(...networks.map((name) => channelEntry(service, name, WITHOUT_THREADS[name]))),
			...more,
		},
		{ items: itemsWith({ a: file(picture(1)), b: file(picture(2)) }) },
	);

const partsOf = (network: string) =>
	storedPosts(service).find(({ identifier }) => identifier === network)!.parts;

test('a thread is refused where its later parts would vanish', async () => {
	const { error } = await create(['mastodon', 'tumblr']);
	expect(error?.message).toBe('Tumblr: 2 parts of the thread would be lost');
	expect(callsOf(service)).toEqual([LOOK_UP]);
});

test('or joined to one text with all files, if the person said so', async () => {
	const options = { ifThreadsUnsupported: 'merge' };
	const { error } = await create(['mastodon', 'tumblr', 'devto'], { options });
	expect(error).toBeUndefined();
	expect(partsOf('mastodon').map(({ shown }) => shown)).toEqual(['One', '', 'Two < three']);
	for (const network of ['tumblr', 'devto']) {
		const [only, ...others] = partsOf(network);
		expect(others).toEqual([]);
		expect(only.shown!.trim()).toBe('One\n\nTwo < three');
		expect(only.image).toHaveLength(2);
		expect(only.delay).toBe(0);
	}
	expect(partsOf('tumblr')[0].image).toEqual([
		...partsOf('mastodon')[0].image,
		...partsOf('mastodon')[1].image,
	]);
});

test('in a text written as Markdown or HTML, each part is read as such', async () => {
	const { error } = await create(['tumblr'], {
		content: '**One**',
		thread: { segment: [{ content: '- two' }] },
		options: { ifThreadsUnsupported: 'merge', contentFormat: 'markdown' },
	});
	expect(error).toBeUndefined();
	expect(partsOf('tumblr').map(({ shown }) => shown)).toEqual(['𝗢𝗻𝗲\n\n- two']);
});

test('drafts keep everything', async () => {
	const { error } = await create(['tumblr', 'twitch'], { type: 'draft' });
	expect(error).toBeUndefined();
	for (const network of ['tumblr', 'twitch']) expect(partsOf(network)).toHaveLength(3);
});
