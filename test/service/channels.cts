import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createBareError, createRejection, createShortRejection, type Context } from './http.cjs';
import { getMaxLength, createSettingsSchema } from './providers.cjs';
import { isObject } from './schema.cjs';
import { listLivingChannels, listLivingPosts, type Channel, type Workspace } from './state.cjs';
import { runTool } from './tools.cjs';
import { DAY } from '../shared/time.cjs';

/** The wrong limit of X in some releases, instead of 280. */
const WRONG_LENGTH_OF_X = 200;

/** Stands for no limit. */
const NO_LIMIT = 100_000_000;

/** The URL of a channel's picture. */
export const getPictureUrl = ({ origin }: Pick<Context, 'origin'>, { id, picture }: Channel) =>
	picture === undefined ? `${origin()}/pictures/${id}.svg` : picture;

/** The next time of a channel's schedule without a queued post, in ms. */
function findFreeSlot(channel: Channel, workspace: Workspace, now: number): number {
	const taken = new Set(
		listLivingPosts(workspace)
			.filter((post) => post.channelId === channel.id && post.state === 'QUEUE')
			.map((post) => Date.parse(post.publishDate)),
	);
	const times = [...channel.schedule].sort();
	for (let day = Math.floor(now / DAY) * DAY; ; day += DAY) {
		const date = new Date(day).toISOString().slice(0, 10);
		const free = times
			.map((time) => Date.parse(`${date}T${time}:00.000Z`))
			.find((slot) => slot > now && !taken.has(slot));
		if (free !== undefined) return free;
	}
}

type ById = { Params: { id: string } };

const findLivingChannel = ({ workspace, params }: FastifyRequest<ById>) =>
	listLivingChannels(workspace!).find((channel) => channel.id === params.id);

/** The calls about channels and their groups. */
export function addChannelRoutes(app: FastifyInstance, context: Context): void {
	app.get('/is-connected', () => ({ connected: true }));
	addListRoutes(app, context);
	addDeleteRoute(app, context);
	addConnectRoute(app, context);
	addSlotRoute(app, context);
	addSettingsRoute(app, context);
	addToolRoute(app, context);
}

function addListRoutes(app: FastifyInstance, context: Context): void {
	const { release } = context;
	const getCustomer = ({ groups }: Workspace, { customerId }: Channel) => {
		const customer = groups.find(({ id }) => id === customerId);
		return customer && { customer: { id: customer.id, name: customer.name } };
	};
	app.get<{ Querystring: { group?: string } }>('/integrations', (incoming) => {
		const { group } = incoming.query;
		const workspace = incoming.workspace!;
		return listLivingChannels(workspace)
			.filter((channel) => !group || !release.has('groupFilter') || channel.customerId === group)
			.map((channel) => ({
				id: channel.id,
				name: channel.name,
				identifier: channel.identifier,
				picture: getPictureUrl(context, channel),
				disabled: channel.disabled,
				profile: channel.profile,
				...getCustomer(workspace, channel),
			}));
	});
	app.get('/groups', (incoming) =>
		incoming.workspace!.groups.map(({ id, name }) => ({ id, name })),
	);
}

function addDeleteRoute(app: FastifyInstance, context: Context): void {
	app.delete<ById>('/integrations/:id', (incoming) => {
		const { posts, organizationId } = incoming.workspace!;
		const channel = findLivingChannel(incoming);
		if (!channel) throw createBareError();
		channel.deleted = true;
		for (const post of posts) if (post.channelId === channel.id) post.deleted = true;
		return {
			id: channel.id,
			internalId: channel.profile,
			organizationId,
			name: channel.name,
			picture: getPictureUrl(context, channel),
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
}

function addConnectRoute(app: FastifyInstance, context: Context): void {
	const { providers } = context;
	app.get<{ Params: { provider: string }; Querystring: { refresh?: string } }>(
		'/social/:provider',
		(incoming) => {
			const { provider } = incoming.params;
			// Running instances use another name for this network than the reference.
			const isKnown = Object.hasOwn(providers, provider) && provider !== 'warpcast';
			if (!isKnown) throw createShortRejection(400, 'Integration not allowed');
			if (providers[provider].needsServerAddress)
				throw createShortRejection(400, 'This integration needs an external URL');
			const page = new URL(`/connect/${provider}`, context.origin());
			if (incoming.query.refresh) page.searchParams.set('refresh', incoming.query.refresh);
			return { url: page.href };
		},
	);
}

function addSlotRoute(app: FastifyInstance, context: Context): void {
	app.get<ById>('/find-slot/:id', (incoming, reply) => {
		const channel = findLivingChannel(incoming);
		if (!channel || channel.disabled || channel.schedule.length === 0)
			return context.holdResponse(reply);
		const slot = findFreeSlot(channel, incoming.workspace!, context.now());
		return reply.send({ date: new Date(slot).toISOString().slice(0, 19) });
	});
}

function addSettingsRoute(app: FastifyInstance, context: Context): void {
	const { state, release, providers } = context;
	app.get<ById>('/integration-settings/:id', (incoming) => {
		const channel = findLivingChannel(incoming);
		if (!channel && !release.has('unknownChannels')) throw createBareError();
		if (!channel) throw createShortRejection(404, 'Integration not found');
		const { identifier, verified } = channel;
		const provider = providers[identifier];
		const longest =
			identifier === 'x' && !verified && !release.has('lengthOfX')
				? WRONG_LENGTH_OF_X
				: getMaxLength(provider, {}, verified);
		const tools = Object.entries(state.tools[identifier] ?? {});
		return {
			output: {
				rules:
					context.stripsLinksOnX && identifier === 'x'
						? 'do not add links, they will be stripped'
						: (provider.rulesInWords ?? ''),
				maxLength: Number.isFinite(longest) ? longest : NO_LIMIT,
				settings: createSettingsSchema(provider),
				tools: tools.map(([methodName, { description, dataSchema }]) => ({
					methodName,
					description,
					dataSchema,
				})),
			},
		};
	});
}

function addToolRoute(app: FastifyInstance, { state }: Context): void {
	app.post<ById>('/integration-trigger/:id', (incoming, reply) => {
		const channel = findLivingChannel(incoming);
		if (!channel) throw createShortRejection(404, 'Integration not found');
		const { methodName, data = {} } = isObject(incoming.body) ? incoming.body : {};
		const tools = state.tools[channel.identifier] ?? {};
		if (typeof methodName !== 'string' || !Object.hasOwn(tools, methodName))
			throw createShortRejection(404, 'Tool not found');
		if (!isObject(data)) throw createRejection(400, ['data must be an object']);
		if (channel.disconnected)
			throw createShortRejection(401, 'The channel has to be connected again');
		const tool = tools[methodName];
		if (tool.fail) throw createRejection(tool.fail.status, tool.fail.message);
		const output = runTool(tool, data);
		if (output === undefined) throw createBareError();
		return reply.status(201).send({ output });
	});
}
