import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';
import { escapeHtml, htmlPage } from './html.cjs';
import type { Context } from './http.cjs';
import { postHtml, postsHtml, type Filter } from './pagePosts.cjs';
import { webhookPageRoutes } from './pageWebhooks.cjs';
import { without } from './schema.cjs';
import type { StoredPost } from './state.cjs';

/** For people who try the node and have no picture at hand. */
const PICTURE = readFileSync(join(__dirname, 'picture.png'));
const REFRESH_SECONDS = 4;

const newestFirst = (posts: StoredPost[]) =>
	posts
		.filter((post) => !post.deleted)
		.map((post, index) => ({ post, index }))
		.sort((a, b) => b.post.createdAt.localeCompare(a.post.createdAt) || b.index - a.index)
		.map(({ post }) => post);

/** The page that shows people what was posted, and the same as JSON. */
export function pageRoutes(app: FastifyInstance, context: Context, apiUrl: () => string): void {
	app.get<{ Querystring: Filter }>('/', (incoming, reply) => {
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
		const { state: wantedState, channel } = incoming.query;
		const filter = { state: wantedState || undefined, channel: channel || undefined };
		reply.type('text/html');
		return htmlPage(
			'Sandbox: what was posted',
			`<h1>What was posted</h1>
			<section class="notice" aria-label="Access"><strong>This is a sandbox.</strong> No post reaches a network; nothing leaves this computer but calls to webhooks that you register.
			<dl>${rows.join('')}</dl><p><a href="/webhooks">Webhooks</a> (${state.webhooks.length})</p></section>
			<main>${postsHtml(newestFirst(state.posts), filter, context)}</main>`,
			REFRESH_SECONDS,
		);
	});

	// Whoever has the link sees a post of any state.
	app.get<{ Params: { id: string } }>('/p/:id', (incoming, reply) => {
		const { id } = incoming.params;
		const post = context.state.posts.find((entry) => entry.id === id && !entry.deleted);
		reply.type('text/html').status(post ? 200 : 404);
		return htmlPage(
			'Sandbox: preview of a post',
			post ? `<main>${postHtml(post, context)}</main>` : '<p>There is no such post.</p>',
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

	webhookPageRoutes(app, context);

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
