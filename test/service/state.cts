import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
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
	/** Switched off by the person; posts to it are accepted all the same. */
	disabled: boolean;
	/** The network has ended the connection: tools answer 401. */
	disconnected: boolean;
	deleted: boolean;
	/** X: a verified account may write longer posts. */
	verified: boolean;
	customerId: string | null;
	/** The network's own token, which DELETE /integrations gives away. */
	accessToken: string;
	/** Times of day, UTC, at which this channel posts. */
	schedule: string[];
}
export interface Tag {
	id: string;
	name: string;
	color: string;
}
export type PostState = 'QUEUE' | 'PUBLISHED' | 'ERROR' | 'DRAFT';
export interface PostPart {
	id: string;
	content: string;
	image: ImageRef[];
	/** Minutes before this part goes out. */
	delay: number;
	/** What the platform is handed. */
	published: string;
}
export interface StoredPost {
	id: string;
	group: string;
	channelId: string;
	identifier: string;
	state: PostState;
	publishDate: string;
	createdAt: string;
	intervalInDays: number | null;
	creationMethod: string;
	tags: string[];
	settings: Values;
	/** The first part is the post, the others its thread or comments. */
	parts: PostPart[];
	releaseURL: string | null;
	releaseId: string | null;
	publishedAt: string | null;
	/** How often it went out. */
	publications: number;
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
export interface ServiceState {
	apiKey: string;
	organizationId: string;
	paymentCustomerId: string;
	oauthApp: OAuthApp;
	codes: Array<{ code: string; createdAt: number; used: boolean }>;
	tokens: Array<{ token: string; createdAt: number }>;
	groups: Group[];
	channels: Channel[];
	tags: Tag[];
	posts: StoredPost[];
	media: StoredMedia[];
	notifications: Notification[];
	/** What each provider's tools answer; `fail` makes one fail. */
	tools: Tools;
	/** Per post id: what GET /posts/{id}/missing offers. */
	missingContent: Record<string, Array<{ id: string; url: string }>>;
	videoCredits: number;
	videoGenerators: string[];
	voices: Array<{ id: string; name: string }>;
}

/** An id that looks like the service's own; the same name gives the same id. */
export const stableId = (name: string) =>
	`c${BigInt(`0x${createHash('sha256').update(name).digest('hex')}`)
		.toString(36)
		.slice(0, 24)}`;

export const newId = () => stableId(randomBytes(16).toString('hex'));

export const newSecret = (prefix: string) => prefix + randomBytes(24).toString('hex');

/** The state kept in the file, or undefined where there is none yet. Throws where it is unreadable. */
export function loadState(file: string): ServiceState | undefined {
	if (!existsSync(file)) return undefined;
	try {
		return JSON.parse(readFileSync(file, 'utf8')) as ServiceState;
	} catch (cause) {
		throw new Error(`The state file ${file} is not readable; remove it to begin anew`, { cause });
	}
}

/** Writes the state so that an interruption leaves the old file whole. */
export function saveState(file: string, state: ServiceState): void {
	mkdirSync(dirname(file), { recursive: true });
	const unfinished = `${file}.${process.pid}.tmp`;
	// Every post of a request refers to the whole request: written out, its posts would multiply.
	const withoutPosts = (key: string, value: unknown) =>
		key === 'request' ? { ...(value as Values), posts: undefined } : value;
	writeFileSync(unfinished, JSON.stringify(state, withoutPosts, '\t'));
	renameSync(unfinished, file);
}

/** Channels that a person still sees. */
export const livingChannels = (state: ServiceState) =>
	state.channels.filter((channel) => !channel.deleted);
