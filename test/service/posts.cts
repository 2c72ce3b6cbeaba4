import type { FastifyInstance } from 'fastify';
import { createBareError, checkInput, findPost, createRejection, type Context } from './http.cjs';
import { listPosts, listPublicParts, createWholeRow } from './postRows.cjs';
import { readSettings } from './providers.cjs';
import { publishDue } from './publishing.cjs';
import { deleteGroup, findRow, getRowData } from './rows.cjs';
import { savePosts } from './saving.cjs';
import {
	isDate,
	isDefined,
	isIn,
	isObject,
	isString,
	optional,
	string,
	type Fields,
	type Values,
} from './schema.cjs';
import { listLivingPosts, type PostState, type Workspace } from './state.cjs';
import { checkPostRequest } from './validation.cjs';

/** The answer to a successful deletion. */
const DELETED = { error: true };
const MISSING = 'missing';
const STATES: Record<string, PostState> = { draft: 'DRAFT', schedule: 'QUEUE' };

const listFields: Fields = {
	startDate: string(isDate),
	endDate: string(isDate),
	customer: optional(string(isString)),
};
const statusFields = { status: string(isIn(...Object.keys(STATES))) };
const releaseFields = { releaseId: string(isDefined, isString) };

function setSettings(workspace: Workspace, id: string, settings: unknown, context: Context) {
	const place = findRow([workspace], id);
	if (!place || place.post.deleted) throw createRejection(404, 'Post not found');
	const { post, index } = place;
	if (index > 0)
		throw createRejection(400, 'Only the settings of the first post of a thread can be updated');
	const isWaiting = post.state === 'QUEUE' || post.state === 'DRAFT';
	if (!isWaiting || Date.parse(post.publishDate) <= context.now())
		throw createRejection(
			400,
			'Only scheduled posts that were not published yet (or drafts) can be updated',
		);
	if (!isObject(settings)) throw createRejection(400, ['settings must be an object']);
	const { identifier } = post;
	const provider = context.providers[identifier];
	const { values: merged, messages } = readSettings(provider, {
		...post.settings,
		...settings,
		__type: identifier,
	});
	if (messages.length) throw createRejection(400, `${provider.name}: ${messages.join(', ')}`);
	// A post that is saved with only its settings no longer repeats.
	const updatedAt = new Date(context.now()).toISOString();
	Object.assign(post, { settings: merged, intervalInDays: null, updatedAt });
	return { postId: post.id, publishDate: post.publishDate.slice(0, 19) };
}

function setStatus(workspace: Workspace, id: string, state: PostState) {
	const place = findRow([workspace], id);
	if (!place) throw createRejection(400, 'Post not found');
	// Later parts have their own state, which no answer shows.
	if (place.index === 0)
		Object.assign(place.post, { state, publishesAt: undefined, isJobLost: undefined });
	return { id, state };
}

function deletePost(workspace: Workspace, id: string): void {
	const place = findRow([workspace], id);
	if (!place || place.post.deleted) throw createBareError();
	deleteGroup([workspace], getRowData(place.post, place.index).group);
}

/** The calls under /posts. */
export function addPostRoutes(app: FastifyInstance, context: Context): void {
	app.post('/posts', async (incoming, reply) => {
		const workspace = incoming.workspace!;
		const body = structuredClone(incoming.body) as Values;
		const checked = await checkPostRequest(body, workspace, context);
		const saved = savePosts(checked, body, workspace, context);
		publishDue(context);
		return reply
			.status(201)
			.send(saved.map((post) => ({ postId: post.id, integration: post.channelId })));
	});

	app.get('/posts', (incoming, reply) => {
		const workspace = incoming.workspace!;
		const { startDate, endDate, customer } = checkInput(listFields, incoming.query);
		const repeatsBackwards = listLivingPosts(workspace).some(
			({ intervalInDays }) => (intervalInDays ?? 0) < 0,
		);
		if (repeatsBackwards) return context.holdResponse(reply);
		const [start, end] = [startDate, endDate].map((date) => Date.parse(date as string));
		return reply.send({ posts: listPosts(context, workspace, start, end, customer) });
	});

	app.delete<{ Params: { id: string } }>('/posts/:id', (incoming) => {
		deletePost(incoming.workspace!, incoming.params.id);
		return DELETED;
	});

	app.delete<{ Params: { group: string } }>('/posts/group/:group', (incoming) => {
		deleteGroup([incoming.workspace!], incoming.params.group);
		return DELETED;
	});

	app.put<{ Params: { id: string } }>('/posts/:id/status', (incoming) => {
		const { status } = checkInput(statusFields, incoming.body);
		return setStatus(incoming.workspace!, incoming.params.id, STATES[status as string]);
	});

	app.put<{ Params: { id: string } }>('/posts/:id/settings', (incoming) => {
		const { settings } = isObject(incoming.body) ? incoming.body : {};
		return setSettings(incoming.workspace!, incoming.params.id, settings, context);
	});

	app.get('/posts/:id/missing', () => []);

	app.put<{ Params: { id: string } }>('/posts/:id/release-id', (incoming) => {
		const { releaseId } = checkInput(releaseFields, incoming.body);
		const post = findPost(incoming.workspace!, incoming.params.id);
		if (post?.releaseId !== MISSING) throw createBareError();
		post.releaseId = releaseId as string;
		return createWholeRow(context, incoming.workspace!, post);
	});
}

/** The public data of a post, which needs no key and covers all workspaces. */
export function addPublicPostRoute(app: FastifyInstance, context: Context): void {
	app.get<{ Params: { id: string } }>('/public/posts/:id', (incoming, reply) =>
		reply.send(listPublicParts(context, incoming.params.id)),
	);
}
