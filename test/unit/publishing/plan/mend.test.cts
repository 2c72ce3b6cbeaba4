import { plannedUrl } from '../../../../nodes/Postiz/media/mediaFile';
import { findProvider } from '../../../../nodes/Postiz/providers';
import { mendPost } from '../../../../nodes/Postiz/publishing/plan/mend';
import type { PlannedPost } from '../../../../nodes/Postiz/publishing/types';
import { plannedPost, uploadedFile } from '../plans.cjs';

const HALF = '\u{1F375}'.slice(0, 1);

/** A post after it was mended, and where. */
function mended(more: Partial<PlannedPost>): [PlannedPost, string[]] {
	const places = new Set<string>();
	const post = mendPost(plannedPost(more), (place) => places.add(place));
	return [post, [...places]];
}

test('texts and what they were made from, by the part of the thread', () => {
	const partOf = (text: string) => {
		const written = { texts: [text], format: 'plain' as const };
		return { content: text, written, files: [], delay: 5 };
	};
	const [{ parts }, places] = mended({ parts: [`a${HALF}`, 'b\u{1F375}', '\0c'].map(partOf) });
	expect(parts).toEqual(['a', 'b\u{1F375}', 'c'].map(partOf));
	expect(places).toEqual(['Text', 'part 3 of the thread']);
});

test('settings, by their name in the form', () => {
	const settings = { title: `a${HALF}`, tags: [`b${HALF}`], other: '\0', kept: 5 };
	const target = { ...plannedPost().target, provider: findProvider('devto') };
	const [post, places] = mended({ settings, target });
	expect(post.settings).toEqual({ title: 'a', tags: ['b'], other: '', kept: 5 });
	expect(places).toEqual(['Title', 'Tags', 'other']);
	expect(mended({ settings: { title: HALF } })[1]).toEqual(['title']);
});

test('what is said of files; those that are whole stay the same ones', () => {
	const url = plannedUrl('https://media.example/b.png');
	const uploaded = uploadedFile('a.png');
	const broken = [
		{ ...url, alt: `Cup${HALF}` },
		{ ...uploaded, alt: `Cup${HALF}` },
		uploadedFile(`a${HALF}.png`),
	];
	const [{ parts }, places] = mended({
		parts: [{ content: '', files: [url, uploaded, ...broken] }],
	});
	const [first, second, ...others] = parts[0].files;
	expect(first).toBe(url);
	expect(second).toBe(uploaded);
	expect(others).toEqual([{ ...url, alt: 'Cup' }, { ...uploaded, alt: 'Cup' }, uploaded]);
	expect(places).toEqual(['Alt Text']);
});
