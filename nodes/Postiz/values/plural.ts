/** So many of what a noun says, as sentences show it: `1 post`, `3 posts`. */
export function count(amount: number, noun: string): string {
	return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}

/** The verb for so many. */
export const wasOrWere = (amount: number) => (amount === 1 ? 'was' : 'were');

/** Puts together those that there are. */
export const sentences = (...texts: Array<string | false>): string =>
	texts.filter(Boolean).join(' ');
