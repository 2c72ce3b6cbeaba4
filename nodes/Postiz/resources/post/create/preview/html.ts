/** Text that is HTML already. */
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

/** A template of HTML. Everything put into it is escaped, unless it is a template itself. */
export function markup(strings: TemplateStringsArray, ...values: Value[]): Html {
	return new Html(strings.reduce((text, part, index) => text + write(values[index - 1]) + part));
}

function write(value: Value): string {
	if (value === undefined || value === false) return '';
	if (value instanceof Html) return value.text;
	if (Array.isArray(value)) return value.map(write).join('');
	return String(value).replace(/[&<>"'\0]/g, (character) => ENTITIES[character]!);
}
