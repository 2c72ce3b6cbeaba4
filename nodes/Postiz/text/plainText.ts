import { OpenTags, walkHtml, type HtmlVisitor } from './walkHtml';

/** The tags and attributes that the service keeps (docs/api.md, Sanitizing). */
const KEPT_TAGS = new Set('p br strong u a ul li h1 h2 h3 span'.split(' '));
const KEPT_ATTRIBUTE = /^(?:href|class|data-[\w.-]+)$/;
/** These end an open paragraph. */
const BLOCK_TAGS = new Set('p ul ol h1 h2 h3 h4 h5 h6 div pre blockquote'.split(' '));

/** What the service counts: the text for plain networks or, without a bare `<p>`, what it stores. */
export function plainText(content: string): string {
	const { stored, plain, hasParagraph } = convert(content);
	return hasParagraph ? plain : stored;
}

/** True if the service finds no text, so that a post requires a file (docs/api.md, Parts of a post). */
export function isBlank(content: string): boolean {
	const stored = content.includes('<') ? convert(content).stored : content;
	return stored.replace(/<[^>]*>/g, '').trim() === '';
}

function convert(content: string): PlainConverter {
	const converter = new PlainConverter();
	walkHtml(content.replace(/\r\n?/g, '\n'), converter);
	converter.finish();
	return converter;
}

class PlainConverter implements HtmlVisitor {
	/** What the service stores. */
	stored = '';
	/** What a plain network gets, if there is a bare paragraph. */
	plain = '';
	hasParagraph = false;
	private hasTags = false;
	private readonly tags = new OpenTags();
	/** The address of an open link replaces its text. */
	private isInAddress = false;

	open(tag: string, attributes: Map<string, string>): void {
		this.hasTags = true;
		if (BLOCK_TAGS.has(tag) && this.tags.has('p')) this.close('p');
		if (tag === 'li' && this.tags.last === 'li') this.close('li');
		if (tag !== 'br') this.tags.push(tag);
		if (!KEPT_TAGS.has(tag)) return;
		this.stored += openingTag(tag, attributes);
		if (tag === 'p') {
			this.hasParagraph ||= attributes.size === 0;
			if (!this.tags.has('li')) this.startLine('');
		}
		if (tag === 'li') this.startLine('- ');
		if (tag === 'a') {
			this.isInAddress = attributes.has('href');
			this.plain += resolved(attributes.get('href') ?? '');
		}
	}

	text(piece: string): void {
		if (this.tags.areHidden) return;
		this.stored += escaped(piece);
		if (this.isInAddress) return;
		let letters = resolved(piece);
		if (this.tags.has('strong')) letters = letters.replace(/[a-z\d]/gi, toBoldLetter);
		if (this.tags.has('u')) letters = letters.replace(/[\p{L}\p{N}]/gu, '$&\u0332');
		this.plain += letters;
	}

	close(tag: string): void {
		// After any tag, HTML treats the end of a paragraph as an empty one.
		if (tag === 'p' && !this.tags.has(tag) && this.hasTags) this.open(tag, new Map());
		if (!this.tags.has(tag)) return;
		while (this.closeLast() !== tag);
	}

	finish(): void {
		while (this.closeLast());
	}

	private closeLast(): string {
		const tag = this.tags.pop();
		if (tag === 'a') this.isInAddress = false;
		if (KEPT_TAGS.has(tag)) this.stored += `</${tag}>`;
		return tag;
	}

	private startLine(mark: string): void {
		this.plain += this.plain === '' ? mark : `\n${mark}`;
	}
}

/** The service resolves the ampersand first, so `&amp;lt;` becomes `<` as well. */
function resolved(text: string): string {
	return text
		.replace(/\u00a0|&nbsp;/g, ' ')
		.replace(/&gt;/g, '>')
		.replace(/&lt;/g, '<');
}

function escaped(text: string): string {
	return text
		.replace(/&/g, '&amp;')
		.replace(/\u00a0/g, '&nbsp;')
		.replace(/</g, '&lt;')
		.replace(/>/g, '&gt;');
}

export function openingTag(tag: string, attributes: Map<string, string>): string {
	const kept = [...attributes].filter(([name]) => KEPT_ATTRIBUTE.test(name));
	const quoted = (value: string) => escaped(value).replace(/"/g, '&quot;');
	return `<${tag}${kept.map(([name, value]) => ` ${name}="${quoted(value)}"`).join('')}>`;
}

/** The distance of bold letters and digits from plain ones. */
const BOLD_OFFSETS: Array<[from: string, offset: number]> = [
	['a', 0x1d5ee - 0x61],
	['A', 0x1d5d4 - 0x41],
	['0', 0x1d7ec - 0x30],
];

function toBoldLetter(letter: string): string {
	const [, offset = 0] = BOLD_OFFSETS.find(([from]) => letter >= from) ?? [];
	return String.fromCodePoint(letter.charCodeAt(0) + offset);
}
