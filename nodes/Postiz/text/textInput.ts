/** How a text was written; the values of the option Text Format. */
export const TEXT_FORMATS = ['automatic', 'plain', 'markdown', 'html', 'asIs'] as const;

/** With `model`, a model wrote the text: Markdown, unless it is HTML. */
export type TextFormat = (typeof TEXT_FORMATS)[number] | 'model';

/** Texts as written. They are joined with empty lines between them. */
export interface TextInput {
	texts: string[];
	format: TextFormat;
}

export const getNonBlankTexts = ({ texts }: TextInput) =>
	texts.filter((text) => text.trim() !== '');
