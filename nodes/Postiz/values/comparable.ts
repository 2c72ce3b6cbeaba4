/** A name as it is compared: without an @, in small letters. */
export const comparable = (name: unknown): string =>
	String(name ?? '')
		.trim()
		.replace(/^@/, '')
		.toLowerCase();
