import fc from 'fast-check';

import { isServiceHtml } from '../../nodes/Postiz/text/html';
import { jsonItems } from './harness.cjs';
import { channelEntry, createPost, storedPosts } from './posts.cjs';
import { useService } from './useService.cjs';

/** What reaches the networks, by the kind of text that they are handed. */
const PLAIN = 'nostr';
const MARKDOWN = 'discord';
const HTML = 'telegram';

const service = useService({ hourlyLimit: 1_000_000 });

const unixLines = (text: string) => text.replace(/\r\n?/g, '\n');

/** What each network publishes of the texts, one post for each. */
async function publish(
	texts: string[],
	contentFormat: string,
	identifier = PLAIN,
): Promise<string[]> {
	const { error } = await createPost(
		service,
		{
			content: '={{ $json.text }}',
			channels: {
				channel: [
					channelEntry(service, identifier, identifier === MARKDOWN ? DISCORD_CHANNEL : {}),
				],
			},
			options: { contentFormat },
		},
		{ items: jsonItems(texts.map((text) => ({ text }))) },
	);
	expect(error).toBeUndefined();
	return storedPosts(service)
		.slice(-texts.length)
		.map(({ parts }) => parts[0].published);
}

// Discord wants to know in which of its own channels to post.
const DISCORD_CHANNEL = {
	provider: 'other',
	providerIdentifier: MARKDOWN,
	settingsJson: '{"channel": "general"}',
};

const AWKWARD = [
	'5 < 6 & 7 > 3',
	'x <y z',
	'<me@example.com>',
	'I <3 coffee\n\n\tand tea\n',
	'<b>not bold</b>, &amp; no entity: &lt;',
	'<p>starts like HTML</p> but goes on',
	'<!-- not hidden -->',
	'“quotes”, it’s 100 % 🎉 咖啡',
	'C:\\temp\\new',
	'{{ not an expression }}',
	'line\r\nbreaks <',
];

test('Automatic publishes what was written', async () => {
	expect((await publish(AWKWARD, 'automatic')).map(unixLines)).toEqual(AWKWARD.map(unixLines));
});

test('Automatic publishes whatever was written', async () => {
	const piece = fc.oneof(
		fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 }),
		fc.constantFrom(
			'<',
			'>',
			'&',
			'\n',
			'\r\n',
			'<b>',
			'</p>',
			'<p>',
			'<br>',
			'&amp;',
			'<y z',
			'🎉',
		),
	);
	const texts = fc
		.array(piece, { minLength: 1, maxLength: 10 })
		.map((pieces) => pieces.join(''))
		.filter((text) => text.trim() !== '' && !isServiceHtml(text));
	await fc.assert(
		fc.asyncProperty(fc.array(texts, { minLength: 20, maxLength: 20 }), async (written) => {
			expect((await publish(written, 'automatic')).map(unixLines)).toEqual(written.map(unixLines));
		}),
		{ numRuns: 15 },
	);
}, 60_000);

test('Automatic keeps Markdown for the networks that read it', async () => {
	const source = '# Menu\n\n**Tea** & _cake_\n- [link](https://a.example)';
	expect(await publish([source], 'automatic', MARKDOWN)).toEqual([source]);
	const risky = `${source}\n\n1 < 2`;
	expect(await publish([risky], 'automatic', MARKDOWN)).toEqual([`${risky}\n`]);
});

test('Automatic gives networks that read HTML a text that shows every character', async () => {
	expect(await publish(['5 < 6\n& more'], 'automatic', HTML)).toEqual([
		'<p>5 &lt; 6</p><p>&amp; more</p>',
	]);
	expect(await publish(['A & B'], 'automatic', HTML)).toEqual(['A & B']);
});

test('Plain Text publishes HTML as it was written', async () => {
	const written = ['<p>a</p>', '<p>5 < 6</p><ul><li>x</li></ul>', ...AWKWARD];
	expect((await publish(written, 'plain')).map(unixLines)).toEqual(written.map(unixLines));
});

test('Markdown becomes what each network can show', async () => {
	const source = '# Menu\n\n**Tea** & cake\n\n- one\n- two';
	expect(await publish([source], 'markdown')).toEqual(['Menu\n\n𝗧𝗲𝗮 & cake\n\n- one\n- two']);
	expect(await publish([source], 'markdown', HTML)).toEqual([
		'<h1>Menu</h1><p></p><p><strong>Tea</strong> &amp; cake</p><p></p><ul><li>one</li><li>two</li></ul>',
	]);
	expect(await publish([source], 'markdown', MARKDOWN)).toEqual([source]);
});

test('a text of nothing but a list or a title is published without tags', async () => {
	expect(await publish(['- one\n- two', '# Menu'], 'markdown')).toEqual(['- one\n- two', 'Menu']);
	expect(await publish(['<ul><li>one</li></ul>', '<h2>Menu</h2>'], 'html')).toEqual([
		'- one',
		'Menu',
	]);
});

test('HTML keeps its lines, its bold and its links', async () => {
	expect(
		await publish(
			['<div>Tea<br>&amp; <b>cake</b></div><a href="https://a.example">Menu</a>'],
			'html',
		),
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
	const { error } = await createPost(service, {
		content: '1 < 2',
		channels: {
			channel: [
				channelEntry(service, PLAIN),
				channelEntry(service, MARKDOWN, DISCORD_CHANNEL),
				channelEntry(service, HTML),
			],
		},
	});
	expect(error).toBeUndefined();
	expect(storedPosts(service).map(({ parts }) => parts[0].published)).toEqual([
		'1 < 2',
		'1 < 2\n',
		'<p>1 &lt; 2</p>',
	]);
});
