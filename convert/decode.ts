/** The text of a file. The > of PowerShell writes UTF-16, which its first bytes say. */
export function decode(content: Uint8Array): string {
	const [first, second] = content;
	const isLittle = first === 0xff && second === 0xfe;
	const isBig = first === 0xfe && second === 0xff;
	return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(content);
}
