import { setTimeout as pause } from 'node:timers/promises';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { createNetworkFields } from '../../../nodes/Postiz/settings/networkFields';
import { findChannelId, findChannel, FUTURE } from '../../service/client.cjs';
import type { Segment } from '../../service/networks/types.cjs';
import type { RecordedRequest, Service, ServiceState } from '../../service/server.cjs';
import { createStoredFailure } from '../../shared/failures.cjs';
import { createId, createStoredPost, type Channel, type StoredPost } from '../../service/state.cjs';
import { runNode, type NodeRun, type NodeRunOptions } from './harness.cjs';
import { MINUTE } from '../../shared/time.cjs';

export { FUTURE, sendPost } from '../../service/client.cjs';

/** A repetition longer than the wait for FUTURE: with a shorter one, the post would be published twice. */
export const RARELY = 40_000;

/** An entry of Channels: the n-th channel of a network, chosen by its ID. */
export function createChannelEntry(
	service: Service,
	identifier: string,
	more: INodeParameters = {},
	index = 0,
): INodeParameters {
	return {
		provider: identifier,
		...createChannelLocator(findChannelId(service, identifier, index)),
		...more,
	};
}

/**
 * Channels and Network Settings of the form of Post: Create: the channels of these entries, each with
 * settings of its own. An entry without a network, or with `auto`, only names its channel.
 */
export function selectChannels(...entries: INodeParameters[]): INodeParameters {
	return {
		channels: entries.map(
			({ integrationId }) => (integrationId as { value: string } | undefined)?.value ?? '',
		),
		networkSettings: { network: entries.filter(({ provider = 'auto' }) => provider !== 'auto') },
	};
}

/** A channel in By ID mode. */
export const createChannelLocator = (id: string) => ({
	integrationId: { __rl: true, mode: 'id', value: id },
});

type UpdateFields = Record<string, unknown> & { networkSettings?: INodeParameters[string] };

/** Runs Post: Update with what to change: its fields, and Network Settings beside them. */
export const updatePost = async (
	service: Service,
	id: string,
	{ networkSettings = {}, ...updateFields }: UpdateFields,
	options: Partial<NodeRunOptions> = {},
): Promise<NodeRun> =>
	await runNode({
		service,
		parameters: {
			resource: 'post',
			operation: 'update',
			...createPostLocator(id),
			updateFields: updateFields as INodeParameters,
			networkSettings,
		},
		...options,
	});

/** Settings of a network as the form of Post: Update holds them: beside the network, or under More Settings. */
export function createSettingsUpdate(network: string, settings: Record<string, unknown>) {
	const isBeside = ([name]: [string, unknown]) =>
		createNetworkFields().some(
			({ name: field, displayOptions: { show, hide } = {} }) =>
				field === name && show?.provider?.includes(network) && !hide?.['/operation'],
		);
	const entries = Object.entries(settings);
	const more = Object.fromEntries(entries.filter((entry) => !isBeside(entry)));
	const entry = {
		provider: network,
		...Object.fromEntries(entries.filter(isBeside)),
		settings: more,
	};
	return { networkSettings: { network: [entry as INodeParameters] } };
}

/** Settings of a network as JSON, in an entry for a network that the form does not know. */
export const createJsonSettingsUpdate = (providerIdentifier: string, settings: object) => ({
	networkSettings: {
		network: [
			{
				provider: 'other',
				providerIdentifier,
				settings: { settingsJson: JSON.stringify(settings) },
			},
		],
	},
});

/** Dates relative to now. */
export const addMinutes = (minutes: number) =>
	new Date(Date.now() + minutes * MINUTE).toISOString();
export const addDays = (days: number) => addMinutes(days * 1440);

/** Runs operations of a resource. */
export const createRunner =
	(service: Service, resource: string) =>
	async (
		operation: string,
		parameters: INodeParameters = {},
		options: Partial<NodeRunOptions> = {},
	) =>
		await runNode({
			service,
			parameters: { resource, operation, ...parameters },
			...options,
		});

/** A post in By ID mode. */
export const createPostLocator = (id: string) => ({
	postId: { __rl: true, mode: 'id', value: id },
});

/**
 * Options with Post Again, unless set otherwise: most tests check the sent requests, without a search for existing
 * posts. That search has its own tests: `publishing/match/`.
 */
export const createPostAgain = (options: unknown = {}): INodeParameters => ({
	ifExists: 'post',
	...(options as INodeParameters),
});

/** The form of Post: Create: a post for now on Bluesky, unless set otherwise. */
export function createForm(
	service: Service,
	{ options, ...more }: INodeParameters = {},
): INodeParameters {
	return {
		resource: 'post',
		operation: 'create',
		type: 'now',
		content: 'Fresh beans',
		...selectChannels(createChannelEntry(service, 'bluesky')),
		...more,
		options: createPostAgain(options),
	};
}

/** Runs Post: Create with {@link createForm}. */
export async function createPost(
	service: Service,
	parameters: INodeParameters = {},
	options: Partial<NodeRunOptions> = {},
): Promise<NodeRun> {
	return await runNode({ service, parameters: createForm(service, parameters), ...options });
}

/** Runs Post: Create or Update with {@link createForm}, which finds the posts of earlier runs. */
export async function createOrUpdate(
	service: Service,
	{ options = {}, ...parameters }: INodeParameters = {},
	more: Partial<NodeRunOptions> = {},
): Promise<NodeRun> {
	const form = createForm(service, { operation: 'upsert', ...parameters });
	return await runNode({ service, parameters: { ...form, options }, ...more });
}

/** Runs Post: Create From JSON for now, unless set otherwise; by default with the default JSON. */
export async function createFromJson(
	service: Service,
	json: unknown,
	{ options: entered, ...parameters }: INodeParameters = {},
	options: Partial<NodeRunOptions> = {},
): Promise<NodeRun> {
	const form = {
		resource: 'post',
		operation: 'createFromJson',
		type: 'now',
		...parameters,
		options: createPostAgain(entered),
	};
	return await runNode({
		service,
		parameters: json === undefined ? form : { ...form, json: json as string },
		...options,
	});
}

/** The requests that create posts, without the keys of the posts. */
export function listPostRequests({ requests }: Pick<Service, 'requests'>): RecordedRequest[] {
	return requests
		.filter(({ method, path }) => method === 'POST' && path.endsWith('/posts'))
		.map((sent) => ({ ...sent, body: removeFingerprints(sent.body) }));
}

/** Waits until the service has rejected a post at its hourly limit. */
export async function waitForLimit(service: Service): Promise<void> {
	while (!listPostRequests(service).some(({ status }) => status === 429)) await pause(1);
}

const KEY =
	/^1 (?:\d{4}-\d\d-\d\dT\d\d:\d\d|-)(?: [\w-]{10}){2} (?:(?:[\w-]{8})+|-) [dp] (?:[\w-]{10}|-) [\w-]{10} \d+$/;

function removeFingerprints(body: unknown): unknown {
	const { posts } = Object(body) as { posts?: unknown };
	if (!Array.isArray(posts)) return body;
	const stripped = (posts as IDataObject[]).map((post) => {
		const { n8n, ...settings } = Object(post.settings) as IDataObject;
		// Scripts outside Jest use this, too.
		if (n8n !== undefined && !KEY.test(n8n as string))
			throw new Error(`This is no key: ${String(n8n)}`);
		return n8n === undefined ? post : { ...post, settings };
	});
	return { ...(body as IDataObject), posts: stripped };
}

interface SentPost {
	integration: { id: string };
	value: Segment[];
	settings: IDataObject;
}

/** The body of the only request that creates posts. */
export function getOnlyBody(service: Service): { posts: SentPost[] } {
	const sent = listPostRequests(service);
	expect(sent).toHaveLength(1);
	return sent[0].body as { posts: SentPost[] };
}

/** The posts in the service, in the order of their arrival. */
export const listStoredPosts = ({ state }: Service): ServiceState['posts'] => state.posts;

/** Stores a scheduled post, by default on the first channel of a network. */
export function storePost(
	service: Service,
	on: Channel | string,
	{ text = 'Fresh beans', ...more }: Partial<StoredPost> & { text?: string } = {},
): StoredPost {
	const channel = typeof on === 'string' ? findChannel(service, on) : on;
	const id = createId();
	const post = createStoredPost(id, channel, {
		publishDate: FUTURE,
		createdAt: new Date().toISOString(),
		creationMethod: 'WEB',
		parts: [{ id, content: `<p>${text}</p>`, image: [], delay: 0, published: text }],
		// A failed one is certainly not online.
		error:
			more.state === 'ERROR'
				? createStoredFailure({ plain: 'Channel disabled' }, channel.identifier)
				: null,
		...more,
	});
	service.state.posts.push(post);
	return post;
}

/** Stores posts that are due in five days, on Bluesky by default. */
export const createPostAdder =
	(service: Service) =>
	(more: Parameters<typeof storePost>[2] = {}, identifier = 'bluesky'): StoredPost =>
		storePost(service, identifier, { publishDate: addDays(5), ...more });
