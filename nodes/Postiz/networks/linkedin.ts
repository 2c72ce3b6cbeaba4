import { isEmpty } from '../common/value';
import { defineNetwork } from './defineNetwork';
import { MIB } from './measures';
import { createCondition, narrowTo, NOT_ROTATED, rejectIf } from './ruleBuilders';
import { createOtherChannelsFields, setting } from './settingBuilders';

const NETWORKS = ['linkedin', 'linkedin-page'];
const COMMENTERS = 'plug--linkedin-add-comment--integrations';
const COMMENT = 'plug--linkedin-add-comment--comment';

const CAROUSEL = createCondition('in a carousel', 'post_as_images_carousel', true);

/** Personal profiles and company pages share their settings. */
export const linkedin = defineNetwork('LinkedIn', 'linkedin', {
	nicknames: ['LI', 'LinkedIn Profile', 'LinkedIn Personal'],
	color: '#0a66c2',
	maxLength: 3000,
	rules: [
		{ measure: 'filesBesideVideo', max: 0, in: 'firstPart', mayBeAccepted: true },
		...narrowTo({ in: 'firstPart', when: CAROUSEL }, [
			{ measure: 'pictures', min: 2 },
			{ measure: 'videos', max: 0, mayBeAccepted: true },
			{ measure: 'transparentPictures', max: 0, note: 'transparent areas become black' },
		]),
		NOT_ROTATED,
		...narrowTo({ in: 'laterParts' }, [
			{ measure: 'files', max: 0, mayBeAccepted: true },
			{ measure: 'codePoints', max: 1250, note: 'LinkedIn may refuse such a comment' },
		]),
		...narrowTo({ in: 'firstPart' }, [
			{ measure: 'pictures', max: 20 },
			{ measure: 'seconds', min: 3, max: 1800, mayBeAccepted: true },
			{ measure: 'videoBytes', min: 75 * 1024, max: 500 * MIB, mayBeAccepted: true },
			{ measure: 'videoRatio', min: 1 / 2.4, max: 2.4, note: 'LinkedIn may refuse it' },
		]),
		rejectIf(
			'Comment Text',
			'is required if other channels are to comment',
			({ [COMMENTERS]: commenters, [COMMENT]: comment }) =>
				!isEmpty(commenters) && isEmpty(comment),
			{ inDrafts: true },
		),
	],
	alignWithFiles: (settings, files, { adapts }) => {
		const isCarousel = files.length > 1 && files.every(({ kind }) => kind !== 'video');
		if (!adapts || isCarousel || !settings.post_as_images_carousel) return settings;
		return { ...settings, post_as_images_carousel: false };
	},
	fields: [
		setting.text('Carousel Name', 'carousel_name', {
			description: 'Title of the document that LinkedIn shows. Only used if Carousel is on.',
		}),
		setting.boolean('Carousel', 'post_as_images_carousel', {
			description:
				'Whether to turn several images into one document that readers swipe through. Requires at least two images.',
		}),
		...createOtherChannelsFields(
			NETWORKS,
			'plug--linkedin-repost-post-users',
			'Repost',
			'repost it',
		),
		...createOtherChannelsFields(
			NETWORKS,
			'plug--linkedin-add-comment',
			'Comment',
			'comment on it',
		),
		setting.text('Comment Text', COMMENT, {
			dependsOn: COMMENTERS,
			description: 'Text of the comment',
		}),
	],
});

export const linkedinPage = defineNetwork('LinkedIn Page', 'linkedin-page', {
	...linkedin,
	nicknames: ['LI', 'LinkedIn Company Page', 'LinkedIn Company'],
});
