import { getChannelLabel } from '../../../channels/channelLabel';
import { getOrCreate } from '../../../common/collections';
import { joinMessages } from '../../../common/problem';
import { joinNames } from '../../../common/text';
import { toObject } from '../../../common/value';
import { getErrorDetail } from '../../../transport/response';
import type { OutgoingPost } from '../outgoingPost';
import {
	REJECTED_WITHOUT_REASON,
	getRejectionMessages,
	describeInvalidField,
} from '../rejectionMessages';

// An invalid field of a request affects all its items.
const REQUEST_FIELD = /^(type|date|shortLink|tags|inter|order|creationMethod)\b/;

/**
 * Parses the rejection of a `POST /posts`. The items of `reasonsByItem` are certainly invalid. At least one of the
 * items with `suspectIndexes` is invalid (docs/api.md, Rejections). `message` is empty if Postiz gives no reason.
 */
export function parseRejection(body: unknown, posts: OutgoingPost[]) {
	const message = getErrorDetail(body);
	const reasonsByItem = findNamedItems(body, posts);
	if (reasonsByItem.size > 0) return { reasonsByItem, suspectIndexes: [], message };
	const suspects = findSuspects(body, posts);
	const suspectIndexes = [...new Set(suspects.map(({ itemIndex }) => itemIndex))];
	if (suspectIndexes.length !== 1) return { reasonsByItem, suspectIndexes, message };
	const labels = [...new Set(suspects.map((post) => getChannelLabel(post.desired.target)))];
	const sentence = `${joinNames(labels, 80)} – ${message || REJECTED_WITHOUT_REASON}`;
	return { reasonsByItem: new Map([[suspectIndexes[0]!, sentence]]), suspectIndexes: [], message };
}

/** Returns the posts on the channel that the response names, or else on its network, or else all posts. */
function findSuspects(body: unknown, posts: OutgoingPost[]): OutgoingPost[] {
	const { provider, name } = toObject(body);
	const onNetwork = posts.filter((post) => post.desired.target.identifier === provider);
	const onChannel = onNetwork.filter((post) => post.desired.target.name === name);
	return [onChannel, onNetwork, posts].find(({ length }) => length > 0) ?? [];
}

/** Returns the reason for each item that the response names. */
function findNamedItems(body: unknown, posts: OutgoingPost[]): Map<number, string> {
	const reasons = new Map<number, Set<string>>();
	const add = (post: OutgoingPost, sentence: string) =>
		getOrCreate(reasons, post.itemIndex, () => new Set()).add(sentence);
	const isList = Array.isArray(toObject(body).message);
	for (const sentence of getRejectionMessages(body)) {
		if (isList && REQUEST_FIELD.test(sentence)) posts.forEach((post) => add(post, sentence));
		const [, index, path = ''] = /^posts\.(\d+)\.(.+)/s.exec(sentence) ?? [];
		const match = posts[Number(index)];
		if (match) add(match, describeInvalidField(match.desired, path));
		const [, id] = /^Integration with id (.+) not found/i.exec(sentence) ?? [];
		for (const post of posts) {
			const { target } = post.desired;
			if (target.id !== id) continue;
			add(post, `${getChannelLabel(target)} – no channel with the ID “${id}” is connected`);
		}
	}
	return new Map([...reasons].map(([item, sentences]) => [item, joinMessages([...sentences])]));
}
