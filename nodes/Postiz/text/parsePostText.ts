import { tryParseJson } from '../common/parseJson';
import { parseText } from '../common/parseText';
import { Problem, createInvalidProblem } from '../common/problem';
import { toObject, isEmpty } from '../common/value';
import { removeModelMarks, removeThoughts } from './modelMarks';
import { removeFence } from './normalizeText';

// "N/A", "(empty)", "[]": what models and cells have instead of a text.
const EMPTY_PLACEHOLDER =
	/^["'“”]?(?:n\/?a|none|null|nil|tbd|tba|todo|-|""|''|\[\s*\]|\{\s*\}|\(?(?:empty|blank)\)?)["'“”]?\.?$/i;
// "unchanged", "keep as is": what models write to keep the current text.
const KEEP_PLACEHOLDER =
	/^["'“”]?(?:n\/?a|none|null|undefined|keep(?: as is)?|unchanged|no changes?|same)["'“”]?\.?$/i;
const KEEP_WITH_EMPTY_TEXT = 'An empty text keeps it.';

/** Throws {@link Problem} if a model wrote a placeholder to keep the value of a field. */
export function assertNotPlaceholder(entered: unknown, label: string): void {
	if (typeof entered === 'string' && KEEP_PLACEHOLDER.test(entered.trim()))
		throw createInvalidProblem(label, entered, KEEP_WITH_EMPTY_TEXT);
}

/** In characters. The largest limit of a network is 400,000, and longer texts would block n8n. */
const MAX_TEXT = 500_000;

/**
 * Parses the text of a post, or a list of parts from a model. Throws {@link Problem} for a placeholder, JSON, or a list
 * of texts. In an update, an empty text keeps the current text.
 */
export function parsePostText(entered: unknown, label: string, { isUpdate = false } = {}): string {
	const value = joinModelParts(entered) ?? entered;
	const { length } = String(value ?? '');
	if (length > MAX_TEXT)
		throw new Problem(
			`${label} has ${length.toLocaleString('en-US')} characters`,
			`No network accepts more than ${MAX_TEXT.toLocaleString('en-US')}. Use only the text.`,
		);
	const texts = getTextList(value);
	if (texts) {
		throw new Problem(
			`${label} is a list of texts`,
			'Enter one text. Put the others in the thread.',
			{ forPerson: 'put the list in the Text of a Thread part, and each text becomes a part.' },
		);
	}
	const text = parseText(value, label);
	const cleaned = removeFence(removeModelMarks(removeThoughts(text))).trim();
	if (EMPTY_PLACEHOLDER.test(cleaned) || (isUpdate && KEEP_PLACEHOLDER.test(cleaned)))
		throw createInvalidProblem(
			label,
			cleaned,
			isUpdate ? KEEP_WITH_EMPTY_TEXT : 'Check where it comes from, or leave it empty.',
		);
	if (!isJson(cleaned)) return text;
	throw new Problem(`${label} is JSON, not a text`, 'Use only the text, without keys and braces.', {
		forPerson: 'an expression can name the key, such as {{ $json.output.content }}.',
	});
}

/** Returns the texts of a list or of a JSON list, and of objects such as `{text: …}`. Undefined for other values. */
export function getTextList(value: unknown): string[] | undefined {
	const list = typeof value === 'string' && isJson(value.trim()) ? tryParseJson(value) : value;
	if (!Array.isArray(list) || list.length === 0) return undefined;
	const texts = list
		.filter((entry) => !isEmpty(entry))
		.map((entry: unknown) => {
			const { type, text } = toObject(entry);
			return type === undefined ? (text ?? entry) : undefined;
		});
	if (texts.length === 0) return [''];
	return texts.every((text) => typeof text === 'string') ? texts : undefined;
}

/** Types of parts with a model's thoughts. */
const THOUGHT_TYPES = ['thinking', 'redacted_thinking', 'reasoning'];

/** Joins parts of a model's reply, such as `{type: 'text', text: …}`. Undefined for other values. */
function joinModelParts(value: unknown): string | undefined {
	if (!Array.isArray(value)) return undefined;
	const parts = value.map(toObject).filter(({ type }) => !THOUGHT_TYPES.includes(String(type)));
	const isJoined = parts.length === 1 || parts.every(({ type }) => type !== undefined);
	const texts = parts.map(({ text }) => text);
	const isText = isJoined && texts.length > 0 && texts.every((text) => typeof text === 'string');
	return isText ? texts.join('') : undefined;
}

// `{"text": …}`, `[{"text": …}]`, `["…"]`
const isJson = (text: string) =>
	/^(?:\{\s*"|\[\s*\{\s*"|\[\s*")[^]*[\]}]$/.test(text) && tryParseJson(text) !== undefined;
