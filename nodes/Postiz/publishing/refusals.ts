import { describeLength, howToShorten } from './check/check';
import type { Target } from '../channels/targets';
import { errorDetail } from '../transport/answer';
import { joinProblems } from './check/findings';
import { countCharacters } from '../text/length';
import { itemNumbers } from '../values/words';
import { largest } from '../values/lists';
import { getOrMake } from '../values/getOrMake';
import { propertiesOf } from '../values/read';
import { halve, itemOf, type Sending } from './requests';
import { describeChannel } from './words';

/**
 * Parses why a `POST /posts` was rejected: `refused` are items that are certainly invalid, each with the reason;
 * of the `candidates`, at least one is (docs/api.md, Refusals).
 */
export function parseRefusal(body: unknown, posts: Sending[]) {
	const message = errorDetail(body) || WITHOUT_REASON;
	const refused = namedItems(body, posts);
	if (refused.size > 0) return { refused, candidates: [], message };
	const { provider, name } = propertiesOf(body);
	const ofProvider = posts.filter((post) => targetOf(post).identifier === provider);
	const ofChannel = ofProvider.filter((post) => targetOf(post).name === name);
	const named = ofChannel.length > 0 ? ofChannel : ofProvider;
	const meant = named.length > 0 ? named : posts;
	const candidates = [...new Set(meant.map(itemOf))];
	const [only] = candidates.length === 1 ? meant : longestOf(named, message);
	if (!only) return { refused, candidates, message };
	const sentence = `${describeChannel(only.step.wanted)}: ${explainLength(sentOf(only), message) ?? message}`;
	return { refused: new Map([[itemOf(only), sentence]]), candidates: [], message };
}

/**
 * Decides what to do after a rejected request: which items to blame, each with the reason, and what to send next.
 * If the answer names none, `isolates` splits the candidates into halves (docs/api.md, Refusals).
 */
export function afterRefusal(posts: Sending[], body: unknown, isolates: boolean) {
	const { refused, candidates, message } = parseRefusal(body, posts);
	const postsOf = (items: number[]) => posts.filter((post) => items.includes(itemOf(post)));
	const rest = posts.filter(
		(post) => !refused.has(itemOf(post)) && !candidates.includes(itemOf(post)),
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

/** Why the service rejected a change of a post. */
export function describeRefusal(body: unknown, post: Sent): string {
	const sentences = messagesOf(body).flatMap((sentence) => {
		const [, path] = /^posts\.0\.(.+)/s.exec(sentence) ?? [];
		return path === undefined ? [] : [explainField(post, path)];
	});
	if (sentences.length > 0) return joinProblems(sentences);
	const message = errorDetail(body) || WITHOUT_REASON;
	return `${describeChannel(post)}: ${explainLength(post, message) ?? message}`;
}

/** The items that are named in the answer. */
function namedItems(body: unknown, posts: Sending[]): Map<number, string> {
	const named = new Map<number, Set<string>>();
	const add = (post: Sending, sentence: string) =>
		getOrMake(named, itemOf(post), () => new Set()).add(sentence);
	const isList = Array.isArray(propertiesOf(body).message);
	for (const sentence of messagesOf(body)) {
		if (isList && SHARED_FIELD.test(sentence)) posts.forEach((post) => add(post, sentence));
		const [, index, path = ''] = /^posts\.(\d+)\.(.+)/s.exec(sentence) ?? [];
		const match = posts[Number(index)];
		if (match) add(match, explainField(sentOf(match), path));
		const [, id] = /^Integration with id (.+) not found/i.exec(sentence) ?? [];
		for (const post of posts.filter((post) => targetOf(post).id === id)) {
			add(
				post,
				`${describeChannel(post.step.wanted)}: no channel with the ID “${id}” is connected`,
			);
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
function explainField({ target }: Sent, path: string): string {
	const label = describeChannel({ target });
	const { provider, identifier } = target;
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
function longestOf(posts: Sending[], message: string): Sending[] {
	const channels = new Set(posts.map((post) => targetOf(post).id));
	if (!TOO_LONG.test(message) || channels.size !== 1) return [];
	return posts
		.filter((post) => hasUsualLimit(post) && longestPart(sentOf(post)) > 0)
		.sort((a, b) => longestPart(sentOf(b)) - longestPart(sentOf(a)));
}

// If other settings allow more, as articles do, the longer text may be valid.
const hasUsualLimit = (post: Sending) =>
	targetOf(post).provider?.variant?.(post.payload.settings).maxLength === undefined;

const longestPart = ({ payload, target: { provider } }: Sent) =>
	largest(payload.value.map(({ content }) => countCharacters(content, provider?.count)));

/** A post on a channel as it was sent. */
interface Sent extends Pick<Sending, 'payload'> {
	target: Target;
}

const targetOf = ({ step }: Sending) => step.wanted.target;
const sentOf = (post: Sending): Sent => ({ payload: post.payload, target: targetOf(post) });
