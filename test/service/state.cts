import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Failure } from '../shared/failures.cjs';
import type { measureFile } from './measures.cjs';
import type { FileReference } from './providers.cjs';
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
	/** Disabled in Postiz: posts to it are accepted, but not published. */
	disabled: boolean;
	/** Disconnected by the network: tools answer 401, and posts are not published. */
	disconnected: boolean;
	deleted: boolean;
	/** X: a verified account may write longer posts. */
	verified: boolean;
	customerId: string | null;
	/** The network's own token, which DELETE /integrations discloses. */
	accessToken: string;
	/** Times of day, UTC, at which this channel posts. */
	schedule: string[];
	/** URL of its picture; a drawn one by default, and null for none. */
	picture?: string | null;
	/** How later posts end; a text is the message of the network, and may be empty. */
	failsWith?: Failure | string | null;
}
export interface Tag {
	id: string;
	name: string;
	color: string;
}
export type PostState = 'QUEUE' | 'PUBLISHED' | 'ERROR' | 'DRAFT';

/** The columns in which a post and its later parts can differ. */
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
	image: FileReference[];
	/** Minutes before this part is published. */
	delay: number;
	/** The text that the network gets. */
	published: string;
	/** The text that the network shows, if it differs. */
	shown?: string;
	/** Why the network rejects the text. */
	rejection?: string | null;
	/** What the network doesn't get: the whole part, or its files. */
	dropped?: 'part' | 'media' | null;
	/** Its own columns, since a change of the post left it behind. */
	detached?: RowData;
}
export interface StoredPost {
	id: string;
	group: string;
	channelId: string;
	identifier: string;
	state: PostState;
	publishDate: string;
	/** When it is published, if not on its shown date; null for never. */
	publishesAt?: string | null;
	/** When it is published again, in ms. */
	repeatsAt?: number;
	/** Its job was lost: only the hourly search publishes it. */
	isJobLost?: boolean;
	createdAt: string;
	/** When it was edited, or else created. */
	updatedAt?: string;
	intervalInDays: number | null;
	creationMethod: string;
	tags: string[];
	settings: Values;
	/** The settings that the network got: without ignored ones, and with references resolved. */
	networkSettings?: Values;
	/** The first part is the post, the others its thread or comments. */
	parts: PostPart[];
	releaseURL: string | null;
	releaseId: string | null;
	/** How often it was published. */
	publications: number;
	/** Why it failed, as the service stores it: mostly the JSON of `failures.cts`. */
	error?: string | null;
	/** How it will fail; a text is the message of the network, and may be empty. */
	failsWith?: Failure | string | null;
	deleted: boolean;
	/** The received item, and its request. */
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
	/** True if the bytes are stored. */
	hasBytes: boolean;
	/** What its network knows of it. */
	facts: ReturnType<typeof measureFile>;
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

/** The data of an organization, which only its key can access. */
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
/** The main workspace, and the rest of the instance. */
export interface ServiceState extends Workspace {
	oauthApp: OAuthApp;
	codes: Array<{ code: string; createdAt: number; used: boolean }>;
	/** Another workspace, which the key of the first one cannot access. */
	otherWorkspace: Workspace;
	/** The answers of the tools of each network; `fail` makes one fail. */
	tools: Tools;
	/** Texts with this word cannot be stored either. */
	unwritable: string | null;
	videoCredits: number;
	videoGenerators: string[];
	voices: Array<{ id: string; name: string }>;
}

/** An ID like those of the service; the same for the same name. */
export const createStableId = (name: string) =>
	`c${BigInt(`0x${createHash('sha256').update(name).digest('hex')}`)
		.toString(36)
		.slice(0, 24)}`;

/** A new ID, which starts with its time in ms like those of the service. */
export const createId = (at = Date.now()) =>
	`c${at.toString(36).padStart(8, '0')}${createStableId(randomBytes(16).toString('hex')).slice(9)}`;

/** An ID like those of groups and files. */
export const createUuid = () => randomUUID();

/** A new post for a channel, with the given fields. */
export const createStoredPost = (
	id: string,
	{ id: channelId, identifier }: Channel,
	more: Partial<StoredPost>,
): StoredPost => ({
	id,
	group: createUuid(),
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

export const createSecret = (prefix: string) => prefix + randomBytes(24).toString('hex');

/** Channels that are not deleted. */
export const listLivingChannels = ({ channels }: Workspace) =>
	channels.filter((channel) => !channel.deleted);

/** Posts that are not deleted. */
export const listLivingPosts = ({ posts }: Workspace) => posts.filter(({ deleted }) => !deleted);

export const listWorkspaces = (state: ServiceState): Workspace[] => [state, state.otherWorkspace];
