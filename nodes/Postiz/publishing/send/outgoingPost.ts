import type { DesiredPost } from '../../posts/desiredPost';
import type { ExistingPost } from '../../posts/existingPost';
import type { DeliveryResult } from '../../posts/postResult';
import type { PreparedUpdate } from '../../posts/postUpdate';
import type { PostPayload, RequestFields } from '../../transport/apiTypes';

/** The update of an existing post, which isn't sent yet. */
interface PendingUpdate extends PreparedUpdate {
	/** When the post was read and its update prepared, by n8n's clock. */
	preparedAt: number;
	/** Reads the post again and prepares its update. Returns undefined if there is nothing left to change. */
	refresh: () => Promise<OutgoingPost | undefined>;
}

/** A post that is ready to be sent: its files are uploaded, and for an update its parts have their IDs. */
export interface OutgoingPost {
	desired: DesiredPost;
	itemIndex: number;
	/** Whether it is published immediately if its date has passed. */
	goesOutIfPast: boolean;
	requestFields: RequestFields;
	/** Without its fingerprint. */
	payload: PostPayload;
	/** Whether it gets the date of the next free slot just before it is sent. */
	isForSlot?: boolean;
	/** When its slot was looked up, by n8n's clock. */
	slotFoundAt?: number;
	/** An existing post that this new post may replace. */
	similarPost?: ExistingPost;
	/** Undefined for a new post. */
	pendingUpdate?: PendingUpdate;
}

/** The result of an update without changes. */
export const toUnchangedResult = (desired: DesiredPost, postId?: string): DeliveryResult => ({
	desired,
	outcome: 'unchanged',
	postId,
});

export const toOutgoingPost = (
	desired: DesiredPost,
	details: Omit<OutgoingPost, 'desired' | 'itemIndex' | 'goesOutIfPast'>,
): OutgoingPost => ({
	desired,
	itemIndex: desired.item.index,
	// An update for “now” has the time at which the run started as its date.
	goesOutIfPast: desired.item.allowsPastDates || desired.item.requestFields.type === 'now',
	...details,
});

export const toOutgoingUpdate = (
	desired: DesiredPost,
	prepared: PreparedUpdate,
	refresh: PendingUpdate['refresh'],
): OutgoingPost =>
	toOutgoingPost(desired, {
		requestFields: prepared.requestFields,
		payload: prepared.payload,
		isForSlot: prepared.isForSlot,
		pendingUpdate: { ...prepared, preparedAt: Date.now(), refresh },
	});

/** Changes the type of a due post to “now”, as newer releases reject past dates (docs/api.md, Type and date). */
export function toNowIfDue<Fields extends Pick<RequestFields, 'type' | 'date'>>(
	requestFields: Fields,
	serviceNow: number,
): Fields {
	const { type, date } = requestFields;
	if (type !== 'schedule' || Date.parse(date) > serviceNow) return requestFields;
	return { ...requestFields, type: 'now', date: new Date(serviceNow).toISOString() };
}
