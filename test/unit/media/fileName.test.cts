import fc from 'fast-check';

import { requireFileType } from '../../../nodes/Postiz/media/fileType';
import { toFileName } from '../../../nodes/Postiz/media/fileName';
import { anyCharacter } from '../../harness/characters.cjs';
import { JPEG, PNG } from '../../shared/samples.cjs';

describe('the name of an upload', () => {
	const [jpeg, png] = [JPEG, PNG].map((head) => requireFileType('It', head, 99));

	const listUnchanged = (...names: string[]) => names.map((name): [string, string] => [name, name]);

	test.each([
		...listUnchanged('cup.jpg', 'Cup of the day.jpg', 'Tässchen ☕ 東京.jpg'),
		...listUnchanged('say "cheese".jpg', "it's 50% off; yes.jpg"),
		// Wrong and missing extensions are corrected.
		...['cup.heic', 'cup.PNG', 'cup', 'cup.', '.. cup.jpg', 'cup.a1', 'cup.a', 'cup.1a'].map(
			(name) => [name, 'cup.jpg'],
		),
		['menu v1.2', 'menu v1.2.jpg'],
		['2026.11.21', '2026.11.21.jpg'],
		['cup.jpg.png', 'cup.jpg.jpg'],
		['Dr. Bean', 'Dr. Bean.jpg'],
		['Photo.JPeG', 'Photo.jpg'],
		// Missing names are replaced.
		...[undefined, '', '.', '..', '.jpg', '   ', '\n', '/', 'folder/', '.png'].map((name) => [
			name,
			'file.jpg',
		]),
		// Folders and control characters are removed.
		...['/home/acme/cup.jpg', 'C:\\Pictures\\cup.jpg', '../../cup.jpg', 'a\u2028b/cup.jpg'].map(
			(name) => [name, 'cup.jpg'],
		),
		['cup\r\nX-Evil: 1.jpg', 'cupX-Evil: 1.jpg'],
		['cup\0\x1b\x7f\x85.jpg', 'cup.jpg'],
	] as Array<[string | undefined, string]>)('turns %j of a JPEG into %j', (name, fitted) => {
		expect(toFileName(name, jpeg)).toBe(fitted);
	});

	test('makes any name valid', () => {
		fc.assert(
			fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (name) => {
				const fitted = toFileName(name, jpeg);
				expect(fitted).not.toMatch(/[\p{Cc}/\\]/u);
				expect(fitted).toMatch(/^[^.\s].*\.jpg$/is);
			}),
		);
	});

	test('reads a name of endless spaces and dots quickly', () => {
		expect(toFileName(`cup${' .'.repeat(100_000)}x.jpg`, jpeg)).toBe('cup.jpg');
	});

	test('shortens a long name between characters, and keeps its ending', () => {
		expect(toFileName(`${'☕'.repeat(500)}.jpeg`, jpeg)).toBe(`${'☕'.repeat(120)}.jpg`);
		expect(toFileName(`a${'😀'.repeat(121)}`, png)).toBe(`a${'😀'.repeat(59)}.png`);
	});
});
