import type { IDataObject } from 'n8n-workflow';

import { getLink } from '../../calendar/postLink';
import { toOutputColumns } from '../../calendar/postOutput';
import { getInitialStateName, getStateName } from '../../calendar/stateNames';
import { getChannelLabel } from '../../channels/channelLabel';
import { formatDateTimeWithZone } from '../../common/date';
import { joinSentences, joinNames } from '../../common/text';
import { getEnteredText } from '../../execution/inputItems';
import type { DesiredPost, Part } from '../../posts/desiredPost';
import { describeKeptPost } from '../../posts/existing/describeKeptPost';
import { describeUnreadParts } from '../../posts/existing/describeUnreadParts';
import { toNoteSentences } from '../../posts/issue';
import { getExistingPost } from '../../posts/plannedPost';
import type { Outcome, PostResult } from '../../posts/postResult';
import type { Run } from '../../posts/run/run';
import { getVisibleText } from '../../text/storedText';

/** Creates the output of a post. `index` is the index of its item. */
export function toResultOutput(
	result: PostResult,
	index: number,
	{ client, timezone }: Run,
): IDataObject {
	const { planned, outcome, postId, date, after, changed = [], missingTags } = result;
	const { target, parts, item } = planned.desired;
	const post = getExistingPost(planned);
	const isNew = outcome === 'created';
	const [first, ...later] = listParts(result);
	const time = date ?? (post && new Date(post.time).toISOString()) ?? item.requestFields.date;
	const state = isNew
		? getInitialStateName(item.requestFields.type)
		: getStateName(after?.state ?? post?.state ?? '');
	const files = isNew ? parts.flatMap((part) => part.files).length : 0;
	const { link, note } = getLink({ state: post?.state, releaseURL: post?.link });
	return toOutputColumns(
		{
			outcome,
			target,
			text: getVisibleText(first?.content ?? ''),
			...(outcome !== 'skipped' && { date: time, state }),
			note: joinSentences(...listNotes(result), note),
			link,
			postId,
			...(index !== item.index && { sameAs: item.index }),
			...(changed.length > 0 && { changed: changed.join(', ') }),
			...(later.length > 0 && {
				thread: later.map(({ content, delay = 0 }) => ({ text: getVisibleText(content), delay })),
			}),
			...(files > 0 && { files }),
			missingTags,
			previewUrl: postId === undefined ? undefined : client.getPublicPageUrl(postId),
		},
		timezone,
	);
}

/** The parts as stored or sent. For an unchanged post, only the first part is known. */
function listParts({
	planned,
	outcome,
	after,
}: PostResult): Array<Pick<Part, 'content' | 'delay'>> {
	const post = getExistingPost(planned);
	if (outcome === 'unchanged' && post) return [{ content: post.content }];
	// An update of an earlier attempt may have kept what somebody edited in Postiz.
	if (outcome === 'updated' && planned.action === 'alreadySent' && post)
		return post.parts ?? [{ content: post.content }];
	return after?.parts ?? planned.desired.parts;
}

function listNotes({ planned, outcome }: PostResult): string[] {
	const notes: string[] = [];
	if (planned.action === 'skipChannel') notes.push(planned.reason);
	notes.push(describeKeptPost(planned));
	if (outcome === 'unchanged') notes.push(describeUnreadParts(planned));
	const isSent = outcome === 'created' || outcome === 'updated';
	return isSent ? [...notes, ...toNoteSentences(planned.issues)] : notes;
}

/**
 * Creates the output of a failed item. It has the keys of all outputs, because n8n takes the order of columns from the
 * first one. Values that couldn't be read are shown as entered.
 */
export function toFailedOutput(
	outcome: Outcome,
	unsentPosts: DesiredPost[],
	index: number,
	{ context, timezone }: Run,
): IDataObject {
	const getEntered = (field: string) => getEnteredText(context, index, field);
	const [first] = unsentPosts;
	if (!first) {
		return {
			outcome,
			channel: getEntered('channels'),
			when: getEntered('date'),
			text: getEntered('content'),
		};
	}
	const { dateSource, requestFields, dateProblem } = first.item;
	const date = dateSource === 'none' ? '' : formatDateTimeWithZone(requestFields.date, timezone);
	return {
		outcome,
		channel: joinNames(unsentPosts.map(({ target }) => getChannelLabel(target))),
		when: dateProblem ? getEntered('date') : date,
		text: getVisibleText(first.parts[0]?.content ?? ''),
	};
}
