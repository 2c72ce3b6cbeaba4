import type { FastifyInstance } from 'fastify';
import { parseUrl } from './addresses.cjs';
import { escapeHtml, htmlPage } from './html.cjs';
import type { Context } from './http.cjs';
import { providers } from './providers.cjs';
import { livingChannels, newId, type Channel, type Webhook } from './state.cjs';

const LATEST = 10;

const nameOf = ({ identifier, name }: Channel) =>
	`${providers[identifier]?.name ?? identifier}: ${name}`;

function webhookHtml({ id, url, channelIds }: Webhook, channels: Channel[]): string {
	const names = channels.filter((channel) => channelIds.includes(channel.id)).map(nameOf);
	const action = (verb: string, words: string) =>
		`<form method="post" action="/webhooks/${escapeHtml(id)}/${verb}"><button aria-label="${words}: ${escapeHtml(url)}">${words}</button></form>`;
	return `<article><h2>${escapeHtml(url)}</h2><p>${escapeHtml(names.join(', ') || 'All channels')}</p>
		<div class="actions">${action('test', 'Send Test')}${action('remove', 'Remove')}</div></article>`;
}

function deliveriesHtml({ webhooks }: Context): string {
	const latest = webhooks.deliveries.slice(-LATEST).reverse();
	if (latest.length === 0) return '';
	const rows = latest.map(({ url, outcome, body }) => {
		const answer = typeof outcome === 'number' ? `answered ${outcome}` : outcome;
		return `<li>${escapeHtml(url)}: ${escapeHtml(answer)}<pre>${escapeHtml(JSON.stringify(body, null, 2))}</pre></li>`;
	});
	return `<h2>The latest calls</h2><ol>${rows.join('')}</ol>`;
}

function pageHtml(context: Context, problem = ''): string {
	const { state } = context;
	const channels = livingChannels(state);
	const boxes = channels.map(
		(channel) =>
			`<li><label><input type="checkbox" name="channel" value="${escapeHtml(channel.id)}"> ${escapeHtml(nameOf(channel))}</label></li>`,
	);
	return htmlPage(
		'Sandbox: webhooks',
		`<p><a href="/">What was posted</a></p><h1>Webhooks</h1>
		<p>Each is called when a post was published, not when one failed.</p>
		${state.webhooks.map((webhook) => webhookHtml(webhook, state.channels)).join('')}
		<form method="post" action="/webhooks" class="notice"><h2>Register a webhook</h2>
		${problem && `<p class="problem" role="alert">${escapeHtml(problem)}</p>`}
		<p><label for="url">Address</label><br><input id="url" name="url" type="url" required size="50"></p>
		<fieldset><legend>Channels (none chosen: all)</legend><ul class="boxes">${boxes.join('')}</ul></fieldset>
		<p><button>Register</button></p></form>${deliveriesHtml(context)}`,
	);
}

/** The page on which a person registers webhooks, as in the settings of the service. */
export function webhookPageRoutes(app: FastifyInstance, context: Context): void {
	const { state } = context;
	const find = (id: string) => state.webhooks.find((webhook) => webhook.id === id);

	app.get('/webhooks', (_incoming, reply) => {
		reply.type('text/html');
		return pageHtml(context);
	});

	app.post<{ Body?: { url?: string; channel?: string | string[] } }>(
		'/webhooks',
		(incoming, reply) => {
			const { url = '', channel = [] } = incoming.body ?? {};
			if (!/^https?:$/.test(parseUrl(url)?.protocol ?? '')) {
				reply.status(400).type('text/html');
				return pageHtml(context, 'This is no web address.');
			}
			state.webhooks.push({ id: newId(), url, channelIds: [channel].flat() });
			return reply.redirect('/webhooks', 303);
		},
	);

	app.post<{ Params: { id: string } }>('/webhooks/:id/test', async (incoming, reply) => {
		const webhook = find(incoming.params.id);
		if (!webhook) return reply.callNotFound();
		await context.webhooks.sendTest(webhook);
		return reply.redirect('/webhooks', 303);
	});

	app.post<{ Params: { id: string } }>('/webhooks/:id/remove', (incoming, reply) => {
		const webhook = find(incoming.params.id);
		if (webhook) state.webhooks.splice(state.webhooks.indexOf(webhook), 1);
		return reply.redirect('/webhooks', 303);
	});
}
