import { booleanField, network, stringField } from './declare';
import { otherChannels } from './otherChannels';
import type { Provider, SettingField } from './types';

const others = otherChannels(
	['linkedin', 'linkedin-page'],
	[
		{ key: 'linkedin-repost-post-users', word: 'Repost', does: 'repost it' },
		{ key: 'linkedin-add-comment', word: 'Comment', does: 'comment on it' },
	],
);

const fields: SettingField[] = [
	stringField('Carousel Name', 'carousel_name', {
		description: 'Title of the document that LinkedIn shows. Only used for a carousel.',
	}),
	booleanField('Post Images as Carousel', 'post_as_images_carousel', {
		description:
			'Whether to turn several images into one document that readers swipe through. No effect without images.',
	}),
	...others.fields,
];

/** Personal profiles and company pages share their settings (docs/api.md, Providers). */
export const linkedin = network('LinkedIn', 'linkedin', {
	maxLength: 3000,
	media: { videoAlone: true },
	mediaFor: ({ post_as_images_carousel }) =>
		post_as_images_carousel ? { required: 'image', min: 2, maxVideos: 0 } : undefined,
	laterMedia: { max: 0 },
	fields,
	check: others.check,
});

export const linkedinPage: Provider = {
	...linkedin,
	identifier: 'linkedin-page',
	displayName: 'LinkedIn Page',
};
