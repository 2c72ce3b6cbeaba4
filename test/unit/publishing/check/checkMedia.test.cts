import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { plannedUrl, type MediaFile } from '../../../../nodes/Postiz/media/mediaFile';
import { findProvider } from '../../../../nodes/Postiz/providers';
import { describeMediaRule } from '../../../../nodes/Postiz/providers/describeMediaRule';
import type { MediaRule } from '../../../../nodes/Postiz/providers/types';
import { checkMedia } from '../../../../nodes/Postiz/publishing/check/checkPost';
import { JPEG, MP4, PNG } from '../../../shared/samples.cjs';
import { fileOfItem } from '../plans.cjs';
import { ROOT } from '../../../harness/paths.cjs';
import { check, sentences, times, type FileKind } from './mediaKinds.cjs';

const PINTEREST =
	'Pinterest requires 1 to 5 pictures of the same size, or 1 video with 1 picture as its cover';

const checkFiles = (identifier: string, files: MediaFile[]) =>
	sentences(
		checkMedia({ parts: [{ content: 'Tea', files }], settings: {} }, findProvider(identifier)!),
	);

test.each<[string, FileKind[][], string, IDataObject?]>([
	['bluesky', [times(5, 'png')], '5 pictures. Bluesky allows up to 4 pictures, or 1 video alone'],
	[
		'bluesky',
		[['mp4', 'png']],
		'other files besides a video. Bluesky allows up to 4 pictures, or 1 video alone',
	],
	[
		'dribbble',
		[[]],
		'no picture. Dribbble requires exactly 1 picture of 400x300 or 800x600 pixels, no videos',
	],
	[
		'dribbble',
		[['401x300']],
		'a picture of 401x300 pixels. Dribbble requires exactly 1 picture of 400x300 or 800x600 pixels, no videos',
	],
	['gmb', [['png', 'png']], '2 files. Google My Business allows up to 1 picture, no videos'],
	[
		'instagram',
		[times(11, 'png')],
		'11 files. Instagram (Facebook Business) requires 1 to 10 pictures or videos',
	],
	[
		'instagram',
		[['png']],
		'no video. Instagram (Facebook Business) requires exactly 1 video',
		{ is_trial_reel: true },
	],
	[
		'linkedin',
		[['png']],
		'1 file. LinkedIn requires at least 2 pictures, no videos',
		{ post_as_images_carousel: true },
	],
	['pinterest', [['mp4']], `a video without a picture as its cover. ${PINTEREST}`],
	['pinterest', [['mp4', 'png', 'png']], `more than one picture besides a video. ${PINTEREST}`],
	['pinterest', [['10x10', '10x11']], `pictures of 10x10 and 10x11 pixels. ${PINTEREST}`],
	[
		'reddit',
		[['mp4']],
		'a video without a cover. Reddit allows pictures or videos, each video with a cover',
	],
	['tumblr', [['mp4', 'mp4']], '2 videos. Tumblr allows up to 30 pictures and 1 video'],
])('%s refuses %j: the post has %s', (...[identifier, parts, said, settings]) => {
	expect(check(identifier, parts, settings)).toEqual([`the post has ${said}.`]);
});

test.each([
	[
		'lemmy',
		[['webp']],
		'the post starts with a file of another type. Lemmy allows pictures or videos, the first file PNG, JPG, GIF.',
	],
	['linkedin', [[], ['png']], 'part 2 of the thread has 1 file. LinkedIn allows no files.'],
	[
		'reddit',
		[[], ['png']],
		'part 2 of the thread has files, which are not published. Add them to the post itself.',
	],
] as Array<[string, FileKind[][], string]>)('%s, %j: %s', (identifier, parts, sentence) => {
	expect(check(identifier, parts)).toEqual([sentence]);
});

describe('before the upload', () => {
	test('what is not known is left to the service', () => {
		const unknown = plannedUrl('https://media.example/cup');
		for (const identifier of ['youtube', 'dribbble', 'instagram', 'pinterest', 'lemmy']) {
			expect(checkFiles(identifier, [unknown])).toEqual([]);
		}
		expect(check('dribbble', [['png']])).toEqual([]);
		expect(check('pinterest', [['png', '10x10']])).toEqual([]);
	});

	test.each<[string, MediaFile, string, boolean]>([
		['a picture of the item', fileOfItem(PNG), 'youtube', false],
		['a video of the item', fileOfItem(MP4), 'youtube', true],
		['a JPEG picture of the item', fileOfItem(JPEG), 'lemmy', true],
		[
			'a picture at an address',
			plannedUrl('https://media.example/CUP.PNG?a=1#b'),
			'youtube',
			false,
		],
		['a video at an address', plannedUrl('https://media.example/pour.MP4'), 'youtube', true],
		['a WebP picture at an address', plannedUrl('https://media.example/cup.webp'), 'lemmy', false],
		['a video without a cover', fileOfItem(MP4), 'reddit', false],
		['a video with a cover', { ...fileOfItem(MP4), cover: fileOfItem(PNG) }, 'reddit', true],
	])('%s is known: %#', (_name, file, identifier, isTaken) => {
		expect(checkFiles(identifier, [file])).toHaveLength(isTaken ? 0 : 1);
	});
});

test.each<[MediaRule, string]>([
	[{}, 'pictures or videos'],
	[{ max: 0 }, 'no files'],
	[{ min: 2 }, 'at least 2 pictures or videos'],
	[{ maxImages: 1, maxVideos: 0 }, 'up to 1 picture, no videos'],
])('%j in words: takes %s', (rule, words) => {
	expect(describeMediaRule(rule)).toBe(words);
});

interface Recorded {
	network: string;
	title: string;
	files: string[][];
	settings?: IDataObject;
	taken?: true;
}

test('files are refused as a running instance refused them', () => {
	const { cases } = JSON.parse(
		readFileSync(join(ROOT, 'test/fixtures/recorded/media.json'), 'utf8'),
	) as { cases: Recorded[] };
	const differing = cases
		// It rejects everything but drafts, whatever the files are.
		.filter(({ network }) => network !== 'kick')
		.filter(({ network, files, settings, taken }) => {
			const parts = files.map((kinds) =>
				kinds.map((kind) => (kind === 'mp4 with cover' ? 'cover' : (kind as FileKind))),
			);
			return (check(network, parts, settings).length === 0) !== (taken ?? false);
		})
		.map(({ network, title, taken }) => `${network}, ${title}: ${taken ? 'taken' : 'refused'}`);
	const lost = (network: string, titles: string[]) =>
		titles.map((title) => `${network}, ${title} in a later part: taken`);
	expect(differing).toEqual([
		// The service accepts files that it doesn't pass on to the network (docs/api.md, Threads).
		...lost('instagram', ['picture', 'video', '5 pictures']),
		...lost('instagram-standalone', ['picture', 'video', '5 pictures']),
		...lost('reddit', ['picture', '5 pictures']),
		...lost('lemmy', ['picture', 'video', '5 pictures']),
		...lost('moltbook', ['picture', 'video', '5 pictures']),
		...lost('twitch', ['picture', 'video', '5 pictures']),
		// Other checks reject these, not because of the files.
		'instagram, audio, story: refused',
		'x, draft article with a thread: refused',
		'gmb, event without a title: refused',
	]);
	expect(cases.length).toBeGreaterThan(500);
});
