import type { IDataObject } from 'n8n-workflow';

import { plannedUpload, type MediaFile } from '../../../../nodes/Postiz/media/mediaFile';
import { notesOn, withNotes } from '../../../../nodes/Postiz/publishing/check/notes';
import { networks } from '../../../networks/table.cjs';
import { channel } from '../deliver/rows.cjs';
import { itemOptions, plannedItem, plannedPost, uploadedFile } from '../plans.cjs';

const PICTURE = uploadedFile('cup.png');
const VIDEO = uploadedFile('pour.mp4');

/** The notes on a post with these settings, and parts with these files. */
const notes = (
	identifier: string,
	settings: IDataObject,
	files: MediaFile[][] = [[]],
	options: Partial<Parameters<typeof notesOn>[1]> = {},
) =>
	notesOn(
		plannedPost({
			target: channel(identifier),
			settings,
			parts: files.map((own) => ({ content: 'Tea', files: own })),
		}),
		{ isUnchecked: false, ...options },
	);

test.each(Object.entries(networks))(
	'%s: details of files are noted unless the network publishes them',
	(identifier, { details = [] }) => {
		const labels = {
			alt: 'Alt Text',
			thumbnail: 'Cover',
			thumbnailTimestamp: 'Cover Timestamp (Seconds)',
		};
		const unused = Object.entries(labels).flatMap(([key, label]) =>
			details.includes(key as keyof typeof labels) ? [] : [`${label} is not published`],
		);
		const entered = { ...VIDEO, alt: 'Pour', cover: PICTURE, coverAt: 2500 };
		const { path, id } = { id: 'v', path: 'https://media.example/v.mp4' };
		const inJson = plannedUpload({
			...{ id, path, alt: 'Pour' },
			...{ thumbnail: 'https://media.example/c.png', thumbnailTimestamp: 2500 },
		});
		for (const file of [entered, inJson])
			expect(notes(identifier, {}, [[file]]).map((note) => note.split(': ')[0])).toEqual(unused);
	},
);

test.each<[string, Partial<MediaFile>, string[]]>([
	['youtube', { cover: PICTURE }, ['Cover is not published: use the setting Thumbnail']],
	['youtube', { alt: 'Pour' }, ['Alt Text is not published']],
	['bluesky', { cover: PICTURE }, ['Cover is not published']],
])('%s with %j: what to use instead is said', (identifier, details, expected) => {
	expect(notes(identifier, {}, [[{ ...VIDEO, ...details }]])).toEqual(expected);
});

test.each<[boolean, ReturnType<typeof itemOptions>]>([
	[false, itemOptions()],
	[true, itemOptions('draft')],
	[true, { ...itemOptions(), skipsValidation: true }],
])(
	'an item gets the notes of each of its posts; nobody checks them: %s',
	(isUnchecked, options) => {
		const parts = [
			{ content: 'Tea', files: [], delay: 5 },
			{ content: 'Cake', files: [] },
		];
		const posts = ['youtube', 'vibes'].map((identifier) =>
			plannedPost({ target: channel(identifier), parts, notes: ['Own'] }),
		);
		const item = withNotes(plannedItem(posts, options));
		expect(item.posts.map(({ notes: own }) => own)).toEqual([
			expect.arrayContaining(['Own', 'the delay of the post itself has no effect']),
			['Own'],
		]);
		expect(item.posts[0].notes!.includes('1 part of the thread would be lost')).toBe(isUnchecked);
	},
);

const EVENT = { topicType: 'EVENT', eventTitle: 'Tasting', eventStartDate: '2026-12-14' };
const place = (value: IDataObject) => ({ subreddit: [{ value }] });

test.each<[string, IDataObject, MediaFile[], string[]]>([
	['gmb', EVENT, [], []],
	[
		'gmb',
		{ ...EVENT, topicType: 'STANDARD' },
		[],
		[
			'Event Title has no effect unless About is Event',
			'Event Starts On has no effect unless About is Event or Offer',
		],
	],
	['gmb', { offerTerms: 'Once' }, [], ['Offer Terms has no effect unless About is Offer']],
	[
		'gmb',
		{ callToActionType: 'CALL', callToActionUrl: 'https://a.example' },
		[],
		[
			'Button Link has no effect unless Button is Book or Get Offer or Learn More or Order or Shop or Sign Up',
		],
	],
	[
		'linkedin',
		{ carousel_name: 'Menu' },
		[],
		['Carousel Name has no effect unless Carousel is on'],
	],
	['linkedin', { carousel_name: 'Menu', post_as_images_carousel: true }, [], []],
	[
		'linkedin',
		{ 'plug--linkedin-add-comment--comment': 'Nice' },
		[],
		['Comment Text has no effect without Comment Channels'],
	],
	[
		'instagram',
		{ post_type: 'story', collaborators: [{ label: 'acme' }] },
		[PICTURE],
		['Collaborators has no effect unless Post Type is Post'],
	],
	[
		'instagram',
		{ post_type: 'post', graduation_strategy: 'SS_PERFORMANCE' },
		[PICTURE],
		['Trial Reel Ends has no effect unless Trial Reel is on'],
	],
	['instagram', { post_type: 'post', graduation_strategy: 'MANUAL' }, [PICTURE], []],
	['x', { article_title: 'Beans' }, [], ['Article Title has no effect unless Article is Yes']],
	[
		'twitch',
		{ announcementColor: 'blue' },
		[],
		['Announcement Color has no effect unless Announcement is Yes'],
	],
	[
		'mewe',
		{ postType: 'timeline', group: '7' },
		[],
		['MeWe Group has no effect unless Post To is MeWe Group'],
	],
	[
		'reddit',
		place({ type: 'self', url: 'https://a.example' }),
		[],
		['Link has no effect unless Post Type is Link'],
	],
	['reddit', place({ type: 'link', url: 'https://a.example' }), [], []],
	[
		'tiktok',
		{ content_posting_method: 'UPLOAD', privacy_level: 'SELF_ONLY', comment: true },
		[VIDEO],
		['Who Can View has no effect unless How to Post is Direct Post'],
	],
	[
		'tiktok',
		{ content_posting_method: 'DIRECT_POST', title: 'Tea', duet: true },
		[VIDEO],
		['Title has no effect: it is only for pictures'],
	],
	[
		'tiktok',
		{ content_posting_method: 'DIRECT_POST', title: 'Tea', duet: true },
		[PICTURE],
		['Allow Duet has no effect: it is only for videos'],
	],
	['tiktok', { content_posting_method: 'DIRECT_POST', title: 'Tea' }, [VIDEO, PICTURE], []],
	['tiktok', { content_posting_method: 'DIRECT_POST', title: 'Tea' }, [], []],
	['facebook', { url: 'https://a.example' }, [], []],
	[
		'facebook',
		{ url: 'https://a.example' },
		[PICTURE],
		['Link has no effect: it is only for posts without files'],
	],
])('%s with %j: settings without effect are noted', (identifier, settings, files, expected) => {
	expect(notes(identifier, settings, [files])).toEqual(expected);
	expect(notes(identifier, settings, [files], { changed: ['other'] })).toEqual([]);
});

describe('of a post that nobody checks', () => {
	const whole = { isUnchecked: true };

	test('what would be lost is noted', () => {
		expect(notes('youtube', {}, [[VIDEO], []], whole)).toEqual([
			'1 part of the thread would be lost',
		]);
		expect(notes('twitch', {}, [[], [PICTURE]], whole)).toEqual([
			'the files of the thread are not published',
		]);
		expect(notes('reddit', place({ type: 'self' }), [[PICTURE]], whole)).toEqual([
			'Post Type is Text or Link, which publish no files',
		]);
	});

	test('nothing else is', () => {
		expect(notes('bluesky', {}, [[], [PICTURE]], whole)).toEqual([]);
		expect(notes('vibes', {}, [[{ ...PICTURE, alt: 'Cup' }]], whole)).toEqual([]);
		expect(notes('youtube', {}, [[VIDEO], []])).toEqual([]);
	});
});
