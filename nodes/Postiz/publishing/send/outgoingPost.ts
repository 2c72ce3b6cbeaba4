import type { PlannedPost, PlannedPostOf } from '../../posts/plannedPost';
import type { PostResult } from '../../posts/postResult';
import type { PostPayload, RequestFields } from '../../transport/apiTypes';
import type { PreparedUpdate } from './updates/prepareUpdate';

/** The update of an existing post. */
interface OutgoingUpdate {
	prepared: PreparedUpdate;
	/** When the existing post was read, in ms. */
	readAt: number;
	/** Reads the post again, and prepares its update, or returns the result if nothing is left to change. */
	prepareAgain: () => Promise<OutgoingPost | PostResult>;
}

/** A post that is ready to be sent, with its files uploaded; if it exists, with the IDs of its parts. */
export interface OutgoingPost {
	planned: PlannedPost;
	requestFields: RequestFields;
	/** Without its fingerprint. */
	payload: PostPayload;
	/** It gets the date of the next free slot of its channel right before it is sent. */
	isForSlot?: boolean;
	/** Undefined for a new post. */
	update?: OutgoingUpdate;
}

/** The result of a post that the delivery handled. */
export interface SentResult extends PostResult {
	/** The update as it was sent. */
	update?: PreparedUpdate;
}

export const isOutgoing = (prepared: OutgoingPost | PostResult): prepared is OutgoingPost =>
	'payload' in prepared;

export const getItemIndex = ({ planned }: Pick<OutgoingPost, 'planned'>) =>
	planned.desired.item.index;

/**
 * Publishes a due post immediately, at `now` (ms by the service's clock): newer releases reject past dates
 * (docs/api.md, Type and date).
 */
export function toNowIfDue<Fields extends Pick<RequestFields, 'type' | 'date'>>(
	requestFields: Fields,
	now: number,
): Fields {
	const { type, date } = requestFields;
	if (type !== 'schedule' || Date.parse(date) > now) return requestFields;
	return { ...requestFields, type: 'now', date: new Date(now).toISOString() };
}

/** The result of an update that changes nothing. */
export const toUnchangedResult = (planned: PlannedPostOf<'keep' | 'update'>): PostResult => ({
	planned,
	outcome: 'unchanged',
	postId: planned.post.id,
});
