import type { INodeParameters } from 'n8n-workflow';

import type { TextForm } from '../../../nodes/Postiz/providers/types';
import { asItMayArrive, cannotArrive, HOSTILE_TEXTS, SOURCES } from '../../unit/text/hostile.cjs';
import type { Service } from '../../service/server.cjs';
import type { PostPart } from '../../service/state.cjs';
import { hintsOf, jsonItems } from '../support/harness.cjs';
import { channelEntry, createPost, storedPosts, onChannels } from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

jest.setTimeout(60_000);

/** What reaches the networks, by the kind of text that they are handed. */
const PLAIN = 'nostr';
const MARKDOWN = 'discord';
const HTML = 'wordpress';
const TELEGRAM = 'telegram';

const service = useService({ hourlyLimit: 1_000_000 });
const olderService = useService({ hourlyLimit: 1_000_000, version: '2.23' });

const unixLines = (text: string) => text.replace(/\r\n?/g, '\n');

const SETTINGS: Record<string, INodeParameters> = {
	discord: { channel: { __rl: true, mode: 'id', value: 'general' } },
	wordpress: { title: 'Winter menu', type: { __rl: true, mode: 'id', value: 'posts' } },
	listmonk: {
		subject: 'Winter menu',
		preview: 'New drinks',
		list: { __rl: true, mode: 'id', value: '1' },
	},
	x: { who_can_reply_post: 'everyone' },
};

/** What becomes of the texts on each of these networks, in their order. */
async function publish(
	texts: string[],
	contentFormat: string,
	{
		on = service,
		networks = [PLAIN],
		entry = {},
		more = {},
	}: {
		on?: Service;
		networks?: string[];
		entry?: INodeParameters;
		more?: INodeParameters;
	} = {},
): Promise<Record<string, PostPart[][]>> {
	const { error } = await createPost(
		on,
		{
			content: '={{ $json.text }}',
			...onChannels(
				...networks.map((network) => channelEntry(on, network, { ...SETTINGS[network], ...entry })),
			),
			combineItems: true,
			options: { contentFormat },
			...more,
		},
		{ items: jsonItems(texts.map((text) => ({ text }))) },
	);
	expect(error).toBeUndefined();
	const posts = storedPosts(on).slice(-texts.length * networks.length);
	return Object.fromEntries(
		networks.map((network) => [
			network,
			posts.filter(({ identifier }) => identifier === network).map(({ parts }) => parts),
		]),
	);
}

/** What people read of the first part of each post. */
async function read(texts: string[], contentFormat: string, network = PLAIN): Promise<string[]> {
	const { [network]: posts } = await publish(texts, contentFormat, { networks: [network] });
	return posts.map(([{ shown, refusal }]) => {
		expect(refusal).toBeNull();
		return shown!;
	});
}

const FORMS: Record<string, TextForm> = {
	nostr: 'plain',
	discord: 'markdown',
	telegram: 'telegram',
	x: 'x',
	wordpress: 'html',
	listmonk: 'html',
};

describe.each(['plain', 'automatic', 'html', 'markdown'] as const)(
	'hostile texts as %s',
	(format) => {
		/** The parts show each text, save what docs/api.md says cannot arrive. */
		const expectArrived = (parts: PostPart[], form: TextForm) => {
			expect(parts).toHaveLength(HOSTILE_TEXTS.length);
			const seen = parts.map(({ shown, refusal }) => refusal ?? shown!);
			const expected = HOSTILE_TEXTS.map((text, index) => {
				if (cannotArrive(text, form)) return seen[index];
				if (form !== 'markdown') return asItMayArrive(text, form);
				const source = format === 'markdown' ? SOURCES.markdown(text) : text;
				return seen[index].endsWith('\n') ? `${source}\n` : source;
			});
			expect(seen).toEqual(expected);
		};
		const sources = HOSTILE_TEXTS.map(SOURCES[format]);

		const instances: Array<[name: string, on: Service]> = [
			['a running instance', service],
			['one on which X is a plain network', olderService],
		];

		test.each(instances)('arrive as posts on %s', async (_which, on) => {
			const networks = Object.keys(FORMS);
			const posts = await publish(sources, format, { on, networks });
			for (const network of networks) {
				expectArrived(
					posts[network].map(([first]) => first),
					FORMS[network],
				);
			}
		});

		test.each(instances)('arrive as later parts of a thread on %s', async (_which, on) => {
			const networks = [PLAIN, MARKDOWN, TELEGRAM, 'x'];
			const posts = await publish(sources, format, {
				on,
				networks,
				more: { thread: { segment: [{ content: '={{ $json.text }}' }] } },
			});
			for (const network of networks) {
				expectArrived(
					posts[network].map(([, later]) => later),
					FORMS[network],
				);
			}
		});

		test('arrive as articles', async () => {
			const article = { post_type: 'article', article_title: 'Menu', article_status: 'published' };
			const { x } = await publish(sources, format, {
				networks: ['x'],
				entry: { settings: article },
			});
			expectArrived(
				x.map(([first]) => first),
				'html',
			);
		});
	},
);

test('hostile texts go As Is to the service, character for character', async () => {
	const texts = HOSTILE_TEXTS.map((text) => `Tea ${text}`);
	await publish(texts, 'asIs');
	const received = storedPosts(service).map(
		({ received: { item } }) => (item as { value: Array<{ content: string }> }).value[0].content,
	);
	expect(received).toEqual(texts);
});

test('Automatic keeps Markdown for the networks that read it', async () => {
	const source = '# Menu\n\n**Tea** & _cake_\n- [link](https://a.example)';
	expect((await read([source], 'automatic', MARKDOWN)).map((text) => text.trimEnd())).toEqual([
		source,
	]);
	const risky = `${source}\n\n1 < 2`;
	expect(await read([risky], 'automatic', MARKDOWN)).toEqual([`${risky}\n`]);
});

test('on networks that read HTML, Automatic shows every character', async () => {
	const { wordpress, telegram } = await publish(['5 < 6\n& more'], 'automatic', {
		networks: [HTML, TELEGRAM],
	});
	expect(wordpress[0][0].published).toBe('<p>5 &lt; 6</p><p>& more</p>');
	expect(telegram[0][0].published).toBe('5 &lt; 6\n& more');
	expect(await read(['A & B'], 'automatic', TELEGRAM)).toEqual(['A & B']);
});

test('Plain Text publishes HTML as it was written', async () => {
	const written = ['<p>a</p>', '<p>5 < 6</p><ul><li>x</li></ul>', 'line\r\nbreaks <'];
	expect((await read(written, 'plain')).map(unixLines)).toEqual(written.map(unixLines));
});

test('Markdown becomes what each network can show', async () => {
	const source = '# Menu\n\n**Tea** & cake\n\n- one\n- two';
	expect(await read([source], 'markdown')).toEqual(['Menu\n\n𝗧𝗲𝗮 & cake\n\n- one\n- two']);
	expect(await read([source], 'markdown', TELEGRAM)).toEqual([
		'Menu\n\nTea & cake\n\n- one\n- two',
	]);
	const { wordpress } = await publish([source], 'markdown', { networks: [HTML] });
	expect(wordpress[0][0].published).toBe(
		'<h1>Menu</h1><p></p><p><strong>Tea</strong> & cake</p><p></p><ul><li><p>one</p></li><li><p>two</p></li></ul>',
	);
	expect((await read([source], 'markdown', MARKDOWN))[0].trimEnd()).toBe(source);
});

test('a text of nothing but a list or a title is published without tags', async () => {
	expect(await read(['- one\n- two', '# Menu'], 'markdown')).toEqual(['- one\n- two', 'Menu']);
	expect(await read(['<ul><li>one</li></ul>', '<h2>Menu</h2>'], 'html')).toEqual(['- one', 'Menu']);
});

test('HTML keeps its lines, its bold and its links', async () => {
	expect(
		await read(['<div>Tea<br>&amp; <b>cake</b></div><a href="https://a.example">Menu</a>'], 'html'),
	).toEqual(['Tea\n& 𝗰𝗮𝗸𝗲\nMenu (https://a.example)']);
});

test('As Is leaves the text to the service', async () => {
	await publish(['5 < 6', '<p>a<br>b</p>'], 'asIs');
	expect(storedPosts(service).map(({ parts }) => parts[0].content)).toEqual([
		'5 &lt; 6',
		'<p>a<br>b</p>',
	]);
});

test('one item can go to networks of every kind, each in its own form', async () => {
	const posts = await publish(['1 < 2'], 'automatic', { networks: [PLAIN, MARKDOWN, HTML] });
	expect(posts[PLAIN][0][0].published).toBe('1 < 2');
	expect(posts[MARKDOWN][0][0].published).toBe('1 < 2\n');
	expect(posts[HTML][0][0].published).toBe('<p>1 &lt; 2</p>');
});

test.each(['automatic', 'plain', 'markdown', 'html'])(
	'whom a text mentions reaches every network as it is written: %s',
	async (format) => {
		const networks = ['linkedin', 'bluesky', 'x', MARKDOWN];
		const mentions =
			'@[Acme Coffee](urn:li:organization:12345) @_acme_ @acme.bsky.social [[[@123]]]';
		const text = format === 'html' ? `<p>Thanks ${mentions}</p>` : `Thanks ${mentions}`;
		const parts = await publish([text], format, { networks });
		for (const network of networks) {
			expect(parts[network][0][0].published.trim()).toBe(`Thanks ${mentions}`);
		}
	},
);

describe('a text that looks like Markdown', () => {
	const hints = async (content: string, options: INodeParameters = {}, network = PLAIN) => {
		const run = await createPost(service, {
			...onChannels(channelEntry(service, network, SETTINGS[network])),
			content,
			options,
		});
		expect(run.error).toBeUndefined();
		return hintsOf(run).filter((hint) => hint.includes('Text Format'));
	};

	test.each(['It is **new**, really', 'See [our menu](https://acme.example/menu)'])(
		'is told how it becomes formatting: %s',
		async (text) => {
			expect(await hints(text)).toEqual([expect.stringContaining('is published as it is written')]);
			expect(await hints(text, { contentFormat: 'plain' })).toEqual([]);
			expect(await hints(text, { contentFormat: 'markdown' })).toEqual([]);
			expect(await hints(text, {}, MARKDOWN)).toEqual([]);
		},
	);

	test.each(['2 ** 3 ** 4', '5 * 3', '[a] (b)', '****', '[not](a link)'])(
		'is not seen in %s',
		async (text) => {
			expect(await hints(text)).toEqual([]);
		},
	);
});
