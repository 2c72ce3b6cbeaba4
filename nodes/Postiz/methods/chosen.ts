import { unwrap } from '../post/settings';

/**
 * What is chosen in a field beside the one to fill, or an empty text. An expression that the editor
 * could not evaluate yet stands for nothing that could be looked up.
 */
export function chosenText(parameter: unknown): string {
	const text = String(unwrap(parameter) ?? '').trim();
	return text.startsWith('=') ? '' : text;
}
