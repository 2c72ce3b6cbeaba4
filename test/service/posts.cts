import type { FastifyInstance } from 'fastify';
import { pictureOf } from './channels.cjs';
import { publishedText } from './content.cjs';
import { bareError, checkInput, findPost, refusal, type Context } from './http.cjs';
import { checkSettings, textKind } from './providers.cjs';
import { isObject, oneOf, required, text, type Fields, type Values } from './schema.cjs';
import { newId, type Channel, type ServiceState, type StoredPost } from './state.cjs';
import {
	checkPostRequest,
	type PostItem,
	type PostRequest,
	type ProviderIdentifierMode,
} from './validation.cjs';

const DAY_MS = 86_400_000;
/** What the service answers to a delete that worked. */
const DELETED = { error: true };
const MISSING = 'missing';

const anyDate: Fields[string] = {
	...text(),
	check: (value, name) =>
		typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))
			? []
			: [`${name} must be a valid ISO 8601 date string`],
};
const listFields: Fields = {
	startDate: required(anyDate),
	endDate: required(anyDate),
	customer: text(),
};

function publish(post: StoredPost, at: string): void {
	const onlyToInbox = post.settings.content_posting_method === 'UPLOAD';
	post.state = 'PUBLISHED';
	post.publishedAt = at;
	post.publications += 1;
	post.releaseId = onlyToInbox ? MISSING : post.id.slice(-12);
	post.releaseURL = `https://${post.identifier}.example/${onlyToInbox ? 'inbox' : post.releaseId}`;
}

/** Publishes what is due by the clock (ms). */
export function publishDue(state: ServiceState, now: number): void {
	for (const post of state.posts) {
		const isDue = post.state === 'QUEUE' && Date.parse(post.publishDate) <= now;
		if (isDue) publish(post, new Date(now).toISOString());
	}
}

function createPost(
	item: PostItem,
	request: PostRequest,
	channel: Channel,
	context: Context,
): StoredPost {
	const { state } = context;
	const now = new Date(context.now()).toISOString();
	const labels = request.tags.map(({ label }) => label);
	const kind = textKind(channel.identifier, item.settings);
	if (item.group !== undefined) deleteGroup(state, item.group);
	const parts = item.value.map(({ content, image, delay = 0 }) => ({
		id: newId(),
		content,
		image,
		delay,
		published: publishedText(content, kind),
	}));
	const post: StoredPost = {
		id: parts[0].id,
		group: newId(),
		channelId: channel.id,
		identifier: channel.identifier,
		state: request.type === 'draft' ? 'DRAFT' : 'QUEUE',
		publishDate: request.type === 'now' ? now : request.date,
		createdAt: now,
		intervalInDays: request.inter ?? null,
		creationMethod: request.creationMethod ?? 'API',
		tags: state.tags.filter(({ name }) => labels.includes(name)).map(({ id }) => id),
		settings: { ...item.settings, __type: channel.identifier },
		parts,
		releaseURL: null,
		releaseId: null,
		publishedAt: null,
		publications: 0,
		deleted: false,
		received: { item, request },
	};
	state.posts.push(post);
	return post;
}

function deleteGroup(state: ServiceState, group: string): boolean {
	const posts = state.posts.filter((post) => post.group === group);
	posts.forEach((post) => (post.deleted = true));
	return posts.length > 0;
}

/** Once for a plain post; a repeating one from its first date on, as often as it comes before `end`. */
function occurrences(post: StoredPost, start: number, end: number): string[] {
	const first = Date.parse(post.publishDate);
	if (!post.intervalInDays) return first >= start && first <= end ? [post.publishDate] : [];
	const step = post.intervalInDays * DAY_MS;
	const count = Math.max(0, Math.floor((end - first) / step) + 1);
	return Array.from({ length: count }, (_, index) => new Date(first + index * step).toISOString());
}

function listPosts(context: Context, start: number, end: number, customer?: unknown) {
	const { state } = context;
	const channelOf = (post: StoredPost) => state.channels.find(({ id }) => id === post.channelId);
	return state.posts
		.filter((post) => !post.deleted)
		.filter((post) => !customer || channelOf(post)?.customerId === customer)
		.sort((a, b) => (a.id < b.id ? -1 : 1))
		.flatMap((post) => {
			const channel = channelOf(post);
			return occurrences(post, start, end).map((publishDate) => ({
				id: post.id,
				content: post.parts[0].content,
				publishDate,
				...(post.intervalInDays && { actualDate: post.publishDate }),
				releaseURL: post.releaseURL,
				releaseId: post.releaseId,
				state: post.state,
				intervalInDays: post.intervalInDays,
				group: post.group,
				creationMethod: post.creationMethod,
				settings: JSON.stringify(post.settings),
				tags: state.tags.filter(({ id }) => post.tags.includes(id)).map((tag) => ({ tag })),
				integration: {
					id: post.channelId,
					providerIdentifier: post.identifier,
					name: channel?.name,
					picture: channel && pictureOf(context, channel),
				},
			}));
		});
}

/** The calls under /posts. API: Endpoints, POST /posts. */
export function postRoutes(
	app: FastifyInstance,
	context: Context,
	{ mode }: { mode: ProviderIdentifierMode },
): void {
	const { state } = context;

	app.post('/posts', (incoming, reply) => {
		const request = checkPostRequest(incoming.body, state, mode);
		const created = request.posts.map((item) => {
			const channel = state.channels.find(({ id }) => id === item.integration.id)!;
			return createPost(item, request, channel, context);
		});
		publishDue(state, context.now());
		return reply
			.status(201)
			.send(created.map((post) => ({ postId: post.id, integration: post.channelId })));
	});

	app.get('/posts', (incoming) => {
		const { startDate, endDate, customer } = checkInput(listFields, incoming.query);
		const [start, end] = [startDate, endDate].map((date) => Date.parse(date as string));
		return { posts: listPosts(context, start, end, customer) };
	});

	app.delete<{ Params: { id: string } }>('/posts/:id', (incoming) => {
		const post = findPost(state, incoming.params.id);
		if (!post) throw bareError();
		deleteGroup(state, post.group);
		return DELETED;
	});

	app.delete<{ Params: { group: string } }>('/posts/group/:group', (incoming) => {
		if (!deleteGroup(state, incoming.params.group)) throw bareError();
		return DELETED;
	});

	app.put<{ Params: { id: string } }>('/posts/:id/status', (incoming) => {
		const { status } = checkInput({ status: required(oneOf('draft', 'schedule')) }, incoming.body);
		const post = findPost(state, incoming.params.id);
		if (!post) throw bareError();
		post.state = status === 'draft' ? 'DRAFT' : 'QUEUE';
		return { id: post.id, state: post.state };
	});

	app.put<{ Params: { id: string } }>('/posts/:id/settings', (incoming) => {
		const { id } = incoming.params;
		const owner = state.posts.find((post) => post.parts.some((part) => part.id === id));
		if (!owner || owner.deleted) throw refusal(404, 'Post not found');
		if (owner.id !== id) throw refusal(400, 'The settings belong to the post, not to a reply');
		const isOver = Date.parse(owner.publishDate) <= context.now();
		if (owner.state === 'PUBLISHED' || isOver)
			throw refusal(400, 'The settings of a post that went out can not be changed');
		const { settings } = (isObject(incoming.body) ? incoming.body : {}) as Values;
		if (!isObject(settings)) throw refusal(400, ['settings must be an object']);
		const merged = { ...owner.settings, ...settings, __type: owner.identifier };
		const messages = checkSettings(owner.identifier, merged);
		if (messages.length)
			throw refusal(
				400,
				messages.map((message) => `settings.${message}`),
			);
		owner.settings = merged;
		return { postId: owner.id, publishDate: owner.publishDate };
	});

	app.get<{ Params: { id: string } }>('/posts/:id/missing', (incoming) => {
		const post = findPost(state, incoming.params.id);
		if (!post) throw bareError();
		return post.releaseId === MISSING ? (state.missingContent[post.id] ?? []) : [];
	});

	app.put<{ Params: { id: string } }>('/posts/:id/release-id', (incoming) => {
		const { releaseId } = checkInput({ releaseId: required(text({ min: 1 })) }, incoming.body);
		const post = findPost(state, incoming.params.id);
		if (post?.releaseId !== MISSING) throw bareError();
		post.releaseId = releaseId as string;
		const { id, state: postState, publishDate, releaseURL, group } = post;
		return { id, state: postState, publishDate, releaseURL, releaseId, group };
	});
}
