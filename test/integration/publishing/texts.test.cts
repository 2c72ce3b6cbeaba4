import { IMAGE } from '../../service/client.cjs';
import {
	channelEntry,
	createPost,
	onChannels,
	postRequests,
	storedPosts,
} from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });

/** 60 sentences with 2,999 characters, which is only too long for X and similar networks. */
const LONG = Array.from(
	{ length: 60 },
	(_, index) =>
		`Sentence ${String(index + 1).padStart(2, '0')} tells of our coffee and our tea here.`,
).join(' ');

test('a text that is too long becomes a thread on X, which LinkedIn gets whole', async () => {
	const { error } = await createPost(service, {
		content: LONG,
		...onChannels(channelEntry(service, 'x'), channelEntry(service, 'linkedin')),
		options: { ifUnsupported: 'adapt' },
	});
	expect(error).toBeUndefined();
	const [parts, whole] = storedPosts(service).map((post) => post.parts.map(({ shown }) => shown!));
	expect(whole).toEqual([LONG]);
	expect(parts.join(' ')).toBe(LONG);
	expect(parts).toHaveLength(12);
	for (const part of parts) expect(part).toMatch(/^Sentence .*here\.$/);
	expect(postRequests(service)).toHaveLength(1);
});

test.each<[string, number, number[] | string]>([
	['bluesky', 6, [4, 2]],
	['mastodon', 9, [4, 4, 1]],
	// Comments on LinkedIn have no files, and TikTok has none at all.
	['linkedin', 21, '21 of 20 pictures'],
	['tiktok', 36, '36 of 35 pictures'],
])('of the pictures on %s, %i are divided into %j', async (network, amount, expected) => {
	const pictures = Array.from({ length: amount }, () => ({
		source: 'upload',
		file: JSON.stringify(IMAGE),
	}));
	const posted = async (ifUnsupported: string) =>
		await createPost(service, {
			media: { file: pictures },
			...onChannels(channelEntry(service, network)),
			options: { ifUnsupported },
		});
	const { error } = await posted('adapt');
	const isDivided = typeof expected !== 'string';
	if (isDivided)
		expect(storedPosts(service)[0].parts.map(({ image }) => image.length)).toEqual(expected);
	else expect(error?.message).toContain(expected);
	const { error: refusal } = await posted('fail');
	expect(String(refusal?.description).includes('to Adapt')).toBe(isDivided);
});

test('half an emoji and NUL never reach Postiz', async () => {
	const cut = '={{ "Fresh tea \u{1F375}".slice(0, 11) }}';
	const { error } = await createPost(service, {
		content: cut,
		media: { file: [{ source: 'upload', file: JSON.stringify(IMAGE), details: { alt: cut } }] },
		thread: { segment: [{ content: '={{ "more\\0" }}' }] },
	});
	expect(error).toBeUndefined();
	const [first, second] = storedPosts(service)[0].parts;
	expect([first.content, first.image, second.content]).toEqual([
		...['Fresh tea ', [{ ...IMAGE, alt: 'Fresh tea ' }], 'more'],
	]);
});
