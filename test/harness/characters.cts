import fc from 'fast-check';

const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff;

/**
 * Any character of Unicode, for `fc.string`. The same in fast-check, `binary`, takes a second to
 * write a table of all of them.
 */
export const anyCharacter = fc
	.nat(0x10ffff)
	.filter((code) => !isSurrogate(code))
	.map((code) => String.fromCodePoint(code));
