import type { INodeParameters } from 'n8n-workflow';

import { IMAGE } from '../../service/client.cjs';
import { HOSTILE_TEXTS } from '../../unit/text/hostile.cjs';
import { type NodeRun } from '../support/harness.cjs';
import {
	channelEntry,
	createPost,
	onChannels,
	postRequests,
	sendPost,
	storedPosts,
	updatePost,
} from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });

/** 60 sentences with 2,999 characters, which is only too long for X and similar networks. */
const LONG = Array.from(
	{ length: 60 },
	(_, index) =>
		`Sentence ${String(index + 1).padStart(2, '0')} tells of our coffee and our tea here.`,
).join(' ');
const FILES = { file: [{ source: 'upload', file: JSON.stringify(IMAGE) }] };
const SETTINGS: Record<string, INodeParameters> = {
	discord: { channel: { __rl: true, mode: 'id', value: 'general' } },
	pinterest: { board: { __rl: true, mode: 'id', value: '1' } },
};

const create = async (
	networks: string[],
	ifUnsupported: string,
	{ options = {}, ...more }: INodeParameters & { options?: INodeParameters } = {},
) =>
	await createPost(service, {
		content: LONG,
		...onChannels(...networks.map((name) => channelEntry(service, name, SETTINGS[name]))),
		options: { ifUnsupported, ...options },
		...more,
	});

const partsOf = (network: string) =>
	storedPosts(service).find(({ identifier }) => identifier === network)!.parts;
const shownOf = (network: string) => partsOf(network).map(({ shown }) => shown!);

describe('a text that is too long', () => {
	test('becomes a thread on X, which LinkedIn gets whole', async () => {
		const { error } = await create(['x', 'linkedin'], 'adapt');
		expect(error).toBeUndefined();
		expect(shownOf('linkedin')).toEqual([LONG]);
		const parts = shownOf('x');
		expect(parts.join(' ')).toBe(LONG);
		expect(parts).toHaveLength(12);
		for (const part of parts) expect(part).toMatch(/^Sentence .*here\.$/);
		expect(postRequests(service)).toHaveLength(1);
	});

	test('fits in parts on every kind of network, whatever people write', async () => {
		for (const contentFormat of ['automatic', 'plain', 'markdown', 'html']) {
			const { error } = await create(['x', 'bluesky', 'mastodon', 'discord', 'telegram'], 'adapt', {
				content: HOSTILE_TEXTS.join('\n\n'),
				options: { contentFormat },
			});
			expect(error).toBeUndefined();
		}
		expect(postRequests(service)).toHaveLength(4);
	});
});

describe('half an emoji and NUL never reach Postiz', () => {
	const CUT = '={{ "Fresh tea \u{1F375}".slice(0, 11) }}';
	const thread = { segment: [{ content: '={{ "more\\0" }}' }] };
	const expectWhole = ({ error }: NodeRun) => {
		expect(error).toBeUndefined();
		const contents = storedPosts(service)[0].parts.map(({ content }) => content);
		expect(contents).toEqual(['Fresh tea ', 'more']);
	};

	test('with a new post', async () => {
		const run = await createPost(service, {
			...onChannels(channelEntry(service, 'bluesky')),
			content: CUT,
			media: { file: [{ ...FILES.file[0], details: { alt: CUT } }] },
			thread,
		});
		expectWhole(run);
		expect(storedPosts(service)[0].parts[0].image).toEqual([{ ...IMAGE, alt: 'Fresh tea ' }]);
	});

	test('with a change', async () => {
		const { id } = await sendPost(service, 'bluesky');
		expectWhole(await updatePost(service, id, { content: CUT, thread }));
	});
});
