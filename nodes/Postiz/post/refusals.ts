import { errorDetail } from '../transport/errors';
import type { ReadyPost, Row } from './batches';
import { countCharacters } from './length';

/** Why the service refused a request, and which of its rows is to blame as far as can be told. */
export interface Refusal {
	/** Rows that are certainly wrong, with what to say about each. */
	culprits: Map<Row, string>;
	/** Rows among which at least one is wrong, where it cannot be told which. */
	suspects: Row[];
	message: string;
}

/**
 * Reads the answer to a refused `POST /posts`: either messages such as
 * `posts.1.settings.… must be …` with the index of a post or of a field that all posts share, or
 * the network and channel of a post, or the ID of an unknown channel (API: POST /posts, "Two kinds of answer").
 */
export function readRefusal(body: unknown, rows: Row[]): Refusal {
	const message = errorDetail(body) || WITHOUT_REASON;
	const posts = rows.flatMap((row) => row.posts.map((post) => ({ row, post })));
	const culprits = new Map<Row, string>();
	const isList = Array.isArray((body as { message?: unknown } | undefined)?.message);
	for (const sentence of messagesOf(body)) {
		if (isList && SHARED_FIELD.test(sentence)) rows.forEach((row) => add(culprits, row, sentence));
		const match = /^posts\.(\d+)\.(.+)$/s.exec(sentence);
		const named = match && posts[Number(match[1])];
		if (named) add(culprits, named.row, explainField(named.post, match[2]));
		const unknown = /^Integration with id (.+) not found/i.exec(sentence);
		if (unknown) {
			for (const { row, post } of posts) {
				if (post.target.id !== unknown[1]) continue;
				add(
					culprits,
					row,
					`${post.target.label}: no channel with the ID “${unknown[1]}” is connected`,
				);
			}
		}
	}
	if (culprits.size > 0) return { culprits, suspects: [], message };
	return { ...blame(body, rows, message), message };
}

const WITHOUT_REASON = 'Postiz refused it and did not say why';
const TOO_LONG = /too long/i;
// What all posts of a request have in common is wrong in every row.
const SHARED_FIELD = /^(type|date|shortLink|tags|inter|order|creationMethod)\b/;

function messagesOf(body: unknown): string[] {
	const { message } = (body ?? {}) as { message?: unknown };
	return (Array.isArray(message) ? message : [message]).filter(
		(sentence): sentence is string => typeof sentence === 'string',
	);
}

function add(culprits: Map<Row, string>, row: Row, sentence: string): void {
	const before = culprits.get(row);
	culprits.set(row, before ? `${before}; ${sentence}` : sentence);
}

/** `settings.who_can_reply_post must be …` in the words of the form. */
function explainField({ target }: ReadyPost, path: string): string {
	if (path.startsWith('settings.__type ')) {
		return `${target.label}: this is no ${target.provider?.displayName ?? target.identifier} channel. Choose its own network, or Detect From Channel`;
	}
	const [, key] = /^settings\.([^. ]+)/.exec(path) ?? [];
	const field = target.provider?.fields.find(({ name }) => name === key);
	const sentence = field ? path.replace(`settings.${key}`, field.displayName) : path;
	return `${target.label}: ${sentence.replace(/^value\.(\d+)\.(content|image)/, (_all, part: string, what: string) => `${what === 'content' ? 'the text' : 'the media'}${part === '0' ? '' : ` of part ${Number(part) + 1}`}`)}`;
}

function blame(
	body: unknown,
	rows: Row[],
	message: string,
): Pick<Refusal, 'culprits' | 'suspects'> {
	const { provider, name } = (body ?? {}) as { provider?: unknown; name?: unknown };
	const named = namedPosts(rows, provider, name);
	const matching = rows.filter((row) => named(row).length > 0);
	const suspects = matching.length > 0 ? matching : rows;
	const culprit = suspects.length === 1 ? suspects[0] : longestOf(suspects, named, message);
	if (!culprit) return { culprits: new Map(), suspects };
	const post = named(culprit)[0] ?? culprit.posts[0];
	const sentence = `${post.target.label}: ${explainLength(post, message) ?? message}`;
	return { culprits: new Map([[culprit, sentence]]), suspects: [] };
}

/** The service says only that a post is too long; this says by what measure, and what to do. */
function explainLength(post: ReadyPost, message: string): string | undefined {
	const { provider } = post.target;
	if (!provider?.maxLength || !TOO_LONG.test(message)) return undefined;
	const { displayName, maxLength, maxLengthNote } = provider;
	const limit = maxLengthNote ? `${maxLength}, ${maxLengthNote}` : maxLength;
	return `Postiz finds the text too long. Its longest part has ${longestPart(post)} characters; ${displayName} takes ${limit}. Shorten it, write a shorter Text for This Channel, or move the rest into Thread`;
}

/** Where one of several posts to the same channel is too long, the longest of them surely is. */
function longestOf(
	rows: Row[],
	named: (row: Row) => ReadyPost[],
	message: string,
): Row | undefined {
	const channels = new Set(rows.flatMap(named).map(({ target }) => target.id));
	if (!TOO_LONG.test(message) || channels.size !== 1) return undefined;
	const lengths = new Map(
		rows.map((row) => [row, Math.max(...named(row).filter(hasUsualLimit).map(longestPart))]),
	);
	const longest = rows.reduce((a, b) => (lengths.get(b)! > lengths.get(a)! ? b : a));
	return lengths.get(longest)! > 0 ? longest : undefined;
}

// Where the settings allow more, such as in articles, a longer text may be the right one.
function hasUsualLimit({ item, target: { provider } }: ReadyPost): boolean {
	return provider?.maxLengthFor?.(item.settings) === undefined;
}

function longestPart({ item, target: { provider } }: ReadyPost): number {
	return Math.max(...item.value.map(({ content }) => countCharacters(content, provider?.count)));
}

/**
 * The posts of a row that the answer may mean. A name that the form keeps may be an older one: it
 * leaves others out only where another post bears the name of the answer.
 */
function namedPosts(rows: Row[], provider: unknown, name: unknown): (row: Row) => ReadyPost[] {
	const ofProvider = ({ posts }: Row) =>
		posts.filter(({ target }) => target.identifier === provider);
	const bearsName = ({ target }: ReadyPost) => target.name === name;
	const isNameKnown = rows.some((row) => ofProvider(row).some(bearsName));
	return (row) =>
		ofProvider(row).filter(
			(post) => !isNameKnown || post.target.name === undefined || bearsName(post),
		);
}
