import { getChannelLabel } from '../../channels/channelLabel';
import { joinMessages } from '../../common/problem';
import { toObject } from '../../common/value';
import type { DesiredPost } from '../../posts/desiredPost';
import { getErrorDetail } from '../../transport/response';

export const REJECTED_WITHOUT_REASON = "Postiz rejected it and didn't say why";

/** Explains the rejection of an update. */
export function describeUpdateRejection(body: unknown, post: Pick<DesiredPost, 'target'>): string {
	const sentences = getRejectionMessages(body).flatMap((sentence) => {
		const [, path] = /^posts\.0\.(.+)/s.exec(sentence) ?? [];
		return path === undefined ? [] : [describeInvalidField(post, path)];
	});
	if (sentences.length > 0) return joinMessages(sentences);
	return `${getChannelLabel(post.target)} – ${getErrorDetail(body) || REJECTED_WITHOUT_REASON}`;
}

/** Returns the messages of a rejection: a list from validation, or a single one from a rule. */
export function getRejectionMessages(body: unknown): string[] {
	const { message } = toObject(body);
	return (Array.isArray(message) ? message : [message]).filter(
		(sentence): sentence is string => typeof sentence === 'string',
	);
}

/** Names the field in `settings.who_can_reply_post must be …` by its label in the form. */
export function describeInvalidField(
	{ target }: Pick<DesiredPost, 'target'>,
	path: string,
): string {
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
