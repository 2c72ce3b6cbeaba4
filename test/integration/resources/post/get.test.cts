import { segment } from '../../../service/client.cjs';
import type { NodeRunOptions } from '../../support/harness.cjs';
import { FUTURE, postById, runnerOf, sendPost } from '../../support/posts.cjs';
import { useService } from '../../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });

const PICTURE = { id: 'cup', path: 'https://media.example/cup.png', alt: 'A cup' };
const FILM = {
	id: 'pour',
	path: 'https://media.example/pour.mp4',
	thumbnail: 'https://media.example/pour.png',
	thumbnailTimestamp: 1500,
};

const run = runnerOf(service, 'post');

const get = async (id: string, options: Partial<NodeRunOptions> = {}) =>
	await run('get', postById(id), options);

const DETAILS = {
	media: [
		PICTURE,
		{
			id: FILM.id,
			path: FILM.path,
			cover: FILM.thumbnail,
			coverAtSecond: 1.5,
		},
	],
	thread: [
		{
			text: 'More & more',
			delay: 5,
			media: [PICTURE],
		},
	],
};
const wholePost = async (date = FUTURE) =>
	await sendPost(service, 'mastodon', {
		date,
		value: [
			segment('<p>Fresh beans</p>', [PICTURE, FILM]),
			{ ...segment('<p>More &amp; more</p>', [PICTURE]), delay: 5 },
		],
		settings: { note: 'kept' },
		tags: [{ value: 'Launch', label: 'Launch' }],
		inter: 7,
	});

describe('Get', () => {
	test('shows all of a post', async () => {
		const post = await wholePost();
		const { output, error } = await get(post.id);
		expect(error).toBeUndefined();
		expect(output[0].map(({ json }) => json)).toEqual([
			{
				postId: post.id,
				state: 'scheduled',
				text: 'Fresh beans',
				when: '2099-03-04 10:00 UTC',
				date: FUTURE,
				previewUrl: `${service.origin}/p/${post.id}?share=true`,
				postGroup: post.group,
				channelId: post.channelId,
				channel: 'Mastodon: Acme Coffee',
				network: 'mastodon',
				intervalInDays: 7,
				tags: ['Launch'],
				settings: { __type: 'mastodon', note: 'kept' },
				...DETAILS,
			},
		]);
	});
});
