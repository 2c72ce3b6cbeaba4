import fc from 'fast-check';

const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff;

/**
 * Any character of Unicode, for `fc.string`. The `binary` of fast-check takes a second to build a table of them all.
 */
export const anyCharacter = fc
	.nat(0x10ffff)
	.filter((code) => !isSurrogate(code))
	.map((code) => String.fromCodePoint(code));
