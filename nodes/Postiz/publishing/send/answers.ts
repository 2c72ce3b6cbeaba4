import { getChannelLabel } from '../../channels/findByName';
import {
	getErrorDetail,
	isWebPage,
	REQUEST_TIMEOUT,
	TOO_LARGE,
	TOO_MANY_REQUESTS,
	type Exchange,
} from '../../transport/answer';
import { getOrCreate, listNames } from '../../common/lists';
import { joinProblems, type Problem } from '../../common/problem';
import { getProperties } from '../../common/parseValue';
import { formatItemNumbers } from '../../common/wording';
import { halve, itemIndexOf, type OutgoingPost } from './requests';
import { getExistingPost, type Decision, type PostResult, type DesiredPost } from '../model';
import { explainMissing, explainIncompleteThread, explainUnclear } from '../explainPosts';

/** What an answer to `POST /posts` means (docs/api.md, Creating posts, Limits). */
export function classifyExchange(
	exchange: Exchange,
): 'received' | 'notSent' | 'unclear' | 'atLimit' | 'tooLarge' | 'invalid' | 'refused' {
	if (exchange.kind !== 'answer') return exchange.kind === 'notSent' ? 'notSent' : 'unclear';
	const { status } = exchange.answer;
	if (status === TOO_MANY_REQUESTS) return 'atLimit';
	if (status === TOO_LARGE) return 'tooLarge';
	if (status === 400 || status === 422) return 'invalid';
	// A page with a success status doesn't come from the API, so nothing was received.
	if (status >= 200 && status < 300) return isWebPage(exchange.answer) ? 'notSent' : 'received';
	return status >= 500 || status === REQUEST_TIMEOUT ? 'unclear' : 'refused';
}

/** True if the service has finished a request, so that nothing is created later. */
export function isEnded(exchange: Exchange): boolean {
	if (exchange.kind !== 'answer' || isWebPage(exchange.answer)) return false;
	return exchange.answer.status <= 500 && exchange.answer.status !== REQUEST_TIMEOUT;
}

/** True if the service itself reports a failure: it won't create anything after it. */
export const isFailure = (exchange: Exchange): boolean =>
	exchange.kind === 'answer' && isEnded(exchange) && exchange.answer.status === 500;

/** The posts made by a request; undefined if the answer doesn't list all of them. */
export function parseCreated(body: unknown, posts: OutgoingPost[]): PostResult[] | undefined {
	if (!Array.isArray(body) || body.length !== posts.length) return undefined;
	const made = posts.flatMap((post, index): PostResult[] => {
		const { postId } = getProperties(body[index]);
		return typeof postId === 'string' ? [toCreatedResult(post, postId)] : [];
	});
	return made.length === posts.length ? made : undefined;
}

const toCreatedResult = ({ planned, shared }: OutgoingPost, postId: string): PostResult => ({
	planned,
	// If the post was deleted meanwhile, the service makes a new one (docs/api.md, Changing a post).
	outcome: planned.action === 'update' && postId === planned.post.id ? 'updated' : 'created',
	postId,
	date: shared.date,
});

/**
 * What became of a post whose request wasn't answered as it should be, by what the calendar has of it: `found` is
 * undefined if that is unknown; `hasEnded`, if nothing is created later.
 */
export function toResult(
	post: OutgoingPost,
	found: Decision | undefined,
	{ hasEnded, cause }: { hasEnded: boolean; cause: Pick<Problem, 'message' | 'httpCode'> },
): PostResult {
	const { planned } = post;
	const { message, httpCode } = cause;
	if (found?.action === 'alreadySent') return toCreatedResult(post, found.postId);
	const start = found && getExistingPost(found);
	if (start) {
		const problem = explainIncompleteThread(planned.desired, start.id, message, httpCode);
		return { planned, outcome: 'unknown', postId: start.id, problem };
	}
	return found && hasEnded
		? { planned, outcome: 'rejected', problem: explainMissing(planned, message, httpCode) }
		: { planned, outcome: 'unknown', problem: explainUnclear(planned.desired, message, httpCode) };
}

/** True if the service has a post that was sent, or the start of it. */
export const hasArrived = (found: Decision | undefined): boolean =>
	found !== undefined && (found.action === 'alreadySent' || getExistingPost(found) !== undefined);

/**
 * The posts at the end of a failed request that can be sent again without the one that failed: the service creates them
 * in order (docs/api.md, What cannot be stored). `found` is what the calendar has of each.
 */
export function getPostsBehindFailure(
	posts: OutgoingPost[],
	found: Array<Decision | undefined>,
): OutgoingPost[] {
	const arrived = found.map(hasArrived);
	const firstAbsent = arrived.indexOf(false);
	const last = (firstAbsent < 0 ? posts.length : firstAbsent) - 1;
	const failedAt = found[last]?.action === 'reject' ? last : last + 1;
	const isInOrder = !arrived.slice(last + 1).includes(true);
	return isInOrder ? posts.slice(failedAt + 1) : [];
}

/**
 * Parses why a `POST /posts` was rejected: `refused` are items that are certainly invalid, each with the reason;
 * of the `candidates`, at least one is (docs/api.md, Refusals).
 */
export function parseRejection(body: unknown, posts: OutgoingPost[]) {
	const message = getErrorDetail(body) || WITHOUT_REASON;
	const refused = findNamedItems(body, posts);
	if (refused.size > 0) return { refused, candidates: [], message };
	const { provider, name } = getProperties(body);
	const ofProvider = posts.filter((post) => getTarget(post).identifier === provider);
	const ofChannel = ofProvider.filter((post) => getTarget(post).name === name);
	const named = ofChannel.length > 0 ? ofChannel : ofProvider;
	const meant = named.length > 0 ? named : posts;
	const candidates = [...new Set(meant.map(itemIndexOf))];
	if (candidates.length !== 1) return { refused, candidates, message };
	const labels = [...new Set(meant.map((post) => getChannelLabel(getTarget(post))))];
	const sentence = `${listNames(labels, 80)} – ${message}`;
	return { refused: new Map([[candidates[0]!, sentence]]), candidates: [], message };
}

/**
 * Decides what to do after a rejected request: which items to blame, each with the reason, and what to send next.
 * If the answer names none, `isolates` splits the candidates into halves (docs/api.md, Refusals).
 */
export function handleRejection(posts: OutgoingPost[], body: unknown, isolates: boolean) {
	const { refused, candidates, message } = parseRejection(body, posts);
	const postsOf = (items: number[]) => posts.filter((post) => items.includes(itemIndexOf(post)));
	const rest = posts.filter(
		(post) => !refused.has(itemIndexOf(post)) && !candidates.includes(itemIndexOf(post)),
	);
	if (isolates) {
		const [first = [], ...others] = halve(postsOf(candidates));
		return { blamed: refused, next: [[...rest, ...first], ...others] };
	}
	const suspected = candidates.map((item) => {
		const others = formatItemNumbers(candidates.filter((other) => other !== item));
		const sentence = `Postiz rejected this item or one of these items: ${others}. It says: “${message}”`;
		return [item, sentence] as const;
	});
	return { blamed: new Map([...refused, ...suspected]), next: [rest] };
}

/** Why the service rejected a change of a post. */
export function describeRejection(body: unknown, post: Pick<DesiredPost, 'target'>): string {
	const sentences = getMessages(body).flatMap((sentence) => {
		const [, path] = /^posts\.0\.(.+)/s.exec(sentence) ?? [];
		return path === undefined ? [] : [explainField(post, path)];
	});
	if (sentences.length > 0) return joinProblems(sentences);
	return `${getChannelLabel(post.target)} – ${getErrorDetail(body) || WITHOUT_REASON}`;
}

/** The items that are named in the answer. */
function findNamedItems(body: unknown, posts: OutgoingPost[]): Map<number, string> {
	const named = new Map<number, Set<string>>();
	const add = (post: OutgoingPost, sentence: string) =>
		getOrCreate(named, itemIndexOf(post), () => new Set()).add(sentence);
	const isList = Array.isArray(getProperties(body).message);
	for (const sentence of getMessages(body)) {
		if (isList && SHARED_FIELD.test(sentence)) posts.forEach((post) => add(post, sentence));
		const [, index, path = ''] = /^posts\.(\d+)\.(.+)/s.exec(sentence) ?? [];
		const match = posts[Number(index)];
		if (match) add(match, explainField(match.planned.desired, path));
		const [, id] = /^Integration with id (.+) not found/i.exec(sentence) ?? [];
		for (const post of posts.filter((post) => getTarget(post).id === id)) {
			add(
				post,
				`${getChannelLabel(getTarget(post))} – no channel with the ID “${id}” is connected`,
			);
		}
	}
	return new Map([...named].map(([item, sentences]) => [item, joinProblems([...sentences])]));
}

const WITHOUT_REASON = "Postiz rejected it and didn't say why";
// A field that all posts of a request share is invalid for every item.
const SHARED_FIELD = /^(type|date|shortLink|tags|inter|order|creationMethod)\b/;

function getMessages(body: unknown): string[] {
	const { message } = getProperties(body);
	return (Array.isArray(message) ? message : [message]).filter(
		(sentence): sentence is string => typeof sentence === 'string',
	);
}

/** `settings.who_can_reply_post must be …`, with the label of the field in the form. */
function explainField({ target }: Pick<DesiredPost, 'target'>, path: string): string {
	const label = getChannelLabel(target);
	const { network, identifier } = target;
	if (path.startsWith('settings.__type ')) {
		return `${label} – this is not a ${network?.displayName ?? identifier} channel. Remove __type, or set it to that of the channel`;
	}
	const [, key] = /^settings\.([^. ]+)/.exec(path) ?? [];
	const field = network?.fields.find(({ name }) => name === key);
	const [start = '', part, what] = /^value\.(\d+)\.(content|image)/.exec(path) ?? [];
	if (!what)
		return `${label} – ${field ? path.replace(`settings.${key}`, field.displayName) : path}`;
	const ofPart = part === '0' ? '' : ` of part ${Number(part) + 1}`;
	return `${label} – ${what === 'content' ? 'the text' : 'the media'}${ofPart}${path.slice(start.length)}`;
}

const getTarget = ({ planned }: OutgoingPost) => planned.desired.target;
