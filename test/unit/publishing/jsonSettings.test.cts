import type { IDataObject } from 'n8n-workflow';

import { findProvider } from '../../../nodes/Postiz/providers';
import { parseJsonSettings, unknownKeys } from '../../../nodes/Postiz/publishing/settings';

const notes: string[] = [];

function read(identifier: string, json: IDataObject): IDataObject {
	notes.length = 0;
	const target = { id: 'c1', name: 'Acme', label: 'Channel', identifier };
	return parseJsonSettings(
		json,
		{ ...target, provider: findProvider(identifier) },
		{ timezone: 'UTC', note: (correction) => notes.push(correction) },
	);
}

const REDDIT = { subreddit: '/r/tea', title: 'Tea', type: 'self', is_flair_required: false };

test.each<[string, IDataObject, IDataObject, string[]]>([
	[
		'x',
		{ who_can_reply_post: 'verified', own: 'a' },
		{ who_can_reply_post: 'verified', own: 'a' },
		[],
	],
	['x', {}, { who_can_reply_post: 'everyone' }, ['X: who_can_reply_post is “everyone”']],
	[
		'x',
		{ who_can_reply_post: 'everyone', made_with_ai: 'True', paid_partnership: 0 },
		{ who_can_reply_post: 'everyone', made_with_ai: true, paid_partnership: false },
		['X: made_with_ai was corrected', 'X: paid_partnership was corrected'],
	],
	[
		'x',
		{ post_type: 'Article', article_title: 'A', article_status: 'DRAFT ' },
		{ post_type: 'article', article_title: 'A', article_status: 'draft' },
		['X: article_status was corrected', 'X: post_type was corrected'],
	],
	[
		'instagram',
		{ post_type: '' },
		{ post_type: 'post' },
		['Instagram (Facebook Business): post_type is “post”'],
	],
	[
		'youtube',
		{ title: 'Tea', type: 'post', tags: ['tea', 'cup, saucer'] },
		{
			title: 'Tea',
			type: 'public',
			tags: ['tea', 'cup, saucer'].map((label) => ({ value: label, label })),
		},
		['YouTube: type is “public”', 'YouTube: tags was corrected'],
	],
	[
		'youtube',
		{ title: 'Tea', type: 'hidden', tags: [{ value: '1', label: 'tea' }] },
		{ title: 'Tea', type: 'hidden', tags: [{ value: '1', label: 'tea' }] },
		[],
	],
	[
		'youtube',
		{ title: 'Tea', type: 'public', tags: [{ value: '', label: '' }], thumbnail: { id: '1' } },
		{ title: 'Tea', type: 'public', tags: [], thumbnail: { id: '1' } },
		['YouTube: tags was corrected'],
	],
	[
		'reddit',
		{ subreddit: [{ value: { subreddit: 'tea', title: 'Tea', is_flair_required: 'false' } }] },
		{ subreddit: [{ value: { ...REDDIT, type: 'automatic' } }] },
		[
			'Reddit: subreddit was corrected',
			'Reddit: type is “automatic”',
			'Reddit: is_flair_required was corrected',
		],
	],
	['reddit', { subreddit: [{ value: REDDIT }] }, { subreddit: [{ value: REDDIT }] }, []],
	['reddit', { subreddit: 'tea' }, { subreddit: 'tea' }, []],
	['discord', { channel: 5 }, { channel: '5' }, ['Discord: channel was corrected']],
	['pinterest', {}, {}, []],
	['gmb', { callToActionType: 'NONE', callToActionUrl: '' }, { callToActionType: 'NONE' }, []],
	['vibes', { mood: 'true' }, { mood: 'true' }, []],
	['bluesky', { __type: 'x' }, {}, ['the __type “x” became that of the channel, bluesky']],
	['wrapcast', { __type: 'warpcast' }, {}, []],
	['bluesky', { __type: ' bluesky ' }, {}, []],
	[
		'vibes',
		{ __type: 'x', mood: 'up' },
		{ mood: 'up' },
		['the __type “x” became that of the channel, vibes'],
	],
	[
		'instagram',
		{ post_type: 'post', audio: { id: '1', title: 'Song', audio_volume: 20 } },
		{ post_type: 'post', audio: { id: '1', title: 'Song', audio_volume: 20 } },
		[],
	],
])('%s takes %j as %j', (identifier, json, expected, corrections) => {
	expect(read(identifier, json)).toEqual(expected);
	expect(notes).toEqual(corrections);
});

test('all that TikTok asks for has the defaults of the form', () => {
	expect(read('tiktok', { privacy_level: 'SELF_ONLY', duet: 'true' })).toEqual({
		privacy_level: 'SELF_ONLY',
		duet: true,
		stitch: false,
		comment: true,
		autoAddMusic: 'no',
		brand_content_toggle: false,
		brand_organic_toggle: false,
		content_posting_method: 'DIRECT_POST',
	});
});

const COMMENT = 'plug--linkedin-add-comment--';

test.each<[string, IDataObject, string[]]>([
	[
		'x',
		{ __type: 'x', community: 'c', mood: 'up', odd: '', post_type: 'post', type: 'post' },
		['mood'],
	],
	['linkedin', { [`${COMMENT}comment`]: 'a', [`${COMMENT}later`]: 1 }, []],
	['linkedin', { 'plug--other--comment': 'a' }, ['plug--other--comment']],
	['vibes', { mood: 'up' }, []],
])('of the settings of a post on %s, %j, %j are unknown', (identifier, json, expected) => {
	expect(unknownKeys(json, findProvider(identifier))).toEqual(expected);
});
