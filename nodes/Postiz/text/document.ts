// `content.ts` parses a written text into a document, and `renderHtml.ts` renders it for a network. `splitText.ts` cuts
// it into parts. `storedText.ts` and `sameContent.ts` read and compare what the service stores.

/** Text with the same formatting. */
export interface Span {
	text: string;
	isBold?: boolean;
	isUnderlined?: boolean;
	/** The web address of a link. */
	href?: string;
	/** The attributes of the tag that the service's editor uses for a mention. */
	mention?: Map<string, string>;
}

/** A paragraph, heading or list entry: one line of a post, in any format. Without text, it is an empty line. */
export interface Block {
	tag: 'p' | 'h1' | 'h2' | 'h3' | 'li';
	spans: Span[];
}

/** Parses plain text: a paragraph per line. */
export function parsePlain(text: string): Block[] {
	return text
		.split(/\r\n|[\r\n\u2028\u2029]/)
		.map((line) => ({ tag: 'p', spans: line === '' ? [] : [{ text: line }] }));
}

export const getBlockText = ({ spans }: Block) => spans.map(({ text }) => text).join('');

/** Returns the text of a document, with a line per block. */
export const getDocumentText = (document: Block[]) => document.map(getBlockText).join('\n');

/** Joins documents, with an empty line between them. */
export function joinDocuments(documents: Block[][]): Block[] {
	return documents.flatMap((document, index) =>
		index === 0 ? document : [{ tag: 'p', spans: [] }, ...document],
	);
}
