import type { IDataObject } from 'n8n-workflow';

import { inOrder } from '../../../calendar/row';
import { channelRow } from '../../../channels/row';
import {
	isCreated,
	isFailed,
	type CreatedOutcome,
	type FailedOutcome,
	type Outcome,
} from '../../../publishing/deliver/requests';
import type { Action, PlannedPost } from '../../../publishing/types';
import { visibleText } from '../../../text/stored';
import { firstState } from '../../../values/words';

/** What became of the posts of an input item. */
export interface ItemResult {
	/** The rows of posts that weren't to be created: there already, changed, or left out. */
	rows: IDataObject[];
	/** Of the posts to create. */
	outcomes: Outcome[];
	/** The IDs of the posts to change. */
	existing: string[];
	/** It is unknown whether they were changed. */
	isUnclear: boolean;
	/** A look-up or an upload kept it from being sent, though nothing is wrong with it. */
	isKeptBack: boolean;
	/** Some of the posts to create weren't sent. */
	hasRemaining: boolean;
}

/** What Postiz has of an input item, for workflows that depend on it. */
export interface ItemOutcome extends IDataObject {
	/**
	 * All of its posts, some, none, or unknown; `notSent` if none, though nothing is wrong with it, as at the hourly
	 * limit; `notChanged` if existing posts weren't all changed.
	 */
	state: 'created' | 'createdInPart' | 'notCreated' | 'notSent' | 'notChanged' | 'unclear';
	/** The IDs of existing posts, including those of earlier runs and of incomplete threads. */
	postIds: string[];
}

/** Summarizes the results of an item. */
export function itemOutcome(result: ItemResult): ItemOutcome {
	const { rows, outcomes, existing, hasRemaining } = result;
	const failures = outcomes.filter(isFailed);
	const isUnclear =
		result.isUnclear || failures.some(({ reason, start }) => reason === 'unknown' && !start);
	const isKeptBack =
		result.isKeptBack ||
		(failures.length > 0 && failures.every(({ reason }) => NOT_SENT.has(reason)));
	const ids = [
		...existing,
		...rows.flatMap(({ postId }) => (postId ? [String(postId)] : [])),
		...outcomes.filter(isCreated).map(({ postId }) => postId),
		...failures.flatMap(({ start }) => start ?? []),
	];
	const postIds = [...new Set(ids)];
	const state = () => {
		if (isUnclear) return 'unclear';
		if (existing.length > 0) return 'notChanged';
		if (postIds.length === 0) return isKeptBack ? 'notSent' : 'notCreated';
		return failures.length > 0 || hasRemaining ? 'createdInPart' : 'created';
	};
	return { state: state(), postIds };
}

const NOT_SENT = new Set<FailedOutcome['reason']>(['limited', 'unsent']);

interface SentPart {
	content: string;
	/** In minutes. */
	delay?: number;
}

/** The row of a created post, with the address of its preview and its tags that don't exist. */
export function createdRow(
	{ post, postId }: CreatedOutcome,
	{ previewUrl, missingTags }: { previewUrl: string | null; missingTags: string[] },
): IDataObject {
	const files = post.payload.value.flatMap(({ image }) => image).length;
	return inOrder({
		...channelRow(post.target),
		outcome: 'created',
		state: firstState(post.shared.type),
		date: post.shared.date,
		...textsOf(post.payload.value),
		...(files > 0 && { files }),
		...(missingTags.length > 0 && { missingTags }),
		previewUrl,
		postId,
	});
}

/** The row of a post that Postiz has already, with the address of its preview. */
export const keptRow = (
	{ target, parts }: PlannedPost,
	{ postId, state, date }: Extract<Action, { kind: 'keep' }>,
	previewUrl: string | null,
): IDataObject =>
	inOrder({
		...channelRow(target),
		outcome: 'there already',
		state,
		date,
		...textsOf(parts),
		previewUrl,
		postId,
	});

/** The row of a channel that gets no post, and why; with Create or Update, its post stays as it is. */
export const leftOutRow = ({ target }: PlannedPost, reason: string, postId?: string): IDataObject =>
	inOrder({ ...channelRow(target), outcome: 'left out', reason, ...(postId && { postId }) });

/** The text of the post, and of further parts, if any. */
function textsOf([first, ...later]: SentPart[]) {
	const thread = later.map(({ content, delay = 0 }) => ({ text: visibleText(content), delay }));
	return {
		text: visibleText(first?.content ?? ''),
		...(thread.length > 0 && { thread }),
	};
}
