import { quote } from '../common/text';
import { type Block, parsePlain, type Span } from './document';

/** Codes that only one chat understands, by its identifier. */
const CHAT_CODES: Record<string, RegExp> = {
	slack: /<(?:@[UW]|#C|!subteam\^S)[A-Z\d]{6,}(?:\|[^<>\n]*)?>|<!(?:here|channel|everyone)>/,
	discord: /<a?:\w{2,32}:\d+>|<t:\d+(?::[tTdDfFR])?>|<@[!&]?\d{15,}>|<#\d{15,}>/,
};

/** A note on the code of a chat in a text for another network; undefined without one. */
export function describeChatCode(text: string, network = ''): string | undefined {
	const others = Object.entries(CHAT_CODES).filter(([chat]) => chat !== network);
	const [chatCode] = others.flatMap(([, code]) => code.exec(text)?.[0] ?? []);
	return chatCode && `${quote(chatCode)} is a chat code, and published as text`;
}

/** A link of Slack with a label. Links without one may be meant as they are. */
const SLACK_LINK = /<(https?:\/\/[^\s<>|]+)\|([^<>|\n]+)>/g;
const SLACK_ADDRESS = /<(?:mailto|tel):[^\s<>|]+\|([^<>|\n]+)>/g;

export const hasSlackLink = (text: string): boolean => text.search(SLACK_LINK) >= 0;

/** Converts addresses of Slack to text, and in Markdown also its links. */
export const convertSlackLinks = (text: string, { isMarkdown }: { isMarkdown: boolean }): string =>
	text.replace(SLACK_ADDRESS, '$1').replace(SLACK_LINK, isMarkdown ? '[$2]($1)' : '$&');

/** Parses plain text with links of Slack. */
export const parseSlack = (text: string): Block[] =>
	parsePlain(text).map(({ tag, spans }) => ({
		tag,
		spans: spans.flatMap((span) => parseSlackLinks(span.text)),
	}));

function parseSlackLinks(text: string): Span[] {
	const pieces = text.split(SLACK_LINK);
	return pieces.flatMap((piece, index): Span[] => {
		const [href = '', label = ''] = pieces.slice(index + 1);
		const link = { href, text: href.endsWith(label) ? href : label };
		if (index % 3 !== 0) return [];
		return [...(piece === '' ? [] : [{ text: piece }]), ...(href === '' ? [] : [link])];
	});
}
