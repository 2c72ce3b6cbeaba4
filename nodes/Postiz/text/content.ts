import type { TextKind } from '../providers/types';
import { Problem } from '../values/problem';
import { quote } from '../values/quote';
import { isKeptWhole, isServiceHtml, paragraphs } from './html';
import { htmlToServiceHtml, markdownToServiceHtml } from './markup';

/** How a person wrote the text; the values of the option Text Format. */
export type ContentFormat = 'automatic' | 'plain' | 'markdown' | 'html' | 'asIs';

/**
 * Brings a text into the form in which the service keeps it, for a provider that is handed plain
 * text, Markdown or HTML. Nothing that a person wrote gets lost (API: Content is HTML to the service).
 * Throws {@link Problem} for an unknown format.
 */
export function toServiceContent(text: string, format: ContentFormat, kind: TextKind): string {
	const links = kind === 'plain' ? 'spelledOut' : 'kept';
	switch (format) {
		case 'asIs':
			return text;
		case 'html':
			return text.trim() === '' ? '' : htmlToServiceHtml(text, links);
		case 'markdown':
			return kind === 'markdown' || text.trim() === ''
				? keepText(text)
				: markdownToServiceHtml(text, links);
		case 'plain':
			return keepText(text);
		case 'automatic':
			if (!isServiceHtml(text)) return keepText(text);
			return isKeptWhole(text) ? text : htmlToServiceHtml(text, links);
		default:
			throw new Problem(
				`Text Format cannot be ${quote(format)}`,
				'Allowed: automatic, plain, markdown, html, asIs.',
			);
	}
}

// Without any `<` the service keeps a text as it is; with one, only paragraphs are kept whole.
function keepText(text: string): string {
	return text.includes('<') ? paragraphs(text) : text;
}
