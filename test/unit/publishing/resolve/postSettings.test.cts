import type { IDataObject } from 'n8n-workflow';

import { findNetwork } from '../../../../nodes/Postiz/networks';
import {
	convertJsonSettings,
	findUnknownSettings,
} from '../../../../nodes/Postiz/publishing/resolve/postSettings';

const read = (identifier: string, json: IDataObject) =>
	convertJsonSettings(json, findNetwork(identifier), 'UTC');

const TEA = { value: 'tea', label: 'tea' };
const FIRST = { value: '1', label: 'tea' };

test.each<[string, IDataObject]>([
	['x', { who_can_reply_post: 'verified', own: 'a' }],
	['youtube', { title: 'Tea', type: 'public', tags: [] }],
	['reddit', { subreddit: 'tea' }],
	['pinterest', {}],
	['reddit', {}],
	['x', { who_can_reply_post: 'some' }],
])('keeps settings of %s: %j', (identifier, json) => {
	expect(read(identifier, json)).toEqual(json);
});

const YOUTUBE = { title: 'Tea', type: 'public' };

test.each<[string, IDataObject, IDataObject]>([
	['x', {}, { who_can_reply_post: 'everyone' }],
	['instagram', { post_type: '' }, { post_type: 'post' }],
	['youtube', { ...YOUTUBE, tags: [FIRST], thumbnail: null }, { ...YOUTUBE, tags: [FIRST] }],
	['youtube', { title: 'Tea', type: 'post', tags: 'tea, ' }, { ...YOUTUBE, tags: [TEA] }],
	['gmb', { callToActionType: 'NONE', callToActionUrl: '' }, { callToActionType: 'NONE' }],
	['vibes', { __type: 'x', mood: 'up' }, { mood: 'up' }],
])('normalizes settings of %s: %j to %j', (identifier, json, expected) => {
	expect(read(identifier, json)).toEqual(expected);
});

test('adds the required settings of TikTok with the defaults of the form', () => {
	expect(read('tiktok', { privacy_level: 'SELF_ONLY', duet: true })).toEqual({
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
	['x', { community_url: 'a', communities: 'b' }, ['community_url', 'communities']],
	['vibes', { mood: 'up' }, []],
])('finds unknown settings of %s in %j: %j', (identifier, json, expected) => {
	expect(findUnknownSettings(json, findNetwork(identifier))).toEqual(expected);
});
