import type { FastifyInstance } from 'fastify';
import { bareError, refusal, type Context } from './http.cjs';
import { providers, settingsSchema } from './providers.cjs';
import { isObject } from './schema.cjs';
import { livingChannels, type Channel, type ServiceState } from './state.cjs';
import { runTool } from './tools.cjs';

const DAY_MS = 86_400_000;

/** The address of a channel's picture. */
export const pictureOf = (context: Context, { id }: Channel) =>
	`${context.origin()}/pictures/${id}.svg`;

/** The next free time of a channel's schedule, in ms: one that no queued post of it has taken. */
function nextFreeSlot(channel: Channel, state: ServiceState, now: number): number {
	const taken = new Set(
		state.posts
			.filter((post) => post.channelId === channel.id && post.state === 'QUEUE' && !post.deleted)
			.map((post) => Date.parse(post.publishDate)),
	);
	const times = [...channel.schedule].sort();
	for (let day = Math.floor(now / DAY_MS) * DAY_MS; ; day += DAY_MS) {
		const date = new Date(day).toISOString().slice(0, 10);
		const free = times
			.map((time) => Date.parse(`${date}T${time}:00.000Z`))
			.find((slot) => slot > now && !taken.has(slot));
		if (free !== undefined) return free;
	}
}

/** The calls about channels and their groups. API: Endpoints. */
export function channelRoutes(app: FastifyInstance, context: Context): void {
	const { state } = context;
	const findLiving = (id: string) => livingChannels(state).find((channel) => channel.id === id);
	const customerOf = ({ customerId }: Channel) => {
		const customer = state.groups.find(({ id }) => id === customerId);
		return customer && { customer: { id: customer.id, name: customer.name } };
	};

	app.get('/is-connected', () => ({ connected: true }));

	app.get<{ Querystring: { group?: string } }>('/integrations', (incoming) => {
		const { group } = incoming.query;
		return livingChannels(state)
			.filter((channel) => !group || channel.customerId === group)
			.map((channel) => ({
				id: channel.id,
				name: channel.name,
				identifier: channel.identifier,
				picture: pictureOf(context, channel),
				disabled: channel.disabled,
				profile: channel.profile,
				...customerOf(channel),
			}));
	});

	app.get('/groups', () => state.groups.map(({ id, name }) => ({ id, name })));

	app.delete<{ Params: { id: string } }>('/integrations/:id', (incoming) => {
		const channel = findLiving(incoming.params.id);
		if (!channel) throw bareError();
		channel.deleted = true;
		for (const post of state.posts) if (post.channelId === channel.id) post.deleted = true;
		return {
			id: channel.id,
			internalId: channel.profile,
			organizationId: state.organizationId,
			name: channel.name,
			picture: pictureOf(context, channel),
			providerIdentifier: channel.identifier,
			type: 'social',
			token: channel.accessToken,
			refreshToken: `refresh-${channel.accessToken}`,
			disabled: channel.disabled,
			profile: channel.profile,
			deletedAt: new Date(context.now()).toISOString(),
			postingTimes: JSON.stringify(channel.schedule),
			customerId: channel.customerId,
		};
	});

	app.get<{ Params: { provider: string }; Querystring: { refresh?: string } }>(
		'/social/:provider',
		(incoming) => {
			const { provider } = incoming.params;
			if (!Object.hasOwn(providers, provider)) throw refusal(404, 'Provider not found');
			if (providers[provider].needsServerAddress)
				throw refusal(400, 'This provider needs an external URL');
			const page = new URL(`/connect/${provider}`, context.origin());
			if (incoming.query.refresh) page.searchParams.set('refresh', incoming.query.refresh);
			return { url: page.href };
		},
	);

	app.get<{ Params: { id: string } }>('/find-slot/:id', (incoming, reply) => {
		const channel = findLiving(incoming.params.id);
		if (!channel || channel.disabled || channel.schedule.length === 0)
			return context.neverAnswer(reply);
		const slot = nextFreeSlot(channel, state, context.now());
		return reply.send({ date: new Date(slot).toISOString().slice(0, 19) });
	});

	app.get<{ Params: { id: string } }>('/integration-settings/:id', (incoming) => {
		const channel = findLiving(incoming.params.id);
		if (!channel) throw refusal(404, 'Integration not found');
		const { name, max, needs } = providers[channel.identifier];
		const length = typeof max === 'number' ? max : max({}, channel.verified);
		const tools = Object.entries(state.tools[channel.identifier] ?? {});
		return {
			output: {
				rules: [
					Number.isFinite(length) ? `${name} takes at most ${length} characters.` : '',
					needs ? `${name} needs ${needs}.` : '',
				]
					.filter(Boolean)
					.join(' '),
				maxLength: Number.isFinite(length) ? length : null,
				settings: settingsSchema(channel.identifier),
				tools: tools.map(([methodName, { description, dataSchema }]) => ({
					methodName,
					description,
					dataSchema,
				})),
			},
		};
	});

	app.post<{ Params: { id: string } }>('/integration-trigger/:id', (incoming, reply) => {
		const channel = findLiving(incoming.params.id);
		if (!channel) throw refusal(404, 'Integration not found');
		const { methodName, data = {} } = isObject(incoming.body) ? incoming.body : {};
		if (typeof methodName !== 'string') throw refusal(400, ['methodName must be a string']);
		if (!isObject(data)) throw refusal(400, ['data must be an object']);
		const tools = state.tools[channel.identifier] ?? {};
		if (!Object.hasOwn(tools, methodName)) throw refusal(404, 'Tool not found');
		if (channel.disconnected) throw refusal(401, 'The channel has to be connected again');
		const tool = tools[methodName];
		if (tool.fail) throw refusal(tool.fail.status, tool.fail.message);
		const output = runTool(tool, data);
		if (output === undefined) throw bareError();
		return reply.status(201).send({ output });
	});
}
