import type { DesiredPost } from '../../posts/desiredPost';
import type { ExistingPost } from '../../posts/existingPost';
import type { PostResult } from '../../posts/postResult';
import type { PostPayload, RequestFields } from '../../transport/apiTypes';
import type { PreparedUpdate } from './updates/prepareUpdate';

/** The update of an existing post. */
interface OutgoingUpdate {
	prepared: PreparedUpdate;
	/** When its post was read and it was prepared, in ms by n8n's clock. */
	preparedAt: number;
	/** Reads the post again, and prepares its update; undefined if nothing is left to change. */
	prepareAgain: () => Promise<OutgoingPost | undefined>;
}

/** A post that is ready to be sent, with its files uploaded; if it exists, with the IDs of its parts. */
export interface OutgoingPost {
	desired: DesiredPost;
	itemIndex: number;
	/** If its date has passed, it is published immediately. */
	allowsPast: boolean;
	requestFields: RequestFields;
	/** Without its fingerprint. */
	payload: PostPayload;
	/** It gets the date of the next free slot of its channel right before it is sent. */
	isForSlot?: boolean;
	/** When that slot was looked up, in ms by n8n's clock. */
	slotFoundAt?: number;
	/** The existing post that a new one may replace. */
	similarPost?: ExistingPost;
	/** Undefined for a new post. */
	update?: OutgoingUpdate;
}

/** What became of a post to send. */
export interface DeliveryResult extends Pick<
	PostResult,
	'outcome' | 'postId' | 'date' | 'problem'
> {
	desired: DesiredPost;
	/** The update as it was sent. */
	update?: PreparedUpdate;
}

/** The result of an update that changes nothing. */
export const toUnchangedResult = (desired: DesiredPost, postId?: string): DeliveryResult => ({
	desired,
	outcome: 'unchanged',
	postId,
});

/** Makes a post ready to be sent, with what the delivery needs of its item. */
export const toOutgoingPost = (
	desired: DesiredPost,
	details: Omit<OutgoingPost, 'desired' | 'itemIndex' | 'allowsPast'>,
): OutgoingPost => ({
	desired,
	itemIndex: desired.item.index,
	// An update of an item for now is scheduled for the time at which the run started.
	allowsPast: desired.item.allowsPast || desired.item.requestFields.type === 'now',
	...details,
});

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
