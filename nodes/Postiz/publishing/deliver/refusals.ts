import { howToShorten } from '../check/checkPost';
import { countCharacters } from '../../text/length';
import { errorDetail } from '../../transport/explain';
import { itemNumbers } from '../../values/itemNumbers';
import { propertiesOf } from '../../values/read';
import type { TooLong } from '../types';
import { halve, type ReadyPost, type Row } from './requests';

/** Why the service refused a request, and which of its rows it blames. */
export interface Refusal {
	/** Rows that are certainly wrong, with what to say about each. */
	refused: Map<Row, string>;
	/** Rows among which at least one is wrong, if the answer does not say which. */
	candidates: Row[];
	message: string;
}

/**
 * Reads the answer to a refused `POST /posts`: either messages such as
 * `posts.1.settings.… must be …` with the index of a post or of a field that all posts share, or
 * the network and channel of a post, or the ID of an unknown channel (docs/api.md, Refusals).
 */
export function readRefusal(body: unknown, rows: Row[]): Refusal {
	const message = errorDetail(body) || WITHOUT_REASON;
	const refused = namedRows(body, rows);
	if (refused.size > 0) return { refused, candidates: [], message };
	return { ...narrowDown(body, rows, message), message };
}

/**
 * What follows from a refused request: the rows to blame, with what to say of each, and what to send in
 * its place. If the answer names none, `isolates` sends the candidates in two halves, the first along with
 * those that are not in doubt; otherwise all candidates are to blame (docs/api.md, Refusals).
 */
export function afterRefusal(
	rows: Row[],
	body: unknown,
	{ isolates }: { isolates: boolean },
): { blamed: Array<[Row, string]>; next: Row[][] } {
	const { refused, candidates, message } = readRefusal(body, rows);
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

/** Why the service refused the change of a post, whose form has no option for long texts. */
export function describeRefusal(
	body: unknown,
	{ item, target }: Pick<ReadyPost, 'item' | 'target'>,
): string {
	const post: ReadyPost = { place: 0, item, target };
	const sentences = messagesOf(body).flatMap((sentence) => {
		const [, path] = /^posts\.0\.(.+)$/s.exec(sentence) ?? [];
		return path === undefined ? [] : [explainField(post, path)];
	});
	if (sentences.length > 0) return sentences.join('; ');
	const message = errorDetail(body) || WITHOUT_REASON;
	return `${target.label}: ${explainLength(post, message, undefined) ?? message}`;
}

/** The rows that the messages of the answer name. */
function namedRows(body: unknown, rows: Row[]): Map<Row, string> {
	const posts = rows.flatMap((row) => row.posts.map((post) => ({ row, post })));
	const named = new Map<Row, string>();
	const add = (row: Row, sentence: string) => {
		const before = named.get(row);
		named.set(row, before ? `${before}; ${sentence}` : sentence);
	};
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
	return named;
}

const WITHOUT_REASON = "Postiz rejected it and didn't say why";
const TOO_LONG = /too long/i;
// What all posts of a request have in common is wrong in every row.
const SHARED_FIELD = /^(type|date|shortLink|tags|inter|order|creationMethod)\b/;

function messagesOf(body: unknown): string[] {
	const { message } = propertiesOf(body);
	return (Array.isArray(message) ? message : [message]).filter(
		(sentence): sentence is string => typeof sentence === 'string',
	);
}

/** `settings.who_can_reply_post must be …` in the words of the form. */
function explainField({ target }: ReadyPost, path: string): string {
	if (path.startsWith('settings.__type ')) {
		return `${target.label}: this is not a ${target.provider?.displayName ?? target.identifier} channel. Remove __type, or set it to that of the channel`;
	}
	const [, key] = /^settings\.([^. ]+)/.exec(path) ?? [];
	const field = target.provider?.fields.find(({ name }) => name === key);
	const sentence = field ? path.replace(`settings.${key}`, field.displayName) : path;
	return `${target.label}: ${sentence.replace(/^value\.(\d+)\.(content|image)/, (_all, part: string, what: string) => `${what === 'content' ? 'the text' : 'the media'}${part === '0' ? '' : ` of part ${Number(part) + 1}`}`)}`;
}

/** The rows that the network and the channel in the answer leave, or the one row that they leave. */
function narrowDown(
	body: unknown,
	rows: Row[],
	message: string,
): Pick<Refusal, 'refused' | 'candidates'> {
	const { provider, name } = propertiesOf(body);
	const postsOf = matchingPosts(rows, provider, name);
	const matching = rows.filter((row) => postsOf(row).length > 0);
	const candidates = matching.length > 0 ? matching : rows;
	const row = candidates.length === 1 ? candidates[0] : longestOf(candidates, postsOf, message);
	const [post] = row ? [...postsOf(row), ...row.posts] : [];
	if (!row || !post) return { refused: new Map(), candidates };
	const sentence = `${post.target.label}: ${explainLength(post, message, 'fail') ?? message}`;
	return { refused: new Map([[row, sentence]]), candidates: [] };
}

/** The service only says that a post is too long; this says by what measure, and what to do. */
function explainLength(
	post: ReadyPost,
	message: string,
	tooLong: TooLong | undefined,
): string | undefined {
	const { provider } = post.target;
	if (!provider?.maxLength || !TOO_LONG.test(message)) return undefined;
	const { displayName, maxLength, maxLengthNote } = provider;
	const limit = maxLengthNote ? `${maxLength}, ${maxLengthNote}` : maxLength;
	return `Postiz says the text is too long. It has ${longestPart(post)} characters; the maximum for ${displayName} is ${limit}. ${howToShorten(provider, tooLong)}`;
}

/** If one of several posts to the same channel is too long, the longest of them surely is. */
function longestOf(
	rows: Row[],
	postsOf: (row: Row) => ReadyPost[],
	message: string,
): Row | undefined {
	const channels = new Set(rows.flatMap(postsOf).map(({ target }) => target.id));
	if (!TOO_LONG.test(message) || channels.size !== 1) return undefined;
	const lengths = new Map(
		rows.map((row) => [row, Math.max(...postsOf(row).filter(hasUsualLimit).map(longestPart))]),
	);
	const longest = rows.reduce((a, b) => (lengths.get(b)! > lengths.get(a)! ? b : a));
	return lengths.get(longest)! > 0 ? longest : undefined;
}

// If the settings allow more, such as in articles, a longer text may be the right one.
function hasUsualLimit({ item, target: { provider } }: ReadyPost): boolean {
	return provider?.maxLengthFor?.(item.settings) === undefined;
}

function longestPart({ item, target: { provider } }: ReadyPost): number {
	return Math.max(...item.value.map(({ content }) => countCharacters(content, provider?.count)));
}

/** The posts of a row that the answer may mean: of the network, and of the channel if it names one of them. */
function matchingPosts(rows: Row[], provider: unknown, name: unknown): (row: Row) => ReadyPost[] {
	const ofProvider = ({ posts }: Row) =>
		posts.filter(({ target }) => target.identifier === provider);
	const hasName = ({ target }: ReadyPost) => target.name === name;
	const isNameKnown = rows.some((row) => ofProvider(row).some(hasName));
	return (row) => ofProvider(row).filter((post) => !isNameKnown || hasName(post));
}
