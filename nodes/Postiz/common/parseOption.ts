import { tryParseJson } from './parseJson';
import { Problem, createInvalidProblem } from './problem';
import { isEmpty, isObject, unwrapLocator } from './value';

/** An option: its value, or its value with the label that people may write instead. */
type Choice<T> = T | { name: string; value: T };

const getValue = <T>(choice: Choice<T>) =>
	(isObject(choice) && 'value' in choice ? choice.value : choice) as T;

/** Finds an option by its value or name, ignoring case, spaces, hyphens and underscores; undefined if there is none. */
export function findOption<T>(value: unknown, options: ReadonlyArray<Choice<T>>): T | undefined {
	if (typeof value !== 'string') return undefined;
	const isSameWord = (text: unknown) => normalizeWord(text) === normalizeWord(value);
	const match =
		options.find((option) => isSameWord(getValue(option))) ??
		options.find((option) => isObject(option) && isSameWord(option.name));
	return match && getValue(match);
}

const normalizeWord = (text: unknown) =>
	String(text)
		.replace(/[\s_-]+/g, '')
		.toLowerCase();

/** Parses the option of a field like {@link findOption}. */
export function parseOption<T extends string>(
	entered: unknown,
	options: ReadonlyArray<Choice<T>>,
	label: string,
): T {
	const value = unwrapLocator(entered);
	const option = findOption(value, options);
	if (option !== undefined) return option;
	const remedy = `Use one of ${options.map(getValue).join(', ')}.`;
	throw isEmpty(value)
		? new Problem(`${label} is empty`, remedy)
		: createInvalidProblem(label, value, remedy);
}

/** Parses the options of a multi-select like {@link parseOption}, also from a list as JSON or with commas. */
export function parseOptions<T extends string>(
	value: unknown,
	options: ReadonlyArray<Choice<T>>,
	label: string,
): T[] {
	const text = String(value ?? '');
	const list = typeof value === 'string' && /^\s*\[/.test(text) ? tryParseJson(text) : value;
	const words = (Array.isArray(list) ? list : text.split(',')).map((word) => String(word).trim());
	return words.filter(Boolean).map((word) => parseOption(word, options, label));
}
