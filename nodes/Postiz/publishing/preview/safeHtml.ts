/** Escaped HTML. */
export class Html {
	constructor(readonly text: string) {}
}

type Value = Html | string | number | false | undefined | Value[];

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
	'\0': '',
};

/** The tag of an HTML template. Escapes all values except {@link Html}; `undefined` and `false` print nothing. */
export function safeHtml(strings: TemplateStringsArray, ...values: Value[]): Html {
	return new Html(strings.reduce((text, part, index) => text + toHtml(values[index - 1]) + part));
}

function toHtml(value: Value): string {
	if (value === undefined || value === false) return '';
	if (value instanceof Html) return value.text;
	if (Array.isArray(value)) return value.map(toHtml).join('');
	return String(value).replace(/[&<>"'\0]/g, (character) => ENTITIES[character]!);
}
