import { isString, matches, minLength, optional, string, when } from '../service/schema.cjs';
import type { Network } from './network.cjs';
import type { Rule } from './rule.cjs';
import {
	ARTICLE,
	POST,
	createCodecNote,
	createFileSample,
	createRule,
	createThread,
	isArticle,
	rejectOnArrival,
	withSettings,
} from './ruleBuilders.cjs';
import { createPicture, createPictures } from './samples.cjs';
import { checkbox, choice, createPlugByOthers, file, text } from './settingBuilders.cjs';

export const x: Network = {
	name: 'X',
	max: 4000,
	usual: 280,
	articles: { max: 100_000, text: 'html' },
	counts: 'x',
	text: 'tweet',
	rulesInWords: 'Up to 4 pictures or a single video; articles have pictures only.',
	settings: {
		community: text('Community', {
			like: 'https://x.com/i/communities/123',
			schema: optional(
				string(
					matches(
						/^(https:\/\/x\.com\/i\/communities\/\d+)?$/,
						'Invalid X community URL. It should be in the format: https://x.com/i/communities/1493446837214187523',
					),
				),
			),
		}),
		who_can_reply_post: choice(
			'Who Can Reply',
			['everyone', 'following', 'mentionedUsers', 'subscribers', 'verified'],
			{ on: (settings) => !isArticle(settings) },
		),
		post_type: choice('Article', ['post', 'article'], {
			description: 'A post, or a long article with a title',
		}),
		article_title: text('Article Title', {
			description: 'For articles',
			schema: when(
				isArticle,
				string(minLength(1, { message: 'Article title is required' }), isString),
			),
		}),
		article_status: choice('Article Status', ['draft', 'published'], {
			on: isArticle,
			rules: [],
			description: 'For articles: whether it is published at once',
		}),
		article_cover: file('Article Cover', { description: 'For articles: the picture above' }),
		made_with_ai: checkbox('Made With AI'),
		paid_partnership: checkbox('Paid Partnership'),
		...createPlugByOthers('x-repost-post-users', 'Repost'),
	},
	needed: [
		[{}, ['Who Can Reply']],
		[{ post_type: 'post' }, ['Who Can Reply']],
		[{ post_type: 'article' }, ['Article Status', 'Article Title']],
		[{ post_type: 'article', article_title: 'A', article_status: 'draft' }, []],
	],
};

export const xRules: Rule[] = [
	createCodecNote('x', 'H.264', 'HEVC'),
	createRule('x', 'noted', '1 picture rotated by EXIF', [false, true], (turned) =>
		createFileSample(createPicture({ turned })),
	),
	createRule('x', 'noted', 'Article Cover is rotated by EXIF', [false, true], (turned) =>
		withSettings(ARTICLE, { settingFiles: { article_cover: createPicture({ turned }) } }),
	),
	createRule(
		'x',
		'rejected',
		'Article Status',
		['published', 'draft'],
		(status) => withSettings({ ...ARTICLE, article_status: status }, createThread('Tea')),
		({ settings, texts }) =>
			isArticle(settings) && settings.article_status === 'draft' && texts.length > 1,
		rejectOnArrival(
			'A draft article cannot have thread replies, remove them or publish the article',
		),
	),
	createRule('x', 'rejected', '5 files instead of at most 4', [ARTICLE, POST], (settings) =>
		withSettings(settings, createPictures(5)),
	),
];
