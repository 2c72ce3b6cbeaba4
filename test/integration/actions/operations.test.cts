import { DateTime } from 'luxon';
import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
} from 'n8n-workflow';

import { resources } from '../../../nodes/Postiz/actions';
import { findChannelId, createPostItem } from '../../service/client.cjs';
import { listShownFields } from '../../shared/operationForm.cjs';
import { createSampleFile, PNG } from '../../shared/samples.cjs';
import type { StoredPost } from '../../service/state.cjs';
import { runNode, type NodeRunOptions } from '../support/harness.cjs';
import { createMemoryFile } from '../support/binaryData.cjs';
import { testCredential } from '../support/callMethods.cjs';
import {
	createChannelLocator,
	createChannelEntry,
	createForm,
	selectChannels,
	createPostLocator,
	storePost,
} from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';
import { DAY } from '../../shared/time.cjs';

/*
 * Every operation in its smallest form: the call that it makes, and general rules in case that call fails. Everything
 * else is in the tests of the operation.
 */

const service = useService();

const TOMORROW = new Date(Date.now() + DAY).toISOString();

function locateStoredPost(more: Partial<StoredPost> = {}, network = 'bluesky'): INodeParameters {
	return createPostLocator(storePost(service, network, { publishDate: TOMORROW, ...more }).id);
}
const locateChannel = (network = 'bluesky') =>
	createChannelLocator(findChannelId(service, network));
const createJson = () => JSON.stringify(createPostItem(service, 'bluesky'));

/** By operation, the call that only it makes, and its smallest form. */
const OPERATIONS: Record<string, [call: string, form: () => INodeParameters]> = {
	'integration.list': ['GET /integrations', () => ({})],
	'integration.delete': ['DELETE /integrations/{id}', locateChannel],
	'integration.findSlot': ['GET /find-slot/{id}', locateChannel],
	'integration.getSettings': ['GET /integration-settings/{id}', locateChannel],
	'integration.lookUp': [
		'POST /integration-trigger/{id}',
		() => ({ ...locateChannel('pinterest'), methodName: 'boards' }),
	],
	'upload.file': ['POST /upload', () => ({ binaryField: 'data' })],
	'upload.fromUrl': ['POST /upload-from-url', () => ({ url: 'https://nowhere.invalid/cup.png' })],
	'post.create': [
		'POST /posts',
		() => createForm(service, selectChannels(createChannelEntry(service, 'bluesky'))),
	],
	'post.createFromJson': ['POST /posts', () => ({ type: 'now', json: createJson() })],
	'post.upsert': [
		'POST /posts',
		() => ({
			...createForm(service, selectChannels(createChannelEntry(service, 'bluesky'))),
			rowId: 'May 7',
		}),
	],
	'post.update': [
		'PUT /posts/{id}/status',
		() => ({ ...locateStoredPost(), updateFields: { state: 'draft' } }),
	],
	'post.list': ['GET /posts', () => ({})],
	'post.wait': ['GET /posts', () => locateStoredPost({ state: 'PUBLISHED' })],
	'post.get': ['GET /public/posts/{id}', () => locateStoredPost()],
	'post.delete': ['DELETE /posts/{id}', () => locateStoredPost()],
	'analytics.channel': ['GET /analytics/{id}', () => locateChannel('x')],
	'analytics.post': [
		'GET /analytics/post/{id}',
		() => locateStoredPost({ state: 'PUBLISHED', releaseId: '1' }),
	],
	'notification.list': ['GET /notifications', () => ({})],
	'video.generate': ['POST /generate-video', () => ({ videoType: 'veo3', prompt: 'A cup' })],
};

/** Calls that the node doesn't need. */
const UNNEEDED = [
	// A channel is connected once, by a person, in Postiz.
	'GET /social/{provider}',
	// The Test button lists the channels instead, which every release supports.
	'GET /is-connected',
	// Post > Delete deletes the group as well, and fails if there is no such post.
	'DELETE /posts/group/{group}',
	// Post > Update changes settings as well, without ending a repetition.
	'PUT /posts/{id}/settings',
	// n8n makes it for the OAuth credential.
	'POST /oauth/token',
	// The list of channels has their groups.
	'GET /groups',
	// Only the list of voices in the form makes it.
	'POST /video/function',
	// What a network made of an unlinked post is found and linked in the Postiz calendar.
	'GET /posts/{id}/missing',
	'PUT /posts/{id}/release-id',
];

/** The recorded calls by endpoint. */
const listCalled = () =>
	service.requests.map(({ method, path }) => {
		const plain = path.replace(/^.*\/v1|^\/api/, '');
		return service.endpoints
			.filter((endpoint) => {
				const [verb, pattern] = endpoint.split(' ');
				const matches = new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`);
				return verb === method && matches.test(plain);
			})
			.sort((a, b) => Number(a.includes('{')) - Number(b.includes('{')))[0];
	});

async function run(name: string, { parameters, ...options }: Partial<NodeRunOptions> = {}) {
	const [resource, operation] = name.split('.');
	const [, form] = OPERATIONS[name];
	return await runNode({
		service,
		parameters: { ...form(), ...parameters, resource, operation },
		items: [{ json: {}, binary: { data: createMemoryFile(createSampleFile(PNG, 100, 1)) } }],
		...options,
	});
}

describe.each(Object.keys(OPERATIONS))('%s', (name) => {
	test('sends its request', async () => {
		const { error, output } = await run(name);
		expect(listCalled()).toContain(OPERATIONS[name][0]);
		// n8n shows the first columns.
		const [first = ''] = Object.keys(output?.[0]?.[0]?.json ?? {});
		if (!name.startsWith('post.')) expect(first).not.toMatch(/(^i|I)d$/);
		// Neither the service nor n8n can fetch this file.
		if (name === 'upload.fromUrl') expect(error?.message).toContain('could not be downloaded');
		else expect(error).toBeUndefined();
	});

	test('continues after a failed item if On Error allows it', async () => {
		const { error, output } = await run(name, {
			credentials: { apiKey: 'wrong' },
			onError: 'continueRegularOutput',
		});
		expect(error).toBeUndefined();
		expect(output[0].map(({ json }) => json.error)).toEqual([
			expect.stringContaining("Postiz doesn't accept this API key"),
		]);
	});
});

/** A field of a form, and the parameters that fill it in. */
interface Place {
	path: string;
	type: INodeProperties['type'];
	fill: (value: string) => INodeParameters;
}

/** What else an entry of a list needs. */
const INSIDE: Record<string, INodeParameters> = {
	input: { name: 'q' },
	network: { provider: 'bluesky' },
};

const PREVIEW_OPTIONS = new Set(['approvalLink', 'previewForClient', 'previewTitle']);

/** Every field of these, at any depth, together with what shows it. */
function listPlaces(
	fields: INodeProperties[],
	fill: (own: INodeParameters) => INodeParameters,
): Place[] {
	return fields.flatMap((field): Place[] => {
		const { name, displayName, type, typeOptions, options = [], displayOptions } = field;
		const shownBy = Object.entries(displayOptions?.show ?? {}).flatMap(([key, values = []]) =>
			/^@|^\/|^(resource|operation)$/.test(key) ? [] : [[key, values[0]]],
		);
		const fillOwn = (value: INodeParameters[string]) =>
			fill({
				...(Object.fromEntries(shownBy) as INodeParameters),
				// Only Preview Only reads them.
				...(PREVIEW_OPTIONS.has(name) && { previewOnly: true }),
				[name]: value,
			});
		const prependName = (place: Place): Place => ({
			...place,
			path: `${displayName}: ${place.path}`,
		});
		if (type === 'collection')
			return listPlaces(options as INodeProperties[], fillOwn).map(prependName);
		if (type !== 'fixedCollection') {
			const isLocator = type === 'resourceLocator';
			const enter = (value: string) => (isLocator ? { __rl: true, mode: 'id', value } : value);
			return type === 'notice'
				? []
				: [{ path: displayName, type, fill: (value) => fillOwn(enter(value)) }];
		}
		return (options as INodePropertyCollection[]).flatMap((group) =>
			listPlaces(group.values, (entered) => {
				const values = { ...INSIDE[group.name], ...entered };
				return fillOwn({ [group.name]: typeOptions?.multipleValues ? [values] : values });
			}).map(prependName),
		);
	});
}

// The settings of each network: `unit/networks/settings.test.cts`.
const OF_NETWORKS = /^Network Settings: (?!Network|Custom Text|Limit to One Channel)/;

const PLACES = resources.flatMap(({ value: resource, operations }) =>
	operations.flatMap(({ value: operation, properties }) =>
		listPlaces(listShownFields(operation, properties), (own) => own)
			.filter(({ path }) => !OF_NETWORKS.test(path))
			.map((place) => ({ ...place, name: `${resource}.${operation}` })),
	),
);

/** What else must be filled in for a field to be read. */
const BESIDE: Record<string, INodeParameters> = {
	Date: { type: 'draft' },
	'End Date': { startDate: '2026-12-14' },
};
/** Fields that take an object. */
const TAKES_OBJECT = /JSON\)$/;

describe('fields reject the wrong values that expressions return by mistake', () => {
	const NO_VALUES: unknown[] = ['undefined', NaN, DateTime.invalid('no date')];

	test.each(PLACES.map((place) => [place.name, place.path, place] as const))(
		'%s › %s',
		async (name, path, { type, fill }) => {
			const values = [
				...NO_VALUES,
				...(['boolean', 'number'].includes(type) ? [] : [false]),
				...(TAKES_OBJECT.test(path) ? [] : [{ a: 1 }]),
			];
			const binary = { data: createMemoryFile(createSampleFile(PNG, 100, 1)) };
			const { error, output } = await run(name, {
				parameters: { ...BESIDE[path], ...fill('={{ $json.value }}') },
				items: values.map((value) => ({ json: { value } as IDataObject, binary })),
				onError: 'continueRegularOutput',
			});
			expect(error).toBeUndefined();
			expect(output[0]).toHaveLength(values.length);
			const label = path.replace(/^.*: |( Names?)? or IDs?/g, '').replace(/[()]/g, '.');
			const named = new RegExp(
				`${label}|“(undefined|NaN|Invalid DateTime|false|null|{)|^Nothing to`,
				'i',
			);
			const errors = output[0].map(({ json: { error = 'none' } }) => error as string);
			expect(errors.filter((message) => !named.test(message))).toEqual([]);
			expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		},
	);
});

describe('a filter that an expression leaves empty never matches everything', () => {
	const filters = PLACES.filter(({ path }) => path.startsWith('Filters: '));
	test.each(filters.map((place) => [place.name, place.path, place] as const))(
		'%s › %s',
		async (name, path, { fill }) => {
			const { error } = await run(name, { parameters: fill('={{ $json.nothing }}') });
			expect(error?.message).toBe(`The filter ${path.replace('Filters: ', '')} is empty`);
			expect(service.requests).toEqual([]);
		},
	);
});

test('the Test button sends a request that every instance supports', async () => {
	expect(await testCredential({ service })).toMatchObject({ status: 'OK' });
	expect(listCalled()).toEqual(['GET /integrations']);
});

test('every endpoint and every operation is tested', () => {
	const calls = Object.values(OPERATIONS).map(([call]) => call);
	expect([...new Set([...calls, ...UNNEEDED])].sort()).toEqual([...service.endpoints].sort());
	const operations = resources.flatMap(({ value: resource, operations: own }) =>
		own.map(({ value }) => `${resource}.${value}`),
	);
	expect(Object.keys(OPERATIONS).sort()).toEqual(operations.sort());
});
