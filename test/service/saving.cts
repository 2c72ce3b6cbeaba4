import { toNetworkText } from '../shared/networkText.cjs';
import { createBareError, createRejection, type Context } from './http.cjs';
import { getNetworkFormat, pickKnownSettings, type Provider, type Segment } from './providers.cjs';
import { claimPost, deleteGroup, findRow, detachPart } from './rows.cjs';
import type { Values } from './schema.cjs';
import {
	createId,
	createStoredPost,
	createUuid,
	listWorkspaces,
	type Channel,
	type PostPart,
	type ServiceState,
	type StoredPost,
	type Workspace,
} from './state.cjs';
import { toStoredContent } from './storedContent.cjs';
import type { CheckedRequest, PostItem, PostRequest } from './validation.cjs';

const HAS_ZONE = /(?:Z|[+-]\d\d:?\d\d)$/i;

/** Formats a date in UTC with ms and Z; a date without a zone is in UTC. */
const toUtc = (date: string) =>
	new Date(HAS_ZONE.test(date) || !date.includes('T') ? date : `${date}Z`).toISOString();

/** How a network publishes a part. */
export function publishPart(
	{ release, providers }: Context,
	identifier: string,
	settings: Values,
	content: string,
): Pick<PostPart, 'published' | 'shown' | 'rejection'> {
	const provider = providers[identifier];
	return toNetworkText(
		content,
		getNetworkFormat(provider, pickKnownSettings(provider, settings)),
		release,
	);
}

function listDropped(
	{ drops, dropsFiles }: Provider,
	index: number,
	{ image }: Segment,
	settings: Values,
): PostPart['dropped'] {
	if (index === 0) return image.length > 0 && dropsFiles?.(settings) ? 'media' : null;
	if (!drops) return null;
	if (drops === 'laterParts') return 'part';
	return image.length > 0 ? 'media' : null;
}

/** Throws if a published post is scheduled again. */
function rejectRepublishing(state: ServiceState, { type, posts, republish }: PostRequest) {
	if (republish || type === 'draft' || type === 'update') return;
	const ids = posts.flatMap(({ value }) => value.map(({ id }) => id));
	for (const id of ids) {
		const place = id === undefined ? undefined : findRow(listWorkspaces(state), id);
		if (place?.post.state !== 'PUBLISHED' || place.post.deleted) continue;
		const { publishDate, identifier } = place.post;
		const date = publishDate.slice(0, 16).replace('T', ' ');
		throw createRejection(
			400,
			`This post was already published on ${date} UTC. Saving it this way would publish it again to ${identifier}. To edit without republishing, use type 'update'. To intentionally publish again, pass republish: true.`,
		);
	}
}

/** The sent parts, followed by earlier parts that stay. */
function setParts(
	post: StoredPost,
	{ value }: PostItem,
	createPart: (segment: Segment, index: number) => Omit<PostPart, 'id'>,
): void {
	const stay = post.parts.slice(1).map((_part, index) => detachPart(post, index + 1));
	const parts: PostPart[] = [{ id: post.id, ...createPart(value[0], 0) }];
	value.slice(1).forEach((segment, offset) => {
		const own = stay.findIndex(({ id }) => id === segment.id);
		const [known] = own >= 0 ? stay.splice(own, 1) : [];
		parts.push({ id: known?.id ?? createId(), ...createPart(segment, offset + 1) });
	});
	post.parts = [...parts, ...stay];
}

/** An `update` only moves a post in the calendar, and doesn't change when it is published. */
function getPublishTime(post: StoredPost, request: PostRequest, publishDate: string) {
	if (request.type !== 'update') return undefined;
	const due = post.publishesAt === undefined ? post.publishDate : post.publishesAt;
	return due === publishDate ? undefined : due;
}

/** The maximum of the number columns. */
const MAX_NUMBER = 2 ** 31 - 1;
const isInColumnRange = (number = 0) => Math.abs(number) <= MAX_NUMBER;
/** The database stores no NUL, and no half of a character. */
const UNWRITABLE = /[\0\p{Surrogate}]/u;

/** How many parts can be stored before one fails; a part is a row that includes the repetition. */
function countWritableParts(
	{ value }: PostItem,
	{ inter }: PostRequest,
	{ unwritable }: ServiceState,
): number {
	if (!isInColumnRange(inter)) return 0;
	const isBad = (content: string) =>
		UNWRITABLE.test(content) || (unwritable !== null && content.includes(unwritable));
	const bad = value.findIndex(({ content, delay }) => isBad(content) || !isInColumnRange(delay));
	return bad < 0 ? value.length : bad;
}

/** Writes the parts of an item to its post, as its network gets them. */
function writeParts(
	post: StoredPost,
	item: PostItem,
	{ identifier, shortLink }: { identifier: string; shortLink: boolean },
	context: Context,
): void {
	const value = item.value.map((segment) => ({
		...segment,
		content: toStoredContent(segment.content, { identifier, shortLink }, context),
	}));
	setParts(post, { ...item, value }, (segment, index) => ({
		content: segment.content,
		image: segment.image,
		delay: Math.trunc(segment.delay ?? 0),
		...publishPart(context, identifier, item.settings, segment.content),
		dropped: listDropped(context.providers[identifier], index, segment, item.settings),
	}));
}

/** Creates a post, or replaces the one with its ID. Throws the bare 500 for a part that can't be stored. */
function savePost(
	item: PostItem,
	request: PostRequest,
	channel: Channel,
	workspace: Workspace,
	context: Context,
): StoredPost {
	const { state } = context;
	const now = new Date(context.now()).toISOString();
	const labels = request.tags.map(({ label }) => label);
	const { identifier } = channel;
	const provider = context.providers[identifier];
	const [{ id }] = item.value;
	const known = id === undefined ? undefined : claimPost(state, workspace, id);
	const post = known ?? createStoredPost(createId(context.now()), channel, { createdAt: now });
	const publishDate = request.type === 'now' ? now : toUtc(request.date);

	const writable = countWritableParts(item, request, state);
	if (writable === 0) throw createBareError();
	const writtenItem = { ...item, value: item.value.slice(0, writable) };
	writeParts(post, writtenItem, { identifier, shortLink: request.shortLink }, context);
	post.group = createUuid();
	const isCutOff = writable < item.value.length;
	if (item.group !== undefined && !isCutOff) deleteGroup(listWorkspaces(state), item.group);
	post.publishesAt = getPublishTime(post, request, publishDate);
	if (request.type !== 'update') {
		post.isJobLost = undefined;
		post.state = request.type === 'draft' ? 'DRAFT' : 'QUEUE';
		post.error = null;
	}
	Object.assign(post, {
		channelId: channel.id,
		identifier,
		publishDate,
		intervalInDays: request.inter || null,
		tags: workspace.tags.filter(({ name }) => labels.includes(name)).map((tag) => tag.id),
		settings: context.dropsUnknownSettings
			? pickKnownSettings(provider, item.settings)
			: item.settings,
	});
	if (known) post.updatedAt = now;
	else {
		post.creationMethod = request.creationMethod ?? 'API';
		workspace.posts.push(post);
	}
	if (isCutOff) {
		// No job was started that publishes it.
		post.isJobLost = true;
		throw createBareError();
	}
	return post;
}

/** Saves all posts of a checked request; `body` is the original request. */
export function savePosts(
	{ request, channels }: CheckedRequest,
	body: Values,
	workspace: Workspace,
	context: Context,
): StoredPost[] {
	rejectRepublishing(context.state, request);
	return request.posts.map((item, index) => {
		const post = savePost(item, request, channels[index], workspace, context);
		post.received = { item: (body.posts as Values[])[index], request: body };
		return post;
	});
}
