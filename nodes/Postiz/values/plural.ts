/** An amount with its noun: `1 post`, `3 posts`. */
export function count(amount: number, noun: string): string {
	return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}

/** The verb for an amount. */
export const wasOrWere = (amount: number) => (amount === 1 ? 'was' : 'were');

/** With a capital first letter. */
export const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Joins sentences, without empty ones. */
export const sentences = (...texts: Array<string | false>): string =>
	texts.filter(Boolean).join(' ');
