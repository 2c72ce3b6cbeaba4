import { describeLength, howToShorten } from '../check/checkPost';
import { errorDetail } from '../../transport/answer';
import { joinProblems } from '../check/postProblems';
import { countCharacters } from '../../text/length';
import { itemNumbers } from '../../values/words';
import { largest } from '../../values/lists';
import { getOrMake } from '../../values/getOrMake';
import { propertiesOf } from '../../values/read';
import { halve, type NewPost } from './requests';

type Sent = Pick<NewPost, 'payload' | 'target'>;

/**
 * Parses why a `POST /posts` was rejected: `refused` are items that are certainly invalid, each with the reason;
 * of the `candidates`, at least one is (docs/api.md, Refusals).
 */
export function parseRefusal(body: unknown, posts: NewPost[]) {
	const message = errorDetail(body) || WITHOUT_REASON;
	const refused = namedItems(body, posts);
	if (refused.size > 0) return { refused, candidates: [], message };
	const { provider, name } = propertiesOf(body);
	const ofProvider = posts.filter(({ target }) => target.identifier === provider);
	const ofChannel = ofProvider.filter(({ target }) => target.name === name);
	const named = ofChannel.length > 0 ? ofChannel : ofProvider;
	const meant = named.length > 0 ? named : posts;
	const candidates = [...new Set(meant.map(({ itemIndex }) => itemIndex))];
	const [only] = candidates.length === 1 ? meant : longestOf(named, message);
	if (!only) return { refused, candidates, message };
	const sentence = `${only.target.label}: ${explainLength(only, message) ?? message}`;
	return { refused: new Map([[only.itemIndex, sentence]]), candidates: [], message };
}

/**
 * Decides what to do after a rejected request: which items to blame, each with the reason, and what to send next.
 * If the answer names none, `isolates` splits the candidates into halves (docs/api.md, Refusals).
 */
export function afterRefusal(posts: NewPost[], body: unknown, isolates: boolean) {
	const { refused, candidates, message } = parseRefusal(body, posts);
	const postsOf = (items: number[]) => posts.filter(({ itemIndex }) => items.includes(itemIndex));
	const rest = posts.filter(
		({ itemIndex }) => !refused.has(itemIndex) && !candidates.includes(itemIndex),
	);
	if (isolates) {
		const [first = [], ...others] = halve(postsOf(candidates));
		return { blamed: refused, next: [[...rest, ...first], ...others] };
	}
	const suspected = candidates.map((item) => {
		const others = itemNumbers(candidates.filter((other) => other !== item));
		const sentence = `Postiz rejected this item or one of these items: ${others}. It says: “${message}”`;
		return [item, sentence] as const;
	});
	return { blamed: new Map([...refused, ...suspected]), next: [rest] };
}

/** Why the service rejected a change of a post. Its form has no option for long texts. */
export function describeRefusal(body: unknown, post: Sent): string {
	const sentences = messagesOf(body).flatMap((sentence) => {
		const [, path] = /^posts\.0\.(.+)/s.exec(sentence) ?? [];
		return path === undefined ? [] : [explainField(post, path)];
	});
	if (sentences.length > 0) return joinProblems(sentences);
	const message = errorDetail(body) || WITHOUT_REASON;
	return `${post.target.label}: ${explainLength(post, message) ?? message}`;
}

/** The items that are named in the answer. */
function namedItems(body: unknown, posts: NewPost[]): Map<number, string> {
	const named = new Map<number, Set<string>>();
	const add = ({ itemIndex }: NewPost, sentence: string) =>
		getOrMake(named, itemIndex, () => new Set()).add(sentence);
	const isList = Array.isArray(propertiesOf(body).message);
	for (const sentence of messagesOf(body)) {
		if (isList && SHARED_FIELD.test(sentence)) posts.forEach((post) => add(post, sentence));
		const [, index, path = ''] = /^posts\.(\d+)\.(.+)/s.exec(sentence) ?? [];
		const match = posts[Number(index)];
		if (match) add(match, explainField(match, path));
		const [, id] = /^Integration with id (.+) not found/i.exec(sentence) ?? [];
		for (const post of posts.filter(({ target }) => target.id === id)) {
			add(post, `${post.target.label}: no channel with the ID “${id}” is connected`);
		}
	}
	return new Map([...named].map(([item, sentences]) => [item, joinProblems([...sentences])]));
}

const WITHOUT_REASON = "Postiz rejected it and didn't say why";
const TOO_LONG = /too long/i;
// A field that all posts of a request share is invalid for every item.
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
function longestOf(posts: NewPost[], message: string): NewPost[] {
	const channels = new Set(posts.map(({ target }) => target.id));
	if (!TOO_LONG.test(message) || channels.size !== 1) return [];
	return posts
		.filter((post) => hasUsualLimit(post) && longestPart(post) > 0)
		.sort((a, b) => longestPart(b) - longestPart(a));
}

// If other settings allow more, as articles do, the longer text may be valid.
const hasUsualLimit = ({ payload, target: { provider } }: Sent) =>
	provider?.variant?.(payload.settings).maxLength === undefined;

const longestPart = ({ payload, target: { provider } }: Sent) =>
	largest(payload.value.map(({ content }) => countCharacters(content, provider?.count)));
