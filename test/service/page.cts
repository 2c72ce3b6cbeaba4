import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';
import { readFailureReason } from '../shared/failures.cjs';
import { createHtmlPage, createMarkup, type Html } from './html.cjs';
import type { Context } from './http.cjs';
import { isVideo, providers, type FileReference } from './providers.cjs';
import { omit } from './schema.cjs';
import type { PostPart, StoredPost } from './state.cjs';

/** A picture for people who try the node. */
const PICTURE = readFileSync(join(__dirname, 'picture.png'));
const REFRESH_SECONDS = 4;
/** The states of posts in words. */
export const STATES = {
	QUEUE: 'scheduled',
	PUBLISHED: 'published',
	DRAFT: 'draft',
	ERROR: 'failed',
};

const sortNewestFirst = (posts: StoredPost[]) =>
	posts
		.filter((post) => !post.deleted)
		.map((post, index) => ({ post, index }))
		.sort((a, b) => b.post.createdAt.localeCompare(a.post.createdAt) || b.index - a.index)
		.map(({ post }) => post);

const getNetworkName = ({ identifier }: StoredPost) => providers[identifier]?.name ?? identifier;
/** Uploads are shown from the sandbox itself, whatever their URL is. */
const renderFile =
	(context: Context) =>
	({ path, alt }: FileReference) => {
		const own = context.uploadsAt();
		const src = path.startsWith(`${own}/`) ? path.slice(own.length) : path;
		return isVideo(path)
			? createMarkup`<video src="${src}" controls muted></video>`
			: createMarkup`<img src="${src}" alt="${alt}" />`;
	};

const renderPart =
	(context: Context) =>
	({ delay, shown, published, image }: PostPart) => createMarkup`
	<pre>${shown ?? published}</pre>${delay > 0 && createMarkup`<p>after ${delay} minutes</p>`}
	${image.map(renderFile(context))}`;

/** A post with its thread, files and date. */
function renderPost(post: StoredPost, context: Context): Html {
	const { channels, tags } = context.state;
	const channel = channels.find(({ id }) => id === post.channelId);
	const names = tags.filter(({ id }) => post.tags.includes(id)).map(({ name }) => ` #${name}`);
	const settings = omit(post.networkSettings ?? post.settings, '__type');
	return createMarkup`<article data-post="${post.id}">
		<h2>${getNetworkName(post)}: ${channel?.name ?? 'removed channel'}, ${STATES[post.state]}</h2>
		<p>${post.publishDate} (UTC)${post.intervalInDays && `, every ${post.intervalInDays} days`}${names} <code>${post.id}</code></p>
		${post.error && createMarkup`<p><strong>${readFailureReason(post.error)}</strong></p>`}
		${post.parts.map(renderPart(context))}
		<pre>${JSON.stringify(settings, null, 2)}</pre></article>`;
}

/** The page that shows all posts. */
export function addPageRoutes(app: FastifyInstance, context: Context, apiUrl: () => string): void {
	const { state } = context;
	app.get('/', (_incoming, reply) => {
		const access = {
			'Base URL': apiUrl(),
			'API key': state.apiKey,
			'OAuth client ID': state.oauthApp.clientId,
			'OAuth client secret': state.oauthApp.clientSecret,
			'OAuth frontend URL': context.origin(),
		};
		const body = createMarkup`<p>This is a sandbox. No post reaches a network.</p>
			<dl>${Object.entries(access).map(([name, value]) => createMarkup`<dt>${name}</dt><dd><code>${value}</code></dd>`)}</dl>
			${sortNewestFirst(state.posts).map((post) => renderPost(post, context))}`;
		return reply.type('text/html').send(createHtmlPage('What was posted', body, REFRESH_SECONDS));
	});

	// Anybody with the link can see a post in any state.
	app.get<{ Params: { id: string } }>('/p/:id', (incoming, reply) => {
		const post = state.posts.find(({ id, deleted }) => id === incoming.params.id && !deleted);
		if (!post) return reply.status(404).send();
		return reply.type('text/html').send(createHtmlPage('A post', renderPost(post, context)));
	});

	app.get('/picture.png', (_incoming, reply) => reply.type('image/png').send(PICTURE));

	app.get('/connect/:provider', () => 'In the sandbox there is no account to connect.');

	app.get<{ Params: { file: string } }>('/pictures/:file', (incoming, reply) => {
		const id = incoming.params.file.replace(/\.svg$/, '');
		const { name = '?' } = state.channels.find((channel) => channel.id === id) ?? {};
		const picture = createMarkup`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
			<circle cx="32" cy="32" r="32" fill="#7c2d12" />
			<text x="22" y="42" font-size="28" fill="#fff">${name[0]}</text>
		</svg>`;
		return reply.type('image/svg+xml').send(picture.toString());
	});
}
