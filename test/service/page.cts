import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';
import { escapeHtml, htmlPage } from './html.cjs';
import type { Context } from './http.cjs';
import { isVideo, providers, type ImageRef } from './providers.cjs';
import { without } from './schema.cjs';
import type { PostPart, StoredPost } from './state.cjs';

/** For people who try the node and have no picture at hand. */
const PICTURE = readFileSync(join(__dirname, 'picture.png'));
const REFRESH_SECONDS = 4;
const STATES = { QUEUE: 'scheduled', PUBLISHED: 'published', DRAFT: 'draft', ERROR: 'failed' };

const newestFirst = (posts: StoredPost[]) =>
	posts
		.filter((post) => !post.deleted)
		.map((post, index) => ({ post, index }))
		.sort((a, b) => b.post.createdAt.localeCompare(a.post.createdAt) || b.index - a.index)
		.map(({ post }) => post);

function mediaHtml({ path, alt }: ImageRef): string {
	const address = escapeHtml(path);
	return isVideo(path)
		? `<video src="${address}" controls muted></video>`
		: `<img src="${address}" alt="${escapeHtml(alt)}">`;
}

function partHtml(part: PostPart, index: number): string {
	const delay = part.delay ? `<span class="dim">after ${part.delay} minutes</span>` : '';
	return `<div class="${index ? 'part' : ''}">${delay}
		<div class="text">${escapeHtml(part.published)}</div>
		<div class="media">${part.image.map(mediaHtml).join('')}</div></div>`;
}

function postHtml(post: StoredPost, context: Context): string {
	const channel = context.state.channels.find(({ id }) => id === post.channelId);
	const tags = context.state.tags.filter(({ id }) => post.tags.includes(id));
	const settings = without(post.settings, '__type');
	return `<article data-post="${escapeHtml(post.id)}"><header>
		<h2>${escapeHtml(channel?.name)}</h2>
		<span class="badge">${escapeHtml(providers[post.identifier]?.name ?? post.identifier)}</span>
		<span class="badge">${STATES[post.state]}</span>
		${tags.map(({ name }) => `<span class="badge">#${escapeHtml(name)}</span>`).join('')}
		<time class="dim" datetime="${escapeHtml(post.publishDate)}">${escapeHtml(post.publishDate)}</time>
		${post.intervalInDays ? `<span class="dim">every ${post.intervalInDays} days</span>` : ''}
		</header>${post.parts.map(partHtml).join('')}
		${Object.keys(settings).length ? `<pre>${escapeHtml(JSON.stringify(settings, null, 2))}</pre>` : ''}
		</article>`;
}

/** The page that shows people what was posted, and the same as JSON. */
export function pageRoutes(app: FastifyInstance, context: Context, apiUrl: () => string): void {
	app.get('/', (_incoming, reply) => {
		const { state } = context;
		const access = {
			'Base URL': apiUrl(),
			'API key': state.apiKey,
			'OAuth client ID': state.oauthApp.clientId,
			'OAuth client secret': state.oauthApp.clientSecret,
			'OAuth frontend URL': context.origin(),
		};
		const rows = Object.entries(access).map(
			([name, value]) => `<dt>${name}</dt><dd><code>${escapeHtml(value)}</code></dd>`,
		);
		const posts = newestFirst(state.posts);
		reply.type('text/html');
		return htmlPage(
			'Sandbox: what was posted',
			`<h1>What was posted</h1>
			<section class="notice"><strong>This is a sandbox.</strong> Nothing leaves this computer; no post reaches a network.
			<dl>${rows.join('')}</dl></section>
			${posts.map((post) => postHtml(post, context)).join('') || '<p class="dim">Nothing was posted yet.</p>'}`,
			REFRESH_SECONDS,
		);
	});

	app.get('/picture.png', (_incoming, reply) => reply.type('image/png').send(PICTURE));

	app.get('/posts.json', () =>
		newestFirst(context.state.posts).map((post) => ({
			...without(post, 'received'),
			channel: context.state.channels.find(({ id }) => id === post.channelId)?.name,
			item: post.received.item,
		})),
	);

	app.get<{ Params: { provider: string } }>('/connect/:provider', (incoming, reply) => {
		reply.type('text/html');
		const name = escapeHtml(incoming.params.provider);
		return htmlPage(
			'Connect a channel',
			`<h1>Connect a channel</h1><p>In the sandbox there is no ${name} account to connect.</p>`,
		);
	});

	app.get<{ Params: { file: string } }>('/pictures/:file', (incoming, reply) => {
		const id = incoming.params.file.replace(/\.svg$/, '');
		const channel = context.state.channels.find((entry) => entry.id === id);
		const letters = (channel?.name ?? '?').split(/\s+/).map((word) => word[0]);
		reply.type('image/svg+xml');
		return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="32" fill="#7c2d12"/>
<text x="32" y="40" font-family="sans-serif" font-size="22" fill="#fff" text-anchor="middle">${escapeHtml(letters.slice(0, 2).join(''))}</text></svg>`;
	});
}
