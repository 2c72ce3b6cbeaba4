import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { findNetwork } from '../../nodes/Postiz/networks';
import { jsonItems } from '../integration/support/harness.cjs';
import {
	byId,
	onChannels,
	postById,
	settingsOn,
	withPostAgain,
} from '../integration/support/posts.cjs';
import { networkForms, titleOf, type NetworkForm } from '../networks/forms.cjs';
import { networks } from '../networks/table.cjs';
import { fileNamed } from '../service/recorded/posts.cjs';
import { isObject } from '../service/schema.cjs';
import { onFirst, PLAIN_NETWORKS, type Case } from './cases.cjs';
import type { Channel, Instance } from './instance.cjs';
import { MARKER, rowsOf } from './ledger.cjs';
import { filesOf, FILES } from './posts.cjs';

const DAY_MS = 86_400_000;

const uploads = (files: object[]): INodeParameters => ({
	file: files.map((file) => ({ source: 'upload', file: JSON.stringify(file) })),
});

/** Runs Post: Create, whatever is there already; returns the IDs of the posts. */
async function create(there: Instance, parameters: INodeParameters): Promise<string[]> {
	const rows = await there.node({
		resource: 'post',
		operation: 'create',
		type: 'schedule',
		date: there.findableDate,
		content: MARKER,
		...parameters,
		options: withPostAgain(parameters.options),
	});
	return rows.map(({ postId }) => String(postId));
}

/** Each network in its smallest and fullest form; a second run must know the post again. */
const formCase = (form: NetworkForm, { id }: Channel): Case => ({
	area: 'networks',
	name: titleOf(form),
	async play(there) {
		const parameters = {
			media: uploads(await filesOf(there, form.files ? FILES[form.files] : [])),
			...onChannels({
				provider: form.network,
				...byId(id),
				...(form.form as INodeParameters),
				content: `${MARKER} Fresh beans, ${form.kind}`,
			}),
		};
		const [created] = await create(there, parameters);
		const [again] = await create(there, { ...parameters, options: { ifExists: 'skip' } });
		return { kept: await there.read(created), isKnown: again === created };
	},
});

const formCases = ({ channels }: Instance): Case[] =>
	networkForms.flatMap((form) => {
		const channel = channels.find(({ identifier }) => identifier === form.identifier);
		return channel && !findNetwork(form.identifier)?.onlyDrafts ? [formCase(form, channel)] : [];
	});

const PART = (content: string, more: IDataObject = {}) => ({ content, ...more });

/** A change by Post: Update: what is not given must stay exactly as it is. */
interface Change {
	name: string;
	networks?: string[];
	/** What the post is created with, beside what all have. */
	form?: (channel: Channel) => INodeParameters;
	fields: (there: Instance) => Record<string, unknown>;
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
			media: uploads([fileNamed('jpg'), fileNamed('png')]),
			thread: { segment: [PART('two')] },
			date: new Date(Date.parse(findableDate) + DAY_MS).toISOString(),
		}),
	},
	{
		name: 'the thread, to a longer one',
		fields: () => ({ thread: { segment: [PART('two'), PART('three'), PART('four')] } }),
	},
	{ name: 'a tag', fields: ({ options: { tag } }) => ({ tags: tag ?? 'n8n' }) },
	{
		name: 'a setting',
		networks: ['x'],
		form: ({ id }) => ({
			thread: {},
			...onChannels({ provider: 'x', ...byId(id), who_can_reply_post: 'everyone' }),
		}),
		fields: () => settingsOn('x', { who_can_reply_post: 'verified' }),
	},
];

const changeCases = (instance: Instance): Case[] =>
	CHANGES.flatMap(({ name, networks = PLAIN_NETWORKS, form, fields }) =>
		onFirst(instance, networks, (channel) => [
			{
				area: 'changes',
				name: `Post: Update changes ${name}, and nothing else`,
				async play(there) {
					const [id] = await create(there, {
						content: `${MARKER} before`,
						media: uploads([{ ...fileNamed('png'), alt: 'A cup of tea' }]),
						thread: { segment: [PART('second', { delay: 5 }), PART('third')] },
						...onChannels({ provider: channel.identifier, ...byId(channel.id) }),
						options: { ...(there.options.tag && { tags: there.options.tag }) },
						...form?.(channel),
					});
					const before = await there.read(id);
					const { networkSettings = {}, ...updateFields } = fields(there);
					await there.node({
						...{ resource: 'post', operation: 'update', ...postById(id) },
						updateFields: updateFields as INodeParameters,
						networkSettings: networkSettings as INodeParameters,
					});
					const get = { resource: 'post', operation: 'get', ...postById(id) };
					const [{ text, media, thread, tags, state }] = await there.node(get);
					return [before, await there.read(id), { text, media, thread, tags, state }];
				},
			},
		]),
	);

const plainCases = (channel: Channel): Case[] => {
	const on = onChannels({ provider: channel.identifier, ...byId(channel.id) });
	const update = async (there: Instance, id: string, updateFields: INodeParameters) => {
		await there.node({ resource: 'post', operation: 'update', ...postById(id), updateFields });
		const { state, date } = await there.read(id);
		return [state, date];
	};
	return [
		{
			area: 'drafts',
			name: 'a draft becomes scheduled for another date, and a draft again',
			async play(there) {
				const [id] = await create(there, { ...on, type: 'draft' });
				const date = new Date(Date.parse(there.findableDate) + DAY_MS).toISOString();
				return [
					await update(there, id, { state: 'scheduled', date }),
					await update(there, id, { state: 'draft' }),
					await update(there, id, { state: 'scheduled' }),
				];
			},
		},
		{
			area: 'changes',
			name: 'a tag that the workspace lacks is dropped, and the node says so',
			async play(there) {
				const rows = await there.node({
					...{ resource: 'post', operation: 'create', type: 'schedule', content: MARKER, ...on },
					date: there.date,
					options: withPostAgain({ tags: 'postiz-live-no-such-tag' }),
				});
				const [{ postId, missingTags }] = rows;
				return [missingTags, (await there.read(String(postId))).tags];
			},
		},
		{
			area: 'deletes',
			name: 'a post is gone with its later parts, also if two items name it',
			async play(there) {
				const [id] = await create(there, { ...on, thread: { segment: [PART('second')] } });
				const { parts } = await there.read(id);
				const rows = await there.node(
					{ resource: 'post', operation: 'delete', ...postById('={{ $json.id }}') },
					{ items: jsonItems([{ id }, { id }]) },
				);
				const { body } = await there.call('GET', `/public/posts/${id}`);
				return [
					parts.length,
					rows.map(({ postId }) => postId === id),
					rowsOf(body).length,
					(await there.list()).includes(id),
				];
			},
		},
	];
};

/** What the instance says of the limit and the settings of each network; its sentences may be others. */
const settingsCases = (instance: Instance): Case[] =>
	Object.entries(networks).flatMap(([identifier, { alias }]) =>
		onFirst(instance, [alias ?? identifier], ({ id, identifier: own }) => [
			{
				area: 'lengths',
				name: `${own}: the limit and the settings that it states`,
				async play(there) {
					const { body } = await there.call('GET', `/public/v1/integration-settings/${id}`);
					return JSON.parse(JSON.stringify(body), (key, value: unknown) =>
						key === 'description' || key === 'rules' ? undefined : value,
					) as unknown;
				},
			},
		]),
	);

/** What depends on the workspace: what it looks like must be the same. */
const readingCase: Case = {
	area: 'reading',
	name: 'the first page of notifications',
	async play(there) {
		const { body } = await there.call('GET', '/public/v1/notifications?page=0');
		if (!isObject(body)) return body;
		const { notifications, total, page, limit, hasMore } = body;
		const rows = rowsOf(notifications);
		return {
			...{ page, limit },
			hasMore: hasMore === Number(total) > Number(limit),
			rows: rows.length === Math.min(Number(limit), Number(total)),
			otherKeys: rows
				.map((row) => Object.keys(row).sort().join(' '))
				.filter((keys) => keys !== 'content createdAt id link'),
		};
	},
};

/** What the node does on an instance. */
export const nodeCases = (instance: Instance): Case[] => [
	...formCases(instance),
	...changeCases(instance),
	...onFirst(instance, PLAIN_NETWORKS, plainCases),
	...settingsCases(instance),
	readingCase,
];
