import { parsePlain, type Document } from './document';
import { parseHtml } from './parseHtml';
import { walkHtml } from './walkHtml';
import { comparableText, isShortenedFrom } from './visibleText';

/** The tags that the service stores (docs/api.md, Conversion). */
const STORED_TAGS = new Set('p br strong u a ul li h1 h2 h3 span'.split(' '));

/**
 * True if a stored content is what the service makes of the written one, or looks the same with the same links, such as
 * after a visit to its editor. With `isShortened`, links may have been replaced with short ones.
 */
export function isSameContent(
	written: string,
	stored: string,
	{ isShortened = false }: { isShortened?: boolean } = {},
): boolean {
	if (written === stored) return true;
	const [isWrittenHtml, isStoredHtml] = [written, stored].map((content) => content.includes('<'));
	if (isWrittenHtml && asStored(written) === asStored(stored)) return true;
	if (isWrittenHtml !== isStoredHtml && asDocument(written) === asDocument(stored)) return true;
	return isShortened && isShortenedFrom(comparableText(written), comparableText(stored));
}

/** Normalizes HTML that the service stores in the same way. */
function asStored(html: string): string {
	const tokens: string[] = [];
	let text = '';
	const add = (name: string, token: () => string) => {
		if (!STORED_TAGS.has(name)) return;
		tokens.push(text, token());
		text = '';
	};
	walkHtml(html, {
		open(name, attributes) {
			const about = ['href', 'data-mention-id'].map((key) => attributes.get(key));
			add(name, () => JSON.stringify([name, ...about]));
		},
		text: (more) => (text += more),
		close: (name) => add(name, () => `/${name}`),
	});
	return JSON.stringify([...tokens, text]);
}

function asDocument(content: string): string {
	const document: Document = content.includes('<') ? parseHtml(content) : parsePlain(content);
	return JSON.stringify(document);
}
