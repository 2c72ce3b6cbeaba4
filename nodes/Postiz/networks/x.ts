import { option } from '../form/fieldBuilders';
import { defineNetwork } from './defineNetwork';
import {
	createCondition,
	negateCondition,
	NOT_ROTATED,
	noteIf,
	rejectIf,
	LOSES_ROTATION,
} from './ruleBuilders';
import { createOtherChannelsFields, setting } from './settingBuilders';

const COMMUNITY = /^(?:(?:https?:\/\/)?(?:www\.)?(?:x|twitter)\.com\/i\/communities\/)?(\d+)\/?$/i;

const ARTICLE = createCondition('in an article', 'post_type', 'article');
const TWEET = negateCondition(ARTICLE, 'in a post');

export const x = defineNetwork('X', 'x', {
	searchWords: ['Twitter'],
	nicknames: ['X/Twitter', 'Twitter/X'],
	color: '#0f1419',
	markup: 'x',
	// Verified accounts may use 4,000 characters.
	maxLength: 4000,
	guaranteedMaxLength: 280,
	maxLengthNote: '280 if the account is not verified, 100,000 in articles',
	characterCount: 'x',
	getVariant: (settings) => (ARTICLE.isMet(settings) ? { markup: 'html', maxLength: 100_000 } : {}),
	rules: [
		{ measure: 'files', max: 4, when: TWEET },
		{ measure: 'videos', max: 0, when: ARTICLE, mayBeAccepted: true },
		{ measure: 'filesBesideVideo', max: 0, when: TWEET, note: 'X may refuse it' },
		{ measure: 'filesBesideGif', max: 0, when: TWEET, note: 'X may refuse it' },
		{ measure: 'cashtags', max: 1, mayBeAccepted: true },
		{ measure: 'seconds', max: 140, note: 'X refuses it for some accounts' },
		{ measure: 'seconds', min: 0.5, max: 7500, mayBeAccepted: true },
		{ measure: 'videoRatio', min: 1 / 3, max: 3, note: 'X may refuse it' },
		{ measure: 'fps', max: 60, note: 'X may refuse it' },
		{ measure: 'codec', oneOf: ['H.264'], note: 'X may refuse it' },
		NOT_ROTATED,
		noteIf(
			'Article Cover',
			`is rotated by EXIF: it ${LOSES_ROTATION}`,
			(_settings, { settingFile }) => settingFile?.isRotated === true,
			{ settingFile: 'article_cover', when: ARTICLE },
		),
		rejectIf(
			'Article Status',
			'cannot be Draft for an article with a thread',
			({ article_status: status }, { laterPartCount }) => status === 'draft' && laterPartCount > 0,
			{ when: ARTICLE, remedy: 'Remove the thread.' },
		),
	],
	fields: [
		setting.choice('Who Can Reply', 'who_can_reply_post', {
			required: true,
			optionalWhen: { post_type: ['article'] },
			default: 'everyone',
			options: [
				option('Accounts You Follow', 'following'),
				option('Everyone', 'everyone'),
				option('Only Accounts You Mention', 'mentionedUsers'),
				option('Subscribers', 'subscribers'),
				option('Verified Accounts', 'verified'),
			],
			description: 'Who can reply to the post on X',
		}),
		setting.file('Article Cover', 'article_cover', {
			description: 'Main picture of an article: a binary field or a web address',
		}),
		setting.choice('Article Status', 'article_status', {
			default: 'published',
			requiredWhen: { post_type: ['article'] },
			options: [option('Draft', 'draft'), option('Published', 'published')],
			description: 'Whether X publishes the article or keeps it as a draft. Required for articles.',
		}),
		setting.text('Article Title', 'article_title', {
			requiredWhen: { post_type: ['article'] },
			description: 'Title of the article. Required if Article is Yes.',
		}),
		setting.text('Community', 'community', {
			placeholder: 'e.g. https://x.com/i/communities/1493446837214187523',
			pattern: {
				matches: /^https:\/\/x\.com\/i\/communities\/\d+$/,
				expected:
					'the link of a community, such as https://x.com/i/communities/1493446837214187523',
			},
			toApiValue: (value) => {
				const id = typeof value === 'string' && COMMUNITY.exec(value.trim())?.[1];
				return id ? `https://x.com/i/communities/${id}` : value;
			},
			description: 'Link of the X community to post in. Your account must be a member.',
		}),
		setting.boolean('Made With AI', 'made_with_ai', {
			description: 'Whether to label the post as made with AI',
		}),
		setting.boolean('Paid Partnership', 'paid_partnership', {
			description: 'Whether to label the post as a paid partnership',
		}),
		setting.choice('Article', 'post_type', {
			default: 'post',
			options: [option('No', 'post'), option('Yes', 'article', 'A long text with a title')],
			description:
				'Whether to publish an article instead of a post. An article requires a title and a status.',
		}),
		...createOtherChannelsFields(['x'], 'plug--x-repost-post-users', 'Repost', 'repost it'),
	],
});
