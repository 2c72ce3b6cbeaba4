import { describeLength, howToShorten } from '../check/checkPost';
import { joinProblems } from '../check/postProblems';
import { countCharacters } from '../../text/length';
import { errorDetail } from '../../transport/explain';
import { itemNumbers } from '../../values/itemNumbers';
import { largest } from '../../values/lists';
import { getOrMake } from '../../values/getOrMake';
import { propertiesOf } from '../../values/read';
import { halve, postsOf, type ReadyPost, type Row } from './requests';

type Sent = Pick<ReadyPost, 'item' | 'target'>;

/**
 * Parses why a `POST /posts` was rejected: `refused` are rows that are certainly invalid, each with the reason;
 * of the `candidates`, at least one is (docs/api.md, Refusals).
 */
export function parseRefusal(body: unknown, rows: Row[]) {
	const message = errorDetail(body) || WITHOUT_REASON;
	const refused = namedRows(body, rows);
	if (refused.size > 0) return { refused, candidates: [], message };
	const { provider, name } = propertiesOf(body);
	const ofProvider = postsOf(rows).filter(({ post }) => post.target.identifier === provider);
	const ofChannel = ofProvider.filter(({ post }) => post.target.name === name);
	const meant = ofChannel.length > 0 ? ofChannel : ofProvider;
	const candidates = meant.length > 0 ? [...new Set(meant.map(({ row }) => row))] : rows;
	const [only] = candidates.length === 1 ? [...meant, ...postsOf(rows)] : longestOf(meant, message);
	if (!only) return { refused, candidates, message };
	const { label } = only.post.target;
	const sentence = `${label}: ${explainLength(only.post, message) ?? message}`;
	return { refused: new Map([[only.row, sentence]]), candidates: [], message };
}

/**
 * Decides what to do after a rejected request: which rows to blame, each with the reason, and what to send next.
 * If the answer names none, `isolates` splits the candidates into halves (docs/api.md, Refusals).
 */
export function afterRefusal(rows: Row[], body: unknown, isolates: boolean) {
	const { refused, candidates, message } = parseRefusal(body, rows);
	const rest = rows.filter((row) => !refused.has(row) && !candidates.includes(row));
	if (isolates) {
		const [first = [], ...others] = halve(candidates);
		return { blamed: [...refused], next: [[...rest, ...first], ...others] };
	}
	const suspected = candidates.map((row): [Row, string] => {
		const others = candidates.filter((other) => other !== row).map(({ itemIndex }) => itemIndex);
		const sentence = `Postiz rejected this item or one of these items: ${itemNumbers(others)}. It says: “${message}”`;
		return [row, sentence];
	});
	return { blamed: [...refused, ...suspected], next: [rest] };
}

/** Why the service rejected a change of a post. Its form has no option for long texts. */
export function describeRefusal(body: unknown, post: Sent): string {
	const sentences = messagesOf(body).flatMap((sentence) => {
		const [, path] = /^posts\.0\.(.+)$/s.exec(sentence) ?? [];
		return path === undefined ? [] : [explainField(post, path)];
	});
	if (sentences.length > 0) return joinProblems(sentences);
	const message = errorDetail(body) || WITHOUT_REASON;
	return `${post.target.label}: ${explainLength(post, message) ?? message}`;
}

/** The rows that are named in the answer. */
function namedRows(body: unknown, rows: Row[]): Map<Row, string> {
	const posts = postsOf(rows);
	const named = new Map<Row, string[]>();
	const add = (row: Row, sentence: string) => getOrMake(named, row, () => []).push(sentence);
	const isList = Array.isArray(propertiesOf(body).message);
	for (const sentence of messagesOf(body)) {
		if (isList && SHARED_FIELD.test(sentence)) rows.forEach((row) => add(row, sentence));
		const [, index, path = ''] = /^posts\.(\d+)\.(.+)$/s.exec(sentence) ?? [];
		const match = posts[Number(index)];
		if (match) add(match.row, explainField(match.post, path));
		const [, id] = /^Integration with id (.+) not found/i.exec(sentence) ?? [];
		for (const { row, post } of posts.filter(({ post: { target } }) => target.id === id)) {
			add(row, `${post.target.label}: no channel with the ID “${id}” is connected`);
		}
	}
	return new Map([...named].map(([row, sentences]) => [row, joinProblems(sentences)]));
}

const WITHOUT_REASON = "Postiz rejected it and didn't say why";
const TOO_LONG = /too long/i;
// A field that all posts of a request share is invalid for every row.
const SHARED_FIELD = /^(type|date|shortLink|tags|inter|order|creationMethod)\b/;

function messagesOf(body: unknown): string[] {
	const { message } = propertiesOf(body);
	return (Array.isArray(message) ? message : [message]).filter(
		(sentence): sentence is string => typeof sentence === 'string',
	);
}

/** `settings.who_can_reply_post must be …`, with the label of the field in the form. */
function explainField({ target: { label, provider, identifier } }: Sent, path: string): string {
	if (path.startsWith('settings.__type ')) {
		return `${label}: this is not a ${provider?.displayName ?? identifier} channel. Remove __type, or set it to that of the channel`;
	}
	const [, key] = /^settings\.([^. ]+)/.exec(path) ?? [];
	const field = provider?.fields.find(({ name }) => name === key);
	const [start = '', part, what] = /^value\.(\d+)\.(content|image)/.exec(path) ?? [];
	if (!what)
		return `${label}: ${field ? path.replace(`settings.${key}`, field.displayName) : path}`;
	const ofPart = part === '0' ? '' : ` of part ${Number(part) + 1}`;
	return `${label}: ${what === 'content' ? 'the text' : 'the media'}${ofPart}${path.slice(start.length)}`;
}

/** The service only reports that a post is too long; adds its length, the limit, and how to fix it. */
function explainLength(post: Sent, message: string): string | undefined {
	const { provider } = post.target;
	if (!provider?.maxLength || !TOO_LONG.test(message)) return undefined;
	const { maxLength, maxLengthNote } = provider;
	const length = describeLength(longestPart(post), maxLength);
	const rest = maxLengthNote ? ` (${maxLengthNote})` : `. ${howToShorten(provider)}`;
	return `Postiz says the text is too long: ${length}${rest}`;
}

/** The longest of several posts on a channel, which is too long if any of them is. */
function longestOf(posts: ReturnType<typeof postsOf>, message: string) {
	const channels = new Set(posts.map(({ post }) => post.target.id));
	if (!TOO_LONG.test(message) || channels.size !== 1) return [];
	return posts
		.filter(({ post }) => hasUsualLimit(post) && longestPart(post) > 0)
		.sort((a, b) => longestPart(b.post) - longestPart(a.post));
}

// If other settings allow more, as articles do, the longer text may be valid.
const hasUsualLimit = ({ item, target: { provider } }: Sent) =>
	provider?.variant?.(item.settings).maxLength === undefined;

const longestPart = ({ item, target: { provider } }: Sent) =>
	largest(item.value.map(({ content }) => countCharacters(content, provider?.count)));
