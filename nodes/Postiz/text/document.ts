// The way of a text: `written.ts` makes a document of what a person wrote, and `render.ts` prints it for a network, in
// one piece by `content.ts` or in several by `longText.ts`. `stored.ts` reads what the service makes of that: what
// `length.ts` counts, what readers see, and what `sameContent.ts` compares.

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

export type BlockTag = 'p' | 'h1' | 'h2' | 'h3' | 'li';

/** A paragraph, heading or list entry: one line of a post. Without text, it is an empty line. */
export interface Block {
	tag: BlockTag;
	spans: Span[];
}

/** The text of a post, independent of its format. */
export type Document = Block[];

/** Parses plain text: a paragraph per line. */
export function parsePlain(text: string): Document {
	return text
		.split(/\r\n|[\r\n\u2028\u2029]/)
		.map((line) => ({ tag: 'p', spans: line === '' ? [] : [{ text: line }] }));
}

export const textOf = ({ spans }: Block) => spans.map(({ text }) => text).join('');

/** The text of a document, with a line per block. */
export const toLines = (document: Document) => document.map(textOf).join('\n');

/** Joins documents, with an empty line between them. */
export function joinDocuments(documents: Document[]): Document {
	return documents.flatMap((document, index) =>
		index === 0 ? document : [{ tag: 'p', spans: [] }, ...document],
	);
}

/** Groups neighbours with the same key. */
export function groupNeighbours<T>(elements: T[], keyOf: (element: T) => unknown) {
	const groups: Array<[T, ...T[]]> = [];
	for (const element of elements) {
		const last = groups.at(-1);
		if (last && keyOf(last[0]) === keyOf(element)) last.push(element);
		else groups.push([element]);
	}
	return groups;
}
