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
