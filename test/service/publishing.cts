import { isFetchable } from './addresses.cjs';
import { createStoredFailure, readFailureReason } from '../shared/failures.cjs';
import type { Context } from './http.cjs';
import { describeFile, findDueRejection, type DuePost } from './networks/due.cjs';
import { POST_REFERENCE, type FileReference } from './networks/types.cjs';
import { pickKnownSettings, providers } from './providers.cjs';
import { publishPart } from './saving.cjs';
import type { Values } from './schema.cjs';
import {
	listLivingPosts,
	createId,
	listWorkspaces,
	type Channel,
	type StoredPost,
	type Workspace,
} from './state.cjs';
import { HOUR, DAY } from '../shared/time.cjs';

const MISSING = 'missing';
const MAX_LATE_MS = 48 * HOUR;

const INBOX = 'https://www.tiktok.com/messages?lang=en';

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Adds a notification to a workspace; `at` is in ms. */
function notify({ notifications }: Workspace, content: string, at: number): void {
	notifications.unshift({
		id: createId(),
		content,
		link: null,
		createdAt: new Date(at).toISOString(),
	});
}

/** Disconnects a channel, as its network does, with two notifications. */
export function loseConnection(workspace: Workspace, channel: Channel, at: number, reason = '') {
	channel.disconnected = true;
	const content = `Could not refresh your ${channel.identifier} channel ${reason}`.trim();
	for (let time = 0; time < 2; time += 1) notify(workspace, content, at);
}

/** Replaces references to posts of the workspace with their URLs. */
function resolveReferences(text: string, { posts }: Workspace): string {
	return text.replace(
		POST_REFERENCE,
		(_whole, id: string) => posts.find((post) => post.id === id)?.releaseURL ?? '',
	);
}

const resolveSettings = (settings: Values, workspace: Workspace) =>
	JSON.parse(JSON.stringify(settings), (_key, value: unknown) =>
		typeof value === 'string' ? resolveReferences(value, workspace) : value,
	) as Values;

/** The URL of a published post, and the ID for its metrics. */
function createReleaseFields({ id, identifier, publications }: StoredPost, onlyToInbox: boolean) {
	if (onlyToInbox) return { releaseId: MISSING, releaseURL: INBOX };
	const number = id.slice(-12) + (publications > 1 ? `-${publications}` : '');
	return { releaseId: number, releaseURL: `https://${identifier}.example/${number}` };
}

/** When a post that is published now is due again: counted from its creation, or at once if that is in the past. */
function findNextRepeat(post: StoredPost, at: number): number | undefined {
	if (!post.intervalInDays) return undefined;
	const isFirst = post.state !== 'PUBLISHED';
	const step = post.intervalInDays * DAY;
	return isFirst ? Math.max(at, Date.parse(post.createdAt) + step) : at + step;
}

/** Publishes a post, and its later parts until the network rejects one. */
function markPublished(post: StoredPost, workspace: Workspace, at: number): void {
	const { content_posting_method: method } = post.settings;
	const onlyToInbox = method === 'UPLOAD';
	const network = capitalize(post.identifier);
	post.state = 'PUBLISHED';
	post.isJobLost = undefined;
	post.error = null;
	post.publications += 1;
	Object.assign(post, createReleaseFields(post, onlyToInbox));
	notify(
		workspace,
		onlyToInbox
			? `Your post was sent to ${network}, but we couldn't confirm it was published. Look for it there.`
			: `Your post has been published on ${network} at ${post.releaseURL}`,
		at,
	);
	const rejected = post.parts
		.slice(1)
		.find(({ rejection, dropped }) => rejection && dropped !== 'part');
	if (!rejected) return;
	post.state = 'ERROR';
	post.error = createStoredFailure(rejected.rejection!, post.identifier);
	notify(
		workspace,
		`An error occurred while posting comments on ${post.identifier}: ${rejected.rejection}`,
		at,
	);
}

/** Why a network cannot fetch a file of a post. */
function findFetchError({ identifier, parts }: StoredPost): string | undefined {
	if (!providers[identifier]?.fetches) return undefined;
	const files = parts.filter(({ dropped }) => !dropped).flatMap(({ image }) => image);
	const isLost = files.some(({ path }) => !isFetchable(path));
	return isLost ? 'The media could not be fetched from this URL' : undefined;
}

/** A post as its network gets it. */
export function createDuePost(
	{ parts, settings, networkSettings = settings }: StoredPost,
	{ media }: Workspace,
): DuePost {
	const createFile = ({ path, thumbnailTimestamp }: FileReference) => {
		const known = media.find((file) => file.path === path);
		return {
			...describeFile(path),
			...known?.facts,
			bytes: known?.size,
			coverAt: thumbnailTimestamp && thumbnailTimestamp / 1000,
		};
	};
	const published = parts.filter(({ dropped }) => dropped !== 'part');
	return {
		texts: published.map((part) => part.shown ?? part.published),
		files: published.map(({ dropped, image }) => (dropped ? [] : image.map(createFile))),
		settings: networkSettings,
	};
}

/** Sends a post to its network, which accepts or rejects it. */
function sendToNetwork(
	context: Context,
	workspace: Workspace,
	post: StoredPost,
	channel: Channel,
): void {
	const now = context.now();
	const known = pickKnownSettings(context.providers[post.identifier], post.settings);
	post.networkSettings = resolveSettings(known, workspace);
	for (const part of post.parts) {
		const content = resolveReferences(part.content, workspace);
		Object.assign(part, publishPart(context, post.identifier, post.networkSettings, content));
	}
	const failure =
		post.failsWith ??
		channel.failsWith ??
		post.parts[0].rejection ??
		context.providers[post.identifier]?.failsWith?.(known, post.parts[0].published) ??
		findFetchError(post) ??
		findDueRejection(post.identifier, createDuePost(post, workspace));
	if (failure === undefined) {
		post.repeatsAt = findNextRepeat(post, now);
		markPublished(post, workspace, now);
		return;
	}
	post.state = 'ERROR';
	post.error = createStoredFailure(failure, post.identifier);
	const reason = readFailureReason(post.error);
	notify(
		workspace,
		`An error occurred while posting on ${post.identifier}${reason && `: ${reason}`}`,
		now,
	);
}

/** Why a channel cannot publish now, in the service's words; undefined if it can. */
function findChannelProblem({ disconnected, disabled }: Channel): string | undefined {
	if (disconnected) return 'because you need to reconnect it. Please enable it and try again.';
	if (disabled) return "because it's disabled. Please enable it and try again.";
	return undefined;
}

function publish(context: Context, workspace: Workspace, post: StoredPost): void {
	const channel = workspace.channels.find(({ id }) => id === post.channelId);
	if (!channel || channel.deleted) {
		post.publishesAt = null;
		return;
	}
	const problem = findChannelProblem(channel);
	if (problem) {
		// It stays queued without another try.
		post.publishesAt = null;
		notify(
			workspace,
			`We couldn't post to ${post.identifier} for ${channel.name} ${problem}`,
			context.now(),
		);
	} else {
		sendToNetwork(context, workspace, post, channel);
	}
}

/** Every full hour, the service publishes late posts of connected channels, unless they are too late. */
function isFoundBySearch({ channels }: Workspace, post: StoredPost, now: number): boolean {
	const searchedAt = now - (now % HOUR);
	const late = searchedAt - Date.parse(post.publishDate);
	const channel = channels.find(({ id }) => id === post.channelId);
	const isHealthy =
		channel !== undefined && !channel.deleted && findChannelProblem(channel) === undefined;
	return post.state === 'QUEUE' && isHealthy && late >= 0 && late <= MAX_LATE_MS;
}

function isDue({ state, publishesAt, publishDate }: StoredPost, now: number): boolean {
	const due = publishesAt === undefined ? publishDate : publishesAt;
	return state === 'QUEUE' && due !== null && Date.parse(due) <= now;
}

const isRepeatDue = ({ state, intervalInDays, repeatsAt = Infinity }: StoredPost, now: number) =>
	state === 'PUBLISHED' && intervalInDays !== null && repeatsAt <= now;

/** Publishes due posts in the order of their dates, and then repetitions that are due. */
export function publishDue(context: Context): void {
	const now = context.now();
	for (const workspace of listWorkspaces(context.state)) {
		listLivingPosts(workspace)
			.filter((post) => (post.isJobLost ? isFoundBySearch(workspace, post, now) : isDue(post, now)))
			.sort((a, b) => Date.parse(a.publishDate) - Date.parse(b.publishDate))
			.forEach((post) => publish(context, workspace, post));
		listLivingPosts(workspace)
			.filter((post) => isRepeatDue(post, now))
			.forEach((post) => publish(context, workspace, post));
	}
}
