import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { PostFinder } from '../../calendar/calendarPost';
import { getLink } from '../../calendar/postRow';
import { channelRow } from '../../channels/findByName';
import { findConnectedChannel } from '../../channels/targets';
import { field, option } from '../../form/fieldBuilders';
import { type FieldSpec, fieldSpec, choiceSpec } from '../../form/fieldSpec';
import type { PostizClient } from '../../transport/client';
import { endpoints, type ApiCall } from '../../transport/endpoints';
import { parseCount } from '../../common/parseValue';
import { channelField, postField } from '../shared/sharedFields';
import { memoizeAsync, forEachItem, type Operation, type Resource } from '../shared/operation';
import { toColumns, dayRows, readMetrics } from './metrics';

const daysField = fieldSpec(
	field.number('Days', 'days', {
		typeOptions: { minValue: 1 },
		default: 7,
		description:
			'How many days back to look. Networks keep metrics for a limited time, often 90 days.',
	}),
	(entered, label) =>
		parseCount(entered, label, 'Enter a whole number of days, at least 1, such as 7, 30 or 90.'),
);
const outputField = choiceSpec('Output', 'output', 'totals', {
	refusesEmpty: true,
	description: 'What to output. Without metrics, a single item says why in “note”.',
	options: [
		option(
			'Totals of the Period',
			'totals',
			'One item with a column for each metric, like a row of a sheet',
		),
		option('One Item per Day', 'day', 'The same columns for each day'),
	],
});

const metricFields = [daysField.property, outputField.property];

/**
 * Returns the metrics of each item, with a column for each (docs/api.md, Analytics). `find` returns what stands first and
 * last in its rows, and the note in them if there are no metrics.
 */
async function metricItems(
	context: IExecuteFunctions,
	client: PostizClient,
	idField: FieldSpec<string>,
	find: (id: string) => Promise<{
		about: IDataObject;
		ids: IDataObject;
		call: ApiCall;
		ifEmpty: string;
	}>,
): Promise<INodeExecutionData[]> {
	const findOnce = memoizeAsync(find);
	const ask = memoizeAsync(async (id: string, days: number) => {
		const { call, ifEmpty, ...subject } = await findOnce(id);
		const metrics = readMetrics(await client.request({ ...call, query: { date: days } }));
		const isEmpty = metrics.every(({ data }) => data.length === 0);
		return { ...subject, metrics, note: isEmpty ? ifEmpty : null };
	});
	return await forEachItem(context, async (itemIndex) => {
		const id = idField.readItem(context, itemIndex);
		const days = daysField.readItem(context, itemIndex);
		const output = outputField.readItem(context, itemIndex);
		const { about, ids, metrics, note } = await ask(id, days);
		const taken = Object.keys({ ...about, ...ids }).concat(['days', 'date', 'note']);
		const columns = toColumns(metrics, taken);
		if (output === 'totals') {
			const totals = columns.map(([column, { total }]) => [column, total]);
			return [{ ...about, days, ...Object.fromEntries(totals), note, ...ids }];
		}
		const rows = dayRows(columns);
		return (rows.length > 0 ? rows : [{ date: null }]).map((row) => ({
			...about,
			...row,
			note,
			...ids,
		}));
	});
}

/** Analytics: Get Channel Analytics (docs/api.md, Analytics). */
const channelAnalytics: Operation = {
	name: 'Get Channel Analytics',
	value: 'channel',
	action: 'Get channel analytics',
	description:
		'Get metrics of a channel, such as followers, impressions or likes, by channel ID from Channel > Get Many',
	properties: [channelField.property, ...metricFields],
	execute: async (context, client) =>
		await metricItems(context, client, channelField, async (id) => {
			const channel = await findConnectedChannel(client, id);
			const { channelId, ...about } = channelRow(channel);
			return {
				about,
				ids: { channelId },
				call: endpoints.getChannelAnalytics(channel.id),
				ifEmpty:
					'Postiz has no metrics of this channel for this period. Not every network has metrics, and new channels have none yet.',
			};
		}),
};

/** Analytics: Get Post Analytics (docs/api.md, Analytics). */
const postAnalytics: Operation = {
	name: 'Get Post Analytics',
	value: 'post',
	action: 'Get post analytics',
	description:
		'Get metrics of a published post, such as impressions, likes or comments, by post ID from Post > Create',
	properties: [postField.property, ...metricFields],
	execute: async (context, client) => {
		const finder = new PostFinder(client);
		return await metricItems(context, client, postField, async (id) => {
			const post = await finder.fetch(id);
			const { providerIdentifier: identifier, ...channel } = post.integration;
			const { channelId = null, ...about } = channelRow({ ...channel, identifier });
			return {
				about: { ...about, link: getLink(post).link ?? null },
				ids: { postId: id, channelId },
				call: endpoints.getPostAnalytics(id),
				ifEmpty:
					'Postiz has no metrics of this post for this period. Only published posts have metrics, and not on every network. If this one is online but has no link, link it in the calendar of Postiz.',
			};
		});
	},
};

/** Analytics: how channels and posts perform on their networks. */
export const analytics: Resource = {
	name: 'Analytics',
	value: 'analytics',
	defaultOperation: 'channel',
	operations: [channelAnalytics, postAnalytics],
};
