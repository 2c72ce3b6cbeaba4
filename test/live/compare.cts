import { isDeepStrictEqual } from 'node:util';
import { isAbsent, isObject, without, type Values } from '../service/schema.cjs';
import type { Answer, KeptPart, KeptPost, Run } from './instance.cjs';
import type { Problem } from './types.cjs';

const MAX_SHOWN = 300;

/** A value as a sentence shows it. */
export function show(value: unknown): string {
	const text = JSON.stringify(value) ?? 'nothing';
	return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** What is wrong if a value is not the one that was to be. */
export const differs = (what: string, actual: unknown, wanted: unknown): Problem =>
	isDeepStrictEqual(actual, wanted) ? undefined : `${what} is ${show(actual)}, not ${show(wanted)}`;

/** What is wrong with an answer that was to be the recorded one. */
export const notAnswered = (answer: Answer, wanted: Answer): Problem =>
	join([
		differs('the status', answer.status, wanted.status),
		differs('the answer', answer.body, wanted.body),
	]);

/** The problems in one sentence, if there are any. */
export const join = (problems: Problem[]): Problem =>
	problems.filter(Boolean).join('; ') || undefined;

const isEmpty = (value: unknown) =>
	isAbsent(value) || value === '' || (Array.isArray(value) && value.length === 0);

/** Which settings are not kept as they were sent; what the service adds must be empty. */
export function compareSettings(kept: Values, sent: Values): Problem {
	const keys = [...new Set([...Object.keys(sent), ...Object.keys(kept)])];
	return join(
		keys.map((key) =>
			!Object.hasOwn(sent, key) && isEmpty(kept[key])
				? undefined
				: differs(key, kept[key], sent[key]),
		),
	);
}

/** A part without the ID, which nobody knows beforehand. */
export const partWithoutId = ({ content, image, delay }: KeptPart) => ({ content, image, delay });

/** A post without IDs and group. */
export const postWithoutIds = (post: KeptPost) => ({
	...without(post, 'group'),
	parts: post.parts.map(partWithoutId),
});

/** What the node said if it failed. */
export function errorOf({ error }: Pick<Run, 'error'>): Problem {
	return error && [error.message, error.description].filter(Boolean).join(' ');
}

/** The sentences of a refusal, one for each field that is wrong; undefined for any other answer. */
export const messagesOf = (answer: unknown): string[] | undefined => {
	const { message } = isObject(answer) ? answer : {};
	return Array.isArray(message) ? message.map(String) : undefined;
};

/**
 * What is wrong with an answer that was to be a refusal for a rule of the network, with these words if
 * they are known.
 */
export function notRefused({ status, body }: Answer, identifier: string, words?: string): Problem {
	if (status >= 200 && status < 300) return 'it was taken';
	const { provider, message } = isObject(body) ? body : {};
	if (status !== 400 || provider !== identifier)
		return `it was answered with ${status} ${show(body)}`;
	return words === undefined ? undefined : differs('the reason', message, words);
}
