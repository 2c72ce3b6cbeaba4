import type { IDataObject } from 'n8n-workflow';

import { plannedUrl, type MediaFile } from '../../../nodes/Postiz/media/mediaFile';
import { filesOfPost, toPayload } from '../../../nodes/Postiz/publishing/payload';
import type { ImageRef } from '../../../nodes/Postiz/transport/types';
import { PNG } from '../../shared/samples.cjs';
import { fileOfItem, plannedPost, uploadedFile } from './plans.cjs';

const FILES = [fileOfItem(PNG), plannedUrl('https://media.example/cup.png'), uploadedFile('2.png')];
const reference = (index: number): ImageRef => ({
	id: `${index}`,
	path: `https://media.example/${index}.png`,
	alt: `Cup ${index}`,
	thumbnail: 'https://media.example/small.png',
});
const REFERENCES = new Map<MediaFile, ImageRef>(
	FILES.map((file, index) => [file, reference(index)]),
);
const THREAD = plannedPost({
	parts: [
		{ content: 'Tea', files: [FILES[2], FILES[0]] },
		{ content: 'Cake', files: [FILES[2]], delay: 5 },
		{ content: 'Now', files: [], delay: 0 },
	],
	settings: { own: 1 },
	settingFiles: { cover: FILES[1] },
});

test('a post carries the files of its parts in their places, and names those of its settings', () => {
	const before = JSON.stringify(THREAD);
	expect(toPayload(THREAD, REFERENCES)).toEqual({
		integration: { id: 'sky-1' },
		value: [
			{ content: 'Tea', image: [reference(2), reference(0)] },
			{ content: 'Cake', image: [reference(2)], delay: 5 },
			{ content: 'Now', image: [], delay: 0 },
		],
		settings: {
			__type: 'bluesky',
			own: 1,
			cover: { id: '1', path: 'https://media.example/1.png' },
		},
	});
	expect(JSON.stringify(THREAD)).toBe(before);
});

test('it has no delay but its own, and settings for the network of its channel', () => {
	const { value, settings } = toPayload(plannedPost({ settings: { __type: 'x' } }), REFERENCES);
	expect(Object.keys(value[0])).toEqual(['content', 'image']);
	expect(settings).toEqual({ __type: 'bluesky' });
});

test('all files of a post are those of its parts and of its settings', () => {
	expect(new Set(filesOfPost(THREAD))).toEqual(new Set(FILES));
	expect(filesOfPost(plannedPost())).toEqual([]);
});

test('what other channels do goes out with a delay and as active, if there are any', () => {
	const sent = (settings: IDataObject) => toPayload(plannedPost({ settings }), REFERENCES).settings;
	const channels = { 'plug--x-y--integrations': [{ id: 'x-2' }] };
	expect(sent(channels)).toEqual({
		__type: 'bluesky',
		...channels,
		'plug--x-y--delay': '0',
		'plug--x-y--active': true,
	});
	expect(sent({ ...channels, 'plug--x-y--delay': '5' })).toMatchObject({ 'plug--x-y--delay': '5' });
	const none = { 'plug--x-y--integrations': [], 'plug--x-y--active': false };
	expect(sent(none)).toEqual({ __type: 'bluesky', ...none });
});
