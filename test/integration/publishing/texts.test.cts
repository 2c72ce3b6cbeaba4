import { IMAGE } from '../../service/client.cjs';
import {
	createChannelEntry,
	createPost,
	selectChannels,
	listStoredPosts,
} from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });

test.each<[string, number, number[] | string]>([
	['bluesky', 6, [4, 2]],
	['mastodon', 9, [4, 4, 1]],
	// Comments on LinkedIn have no files, and TikTok has none at all.
	['linkedin', 21, '21 pictures instead of at most 20'],
	['tiktok', 36, '36 pictures instead of at most 35'],
])('on %s, divides %i pictures into %j', async (network, amount, expected) => {
	const pictures = Array.from({ length: amount }, () => ({
		source: 'upload',
		file: JSON.stringify(IMAGE),
	}));
	const publishText = async (ifUnsupported: string) =>
		await createPost(service, {
			media: { file: pictures },
			...selectChannels(createChannelEntry(service, network)),
			options: { ifUnsupported },
		});
	const { error } = await publishText('adapt');
	const isDivided = typeof expected !== 'string';
	if (isDivided)
		expect(listStoredPosts(service)[0].parts.map(({ image }) => image.length)).toEqual(expected);
	else expect(error?.message).toContain(expected);
	const { error: rejection } = await publishText('fail');
	expect(String(rejection?.description).includes('to Adapt')).toBe(isDivided);
});

test('removes half an emoji and NUL', async () => {
	const cut = '={{ "Fresh tea \u{1F375}".slice(0, 11) }}';
	const { error } = await createPost(service, {
		content: cut,
		media: { file: [{ source: 'upload', file: JSON.stringify(IMAGE), details: { alt: cut } }] },
		thread: { segment: [{ content: '={{ "more\\0" }}' }] },
	});
	expect(error).toBeUndefined();
	const [first, second] = listStoredPosts(service)[0].parts;
	expect([first.content, first.image, second.content]).toEqual([
		...['Fresh tea ', [{ ...IMAGE, alt: 'Fresh tea ' }], 'more'],
	]);
});
