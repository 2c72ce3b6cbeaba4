import type { IDataObject } from 'n8n-workflow';

import { createReferenceFile, createUrlFile } from '../../../../nodes/Postiz/media/mediaFile';
import { findNetwork } from '../../../../nodes/Postiz/networks';
import { toPostContent } from '../../../../nodes/Postiz/publishing/send/postDifferences';
import { CAKE, CUP, postWith, tags, TEA, TITLE, uploadedFile } from '../plans.cjs';
import { LATER, plan, type Wish } from './changes.cjs';

test.each<[Wish, string[]]>([
	[{}, []],
	[
		{ date: '2099-03-04T10:00:59.000Z', state: 'scheduled', tags: tags('b', 'a', 'a'), inter: 7 },
		[],
	],
	[{ date: LATER }, ['date']],
	[{ state: 'draft' }, ['state']],
	[{ first: { content: '<p>Tea</p>' } }, []],
	[{ first: { content: 'Milk' }, date: LATER }, ['date', 'text']],
	[{ first: { files: [] } }, ['media']],
	[{ first: { files: [uploadedFile('cup.png')] } }, []],
	[{ first: { files: [{ ...uploadedFile('cup.png'), alt: 'Cup' }] } }, ['media']],
	[{ first: { files: [{ ...uploadedFile('cup.png'), coverAt: 0 }] } }, ['media']],
	[{ first: { files: [{ ...uploadedFile('cup.png'), cover: uploadedFile('a.png') }] } }, ['media']],
	[{ first: { files: [createUrlFile(CUP.path)] } }, ['media']],
	[{ later: [] }, ['thread']],
	[{ later: [{}, { content: 'Milk' }] }, ['thread']],
	[{ later: [{ content: 'Milk' }] }, ['thread']],
	[{ later: [{ delay: undefined }] }, ['thread']],
	[{ later: [{ files: [uploadedFile('cup.png')] }] }, ['thread']],
	[{ tags: tags('a') }, ['tags']],
	[{ inter: null }, ['inter']],
	[{ inter: 8 }, ['inter']],
	[{ settings: { title: 'Menu', own: null } }, []],
	[{ settings: { title: 'Tea', own: ['a'] } }, ['settings.title', 'settings.own']],
	[{ settings: {} }, ['settings.title']],
	[{ settingFiles: { title: uploadedFile('a.png') } }, ['settings.title']],
])('finds the changes of %j: %j', (wish, changed) => {
	expect(plan(wish).changed).toEqual(changed);
});

test.each<[IDataObject[string], IDataObject[string], boolean]>([
	[{ a: 1, b: null }, { a: 1 }, true],
	[{ a: 1 }, { a: 1, b: 2 }, false],
	[['a', { b: 1 }], ['a', { b: 1 }], true],
	[['a'], ['a', 'b'], false],
	[['a'], ['b'], false],
	[['a'], { 0: 'a' }, false],
	['1', 1, false],
])('compares the setting %j with %j, equal: %s', (own, old, isSame) => {
	const before = postWith({ parts: [{ ...TEA, settings: { own: old } }] });
	expect(plan({ settings: { own } }, before).changed).toEqual(isSame ? [] : ['settings.own']);
});

test('compares only the text of a post without a preview', () => {
	const before = postWith({
		parts: [],
		settings: JSON.stringify(TITLE),
		tags: [{ tag: { name: 'a' } }],
	});
	const wish = { first: { files: [uploadedFile('a.png')] }, later: [{ content: 'Milk' }] };
	expect(plan({ ...wish, tags: tags('a') }, before).changed).toEqual([]);
});

test('reads a post as content, also without a preview', () => {
	const target = { id: 'x-1', name: 'Acme', identifier: 'x', network: findNetwork('x') };
	const content = { origin: 'calendar', target, settings: TITLE, settingFiles: {} };
	const files = [createReferenceFile(CUP)];
	expect(toPostContent(postWith())).toEqual({
		...content,
		parts: [
			{ content: 'Tea', files },
			{ content: 'Cake', files: [], delay: 5 },
		],
	});
	const unseen = postWith({ parts: [], settings: JSON.stringify(TITLE) });
	expect(toPostContent(unseen)).toEqual({ ...content, parts: [{ content: 'Tea', files: [] }] });
	const empty = postWith({ parts: [], content: undefined });
	expect(toPostContent(empty).parts).toEqual([{ content: '', files: [] }]);
});

test('ignores an existing alt text', () => {
	const before = postWith({ parts: [{ ...TEA, image: [{ ...CUP, alt: 'Cup' }] }, CAKE] });
	const files = [{ ...uploadedFile('cup.png'), alt: 'Cup' }];
	expect(plan({ first: { files } }, before).changed).toEqual([]);
});

test('ignores short links in a text that may have them', () => {
	const before = postWith({ parts: [{ ...TEA, content: 'Tea https://sho.rt/a' }, CAKE] });
	const first = { content: 'Tea https://acme.example/a-long-menu' };
	expect(plan({ first, shortLink: true }, before).changed).toEqual([]);
	expect(plan({ first }, before).changed).toEqual(['text']);
});
