/** Normalizes a name for comparisons: lower case, without @. */
export const comparable = (name: unknown): string =>
	String(name ?? '')
		.trim()
		.replace(/^@/, '')
		.toLowerCase();
