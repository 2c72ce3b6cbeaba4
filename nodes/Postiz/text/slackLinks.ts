import { type Block, parsePlain, type Span } from './document';

// "<https://example.com|label>". A link without a label may be intended as written.
const SLACK_LINK = /<(https?:\/\/[^\s<>|]+)\|([^<>|\n]+)>/g;
// "<mailto:me@example.com|me@example.com>"
const SLACK_ADDRESS = /<(?:mailto|tel):[^\s<>|]+\|([^<>|\n]+)>/g;

export const hasSlackLink = (text: string): boolean => text.search(SLACK_LINK) >= 0;

/** Replaces Slack's email addresses and phone numbers with their labels, and in Markdown also converts its links. */
export const convertSlackLinks = (text: string, { isMarkdown }: { isMarkdown: boolean }): string =>
	text.replace(SLACK_ADDRESS, '$1').replace(SLACK_LINK, isMarkdown ? '[$2]($1)' : '$&');

/** Parses plain text with Slack's links. */
export const parseSlack = (text: string): Block[] =>
	parsePlain(text).map(({ tag, spans }) => ({
		tag,
		spans: spans.flatMap((span) => parseSlackLinks(span.text)),
	}));

function parseSlackLinks(text: string): Span[] {
	// Text, address, label, text, address, label, …
	const pieces = text.split(SLACK_LINK);
	return pieces.flatMap((piece, index): Span[] => {
		const [href = '', label = ''] = pieces.slice(index + 1);
		const link = { href, text: href.endsWith(label) ? href : label };
		if (index % 3 !== 0) return [];
		return [...(piece === '' ? [] : [{ text: piece }]), ...(href === '' ? [] : [link])];
	});
}
