import { HIDDEN_TAGS, readHtml, type HtmlReader } from './readHtml';

/** The tags and attributes that the service keeps (docs/api.md, Sanitizing). */
const KEPT_TAGS = new Set('p br strong u a ul li h1 h2 h3 span'.split(' '));
const KEPT_ATTRIBUTE = /^(?:href|class|data-[\w.-]+)$/;
/** An open paragraph ends before these. */
const BLOCK_TAGS = new Set('p ul ol h1 h2 h3 h4 h5 h6 div pre blockquote'.split(' '));

/**
 * What the service makes of a content to count it: the text that a plain network is handed or, without
 * a bare `<p>`, the content as it is stored (docs/api.md, Lengths, Conversion).
 */
export function plainText(content: string): string {
	const { stored, plain, hasParagraph } = convert(content);
	return hasParagraph ? plain : stored;
}

const TAG = /<[^>]*>/g;

/** True if the service finds no text in a content: a post needs a file then (docs/api.md, Parts of a post). */
export function isBlank(content: string): boolean {
	const stored = content.includes('<') ? convert(content).stored : content;
	return stored.replace(TAG, '').trim() === '';
}

interface Converted {
	/** As the service keeps it. */
	stored: string;
	/** As a plain network is handed it, if there is a bare paragraph. */
	plain: string;
	hasParagraph: boolean;
}

function convert(content: string): Converted {
	const converter = new PlainConverter();
	readHtml(content.replace(/\r\n?/g, '\n'), converter);
	return converter.finish();
}

class PlainConverter implements HtmlReader {
	/** The open tags, and how many there are of each name. */
	private readonly stack: string[] = [];

	private readonly depths = new Map<string, number>();

	/** The address of an open link stands in place of its text. */
	private isInAddress = false;

	private stored = '';

	private plain = '';

	private hasTags = false;

	private hasParagraph = false;

	open(tag: string, attributes: Map<string, string>): void {
		this.hasTags = true;
		if (BLOCK_TAGS.has(tag) && this.isOpen('p')) this.close('p');
		if (tag === 'li' && this.stack.at(-1) === 'li') this.close('li');
		if (tag !== 'br') this.count(tag, 1);
		if (!KEPT_TAGS.has(tag)) return;
		this.stored += openingTag(tag, attributes);
		if (tag === 'p') {
			this.hasParagraph ||= attributes.size === 0;
			if (!this.isOpen('li')) this.startLine('');
		}
		if (tag === 'li') this.startLine('- ');
		if (tag === 'a') {
			this.isInAddress = attributes.has('href');
			this.plain += resolved(attributes.get('href') ?? '');
		}
	}

	text(piece: string): void {
		if (HIDDEN_TAGS.has(this.stack.at(-1) ?? '')) return;
		this.stored += escaped(piece);
		if (this.isInAddress) return;
		let letters = resolved(piece);
		if (this.isOpen('strong')) letters = letters.replace(/[a-z\d]/gi, toBoldLetter);
		if (this.isOpen('u')) letters = letters.replace(/[\p{L}\p{N}]/gu, '$&\u0332');
		this.plain += letters;
	}

	close(tag: string): void {
		// Behind any tag, HTML takes the end of a paragraph for an empty one.
		if (tag === 'p' && !this.isOpen(tag) && this.hasTags) this.open(tag, new Map());
		while (this.isOpen(tag)) {
			const last = this.stack.at(-1) ?? tag;
			this.count(last, -1);
			if (last === 'a') this.isInAddress = false;
			if (KEPT_TAGS.has(last)) this.stored += `</${last}>`;
			if (last === tag) return;
		}
	}

	finish(): Converted {
		for (const tag of [...this.stack].reverse()) this.close(tag);
		const { stored, plain, hasParagraph } = this;
		return { stored, plain, hasParagraph };
	}

	private isOpen(tag: string): boolean {
		return (this.depths.get(tag) ?? 0) > 0;
	}

	private count(tag: string, step: 1 | -1): void {
		if (step === 1) this.stack.push(tag);
		else this.stack.pop();
		this.depths.set(tag, (this.depths.get(tag) ?? 0) + step);
	}

	private startLine(mark: string): void {
		this.plain += this.plain === '' ? mark : `\n${mark}`;
	}
}

/** The service resolves the ampersand first: what stands as `&amp;lt;` becomes `<`, too. */
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

/** A tag with the attributes that the service keeps. */
export function openingTag(tag: string, attributes: Map<string, string>): string {
	const kept = [...attributes].filter(([name]) => KEPT_ATTRIBUTE.test(name));
	const written = kept.map(
		([name, value]) => ` ${name}="${escaped(value).replace(/"/g, '&quot;')}"`,
	);
	return `<${tag}${written.join('')}>`;
}

const BOLD_LETTERS = [
	{ first: 'A', last: 'Z', bold: 0x1d5d4 },
	{ first: 'a', last: 'z', bold: 0x1d5ee },
	{ first: '0', last: '9', bold: 0x1d7ec },
];

function toBoldLetter(letter: string): string {
	const range = BOLD_LETTERS.find(({ first, last }) => letter >= first && letter <= last);
	return range
		? String.fromCodePoint(range.bold + letter.charCodeAt(0) - range.first.charCodeAt(0))
		: letter;
}
