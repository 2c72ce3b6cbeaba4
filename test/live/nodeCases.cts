import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { findNetwork } from '../../nodes/Postiz/networks';
import { createJsonItems } from '../integration/support/harness.cjs';
import {
	createChannelLocator,
	selectChannels,
	createPostLocator,
	createSettingsUpdate,
	createPostAgain,
} from '../integration/support/posts.cjs';
import { networkForms, formatFormTitle, type NetworkForm } from '../networks/forms.cjs';
import { networks } from '../networks/table.cjs';
import { createFileOfKind } from '../service/recorded/posts.cjs';
import { isObject } from '../service/schema.cjs';
import { selectFirstChannel, PLAIN_NETWORKS, type Case } from './cases.cjs';
import type { Channel, Instance } from './instance.cjs';
import { MARKER, toRows } from './ledger.cjs';
import { createFiles, FILES } from './postCases.cjs';
import { DAY } from '../shared/time.cjs';

const createUploads = (files: object[]): INodeParameters => ({
	file: files.map((file) => ({ source: 'upload', file: JSON.stringify(file) })),
});

const selectChannel = ({ id, identifier }: Channel) =>
	selectChannels({ provider: identifier, ...createChannelLocator(id) });

/** Runs Post: Create without looking for existing posts; returns the IDs. */
async function create(instance: Instance, parameters: INodeParameters): Promise<string[]> {
	const rows = await instance.runNode({
		resource: 'post',
		operation: 'create',
		type: 'schedule',
		date: instance.findableDate,
		content: MARKER,
		...parameters,
		options: createPostAgain(parameters.options),
	});
	return rows.map(({ postId }) => String(postId));
}

/** Each network with its smallest and fullest form; a second run must find the post. */
const createFormCase = (form: NetworkForm, { id }: Channel): Case => ({
	area: 'networks',
	name: formatFormTitle(form),
	async run(instance) {
		const parameters = {
			media: createUploads(await createFiles(instance, form.files ? FILES[form.files] : [])),
			...selectChannels({
				provider: form.network,
				...createChannelLocator(id),
				...(form.form as INodeParameters),
				content: `${MARKER} Fresh beans, ${form.kind}`,
			}),
		};
		const [created] = await create(instance, parameters);
		const [again] = await create(instance, { ...parameters, options: { ifExists: 'skip' } });
		return { kept: await instance.read(created), isKnown: again === created };
	},
});

const listFormCases = ({ channels }: Instance): Case[] =>
	networkForms.flatMap((form) => {
		const channel = channels.find(({ identifier }) => identifier === form.identifier);
		return channel && !findNetwork(form.identifier)?.onlyDrafts
			? [createFormCase(form, channel)]
			: [];
	});

const createPart = (content: string, more: IDataObject = {}) => ({ content, ...more });

/** A change by Post: Update, which must keep all other values. */
interface Change {
	name: string;
	networks?: string[];
	/** Further fields of the created post. */
	form?: (channel: Channel) => INodeParameters;
	fields: (instance: Instance) => Record<string, unknown>;
}

const CHANGES: Change[] = [
	{ name: 'the text', fields: () => ({ content: `${MARKER} after` }) },
	{
		name: 'the text of a draft',
		form: () => ({ type: 'draft' }),
		fields: () => ({ content: `${MARKER} after` }),
	},
	{
		name: 'files, thread and date',
		fields: ({ findableDate }) => ({
			media: createUploads([createFileOfKind('jpg'), createFileOfKind('png')]),
			thread: { segment: [createPart('two')] },
			date: new Date(Date.parse(findableDate) + DAY).toISOString(),
		}),
	},
	{
		name: 'the thread, to a longer one',
		fields: () => ({
			thread: { segment: [createPart('two'), createPart('three'), createPart('four')] },
		}),
	},
	{ name: 'a tag', fields: ({ options: { tag } }) => ({ tags: tag ?? 'n8n' }) },
	{
		name: 'a setting',
		networks: ['x'],
		form: ({ id }) => ({
			thread: {},
			...selectChannels({
				provider: 'x',
				...createChannelLocator(id),
				who_can_reply_post: 'everyone',
			}),
		}),
		fields: () => createSettingsUpdate('x', { who_can_reply_post: 'verified' }),
	},
];

const listChangeCases = (instance: Instance): Case[] =>
	CHANGES.flatMap(({ name, networks = PLAIN_NETWORKS, form, fields }) =>
		selectFirstChannel(instance, networks, (channel) => [
			{
				area: 'changes',
				name: `Post: Update changes ${name}, and nothing else`,
				async run(instance) {
					const [id] = await create(instance, {
						content: `${MARKER} before`,
						media: createUploads([{ ...createFileOfKind('png'), alt: 'A cup of tea' }]),
						thread: { segment: [createPart('second', { delay: 5 }), createPart('third')] },
						...selectChannel(channel),
						options: { ...(instance.options.tag && { tags: instance.options.tag }) },
						...form?.(channel),
					});
					const before = await instance.read(id);
					const { networkSettings = {}, ...updateFields } = fields(instance);
					await instance.runNode({
						resource: 'post',
						operation: 'update',
						...createPostLocator(id),
						updateFields: updateFields as INodeParameters,
						networkSettings: networkSettings as INodeParameters,
					});
					const get = { resource: 'post', operation: 'get', ...createPostLocator(id) };
					const [{ text, media, thread, tags, state }] = await instance.runNode(get);
					return [before, await instance.read(id), { text, media, thread, tags, state }];
				},
			},
		]),
	);

const createStateCase = (channel: Channel): Case => ({
	area: 'drafts',
	name: 'a draft becomes scheduled for another date, and a draft again',
	async run(instance) {
		const [id] = await create(instance, { ...selectChannel(channel), type: 'draft' });
		const update = async (updateFields: INodeParameters) => {
			await instance.runNode({
				resource: 'post',
				operation: 'update',
				...createPostLocator(id),
				updateFields,
			});
			const { state, date } = await instance.read(id);
			return [state, date];
		};
		const date = new Date(Date.parse(instance.findableDate) + DAY).toISOString();
		return [
			await update({ state: 'scheduled', date }),
			await update({ state: 'draft' }),
			await update({ state: 'scheduled' }),
		];
	},
});

const createMissingTagCase = (channel: Channel): Case => ({
	area: 'changes',
	name: 'a tag that the workspace lacks is dropped, and the node says so',
	async run(instance) {
		const rows = await instance.runNode({
			resource: 'post',
			operation: 'create',
			type: 'schedule',
			content: MARKER,
			...selectChannel(channel),
			date: instance.date,
			options: createPostAgain({ tags: 'postiz-live-no-such-tag' }),
		});
		const [{ postId, missingTags }] = rows;
		return [missingTags, (await instance.read(String(postId))).tags];
	},
});

const createDeletionCase = (channel: Channel): Case => ({
	area: 'deletes',
	name: 'a post is gone with its later parts, also if two items name it',
	async run(instance) {
		const [id] = await create(instance, {
			...selectChannel(channel),
			thread: { segment: [createPart('second')] },
		});
		const { parts } = await instance.read(id);
		const rows = await instance.runNode(
			{ resource: 'post', operation: 'delete', ...createPostLocator('={{ $json.id }}') },
			{ items: createJsonItems([{ id }, { id }]) },
		);
		const { body } = await instance.call('GET', `/public/posts/${id}`);
		return [
			parts.length,
			rows.map(({ postId }) => postId === id),
			toRows(body).length,
			(await instance.list()).includes(id),
		];
	},
});

/** The limit and the settings of each network; sentences may differ. */
const listSettingsCases = (instance: Instance): Case[] =>
	Object.entries(networks).flatMap(([identifier, { alias }]) =>
		selectFirstChannel(instance, [alias ?? identifier], ({ id, identifier: own }) => [
			{
				area: 'lengths',
				name: `${own}: the limit and the settings that it states`,
				async run(instance) {
					const { body } = await instance.call('GET', `/public/v1/integration-settings/${id}`);
					return JSON.parse(JSON.stringify(body), (key, value: unknown) =>
						key === 'description' || key === 'rules' ? undefined : value,
					) as unknown;
				},
			},
		]),
	);

/** Data of the workspace, which must have the same form. */
const readingCase: Case = {
	area: 'reading',
	name: 'the first page of notifications',
	async run(instance) {
		const { body } = await instance.call('GET', '/public/v1/notifications?page=0');
		if (!isObject(body)) return body;
		const { notifications, total, page, limit, hasMore } = body;
		const rows = toRows(notifications);
		return {
			page,
			limit,
			hasMore: hasMore === Number(total) > Number(limit),
			rows: rows.length === Math.min(Number(limit), Number(total)),
			otherKeys: rows
				.map((row) => Object.keys(row).sort().join(' '))
				.filter((keys) => keys !== 'content createdAt id link'),
		};
	},
};

/** All cases of the node. */
export const listNodeCases = (instance: Instance): Case[] => [
	...listFormCases(instance),
	...listChangeCases(instance),
	...selectFirstChannel(instance, PLAIN_NETWORKS, (channel) => [
		createStateCase(channel),
		createMissingTagCase(channel),
		createDeletionCase(channel),
	]),
	...listSettingsCases(instance),
	readingCase,
];
