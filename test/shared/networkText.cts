import { defaultTreeAdapter as tree, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { renderPublishedText } from './content.cjs';

/**
 * How a stored text is converted for a network: as plain text, Markdown or HTML, and
 * what tweets, Telegram messages and mails make of the HTML afterwards.
 */
export type NetworkFormat = 'plain' | 'markdown' | 'html' | 'tweet' | 'telegram' | 'mail';

/** Changes that a release has. */
interface Behaviour {
	has(change: 'htmlOfX'): boolean;
}
const NEWEST: Behaviour = { has: () => true };

/** A text that the service sends to its network. */
export interface NetworkText {
	/** The text that the network gets. */
	published: string;
	/** The text that the network shows. */
	shown: string;
	/** Why the network rejects it; null if it accepts it. */
	rejection: string | null;
}

const BULLET = '- ';
const LINE_TAGS = new Set('p li h1 h2 h3 div'.split(' '));
const TAG = /<(\/?)([a-z][^\s<>/]*)[^<>]*>/gi;
const TELEGRAM_TAGS = new Set(['u', 'strong', 'p']);
const TELEGRAM_ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const CANNOT_PARSE = "Bad Request: can't parse entities";

/** The text that a page or a mail shows for HTML: a line for each block. */
function readHtml(source: string): string {
	const lines: string[] = [];
	let line: string | undefined;
	const endLine = () => {
		if (line !== undefined) lines.push(line);
		line = undefined;
	};
	const walk = (parent: DefaultTreeAdapterTypes.ParentNode) => {
		for (const node of tree.getChildNodes(parent)) {
			if (tree.isTextNode(node)) {
				if (line !== undefined || node.value.trim() !== '') line = (line ?? '') + node.value;
			} else if (tree.isElementNode(node)) {
				walkElement(node);
			}
		}
	};
	const walkElement = (element: DefaultTreeAdapterTypes.Element) => {
		const isBlock = LINE_TAGS.has(element.tagName) && !(element.tagName === 'p' && line === BULLET);
		if (!isBlock) return walk(element);
		endLine();
		line = element.tagName === 'li' ? BULLET : '';
		walk(element);
		return endLine();
	};
	walk(parseFragment(source));
	endLine();
	return lines.join('\n');
}

/** Removes all but the given tags. */
const stripTags = (source: string, kept: Set<string>) =>
	source.replace(TAG, (whole, _end, tag: string) => (kept.has(tag.toLowerCase()) ? whole : ''));

/** Parses a message like Telegram in its HTML mode. */
function readAsTelegram(message: string): Pick<NetworkText, 'shown' | 'rejection'> {
	const open: string[] = [];
	let isBroken = false;
	const text = message.replace(TAG, (_whole, end: string, tag: string) => {
		if (tag === 'p') isBroken = true;
		else if (!end) open.push(tag);
		else if (open.pop() !== tag) isBroken = true;
		return '';
	});
	if (isBroken || open.length > 0 || text.includes('<'))
		return { shown: '', rejection: CANNOT_PARSE };
	const shown = text.replace(
		/&(?:#(\d+)|(amp|lt|gt|quot));/g,
		(_whole, code: string | undefined, name: string) =>
			code ? String.fromCodePoint(Math.min(Number(code), 0x10ffff)) : TELEGRAM_ENTITIES[name],
	);
	return { shown: shown.trim(), rejection: null };
}

function toTelegram(content: string): NetworkText {
	const kept = stripTags(renderPublishedText(content, 'html'), TELEGRAM_TAGS);
	// A paragraph with a line break is not recognized, and its tag is published.
	const published = kept.replace(/<p>(.*?)<\/p>/g, '$1\n').trim();
	return { published, ...readAsTelegram(published) };
}

const createNetworkText = (published: string): NetworkText => ({
	published,
	shown: published,
	rejection: null,
});

/** The text that a release sends to a network for a stored content, and what the network makes of it. */
export function toNetworkText(
	content: string,
	handing: NetworkFormat,
	release = NEWEST,
): NetworkText {
	switch (handing) {
		case 'plain':
		case 'markdown':
			return createNetworkText(renderPublishedText(content, handing));
		case 'tweet': {
			if (!release.has('htmlOfX')) return createNetworkText(renderPublishedText(content, 'plain'));
			const html = renderPublishedText(content, 'html', { mentionsById: true });
			return createNetworkText(renderPublishedText(html, 'plain'));
		}
		case 'telegram':
			return toTelegram(content);
		case 'html': {
			const published = renderPublishedText(content, 'html');
			return { published, shown: readHtml(published), rejection: null };
		}
		case 'mail': {
			const published = renderPublishedText(content, 'html');
			const read = readHtml(published);
			const hasTags = new RegExp(TAG.source, 'i').test(published);
			return { published, shown: hasTags ? read : read.replace(/\s*\n\s*/g, ' '), rejection: null };
		}
	}
}
