const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};
/** HTML that is not escaped. */
export class Html {
	constructor(private readonly source: string) {}
	toString() {
		return this.source;
	}
}
type Shown = string | number | false | null | undefined | Html | Shown[];

function toSource(value: Shown): string {
	if (value instanceof Html) return value.toString();
	if (Array.isArray(value)) return value.map(toSource).join('');
	return String(value || '').replace(/[&<>"']/g, (character) => ENTITIES[character]);
}

/** HTML with values, which are escaped unless they are `Html`. */
export const createMarkup = ({ raw }: TemplateStringsArray, ...values: Shown[]): Html =>
	new Html(String.raw({ raw }, ...values.map(toSource)));

const STYLE = new Html(
	'body { font: 1rem/1.5 sans-serif; max-width: 50rem; margin: 2rem auto } pre { white-space: pre-wrap } img, video { max-height: 8rem }',
);

/** A whole page, which reloads after `refreshSeconds`. */
export const createHtmlPage = (title: string, body: Html, refreshSeconds?: number) =>
	createMarkup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
${refreshSeconds && createMarkup`<meta http-equiv="refresh" content="${refreshSeconds}">`}
<title>${title}</title><style>${STYLE}</style></head><body><h1>${title}</h1>
${body}
</body></html>`.toString();
