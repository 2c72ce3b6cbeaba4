import type { IDataObject } from 'n8n-workflow';

import { createUrlFile } from '../../../../nodes/Postiz/media/mediaFile';
import { createUploadedFile } from '../../publishing/createContent.cjs';
import {
	CAKE,
	CUP,
	createCalendarPost,
	createTags,
	TEA,
	TITLE,
} from '../../publishing/send/updates/createCalendarPost.cjs';
import {
	LATER,
	planPostUpdate,
	type UpdateFields,
} from '../../publishing/send/updates/planPostUpdate.cjs';

test.each<[UpdateFields, string[]]>([
	[{}, []],
	[
		{
			date: '2099-03-04T10:00:59.000Z',
			state: 'scheduled',
			tags: createTags('b', 'a', 'a'),
			repeatDays: 7,
		},
		[],
	],
	[{ date: LATER }, ['date']],
	[{ state: 'draft' }, ['state']],
	[{ first: { content: '<p>Tea</p>' } }, []],
	[{ first: { content: 'Milk' }, date: LATER }, ['date', 'text']],
	[{ first: { files: [] } }, ['media']],
	[{ first: { files: [createUploadedFile('cup.png')] } }, []],
	[{ first: { files: [{ ...createUploadedFile('cup.png'), alt: 'Cup' }] } }, ['media']],
	[{ first: { files: [{ ...createUploadedFile('cup.png'), coverAt: 0 }] } }, ['media']],
	[
		{
			first: { files: [{ ...createUploadedFile('cup.png'), cover: createUploadedFile('a.png') }] },
		},
		['media'],
	],
	[{ first: { files: [createUrlFile(CUP.path)] } }, ['media']],
	[{ thread: [] }, ['thread']],
	[{ thread: [{}, { content: 'Milk' }] }, ['thread']],
	[{ thread: [{ content: 'Milk' }] }, ['thread']],
	[{ thread: [{ delay: undefined }] }, ['thread']],
	[{ thread: [{ files: [createUploadedFile('cup.png')] }] }, ['thread']],
	[{ tags: createTags('a') }, ['tags']],
	[{ repeatDays: 0 }, ['inter']],
	[{ repeatDays: 8 }, ['inter']],
	[{ settings: { title: 'Menu', own: null } }, []],
	[{ settings: { title: 'Tea', own: ['a'] } }, ['settings.title', 'settings.own']],
	[{ settings: {} }, ['settings.title']],
	[{ settingFiles: { title: createUploadedFile('a.png') } }, ['settings.title']],
])('finds what the update %j changes: %j', (fields, changed) => {
	expect(planPostUpdate(fields).changed).toEqual(changed);
});

test.each<[IDataObject[string], IDataObject[string], boolean]>([
	[{ a: 1, b: null }, { a: 1 }, true],
	[{ a: 1 }, { a: 1, b: 2 }, false],
	[['a', { b: 1 }], ['a', { b: 1 }], true],
	[['a'], ['a', 'b'], false],
	[['a'], ['b'], false],
	[['a'], { 0: 'a' }, false],
	['1', 1, false],
])('treats the settings %j and %j as equal: %s', (own, old, isSame) => {
	const before = createCalendarPost({ parts: [{ ...TEA, settings: { own: old } }] });
	expect(planPostUpdate({ settings: { own } }, before).changed).toEqual(
		isSame ? [] : ['settings.own'],
	);
});

test('finds no differences in a post without public data that stays as it is', () => {
	const before = createCalendarPost({
		parts: undefined,
		settings: JSON.stringify(TITLE),
		tags: [{ tag: { name: 'a' } }],
	});
	expect(planPostUpdate({ tags: createTags('a') }, before).changed).toEqual([]);
});

test('ignores an existing alt text', () => {
	const before = createCalendarPost({ parts: [{ ...TEA, image: [{ ...CUP, alt: 'Cup' }] }, CAKE] });
	const files = [{ ...createUploadedFile('cup.png'), alt: 'Cup' }];
	expect(planPostUpdate({ first: { files } }, before).changed).toEqual([]);
});

test('ignores short links in a text that may have them', () => {
	const before = createCalendarPost({ parts: [{ ...TEA, content: 'Tea https://sho.rt/a' }, CAKE] });
	const first = { content: 'Tea https://acme.example/a-long-menu' };
	expect(planPostUpdate({ first, shortLink: true }, before).changed).toEqual([]);
	expect(planPostUpdate({ first }, before).changed).toEqual(['text']);
});
