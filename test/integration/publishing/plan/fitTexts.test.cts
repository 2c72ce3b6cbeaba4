import type { INodeParameters } from 'n8n-workflow';

import { channelOf, IMAGE } from '../../../service/client.cjs';
import { HOSTILE_TEXTS } from '../../../unit/text/hostile.cjs';
import { file, itemsWith, picture } from '../../support/media.cjs';
import {
	channelEntry,
	createFromJson,
	createPost,
	onChannels,
	postRequests,
	storedPosts,
} from '../../support/posts.cjs';
import { useService } from '../../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });

/** 60 sentences of 10 words: 2,939 characters, which only X and the like find too long. */
const SENTENCES = Array.from(
	{ length: 60 },
	(_, index) =>
		`Sentence ${String(index + 1).padStart(2, '0')} tells of our coffee and our tea here.`,
);
const LONG = SENTENCES.join(' ');

const SETTINGS: Record<string, INodeParameters> = {
	discord: { channel: { __rl: true, mode: 'id', value: 'general' } },
	pinterest: { board: { __rl: true, mode: 'id', value: '1' } },
};

const create = async (
	networks: string[],
	tooLong: string,
	{ options = {}, ...more }: INodeParameters & { options?: INodeParameters } = {},
) =>
	await createPost(service, {
		content: LONG,
		...onChannels(...networks.map((name) => channelEntry(service, name, SETTINGS[name]))),
		options: { tooLong, ...options },
		...more,
	});

const partsOf = (network: string) =>
	storedPosts(service).find(({ identifier }) => identifier === network)!.parts;
const shownOf = (network: string) => partsOf(network).map(({ shown }) => shown!);

test('X gets a thread of what LinkedIn gets whole', async () => {
	const { error } = await create(['x', 'linkedin'], 'split');
	expect(error).toBeUndefined();
	expect(shownOf('linkedin')).toEqual([LONG]);
	const parts = shownOf('x');
	expect(parts.join(' ')).toBe(LONG);
	expect(parts).toHaveLength(12);
	for (const part of parts) expect(part).toMatch(/^Sentence .*here\.$/);
	expect(postRequests(service)).toHaveLength(1);
});

test('a verified account of X gets it whole', async () => {
	const account = service.state.channels.find(({ identifier }) => identifier === 'x')!;
	account.verified = true;
	expect((await create(['x'], 'split')).error).toBeUndefined();
	expect(shownOf('x')).toEqual([LONG]);
	await create(['x'], 'split', { content: `${LONG} ${LONG}` });
	expect(storedPosts(service)[1].parts).toHaveLength(2);
});

test('parts end with their number, in as many as there are in all', async () => {
	await create(['x', 'bluesky'], 'splitNumbered', {
		thread: { segment: [{ content: 'See you there', delay: 5 }] },
	});
	for (const network of ['x', 'bluesky']) {
		const parts = shownOf(network);
		const numbers = parts.map((part) => / \((\d+\/\d+)\)$/.exec(part)?.[1]);
		expect(numbers).toEqual(parts.map((_part, index) => `${index + 1}/${parts.length}`));
		expect(parts.at(-1)).toMatch(/^See you there \(/);
		const text = parts.slice(0, -1).map((part) => part.replace(/ \(\d+\/\d+\)$/, ''));
		expect(text.join(' ')).toBe(LONG);
	}
});

test('parts of an own thread follow, with their files and delays', async () => {
	const { error } = await createPost(
		service,
		{
			content: SENTENCES.slice(0, 8).join(' '),
			media: { file: [{ source: 'binary', binaryField: 'a' }] },
			thread: {
				segment: [
					{
						content: SENTENCES.slice(8, 16).join(' '),
						delay: 5,
						media: { file: [{ source: 'binary', binaryField: 'b' }] },
					},
					{ content: 'The end' },
				],
			},
			...onChannels(channelEntry(service, 'bluesky')),
			options: { tooLong: 'split' },
		},
		{ items: itemsWith({ a: file(picture(1)), b: file(picture(2)) }) },
	);
	expect(error).toBeUndefined();
	const parts = partsOf('bluesky');
	expect(parts.map(({ delay, image }) => [delay, image.length])).toEqual([
		[0, 1],
		[0, 0],
		[5, 1],
		[0, 0],
		[0, 0],
	]);
	expect(
		parts
			.slice(0, 4)
			.map(({ shown }) => shown)
			.join(' '),
	).toBe(SENTENCES.slice(0, 16).join(' '));
	expect(parts[4].shown).toBe('The end');
});

test('shortens at a word', async () => {
	await create(['x', 'linkedin'], 'shorten');
	expect(shownOf('linkedin')).toEqual([LONG]);
	const [text] = shownOf('x');
	expect(text).toMatch(/\w…$/);
	expect(text.length).toBeLessThanOrEqual(280);
	expect(text.length).toBeGreaterThan(265);
	expect(LONG.startsWith(text.slice(0, -1))).toBe(true);
});

test('networks without threads are named, and take a shorter text', async () => {
	const { error } = await create(['mastodon', 'pinterest'], 'split', { media: FILES });
	expect(error?.message).toBe('Pinterest: 2999 of 500 characters');
	expect(postRequests(service)).toEqual([]);
	const joined = await create(['pinterest'], 'split', {
		media: FILES,
		options: { ifThreadsUnsupported: 'merge' },
		thread: { segment: [{ content: 'More' }] },
	});
	expect(joined.error?.description).toContain(
		'Pinterest has no threads, so the text cannot be split',
	);
	const shortened = await create(['pinterest'], 'shorten', { media: FILES });
	expect(shortened.error).toBeUndefined();
	expect(shownOf('pinterest')[0]).toMatch(/^Sentence 01 .{470,490}…$/);
});

const FILES = { file: [{ source: 'upload', file: JSON.stringify(IMAGE) }] };

test('the error for a long text names all ways out', async () => {
	const { error } = await create(['bluesky'], 'fail');
	expect(error?.description).toContain('let the option If Text Is Too Long split or shorten it.');
	const pinterest = await create(['pinterest'], 'fail', { media: FILES });
	expect(pinterest.error?.description).toContain('set the option If Text Is Too Long to Shorten.');
	const unknown = await create(['x'], '={{ "cut" }}');
	expect(unknown.error?.message).toMatch(/^If Text Is Too Long cannot be “cut”/);
});

test('Validate Only shows the parts', async () => {
	const { output, error } = await create(['bluesky'], 'splitNumbered', {
		options: { validateOnly: true },
	});
	expect(error).toBeUndefined();
	const [{ json }] = output[0];
	const parts = json.parts as Array<{ text: string; characters: number; maxCharacters: number }>;
	expect(parts.length).toBeGreaterThan(9);
	for (const { text, characters, maxCharacters } of parts) {
		expect([characters, maxCharacters]).toEqual([text.length, 300]);
		expect(characters).toBeLessThanOrEqual(300);
	}
	expect(postRequests(service)).toEqual([]);
});

describe('as it is', () => {
	const post = (content: string) => ({
		integration: { id: channelOf(service, 'bluesky') },
		value: [{ content, image: [] }],
		settings: { __type: 'bluesky' },
	});

	test('JSON without tags is split', async () => {
		const { error } = await createFromJson(service, post(LONG), { options: { tooLong: 'split' } });
		expect(error).toBeUndefined();
		expect(shownOf('bluesky').join(' ')).toBe(LONG);
	});

	test('a text with tags is refused with what to do', async () => {
		const { error } = await createFromJson(service, post(`<p>${LONG}</p>`), {
			options: { tooLong: 'split' },
		});
		expect(error?.description).toContain('Text with HTML tags that is sent as is cannot be split');
	});
});

test('all that people write fits in parts on every kind of network', async () => {
	const content = HOSTILE_TEXTS.join('\n\n');
	const networks = ['x', 'bluesky', 'mastodon', 'discord', 'telegram', 'kick'];
	for (const contentFormat of ['automatic', 'plain', 'markdown', 'html']) {
		const { error } = await create(networks.slice(0, -1), 'splitNumbered', {
			content,
			options: { contentFormat },
		});
		expect(error).toBeUndefined();
	}
	expect(postRequests(service)).toHaveLength(4);
});
