/** Escapes text for use between HTML tags. */
export function escapeHtml(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Escapes text for use inside a double-quoted HTML attribute. */
export function escapeAttribute(text: string): string {
	return escapeHtml(text).replace(/"/g, '&quot;');
}

/** One paragraph per line, the form in which the service keeps every character (API: Content). */
export function paragraphs(text: string): string {
	return text
		.split(/\r\n|\r|\n/)
		.map((line) => `<p>${escapeHtml(line)}</p>`)
		.join('');
}

/** True where the whole text is paragraphs, headings or lists as the service itself stores them. */
export function isServiceHtml(text: string): boolean {
	return /^\s*(<(p|h[1-3]|ul)(\s[^>]*)?>[\s\S]*?<\/\2>\s*)+$/.test(text) && /<p[\s>]/.test(text);
}

/** The text that a reader sees of service HTML: a line per paragraph, entities resolved. */
export function visibleText(content: string): string {
	if (!/<(p|h[1-3]|ul)[\s>]/.test(content)) return content;
	return content
		.replace(/<\/(p|h[1-3]|li)>\s*(?=<)/g, '\n')
		.replace(/<[^>]*>/g, '')
		.replace(/&lt;/g, '<')
		.replace(/&gt;/g, '>')
		.replace(/&quot;/g, '"')
		.replace(/&#39;/g, "'")
		.replace(/&nbsp;/g, ' ')
		.replace(/&amp;/g, '&')
		.replace(/\n$/, '');
}
