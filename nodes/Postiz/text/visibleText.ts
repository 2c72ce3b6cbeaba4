import { readHtml } from './readHtml';

export interface VisibleTextOptions {
	/** Write letters and digits that are bold or underlined as the Unicode letters that stand for them. */
	withLetters?: boolean;
}

/**
 * The text of a content as people read it: without tags, a line for each paragraph, heading and list
 * entry, entities resolved. A content without any `<` is what it says (docs/api.md, Conversion).
 */
export function visibleText(
	content: string,
	{ withLetters = false }: VisibleTextOptions = {},
): string {
	if (!content.includes('<')) return content;
	const depths = { strong: 0, u: 0, li: 0 };
	let text = '';
	let isStarted = false;
	const startLine = (mark: string) => {
		if (isStarted) text += '\n';
		isStarted = true;
		text += mark;
	};
	readHtml(content, {
		open(tag) {
			if (tag === 'li') startLine('- ');
			else if (LINE_TAGS.includes(tag) && depths.li === 0) startLine('');
			if (tag in depths) depths[tag as keyof typeof depths]++;
		},
		text(raw) {
			if (!isStarted && raw.trim() === '') return;
			isStarted = true;
			// The service resolves the ampersand first: what stands as `&amp;lt;` becomes `<`, too.
			let piece = raw
				.replace(/&lt;/g, '<')
				.replace(/&gt;/g, '>')
				.replace(/\u00a0/g, ' ');
			if (withLetters && depths.strong > 0) piece = piece.replace(/[a-z\d]/gi, boldLetter);
			if (withLetters && depths.u > 0) piece = piece.replace(/[\p{L}\p{N}]/gu, '$&\u0332');
			text += piece;
		},
		close(tag) {
			if (tag in depths) depths[tag as keyof typeof depths]--;
		},
	});
	return text;
}

const LINE_TAGS = ['p', 'h1', 'h2', 'h3'];

const BOLD_LETTERS = [
	{ first: 'A', last: 'Z', bold: 0x1d5d4 },
	{ first: 'a', last: 'z', bold: 0x1d5ee },
	{ first: '0', last: '9', bold: 0x1d7ec },
];

function boldLetter(letter: string): string {
	const range = BOLD_LETTERS.find(({ first, last }) => letter >= first && letter <= last);
	return range
		? String.fromCodePoint(range.bold + letter.charCodeAt(0) - range.first.charCodeAt(0))
		: letter;
}
