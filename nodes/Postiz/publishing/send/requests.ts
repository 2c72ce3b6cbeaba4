import type { IDataObject } from 'n8n-workflow';

import { groupBy } from '../../common/lists';
import { isEmpty } from '../../common/parseValue';
import { formatKey, KEY_SETTING, type PostKey } from '../../common/postKey';
import type { MediaFile } from '../../media/mediaFile';
import type { Content } from '../../posts/desiredPost';
import type { PlannedPost } from '../../posts/plannedPost';
import type { ImageRef, PostPayload, RequestFields } from '../../transport/apiTypes';

/** A post that is ready to be sent, with its files uploaded; if it exists, with the IDs of its parts. */
export interface OutgoingPost {
	planned: PlannedPost;
	/** What all posts of a request share. The type `update` keeps the state and the date. */
	requestFields: Omit<RequestFields, 'type'> & { type: RequestFields['type'] | 'update' };
	/** Without its key. */
	payload: PostPayload;
	/** The ID in its key: each request has its own. */
	keyId: string;
	/** It gets the date of the next free slot of its channel right before it is sent. */
	isForSlot?: boolean;
	/** For an update: when it was planned (ms), and a function that plans it again, and returns undefined if nothing changes. */
	replan?: { plannedAt: number; planAgain: () => Promise<OutgoingPost | undefined> };
}

/** The posts of a request, which share its fields. */
export type OutgoingRequest = OutgoingPost[];

/** Converts a post to the payload of `POST /posts` (docs/api.md, Creating posts, Files of a post). */
export function toPayload(
	{ target, parts, settings, settingFiles }: Content,
	references: Map<MediaFile, ImageRef>,
): PostPayload {
	const getReference = (file: MediaFile) => references.get(file)!;
	const files = Object.entries(settingFiles).map(([name, file]) => {
		// Settings can't hold anything else about a file, such as its alt text.
		const { id, path } = getReference(file);
		return [name, { id, path }] as const;
	});
	return {
		integration: { id: target.id },
		value: parts.map(({ content, delay, files: images }) => ({
			content,
			image: images.map(getReference),
			...(delay === undefined ? {} : { delay }),
		})),
		settings: { ...withPlugs(settings), ...Object.fromEntries(files), __type: target.identifier },
	};
}

/** The payload with its key, a digest of what it was made from. */
export function withKey(payload: PostPayload, key: PostKey, id: string): PostPayload {
	const stored = { ...key, id, partCount: payload.value.length };
	return { ...payload, settings: { ...payload.settings, [KEY_SETTING]: formatKey(stored) } };
}

const PLUG_CHANNELS = /^(plug--.+--)integrations$/;

/** Adds what reposts and comments by other channels require (docs/api.md, Reposts and comments from other channels). */
export function withPlugs(settings: IDataObject): IDataObject {
	const plugs = Object.entries(settings).flatMap(([key, channels]) => {
		const plug = PLUG_CHANNELS.exec(key)?.[1];
		return plug === undefined || isEmpty(channels) ? [] : [plug];
	});
	return {
		...Object.fromEntries(plugs.map((plug) => [`${plug}delay`, '0'])),
		...settings,
		...Object.fromEntries(plugs.map((plug) => [`${plug}active`, true])),
	};
}

/** All files of a post. */
export const getFiles = ({
	parts,
	settingFiles,
}: Pick<Content, 'parts' | 'settingFiles'>): MediaFile[] => [
	...parts.flatMap(({ files }) => files),
	...Object.values(settingFiles),
];

// The default limit is 100 KB; the delivery adapts if an instance accepts more or less.
const USUAL_MAX = { maxPosts: 50, maxBytes: 102_400 };

export const measureRequest = (posts: OutgoingPost[]) => measureJson(toBody(posts));

const toKeyedPayload = ({ payload, planned, keyId }: OutgoingPost) =>
	withKey(payload, planned.desired.key, keyId);

const measureJson = (value: object) => Buffer.byteLength(JSON.stringify(value));

/** The body of a request. */
export function toBody(posts: OutgoingPost[]): IDataObject {
	// Every request has at least one post.
	return { ...posts[0]!.requestFields, posts: posts.map(toKeyedPayload) };
}

export const getItemIndex = ({ planned }: Pick<OutgoingPost, 'planned'>) =>
	planned.desired.item.index;

/** Groups posts into few requests, in order. Only divides an item that exceeds a limit (docs/api.md, Limits). */
export function toRequests(posts: OutgoingPost[], max = USUAL_MAX): OutgoingRequest[] {
	return groupBy(posts, ({ requestFields }) => toGroupKey(requestFields))
		.flatMap((group) => splitByLimits(group, max))
		.sort(([a], [b]) => getItemIndex(a!) - getItemIndex(b!));
}

// The service ignores the order of tags.
function toGroupKey({ tags, ...others }: OutgoingPost['requestFields']): string {
	return JSON.stringify([others, tags.map(({ label }) => label).sort()]);
}

/** Fills requests one by one, in order. A post that exceeds a limit gets its own request. */
function splitByLimits(
	posts: [OutgoingPost, ...OutgoingPost[]],
	{ maxPosts, maxBytes }: typeof USUAL_MAX,
) {
	// Plus a comma or bracket after each post.
	const bytes = new Map(posts.map((post) => [post, measureJson(toKeyedPayload(post)) + 1]));
	const room = maxBytes - measureJson({ ...posts[0].requestFields, posts: [] });
	const fits = (batch: OutgoingPost[]) =>
		batch.length <= maxPosts && batch.reduce((sum, post) => sum + bytes.get(post)!, 0) <= room;
	const itemGroups = groupBy(posts, getItemIndex);
	return joinWhileFitting(
		itemGroups.flatMap((itemPosts) => joinWhileFitting(toSingles(itemPosts), fits)),
		fits,
	);
}

const toSingles = (posts: OutgoingPost[]) => posts.map((post) => [post]);

/** Joins neighboring lists as long as they fit. */
function joinWhileFitting(
	lists: OutgoingPost[][],
	fits: (batch: OutgoingPost[]) => boolean,
): OutgoingPost[][] {
	const packed: OutgoingPost[][] = [];
	for (const list of lists) {
		const together = [...(packed.at(-1) ?? []), ...list];
		if (packed.length > 0 && fits(together)) packed[packed.length - 1] = together;
		else packed.push(list);
	}
	return packed;
}

/** Divides a request into halves: between items, or within its only one. A single post isn't divided. */
export function halve(posts: OutgoingRequest): OutgoingRequest[] {
	const itemGroups: OutgoingPost[][] = groupBy(posts, getItemIndex);
	const units = itemGroups.length > 1 ? itemGroups : toSingles(posts);
	const middle = Math.ceil(units.length / 2);
	const halves = [units.slice(0, middle), units.slice(middle)];
	return halves.map((half) => half.flat()).filter(({ length }) => length > 0);
}

/** Publishes a due post immediately, at `now` (ms by the service's clock): newer releases reject past dates (docs/api.md, Type and date). */
export function toNowIfDue<Fields extends Pick<OutgoingPost['requestFields'], 'type' | 'date'>>(
	requestFields: Fields,
	now: number,
): Fields {
	const { type, date } = requestFields;
	if (type !== 'schedule' || Date.parse(date) > now) return requestFields;
	return { ...requestFields, type: 'now', date: new Date(now).toISOString() };
}
