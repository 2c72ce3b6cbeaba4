import type { PreviewPart } from '../../../nodes/Postiz/calendar/preview';
import {
	findDifferences,
	findMissingLabels,
	type WrittenFields,
} from '../../../nodes/Postiz/calendar/compare';
import type { PostItem } from '../../../nodes/Postiz/transport/types';
import { DATE, part, PICTURE, wholePost } from './posts.cjs';

const item: PostItem = {
	integration: { id: 'c1' },
	value: [
		{ id: 'p1', content: 'A & B', image: [PICTURE] },
		{ id: 'p2', content: '<p>Two</p>', image: [], delay: 5 },
	],
	settings: { __type: 'youtube', title: 'Beans', tags: [{ value: 'a', label: 'a' }] },
};
const merged = {
	isDraft: false,
	date: DATE,
	tags: [{ value: 'Launch', label: 'Launch' }],
	inter: 7,
};
const shown = (first: Partial<PreviewPart> = {}, second: Partial<PreviewPart> = {}) => [
	part('p1', '<p>A &amp; B</p>', {
		image: [PICTURE],
		settings: { ...item.settings, more: null },
		tags: ['Launch'],
		intervalInDays: 7,
		...first,
	}),
	part('p2', '<p>Two</p>', { delay: 5, ...second }),
];

const differences = (parts: PreviewPart[], more: Partial<WrittenFields> = {}) =>
	findDifferences(item, { ...merged, ...more }, wholePost(parts));

test('there are none if the post reads as it was written', () => {
	expect(differences(shown())).toEqual([]);
});

test('no date that was written is none, and a setting of which nobody knows the name has its own', () => {
	expect(differences(shown({ publishDate: 'soon' }), { date: undefined })).toEqual([]);
	const own = { ...item, settings: { ...item.settings, mood: 'calm' } };
	expect(findDifferences(own, merged, wholePost(shown()))).toEqual(['mood']);
});

test('empty keys, a date without seconds and another form of the text are none', () => {
	const image = [{ ...PICTURE, thumbnail: null as unknown as string }];
	const publishDate = DATE.replace('00.000Z', '00Z');
	expect(differences(shown({ image, publishDate, content: '<p>A &amp; B</p>' }))).toEqual([]);
});

test.each([
	[true, []],
	[false, ['text']],
])('a shorter link is one only if Postiz was not told to shorten links: %s', (shortLink, found) => {
	const [first, second] = item.value;
	const linked = { ...item, value: [{ ...first, content: 'See https://a.example/menu' }, second] };
	const stored = shown({ content: '<p>See https://sho.example/x</p>' });
	expect(findDifferences(linked, { ...merged, shortLink }, wholePost(stored))).toEqual(found);
});

test.each<[string, PreviewPart[]]>([
	['text', shown({ content: '<p>A</p>' })],
	['files', shown({ image: [] })],
	['files', shown({ image: [{ ...PICTURE, alt: 'Another' }] })],
	['text of part 2', shown({}, { content: 'Else' })],
	['files of part 2', shown({}, { image: [PICTURE] })],
	['delay of part 2', shown({}, { delay: 6 })],
	['thread', shown().slice(0, 1)],
	['thread', [...shown(), part('p3', 'Three')]],
	['Title', shown({ settings: { ...item.settings, title: 'Other' } })],
	['Tags', shown({ settings: { ...item.settings, tags: [] } })],
	['Tags', shown({ settings: { ...item.settings, tags: { 0: { value: 'a', label: 'a' } } } })],
	['Tags', shown({ settings: { ...item.settings, tags: ['a'] } })],
	['date', shown({ publishDate: '2099-03-04T10:05:00.000Z' })],
	['date', shown({ publishDate: '2099-03-04T10:01:00.000Z' })],
	['date', shown({ publishDate: 'soon' })],
	['repetition', shown({ intervalInDays: undefined })],
	['tags', shown({ tags: ['Launch', 'Old'] })],
	['state (it is a draft now)', shown({ state: 'DRAFT' })],
])('%s differs', (name, parts) => {
	expect(differences(parts)).toEqual([name]);
});

test('a draft that did not become one differs', () => {
	expect(differences(shown(), { isDraft: true })).toEqual(['state (it is not a draft now)']);
});

test('without a preview, what the list has is compared', () => {
	const settings = JSON.stringify(item.settings);
	const row = { content: ' A & B\n', settings, tags: [], intervalInDays: 7 };
	expect(findDifferences(item, merged, wholePost([], row))).toEqual([]);
	const empty = { ...item, value: [] };
	expect(findDifferences(empty, merged, wholePost([], { ...row, content: undefined }))).toEqual([]);
	expect(
		findDifferences(item, merged, wholePost([], { ...row, content: 'Old', intervalInDays: 2 })),
	).toEqual(['text', 'repetition']);
	// Older lists have no settings.
	expect(findDifferences(item, merged, wholePost([], { ...row, settings: undefined }))).toEqual([]);
});

test('tags that Postiz does not know are missing, and no difference', () => {
	const tags = ['Launch', 'Nope'].map((label) => ({ value: label, label }));
	expect(differences(shown(), { tags })).toEqual([]);
	expect(findMissingLabels({ tags }, wholePost(shown()))).toEqual(['Nope']);
});
