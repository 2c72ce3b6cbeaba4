import { getChannelLabel } from '../../../channels/channelLabel';
import { getOrCreate } from '../../../common/lists';
import { joinProblems } from '../../../common/problem';
import { joinNames } from '../../../common/text';
import { getProperties } from '../../../common/value';
import { nameItems } from '../../../execution/inputItems';
import type { DesiredPost } from '../../../posts/desiredPost';
import { getErrorDetail } from '../../../transport/response';
import type { OutgoingPost } from '../outgoingPost';
import { halve } from './batches';
import type { DeliveryState } from './deliveryState';

const WITHOUT_REASON = "Postiz rejected it and didn't say why";
// A field that all posts of a request share is invalid for every item.
const SHARED_FIELD = /^(type|date|shortLink|tags|inter|order|creationMethod)\b/;

/**
 * Parses why a `POST /posts` was rejected: `rejected` items are certainly invalid, each with the reason; at least one of
 * the `suspectItems` is (docs/api.md, Refusals).
 */
export function parseRejection(body: unknown, posts: OutgoingPost[]) {
	const message = getErrorDetail(body) || WITHOUT_REASON;
	const rejected = findNamedItems(body, posts);
	if (rejected.size > 0) return { rejected, suspectItems: [], message };
	const suspects = findSuspects(body, posts);
	const suspectItems = [...new Set(suspects.map(({ itemIndex }) => itemIndex))];
	if (suspectItems.length !== 1) return { rejected, suspectItems, message };
	const labels = [...new Set(suspects.map((post) => getChannelLabel(post.desired.target)))];
	const sentence = `${joinNames(labels, 80)} – ${message}`;
	return { rejected: new Map([[suspectItems[0]!, sentence]]), suspectItems: [], message };
}

/** The posts on the channel that the response names, or else on its network, or else all. */
function findSuspects(body: unknown, posts: OutgoingPost[]): OutgoingPost[] {
	const { provider, name } = getProperties(body);
	const onNetwork = posts.filter((post) => post.desired.target.identifier === provider);
	const onChannel = onNetwork.filter((post) => post.desired.target.name === name);
	return [onChannel, onNetwork, posts].find(({ length }) => length > 0) ?? [];
}

/**
 * Decides what to do after a rejected request: which items are rejected, each with the reason, and what to send next. If
 * the response names none, the suspect items are split into halves with `continuesOnError` (docs/api.md, Refusals).
 */
export function planAfterRejection(
	posts: OutgoingPost[],
	body: unknown,
	{ continuesOnError, run }: Pick<DeliveryState, 'continuesOnError' | 'run'>,
) {
	const { rejected, suspectItems, message } = parseRejection(body, posts);
	const getItemPosts = (items: number[]) => posts.filter((post) => items.includes(post.itemIndex));
	const others = posts.filter(
		({ itemIndex }) => !rejected.has(itemIndex) && !suspectItems.includes(itemIndex),
	);
	if (continuesOnError) {
		const [firstHalf = [], ...otherHalf] = halve(getItemPosts(suspectItems));
		return { rejected, batches: [[...others, ...firstHalf], ...otherHalf] };
	}
	const rejectedSuspects = suspectItems.map((item) => {
		const otherSuspects = suspectItems.filter((other) => other !== item);
		const oneOf = otherSuspects.length > 1 ? 'one of ' : '';
		const names = `${oneOf}${nameItems(run.context, otherSuspects)}`;
		const sentence = `Postiz rejected this item or ${names}. It says: “${message}”`;
		return [item, sentence] as const;
	});
	return { rejected: new Map([...rejected, ...rejectedSuspects]), batches: [others] };
}

/** Describes why the service rejected an update of a post. */
export function describeRejection(body: unknown, post: Pick<DesiredPost, 'target'>): string {
	const sentences = getMessages(body).flatMap((sentence) => {
		const [, path] = /^posts\.0\.(.+)/s.exec(sentence) ?? [];
		return path === undefined ? [] : [explainField(post, path)];
	});
	if (sentences.length > 0) return joinProblems(sentences);
	return `${getChannelLabel(post.target)} – ${getErrorDetail(body) || WITHOUT_REASON}`;
}

/** The items that the response names, each with the reason. */
function findNamedItems(body: unknown, posts: OutgoingPost[]): Map<number, string> {
	const reasons = new Map<number, Set<string>>();
	const add = (post: OutgoingPost, sentence: string) =>
		getOrCreate(reasons, post.itemIndex, () => new Set()).add(sentence);
	const isList = Array.isArray(getProperties(body).message);
	for (const sentence of getMessages(body)) {
		if (isList && SHARED_FIELD.test(sentence)) posts.forEach((post) => add(post, sentence));
		const [, index, path = ''] = /^posts\.(\d+)\.(.+)/s.exec(sentence) ?? [];
		const match = posts[Number(index)];
		if (match) add(match, explainField(match.desired, path));
		const [, id] = /^Integration with id (.+) not found/i.exec(sentence) ?? [];
		for (const post of posts.filter((post) => post.desired.target.id === id)) {
			add(
				post,
				`${getChannelLabel(post.desired.target)} – no channel with the ID “${id}” is connected`,
			);
		}
	}
	return new Map([...reasons].map(([item, sentences]) => [item, joinProblems([...sentences])]));
}

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
	const [start = '', part, kind] = /^value\.(\d+)\.(content|image)/.exec(path) ?? [];
	if (!kind)
		return `${label} – ${field ? path.replace(`settings.${key}`, field.displayName) : path}`;
	const place = part === '0' ? '' : ` of part ${Number(part) + 1}`;
	return `${label} – ${kind === 'content' ? 'the text' : 'the media'}${place}${path.slice(start.length)}`;
}
