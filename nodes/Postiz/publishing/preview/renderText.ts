import { LINK_IN_TEXT, parseAddress } from '../../common/webAddress';
import { parsePlain, type Block, type Span } from '../../text/document';
import { parseHtml } from '../../text/parseHtml';
import { getPublishedHtml } from '../../text/storedText';
import { type Html, safeHtml } from './safeHtml';

// "@[Acme](urn:li:organization:1)" of LinkedIn, "@acme_coffee", "#coffee"
const NAME =
	/@\[[^\]\n]{1,200}\]\([^)\s]{1,200}\)|(?<![\p{L}\p{N}_])[@#][\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/u;
const LINK_OR_NAME = new RegExp(`(${LINK_IN_TEXT.source}|${NAME.source})`, 'giu');

/** Renders the text of a part as readers see it, with links and names. */
export function renderText(content: string): Html {
	const blocks = content.includes('<') ? parseHtml(getPublishedHtml(content)) : parsePlain(content);
	return safeHtml`${blocks.map((block, index) => [index > 0 && '\n', renderBlock(block)])}`;
}

const renderBlock = ({ tag, spans }: Block) => [
	tag === 'li' && '• ',
	spans.map((span) => {
		// The service resolves the ampersand first, so `&amp;lt;` becomes `<` as well.
		const text = span.text.replace(/&lt;/g, '<').replace(/&gt;/g, '>');
		const pieces = span.href
			? [renderLink(text, span.href)]
			: text.split(LINK_OR_NAME).map((piece) => renderLink(piece));
		return formatSpan(tag, span, safeHtml`${pieces}`);
	}),
];

function formatSpan(tag: Block['tag'], { isBold, isUnderlined, mention }: Span, inner: Html): Html {
	const mentioned = mention ? safeHtml`<span class="name">${inner}</span>` : inner;
	const underlined = isUnderlined ? safeHtml`<u>${mentioned}</u>` : mentioned;
	return isBold || tag.startsWith('h') ? safeHtml`<strong>${underlined}</strong>` : underlined;
}

/** Renders a link to a web address. Highlights a mention or hashtag. */
function renderLink(text: string, href = text): Html {
	const address = /^https?:\/\//i.test(href) ? parseAddress(href) : undefined;
	if (address) return safeHtml`<a href="${address.href}" rel="noopener noreferrer">${text}</a>`;
	const [, company] = /^@\[([^\]]+)\]\([^)]*\)$/.exec(text) ?? [];
	if (company) return safeHtml`<span class="name">@${company}</span>`;
	return /^[@#]./.test(text) ? safeHtml`<span class="name">${text}</span>` : safeHtml`${text}`;
}
