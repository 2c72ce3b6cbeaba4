/** A run of text that looks the same. */
export interface Span {
	text: string;
	isBold?: boolean;
	isUnderlined?: boolean;
	/** Where the text links to: a web address. */
	href?: string;
	/** The attributes of the tag with which the service keeps whom its editor mentioned. */
	mention?: Map<string, string>;
}

export type BlockTag = 'p' | 'h1' | 'h2' | 'h3' | 'li';

/** A paragraph, heading or list entry: one line of a post. An empty one is an empty line. */
export interface Block {
	tag: BlockTag;
	spans: Span[];
}

/** The text of a post, whatever it was written in. */
export type Document = Block[];

/** Reads a text as it is written: a paragraph for each line. */
export function parsePlain(text: string): Document {
	return text
		.split(/\r\n|\r|\n/)
		.map((line) => ({ tag: 'p', spans: line === '' ? [] : [{ text: line }] }));
}

export const textOf = ({ spans }: Block) => spans.map(({ text }) => text).join('');

/** The text of a document, a line for each block. */
export const toLines = (document: Document) => document.map(textOf).join('\n');

/** Several documents as one, with an empty line between them. */
export function joinDocuments(documents: Document[]): Document {
	return documents.flatMap((document, index) =>
		index === 0 ? document : [{ tag: 'p', spans: [] }, ...document],
	);
}

/** Neighbours with the same key, together. */
export function groupNeighbours<T>(elements: T[], keyOf: (element: T) => unknown) {
	const groups: Array<[T, ...T[]]> = [];
	for (const element of elements) {
		const last = groups.at(-1);
		if (last && keyOf(last[0]) === keyOf(element)) last.push(element);
		else groups.push([element]);
	}
	return groups;
}
