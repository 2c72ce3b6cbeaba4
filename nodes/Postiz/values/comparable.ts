/** Normalizes a name for comparisons: lower case, without @, with plain spaces and composed letters. */
export const comparable = (name: unknown): string =>
	String(name ?? '')
		.normalize('NFKC')
		.replace(/\s+/g, ' ')
		.trim()
		.replace(/^@/, '')
		.toLowerCase();
