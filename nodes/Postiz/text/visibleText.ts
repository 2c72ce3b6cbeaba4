import { walkHtml } from './walkHtml';

const LINE_TAGS = ['p', 'li', 'h1', 'h2', 'h3'];

/** The visible text: a line per paragraph, heading and list entry (docs/api.md, Conversion). */
export function visibleText(content: string): string {
	return parseContent(content).text;
}

/** A key for contents that look the same and lead to the same addresses, however they are written. */
export function comparableText(content: string): string {
	const { text, targets } = parseContent(content);
	return [text, ...targets].join(' ').replace(/\s+/g, ' ').trim();
}

interface Link {
	target: string;
	text: string;
}

/** The visible text, and the addresses of links that it doesn't show. */
function parseContent(content: string): { text: string; targets: string[] } {
	if (!content.includes('<')) return { text: content, targets: [] };
	const lines: string[] = [];
	let line: string | undefined;
	const endLine = () => {
		if (line !== undefined) lines.push(line);
		line = undefined;
	};
	const links: Link[] = [];
	let link: Link | undefined;
	// A paragraph right after the mark of an entry belongs to it.
	let isAtMark = false;
	const isInItem = (tag: string) => tag === 'p' && isAtMark;
	walkHtml(content, {
		open(tag, attributes) {
			const target = tag === 'a' ? attributes.get('href') : undefined;
			if (target !== undefined) links.push((link = { target: target.trim(), text: '' }));
			if (!LINE_TAGS.includes(tag) || isInItem(tag)) return;
			endLine();
			isAtMark = tag === 'li';
			line = isAtMark ? '- ' : '';
		},
		text(text) {
			if (link) link.text += text;
			if (line === undefined && text.trim() === '') return;
			line = (line ?? '') + text;
			isAtMark = false;
		},
		close(tag) {
			if (tag === 'a') link = undefined;
			if (LINE_TAGS.includes(tag) && !isInItem(tag)) endLine();
		},
	});
	endLine();
	return {
		// The service resolves the ampersand first, so `&amp;lt;` becomes `<` as well.
		text: lines
			.join('\n')
			.replace(/&lt;/g, '<')
			.replace(/&gt;/g, '>')
			.replace(/\u00a0/g, ' '),
		targets: links.filter(({ text, target }) => bare(text) !== bare(target)).map((a) => a.target),
	};
}

/** Normalizes an address. */
const bare = (address: string) =>
	address
		.trim()
		.replace(/^https?:\/\//i, '')
		.replace(/\/$/, '');

const ADDRESS = /https?:\/\/[^\s/?#]+\S*/gi;

/** Removes web addresses, which Postiz may have shortened. */
export const withoutLinks = (text: string) => text.replace(ADDRESS, '');

/** True if the texts only differ in links that Postiz replaced with short ones. */
export function isShortenedFrom(written: string, stored: string): boolean {
	const hosts = linkHosts(written);
	return (
		withoutLinks(written) === withoutLinks(stored) &&
		// If links aren't shortened, the stored address is the same.
		!linkHosts(stored).some((host) => hosts.includes(host))
	);
}

const linkHosts = (text: string): string[] =>
	(text.match(ADDRESS) ?? []).map((address) => address.split(/[/?#]/)[2]!.toLowerCase());
