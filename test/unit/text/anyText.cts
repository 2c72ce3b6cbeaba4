import fc from 'fast-check';

/** Texts of people, pages and machines, with much that is special in HTML and Markdown. */
export const anyText = fc
	.array(
		fc.oneof(
			{ weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
			fc.constantFrom(
				...['<', '>', '&', '\n', '\r\n', ' ', '"', "'", '\\', '`', '*', '_', '#', '- ', '1. '],
				...['<b>', '</b>', '<p>', '</p>', '<br>', '<ul><li>', '</li>', '<!--', '-->', '<y z', '<3'],
				...['&amp;', '&lt;', '&#60;', '&nbsp;', '&', '<me@example.com>', 'https://a.example/?b&c'],
				...['[x](https://a.example)', '![x](y)', '\n\n', '| a | b |', '```', '🎉', '\u00a0', '\t'],
			),
		),
		{ maxLength: 12 },
	)
	.map((parts) => parts.join(''));

/** Jest only notices a timeout when the test waits for something. */
export const letJestNotice = () => new Promise((resolve) => setTimeout(resolve));

export const escapeHtml = (text: string) =>
	text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const ALLOWED_TAG = /^<\/?(p|strong|u|ul|li|h[1-3])>$|^<a href="https?:[^"<>]*">$|^<\/a>$/i;

/** Checks that the service can parse all of it, and that all tags are closed. */
export function expectServiceHtml(html: string): void {
	const tags = html.match(/<[^>]*>?/g) ?? [];
	const unknown = tags.filter((tag) => !ALLOWED_TAG.test(tag));
	const open: string[] = [];
	const misplaced: string[] = [];
	for (const tag of tags) {
		const name = tag.replace(/[</>]| .*/g, '');
		if (!tag.startsWith('</')) open.push(name);
		else if (open.pop() !== name) misplaced.push(tag);
	}
	expect({ unknown, open, misplaced }).toEqual({ unknown: [], open: [], misplaced: [] });
	expect(html.replace(/<[^>]*>/g, '')).not.toMatch(/[<>\n\r]/);
}
