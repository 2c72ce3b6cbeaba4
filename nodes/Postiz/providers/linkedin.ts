import { isEmpty } from '../values/read';
import { network, otherChannels, problemIf, setting } from './declare';

const NETWORKS = ['linkedin', 'linkedin-page'];
const COMMENTERS = 'plug--linkedin-add-comment--integrations';
const COMMENT = 'plug--linkedin-add-comment--comment';

/** Personal profiles and company pages share their settings (docs/api.md, Providers). */
export const linkedin = network('LinkedIn', 'linkedin', {
	nicknames: ['LI', 'LinkedIn Profile', 'LinkedIn Personal'],
	maxLength: 3000,
	media: { videoAlone: true },
	variant: ({ post_as_images_carousel }) =>
		post_as_images_carousel ? { media: { required: 'image', min: 2, maxVideos: 0 } } : {},
	laterMedia: { max: 0 },
	followFiles: (settings, files, adapts) => {
		const isCarousel = files.length > 1 && files.every(({ kind }) => kind !== 'video');
		if (!adapts || isCarousel || !settings.post_as_images_carousel) return settings;
		return { ...settings, post_as_images_carousel: false };
	},
	fields: [
		setting.text('Carousel Name', 'carousel_name', {
			onlyWith: { post_as_images_carousel: [true] },
			description: 'Title of the document that LinkedIn shows. Only used if Carousel is on.',
		}),
		setting.boolean('Carousel', 'post_as_images_carousel', {
			description:
				'Whether to turn several images into one document that readers swipe through. No effect without images.',
		}),
		...otherChannels(NETWORKS, 'plug--linkedin-repost-post-users', 'Repost', 'repost it'),
		...otherChannels(NETWORKS, 'plug--linkedin-add-comment', 'Comment', 'comment on it', {}),
		setting.text('Comment Text', COMMENT, {
			goesWith: COMMENTERS,
			description: 'Text of the comment',
		}),
	],
	check: ({ [COMMENTERS]: commenters, [COMMENT]: comment }) =>
		problemIf(
			!isEmpty(commenters) && isEmpty(comment),
			'Comment Text',
			'is required if other channels are to comment',
		),
});

export const linkedinPage = network('LinkedIn Page', 'linkedin-page', {
	...linkedin,
	nicknames: ['LI', 'LinkedIn Company Page', 'LinkedIn Company'],
});
