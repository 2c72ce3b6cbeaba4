/** A value in quotation marks for a sentence: never long, and without the secrets of addresses. */
export function quote(value: unknown): string {
	const text = hideSecrets(typeof value === 'object' ? jsonOf(value) : String(value));
	return `“${shorten(text, 80)}”`;
}

function jsonOf(value: object | null): string {
	try {
		return JSON.stringify(value);
	} catch {
		// It holds itself, or is nested too deep.
		return Array.isArray(value) ? '[…]' : '{…}';
	}
}

/** The start of a text, without user names, passwords and what follows `?` or `#` in addresses. */
export function hideSecrets(text: string): string {
	// Searching all of a huge text for the few characters that are shown would take too long.
	return text
		.slice(0, 2000)
		.replace(/:\/\/[^\s/?#@"]*@/g, '://')
		.replace(/(:\/\/[^\s?#"]*)[?#][^\s"]*/g, '$1');
}

/** The address of a file for a sentence: query strings and user names can be secrets. */
export function shortUrl(url: string): string {
	return shorten(hideSecrets(url), 120);
}

/** The start of a text of more than so many characters, with an ellipsis. */
export function shorten(text: string, max: number): string {
	return text.length > max ? `${text.slice(0, max)}…` : text;
}
