import type { INodeParameters } from 'n8n-workflow';

import type { TextForm } from '../../../nodes/Postiz/providers/types';
import { asItMayArrive, cannotArrive, HOSTILE_TEXTS } from '../../unit/text/hostile.cjs';
import { hintsOf, jsonItems } from '../support/harness.cjs';
import { channelEntry, createPost, storedPosts, onChannels } from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

jest.setTimeout(60_000);

const service = useService({ hourlyLimit: 1_000_000 });

/** A network of each kind of text, with what it needs. */
const NETWORKS: Record<string, [form: TextForm, settings?: INodeParameters]> = {
	nostr: ['plain'],
	discord: ['markdown', { channel: { __rl: true, mode: 'id', value: 'general' } }],
	telegram: ['telegram'],
	x: ['x', { who_can_reply_post: 'everyone' }],
	wordpress: ['html', { title: 'Winter menu', type: { __rl: true, mode: 'id', value: 'posts' } }],
	listmonk: [
		'html',
		{
			...{ subject: 'Winter menu', preview: 'New drinks' },
			list: { __rl: true, mode: 'id', value: '1' },
		},
	],
};
const entryOf = (network: string) => channelEntry(service, network, NETWORKS[network][1]);

/** Publishes each text by an item of its own. */
async function publish(texts: string[], parameters: INodeParameters) {
	const run = await createPost(
		service,
		{ content: '={{ $json.text }}', ...parameters },
		{ items: jsonItems(texts.map((text) => ({ text }))) },
	);
	expect(run.error).toBeUndefined();
	return run;
}

/** What people read of a part of each post on a network is each text, save what docs/api.md says cannot arrive. */
function expectArrived(network: string, form: TextForm, part: number): void {
	const posts = storedPosts(service).filter(({ identifier }) => identifier === network);
	expect(posts).toHaveLength(HOSTILE_TEXTS.length);
	posts.forEach(({ parts }, index) => {
		const text = HOSTILE_TEXTS[index];
		const { shown, refusal } = parts[part];
		if (cannotArrive(text, form)) return;
		expect(refusal).toBeNull();
		// The conversion to Markdown ends with a line break.
		const seen = form === 'markdown' ? shown!.replace(/\n$/, '') : shown;
		expect(seen).toBe(form === 'markdown' ? text : asItMayArrive(text, form));
	});
}

// How each form is read, also as an article of X and on older instances: `unit/text/content.test.cts`.
test('hostile texts arrive in the form of each network, also in later parts', async () => {
	const threaded = ['nostr', 'discord', 'telegram', 'x'];
	await publish(HOSTILE_TEXTS, {
		...onChannels(...threaded.map(entryOf)),
		thread: { segment: [{ content: '={{ $json.text }}' }] },
	});
	await publish(HOSTILE_TEXTS, onChannels(...['wordpress', 'listmonk'].map(entryOf)));
	for (const [network, [form]] of Object.entries(NETWORKS)) {
		expectArrived(network, form, 0);
		if (threaded.includes(network)) expectArrived(network, form, 1);
	}
});

test('the Text Format of the form says how the text is written', async () => {
	const source = '# Menu\n\n**Tea** & <b>cake</b>';
	for (const contentFormat of ['automatic', 'plain', 'markdown', 'html', 'asIs']) {
		await publish([source], {
			...onChannels(entryOf('nostr')),
			options: { contentFormat },
		});
	}
	expect(storedPosts(service).map(({ parts }) => parts[0].shown)).toEqual([
		source,
		source,
		'Menu\n\n𝗧𝗲𝗮 & 𝗰𝗮𝗸𝗲',
		'# Menu **Tea** & 𝗰𝗮𝗸𝗲',
		expect.any(String),
	]);
	const [, , , , { received }] = storedPosts(service);
	expect(received.item).toMatchObject({ value: [{ content: source }] });
});

test('a text that looks like Markdown or HTML is published with a hint how it becomes formatting', async () => {
	const hints = async (content: string, network: string, options: INodeParameters = {}) =>
		hintsOf(
			await publish([content], {
				...onChannels(entryOf(network)),
				options,
			}),
		).filter((hint) => hint.includes('Text Format'));
	expect(await hints('It is **new**', 'nostr')).toEqual([
		expect.stringContaining('is published as it is written'),
	]);
	expect(await hints('It is **new**', 'nostr', { contentFormat: 'plain' })).toEqual([]);
	expect(await hints('It is **new**', 'discord')).toEqual([]);
	expect(await hints('5 * 3', 'nostr')).toEqual([]);
	const html =
		'“&lt;b>” is published as it is written. If the text is HTML, set the option Text Format to HTML.';
	expect(await hints('It is <b>new</b>', 'discord')).toEqual([html]);
});
