import { findProvider, isPrimary } from '../nodes/Postiz/providers';
import type { SettingField } from '../nodes/Postiz/providers/types';
import { isEmpty } from '../nodes/Postiz/values/read';
import type { Media, Publication } from './reading';
import { asObject, type Json, type WorkflowNode } from './types';

/* All names of the Postiz node that the converter writes: of its parameters, and of its output. */

/** The fields of the output. */
export const OUTPUT = {
	channelId: 'channelId',
	error: 'error',
	failure: 'reason',
	link: 'link',
	/** The ID of a post on its network, which only published posts have. */
	networkId: 'releaseId',
	postId: 'postId',
	state: 'state',
	text: 'text',
};

/** The word of {@link OUTPUT.state} for a post that is not out yet. */
export const WAITING = 'scheduled';

const TYPE = 'n8n-nodes-postiz-publisher.postiz';

/** n8n adds them to a node that is used as a tool. */
const OF_TOOLS = ['descriptionType', 'toolDescription'];

/** The Postiz node in place of another node. */
export function postizNode(
	node: WorkflowNode,
	parameters: Json,
	credentials?: unknown,
): WorkflowNode {
	const kept = Object.entries(asObject(node.parameters)).filter(([key]) => OF_TOOLS.includes(key));
	const others = { ...node };
	delete others.credentials;
	return {
		...others,
		type: node.type.endsWith('Tool') ? `${TYPE}Tool` : TYPE,
		typeVersion: 1,
		parameters: { ...Object.fromEntries(kept), ...parameters },
		...(credentials !== undefined && { credentials }),
	};
}

/** Post > Create, with the names of the networks of which it posts to the only channel. */
export function createPost(post: Publication, channels: string[]): Json {
	const { when = { type: 'now' } } = post;
	const network = networkSettings(post);
	return {
		resource: 'post',
		operation: 'create',
		channels,
		type: when.type,
		...(when.type !== 'now' && !isEmpty(when.date) && { date: when.date }),
		...(!isEmpty(post.text) && { content: post.text }),
		...mediaOf(post),
		...(network.length > 0 && { networkSettings: { network } }),
	};
}

const FILE_FIELDS = { url: 'url', binary: 'binaryField', upload: 'file' };

function mediaOf({ media }: Publication): Json {
	const file = media.map(({ from, value }) => ({ source: from, [FILE_FIELDS[from]]: value }));
	return file.length > 0 ? { media: { file } } : {};
}

/** The networks of Postiz that other services have one name for. */
const TWINS: Record<string, string[]> = { instagram: ['instagram', 'instagram-standalone'] };

function networkSettings({ targets }: Publication): Json[] {
	const entries = targets.flatMap(({ network, settings = {}, text }) =>
		Object.keys(settings).length > 0 || !isEmpty(text)
			? (TWINS[network] ?? [network]).map((identifier) => entryFor(identifier, settings, text))
			: [],
	);
	return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}

function entryFor(provider: string, settings: Json, text: unknown): Json {
	const entered = (findProvider(provider)?.fields ?? []).flatMap((field) => {
		const value = settings[field.name] ?? presetOf(field);
		const isPicked = field.type === 'resourceLocator';
		return value === undefined ? [] : [{ field, value: isPicked ? byId(value) : value }];
	});
	const valuesOf = (isBeside: boolean) =>
		Object.fromEntries(
			entered.flatMap(({ field, value }) =>
				isPrimary(field) === isBeside ? [[field.name, value]] : [],
			),
		);
	const others = valuesOf(false);
	return {
		provider,
		...valuesOf(true),
		...(Object.keys(others).length > 0 && { settings: others }),
		...(!isEmpty(text) && { content: text }),
	};
}

/** What the form asks for and has a preset of: the form writes it out, too. */
const presetOf = ({ required, requiredWhen, type, default: preset }: SettingField) =>
	required && !requiredWhen && type !== 'resourceLocator' && !isEmpty(preset) ? preset : undefined;

/** The value of a field with a list to pick from. */
const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });

/** Post > Create From JSON. Dates in the past go out at once, as they did. */
export const createFromJson = (json: string): Json => ({
	resource: 'post',
	operation: 'createFromJson',
	json,
	options: { allowPastDates: true },
});

const ofPost =
	(operation: string) =>
	(id: unknown): Json => ({
		...{ resource: 'post', operation, postId: byId(id) },
	});

/** Post > Get, Post > Wait and Post > Delete. */
export const getPost = ofPost('get');
export const waitForPost = ofPost('wait');
export const deletePost = ofPost('delete');

/** Channel > Get Many, with the names of the API. */
export const listChannels = (group: unknown): Json => ({
	resource: 'integration',
	operation: 'list',
	returnAll: true,
	...(!isEmpty(group) && { filters: { group } }),
	simplify: false,
});

/** Media > Upload File, or Upload From URL. */
export const uploadFile = ({ from, value }: Media): Json =>
	from === 'binary'
		? { resource: 'upload', operation: 'file', binaryField: value }
		: { resource: 'upload', operation: 'fromUrl', url: value };
