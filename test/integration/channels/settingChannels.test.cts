import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { findChannelId } from '../../service/client.cjs';
import { createJsonItems } from '../support/harness.cjs';
import {
	createChannelEntry,
	createPost,
	selectChannels,
	getOnlyBody,
	listPostRequests,
	sendPost,
	createJsonSettingsUpdate,
	createSettingsUpdate,
	updatePost,
} from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000 });

const findId = (identifier: string, index = 0) => findChannelId(service, identifier, index);
const createPlug = (key: string, values: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(values).map(([part, value]) => [`plug--${key}--${part}`, value]),
	);
const createRepost = (values: IDataObject) => createPlug('linkedin-repost-post-users', values);
const createComment = (values: IDataObject) => createPlug('linkedin-add-comment', values);

/** Creates a post on the first channel of a network with these settings. */
const create = async (network: string, settings: IDataObject, row: IDataObject = {}) =>
	await createPost(
		service,
		selectChannels(createChannelEntry(service, network, { settings: settings as INodeParameters })),
		{ items: createJsonItems([row]) },
	);
const listSentSettings = () => getOnlyBody(service).posts.map(({ settings }) => settings);

describe('other channels', () => {
	test('repost and comment on LinkedIn as the names and hours in a sheet say', async () => {
		const { error } = await create(
			'linkedin',
			{
				...createRepost({ integrations: '={{ $json.from }}' }),
				...createComment({
					integrations: '={{ $json.from }}',
					delay: '={{ $json.hours }}',
					comment: 'Yes',
				}),
			},
			{ from: 'acme roasters, @acmecoffee', hours: '3 hours' },
		);
		expect(error).toBeUndefined();
		const integrations = [{ id: findId('linkedin', 1) }, { id: findId('linkedin-page') }];
		expect(listSentSettings()).toEqual([
			{
				__type: 'linkedin',
				...createRepost({ integrations, delay: '0', active: true }),
				...createComment({ integrations, delay: '10800000', comment: 'Yes', active: true }),
			},
		]);
	});

	test.each([[[]], [''], ['={{ [] }}'], ['={{ null }}']])(
		'are not sent if %j names none',
		async (integrations) => {
			const { error } = await create('linkedin', {
				...createRepost({ integrations, delay: '3600000' }),
				...createComment({ integrations, delay: '0', comment: 'Nice' }),
			});
			expect(error).toBeUndefined();
			expect(listSentSettings()).toEqual([{ __type: 'linkedin' }]);
		},
	);
});

test.each([
	['acme-coffee.bsky.social', 'No channel, group or network is named “acme-coffee.bsky.social” '],
	['Acme Coffee', 'No channel, group or network is named “Acme Coffee” '],
	[{ a: 1 }, 'Channels cannot be “{"a":1}” Enter each channel as its name'],
])('rejects %j', async (named, words) => {
	const { error } = await create('x', createPlug('x-repost-post-users', { integrations: named }));
	expect(listPostRequests(service)).toEqual([]);
	expect(`${error?.message} ${error?.description}`).toContain(
		`X: Acme Coffee – Repost Channels: ${words}`,
	);
	expect(error?.description).toContain(
		'Choose other channels of the network, not the channel of the post',
	);
});

test('an update replaces them by name and keeps the other settings, until an empty list removes them', async () => {
	const kept = {
		...createRepost({ integrations: [{ id: 'gone' }], delay: '7200000', active: true }),
		...createComment({ integrations: [{ id: 'gone' }], delay: '0', active: true, comment: 'Nice' }),
	};
	const post = await sendPost(service, 'linkedin', { settings: kept });
	const settings = createRepost({ integrations: ['Acme Roasters'] });
	const { error } = await updatePost(service, post.id, createSettingsUpdate('linkedin', settings));
	expect(error).toBeUndefined();
	const integrations = [{ id: findId('linkedin', 1) }];
	expect(post.settings).toEqual({ __type: 'linkedin', ...kept, ...createRepost({ integrations }) });

	const none = createRepost({ integrations: [] });
	const ended = await updatePost(service, post.id, createJsonSettingsUpdate('linkedin', none));
	expect(ended.error).toBeUndefined();
	expect(post.settings).toEqual({ __type: 'linkedin', ...kept, ...none });
});
