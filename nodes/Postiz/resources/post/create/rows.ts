import type { IDataObject } from 'n8n-workflow';

import { channelRow } from '../../../channels/row';
import type { Target } from '../../../channels/targets';
import type { CreatedOutcome } from '../../../publishing/deliver/requests';
import type { SamePost } from '../../../publishing/types';
import { visibleText } from '../../../text/visibleText';
import { firstState } from '../../../values/state';

/** A part of a post, as it was sent. */
interface SentPart {
	content: string;
	/** Minutes. */
	delay?: number;
}

/** A post that was created, as the output shows it. */
export function createdRow({ row, post, postId }: CreatedOutcome, missingTags: string[]) {
	return {
		postId,
		...channelRow(post.target),
		state: firstState(row.becomes ?? row.shared.type),
		date: row.shared.date,
		...textsOf(post.item.value),
		...(missingTags.length > 0 && { missingTags }),
	};
}

/** A post that is there already, as the output shows it. */
export function skippedRow(
	{ target, parts }: { target: Target; parts: SentPart[] },
	{ postId, state, date, itemIndex }: SamePost,
): IDataObject {
	return {
		postId,
		...channelRow(target),
		state,
		date,
		...textsOf(parts),
		skipped: true,
		...(itemIndex !== undefined && { sameAsItem: itemIndex }),
	};
}

/** The text that the channel got, and those of the later parts, if there are any. */
function textsOf([first, ...later]: SentPart[]) {
	const thread = later.map(({ content, delay = 0 }) => ({ text: visibleText(content), delay }));
	return {
		text: visibleText(first?.content ?? ''),
		...(thread.length > 0 && { thread }),
	};
}
