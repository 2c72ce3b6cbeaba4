/** Words that expressions return by mistake. Others, such as Infinity or True, can be titles. */
const ERROR_TEXT =
	/^(?:\[object \w+\](?:,\[object \w+\])*|undefined|null|NaN|Invalid Date(?:Time)?)$/;

/** Errors in cells of spreadsheets. */
const CELL_ERROR = /#(?:N\/A|NAME\?|(?:REF|VALUE|ERROR|NUM|NULL|DIV\/0|SPILL|CALC)!)/;

const ERROR_CELL = new RegExp(`^(?:${CELL_ERROR.source}|Loading\\.\\.\\.)$`);

const CELL_ERROR_AS_WORD = new RegExp(`(?<![\\w#&])${CELL_ERROR.source}(?!\\w)`);

const ABOUT_SHEETS =
	/\b(?:excel|\w*sheets?|cells?|formulas?|errors?|[vx]lookup|csv|libreoffice|airtable)\b/i;

/** The cell error in a text, which may also be a hashtag; undefined if the text is about such errors. */
export const findCellError = (text: string): string | undefined =>
	ABOUT_SHEETS.test(text.replace(CELL_ERROR, '')) ? undefined : CELL_ERROR_AS_WORD.exec(text)?.[0];

/** True for text that isn't just the error of an expression or a formula, such as “undefined” or “#REF!”. */
export const isUsableText = (value: unknown): value is string =>
	typeof value === 'string' &&
	![ERROR_TEXT, ERROR_CELL].some((pattern) => pattern.test(value.trim()));
