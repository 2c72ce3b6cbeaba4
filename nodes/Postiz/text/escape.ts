/** Escapes text for use between HTML tags. */
export function escapeHtml(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Escapes text for use inside a double-quoted HTML attribute. */
export function escapeAttribute(text: string): string {
	return escapeHtml(text).replace(/"/g, '&quot;');
}
