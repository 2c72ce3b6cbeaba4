import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Failure } from '../shared/failures.cjs';
import type { factsOf } from './measures.cjs';
import type { ImageRef } from './providers.cjs';
import type { Values } from './schema.cjs';
import type { Tools } from './tools.cjs';

export interface Group {
	id: string;
	name: string;
}
export interface Channel {
	id: string;
	name: string;
	identifier: string;
	profile: string;
	/** Switched off by the person; posts to it are accepted all the same, and do not go out. */
	disabled: boolean;
	/** The network has ended the connection: tools answer 401, and posts do not go out. */
	disconnected: boolean;
	deleted: boolean;
	/** X: a verified account may write longer posts. */
	verified: boolean;
	customerId: string | null;
	/** The network's own token, which DELETE /integrations discloses. */
	accessToken: string;
	/** Times of day, UTC, at which this channel posts. */
	schedule: string[];
	/** Address of its picture; one is drawn if nothing is said, and null is none. */
	picture?: string | null;
	/** What becomes of what is posted from now on; a text is the reason of a refusal and may be empty. */
	failsWith?: Failure | string | null;
}
export interface Tag {
	id: string;
	name: string;
	color: string;
}
export type PostState = 'QUEUE' | 'PUBLISHED' | 'ERROR' | 'DRAFT';

/** What a row of the service's table has, that a post and its later parts can differ in. */
export interface RowData {
	group: string;
	state: PostState;
	publishDate: string;
	intervalInDays: number | null;
	settings: Values;
	parentId: string | null;
}
export interface PostPart {
	id: string;
	/** As stored. */
	content: string;
	image: ImageRef[];
	/** Minutes before this part goes out. */
	delay: number;
	/** What the network is handed. */
	published: string;
	/** What people then read there; the same if nothing is said. */
	shown?: string;
	/** Why the network would refuse the text. */
	refusal?: string | null;
	/** What does not reach the network: the whole part, or its files. */
	dropped?: 'part' | 'media' | null;
	/** What this part has of its own, since a change of the post left it behind. */
	left?: RowData;
}
export interface StoredPost {
	id: string;
	group: string;
	channelId: string;
	identifier: string;
	state: PostState;
	publishDate: string;
	/** When it goes out, if not at the date that is shown; null if it never does. */
	goesOutAt?: string | null;
	/** When it goes out again, in ms, once it is out. */
	repeatsAt?: number;
	/** The worker was down when it was due, or its job got lost: only the hourly search finds it. */
	lost?: boolean;
	createdAt: string;
	/** When somebody edited it; `createdAt` if nobody did. */
	updatedAt?: string;
	intervalInDays: number | null;
	creationMethod: string;
	tags: string[];
	settings: Values;
	/** The settings that the network was handed: without the ignored ones, and with references to other posts resolved. */
	handedSettings?: Values;
	/** The first part is the post, the others its thread or comments. */
	parts: PostPart[];
	releaseURL: string | null;
	releaseId: string | null;
	/** How often it went out. */
	publications: number;
	/** Why it did not go out, as the service stores it: mostly the JSON of `failures.cts`. */
	error?: string | null;
	/** How it is going to fail; a text is the network's reason and may be empty. */
	failsWith?: Failure | string | null;
	deleted: boolean;
	/** As it came in: this post's item, and the request it was part of. */
	received: { item: Values; request: Values };
}
export interface StoredMedia {
	id: string;
	name: string;
	originalName: string;
	path: string;
	type: string;
	size: number;
	sha256: string;
	/** Whether the bytes are still there to be served. */
	kept: boolean;
	/** What its network sees of it. */
	facts: ReturnType<typeof factsOf>;
}
export interface Notification {
	id: string;
	content: string;
	link: string | null;
	createdAt: string;
}
export interface OAuthApp {
	name: string;
	clientId: string;
	clientSecret: string;
	redirectUrl: string | null;
}

/** What belongs to one organization, and is reached with its key only. */
export interface Workspace {
	apiKey: string;
	organizationId: string;
	paymentCustomerId: string | null;
	tokens: Array<{ token: string; createdAt: number }>;
	groups: Group[];
	channels: Channel[];
	tags: Tag[];
	posts: StoredPost[];
	media: StoredMedia[];
	notifications: Notification[];
}
/** The workspace that people are given, and what the instance has beside. */
export interface ServiceState extends Workspace {
	oauthApp: OAuthApp;
	codes: Array<{ code: string; createdAt: number; used: boolean }>;
	/** Of other people: nothing of it may be reached with the first one's key. */
	neighbour: Workspace;
	/** What each provider's tools answer; `fail` makes one fail. */
	tools: Tools;
	/** A text with this in it cannot be written either. */
	unwritable: string | null;
	videoCredits: number;
	videoGenerators: string[];
	voices: Array<{ id: string; name: string }>;
}

/** An id that looks like the service's own; the same name returns the same id. */
export const stableId = (name: string) =>
	`c${BigInt(`0x${createHash('sha256').update(name).digest('hex')}`)
		.toString(36)
		.slice(0, 24)}`;

/** It begins with the time at which it is made (ms), as those of the service. */
export const newId = (at = Date.now()) =>
	`c${at.toString(36).padStart(8, '0')}${stableId(randomBytes(16).toString('hex')).slice(9)}`;

/** As groups of posts and files have them. */
export const newUuid = () => randomUUID();

/** A post for a channel that nothing is known of yet but what is given. */
export const newPost = (
	id: string,
	{ id: channelId, identifier }: Channel,
	more: Partial<StoredPost>,
): StoredPost => ({
	id,
	group: newUuid(),
	channelId,
	identifier,
	state: 'QUEUE',
	publishDate: '',
	createdAt: '',
	intervalInDays: null,
	creationMethod: 'API',
	tags: [],
	settings: { __type: identifier },
	parts: [],
	releaseURL: null,
	releaseId: null,
	publications: 0,
	error: null,
	deleted: false,
	received: { item: {}, request: {} },
	...more,
});

export const newSecret = (prefix: string) => prefix + randomBytes(24).toString('hex');

/** Channels that a person still sees. */
export const livingChannels = ({ channels }: Workspace) =>
	channels.filter((channel) => !channel.deleted);

/** Posts that a person still sees in the calendar. */
export const livingPosts = ({ posts }: Workspace) => posts.filter(({ deleted }) => !deleted);

export const workspacesOf = (state: ServiceState): Workspace[] => [state, state.neighbour];
