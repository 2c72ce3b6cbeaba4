import { segment } from '../../../service/client.cjs';
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

test('shows all of a post', async () => {
	const post = await sendPost(service, 'mastodon', {
		date: FUTURE,
		value: [
			segment('<p>Fresh beans</p>', [PICTURE, FILM]),
			{ ...segment('<p>More &amp; more</p>', [PICTURE]), delay: 5 },
		],
		settings: { note: 'kept' },
		tags: [{ value: 'Launch', label: 'Launch' }],
		inter: 7,
	});
	const { output, error } = await runnerOf(service, 'post')('get', postById(post.id));
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
			media: [PICTURE, { id: FILM.id, path: FILM.path, cover: FILM.thumbnail, coverAtSecond: 1.5 }],
			thread: [{ text: 'More & more', delay: 5, media: [PICTURE] }],
		},
	]);
});
