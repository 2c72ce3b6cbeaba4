import type { INodeParameters } from 'n8n-workflow';

import { listHints, createJsonItems } from '../support/harness.cjs';
import {
	createChannelEntry,
	createPost,
	listStoredPosts,
	selectChannels,
} from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });

/** What a network of each kind of text needs. */
const SETTINGS: Record<string, INodeParameters> = {
	discord: { channel: { __rl: true, mode: 'id', value: 'general' } },
	x: { who_can_reply_post: 'everyone' },
	wordpress: { title: 'Winter menu', type: { __rl: true, mode: 'id', value: 'posts' } },
	listmonk: {
		subject: 'Winter menu',
		preview: 'New drinks',
		list: { __rl: true, mode: 'id', value: '1' },
	},
};
const createEntry = (network: string) => createChannelEntry(service, network, SETTINGS[network]);

/** Publishes each text by an item of its own. */
async function publish(texts: string[], parameters: INodeParameters) {
	const run = await createPost(
		service,
		{ content: '={{ $json.text }}', ...parameters },
		{ items: createJsonItems(texts.map((text) => ({ text }))) },
	);
	expect(run.error).toBeUndefined();
	return run;
}

// Which form a network takes: `unit/networks`; how each is read: `unit/text/content.test.cts`.
test('a text arrives in the format of each network, in later parts too', async () => {
	const text = 'if (x<y) { return a && b; }\n5 < 6';
	await publish([text], {
		...selectChannels(...['nostr', 'discord', 'telegram', 'x'].map(createEntry)),
		thread: { segment: [{ content: text }] },
	});
	await publish([text], selectChannels(...['wordpress', 'listmonk'].map(createEntry)));
	const parts = listStoredPosts(service).flatMap((post) => post.parts);
	// The conversion to Markdown ends with a line break.
	expect(parts.map(({ shown, rejection }) => [shown?.trim(), rejection])).toEqual(
		Array(10).fill([text, null]),
	);
});

test('publishes a text that looks like Markdown or HTML with a hint on formatting', async () => {
	const listHintsOf = async (content: string, network: string, options: INodeParameters = {}) =>
		listHints(
			await publish([content], {
				...selectChannels(createEntry(network)),
				options,
			}),
		).filter((hint) => hint.includes('Text Format'));
	expect(await listHintsOf('It is **new**', 'nostr')).toEqual([
		expect.stringContaining('is published as text'),
	]);
	expect(await listHintsOf('It is **new**', 'nostr', { contentFormat: 'plain' })).toEqual([]);
	expect(await listHintsOf('It is **new**', 'discord')).toEqual([]);
	expect(await listHintsOf('5 * 3', 'nostr')).toEqual([]);
	const html = '“&lt;b>” is published as text. If it is HTML, set the option Text Format to HTML.';
	expect(await listHintsOf('It is <b>new', 'discord')).toEqual([html]);
});

test('publishes the text of a feed as people read it, and notes what was changed', async () => {
	const run = await publish(['Caf&eacute;\\n\\n<b>Open</b>'], selectChannels(createEntry('nostr')));
	expect(listStoredPosts(service)[0].parts[0].shown).toBe('Café\n\n𝗢𝗽𝗲𝗻');
	expect(listHints(run)).toContainEqual(
		expect.stringContaining('a typed “\\n” is published as a line break'),
	);
});
