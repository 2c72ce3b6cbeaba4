import type { IDataObject } from 'n8n-workflow';

import { channelRow } from '../../../channels/row';
import type { Target } from '../../../channels/targets';
import type { CreatedOutcome } from '../../../publishing/deliver/requests';
import type { SamePost } from '../../../publishing/types';
import { visibleText } from '../../../text/visibleText';
import { firstState } from '../../../values/state';

interface SentPart {
	content: string;
	/** In minutes. */
	delay?: number;
}

/** The output row of a created post. */
export function createdRow({ post, postId }: CreatedOutcome, missingTags: string[]) {
	const files = post.item.value.flatMap(({ image }) => image).length;
	return {
		postId,
		...channelRow(post.target),
		state: firstState(post.becomes ?? post.shared.type),
		date: post.shared.date,
		...textsOf(post.item.value),
		...(files > 0 && { files }),
		...(missingTags.length > 0 && { missingTags }),
	};
}

/** The output row of a post that already exists. */
export function skippedRow(
	{ target, parts }: { target: Target; parts: SentPart[] },
	{ postId, state, date }: SamePost,
): IDataObject {
	return {
		postId,
		...channelRow(target),
		state,
		date,
		...textsOf(parts),
		skipped: true,
	};
}

/** The output row of a channel that gets no post; with Create or Update, its post stays as it is. */
export const leftOutRow = ({ target }: { target: Target }, reason: string, postId?: string) => ({
	...(postId !== undefined && { postId }),
	...channelRow(target),
	state: 'left out',
	skipped: true,
	reason,
});

/** The text of the post, and of further parts, if any. */
function textsOf([first, ...later]: SentPart[]) {
	const thread = later.map(({ content, delay = 0 }) => ({ text: visibleText(content), delay }));
	return {
		text: visibleText(first?.content ?? ''),
		...(thread.length > 0 && { thread }),
	};
}
