import { plannedUrl, type MediaFile } from '../../../../nodes/Postiz/media/mediaFile';
import { findProvider } from '../../../../nodes/Postiz/providers';
import { mendFiles, mendParts, mendSettings } from '../../../../nodes/Postiz/publishing/plan/mend';
import { uploadedFile } from '../plans.cjs';

const HALF = '\u{1F375}'.slice(0, 1);

/** The result, and where characters were removed. */
function mended<T>(mend: (note: (place: string) => void) => T): [T, string[]] {
	const places: string[] = [];
	return [mend((place) => places.push(place)), places];
}

test('texts, by the part of the thread', () => {
	const parts = [`a${HALF}`, 'b\u{1F375}', '\0c'].map((text) => ({ text, files: [], delay: 5 }));
	expect(mended((note) => mendParts(parts, note))).toEqual([
		['a', 'b\u{1F375}', 'c'].map((text) => ({ text, files: [], delay: 5 })),
		['Text', 'part 3 of the thread'],
	]);
});

test('settings, by their name in the form', () => {
	const settings = { title: `a${HALF}`, tags: [`b${HALF}`], other: '\0', kept: 5 };
	expect(mended((note) => mendSettings(settings, findProvider('devto'), note))).toEqual([
		{ title: 'a', tags: ['b'], other: '', kept: 5 },
		['Title', 'Tags', 'other'],
	]);
	expect(mended((note) => mendSettings({ title: HALF }, undefined, note))[1]).toEqual(['title']);
});

test('what is said of files; those that are whole stay the same ones', () => {
	const url = plannedUrl('https://media.example/b.png');
	const uploaded = uploadedFile('a.png');
	const broken = uploadedFile(`a${HALF}.png`);
	const files: MediaFile[] = [
		url,
		uploaded,
		{ ...url, alt: `Cup${HALF}` },
		{ ...uploaded, alt: `Cup${HALF}` },
		broken,
	];
	const [[{ files: found }], places] = mended((note) => mendFiles([{ content: '', files }], note));
	expect(found[0]).toBe(url);
	expect(found[1]).toBe(uploaded);
	expect(found.slice(2)).toEqual([{ ...url, alt: 'Cup' }, { ...uploaded, alt: 'Cup' }, uploaded]);
	expect(new Set(places)).toEqual(new Set(['Alt Text']));
});
