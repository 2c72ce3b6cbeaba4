import { isEmpty } from '../nodes/Postiz/values/read';
import { isExpression, toJsonField } from './expressions';
import { postPosts } from './httpPosts';
import type { Call } from './httpRequest';
import { getPosts, uploadFile } from './operations';
import { byId } from './settings';
import { Bare } from './template';
import { asObject, type Json, type Note } from './types';
import { generateVideo, videoFunction } from './video';

/** What takes the place of a call. */
interface Replacement {
	parameters: Json;
	/** Under which name the changes of its output are known; none if there are none. */
	likeOperation: string;
}

type Convert = (call: Call, id: string, note: Note) => Replacement | undefined;

const returnAll = { returnAll: true };

const simple =
	(
		resource: string,
		operation: string,
		more: (call: Call, id: string) => Json = () => ({}),
	): Convert =>
	(call, id) => ({
		parameters: { resource, operation, ...more(call, id) },
		likeOperation: operation === 'list' ? 'getIntegrations' : operation,
	});

const channel = (_call: Call, id: string) => ({ integrationId: byId(id) });
const post = (_call: Call, id: string) => ({ postId: byId(id) });

// The calls by their method and path, in which * stands for an ID (docs/api.md, Calls).
const CALLS: Record<string, Convert> = {
	'GET integrations': simple('integration', 'list', ({ query }) => ({
		...returnAll,
		...(isEmpty(query.group) ? {} : { filters: { group: query.group } }),
	})),
	'GET groups': simple('integration', 'listGroups', () => returnAll),
	'DELETE integrations/*': simple('integration', 'delete', channel),
	'GET social/*': simple('integration', 'getConnectUrl', (_call, provider) => ({ provider })),
	'GET integration-settings/*': simple('integration', 'getSettings', channel),
	'POST integration-trigger/*': lookUp,
	'GET find-slot/*': simple('integration', 'findSlot', channel),
	'POST upload': ({ binaryField }, _id, note) =>
		isEmpty(binaryField)
			? undefined
			: {
					parameters: uploadFile({ binaryProperty: binaryField }, note),
					likeOperation: 'uploadFile',
				},
	'POST upload-from-url': simple('upload', 'fromUrl', ({ body }) => ({
		url: fieldOf(asObject(body.value).url) ?? '',
	})),
	'POST posts': ({ body }, _id, note) => ({
		parameters: postPosts(body, note),
		likeOperation: 'createPost',
	}),
	'GET posts': ({ query }, _id, note) => ({
		parameters: getPosts(query, note),
		likeOperation: 'getPosts',
	}),
	'PUT posts/*/status': simple('post', 'update', ({ body }, id) => ({
		postId: byId(id),
		updateFields: { state: toState(fieldOf(asObject(body.value).status)) },
		options: { allowPastDates: true, allowPublished: true },
	})),
	'DELETE posts/*': (_call, id) => ({
		parameters: { resource: 'post', operation: 'delete', postId: byId(id) },
		likeOperation: 'deletePost',
	}),
	'GET posts/*/missing': simple('post', 'findPublished', post),
	'PUT posts/*/release-id': simple('post', 'linkPublished', ({ body }, id) => ({
		postId: byId(id),
		releaseId: byId(fieldOf(asObject(body.value).releaseId) ?? ''),
	})),
	'GET analytics/*': simple('analytics', 'channel', (call, id) => ({
		integrationId: byId(id),
		...metricsOf(call),
	})),
	'GET analytics/post/*': simple('analytics', 'post', (call, id) => ({
		postId: byId(id),
		...metricsOf(call),
	})),
	'GET notifications': () => ({
		parameters: { resource: 'notification', operation: 'list', ...returnAll },
		likeOperation: 'getNotifications',
	}),
	'POST generate-video': generate,
	'POST video/function': ({ body }, _id, note) => {
		const { identifier, functionName, params } = asObject(body.value);
		const parameter = isEmpty(params)
			? []
			: Object.entries(asObject(params)).map(([key, value]) => ({ key, value: fieldOf(value) }));
		const parameters = videoFunction({ identifier, functionName }, note);
		return {
			parameters: {
				...parameters,
				...(parameter.length > 0 && {
					params: toJsonField(Object.fromEntries(parameter.map(({ key, value }) => [key, value]))),
				}),
			},
			likeOperation: 'videoFunction',
		};
	},
};

// An expression may bring the word of the service: the node takes it as well.
const toState = (status: unknown = 'schedule') => (status === 'schedule' ? 'scheduled' : status);

const fieldOf = (value: unknown) => (value instanceof Bare ? `={{ ${value.code} }}` : value);

/** The period of a call, and the output that is like its answer. */
function metricsOf({ query: { date } }: Call): Json {
	const output = 'metric';
	if (isEmpty(date)) return { output };
	return [7, 30, 90].includes(Number(date))
		? { period: Number(date), output }
		: { period: 'custom', days: isExpression(date) ? date : Number(date), output };
}

function lookUp({ body }: Call, id: string): Replacement | undefined {
	const { methodName, data } = asObject(body.value);
	if (isEmpty(methodName) || (!isEmpty(data) && asObject(data) !== data)) return undefined;
	const input = Object.entries(asObject(data)).map(([name, value]) => ({
		name,
		value: fieldOf(value),
	}));
	return {
		parameters: {
			resource: 'integration',
			operation: 'lookUp',
			integrationId: byId(id),
			methodName: fieldOf(methodName),
			...(input.length > 0 && { inputs: { input } }),
		},
		likeOperation: 'lookUp',
	};
}

function generate({ body }: Call, _id: string, note: Note): Replacement | undefined {
	const { type, output, customParams } = asObject(body.value);
	if (asObject(customParams) !== customParams) return undefined;
	const parameter = Object.entries(asObject(customParams)).map(([key, value]) => ({
		key,
		value:
			typeof value === 'object' && !(value instanceof Bare) ? toJsonField(value) : fieldOf(value),
	}));
	const parameters = {
		videoType: fieldOf(type),
		output: fieldOf(output),
		customParameters: { parameter },
	};
	return { parameters: generateVideo(parameters, note), likeOperation: 'generateVideo' };
}

/** The operation that does what the call does; undefined if there is none, or the call cannot be read. */
export function replaceCall(call: Call, note: Note): Replacement | undefined {
	const { method, path } = call;
	for (const [pattern, convert] of Object.entries(CALLS)) {
		const [wanted, shape = ''] = pattern.split(' ');
		const parts = shape.split('/');
		const fits =
			wanted === method &&
			parts.length === path.length &&
			parts.every((part, index) => (part === '*' ? path[index] !== 'group' : part === path[index]));
		if (fits) return convert(call, path[parts.indexOf('*')] ?? '', note);
	}
	return undefined;
}
