import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { PostFinder } from '../../calendar/post';
import { linkOf } from '../../calendar/row';
import { channelRow } from '../../channels/match';
import { connectedChannel } from '../../channels/targets';
import { field, option } from '../../form/fields';
import { readable, readableChoice } from '../../form/readable';
import type { PostizClient } from '../../transport/client';
import { endpoints, type ApiCall } from '../../transport/endpoints';
import type { ListedPost } from '../../transport/types';
import { parseCount } from '../../values/read';
import { stateWord } from '../../values/words';
import { channelField, postField, type IdField } from '../shared/fields';
import { askOnce, forEachItem, type Operation, type Resource } from '../shared/operation';
import { columnsOf, dayRows, isMissing, readMetrics } from './metrics';

const daysField = readable(
	field.number('Days', 'days', {
		typeOptions: { minValue: 1 },
		default: 7,
		description:
			'How many days back to look. Networks keep metrics for a limited time, often 90 days.',
	}),
	(entered, label) =>
		parseCount(entered, label, 'Enter a whole number of days, at least 1, such as 7, 30 or 90.'),
);
const outputField = readableChoice('Output', 'output', 'totals', {
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
 * Returns the metrics of each item, with a column for each (docs/api.md, Analytics). `find` tells what stands first and
 * last in its rows, and why it has no metrics: if they are `missing`, the post isn't linked to its network.
 */
async function metricItems(
	context: IExecuteFunctions,
	client: PostizClient,
	idField: IdField,
	find: (id: string) => Promise<{
		about: IDataObject;
		ids: IDataObject;
		call: ApiCall;
		whyEmpty: (missing: boolean) => string;
	}>,
): Promise<INodeExecutionData[]> {
	const findOnce = askOnce(find);
	const ask = askOnce(async (id: string, days: number) => {
		const { call, whyEmpty, ...subject } = await findOnce(id);
		const answer = await client.request({ ...call, query: { date: days } });
		const metrics = readMetrics(answer);
		const isEmpty = metrics.every(({ data }) => data.length === 0);
		return { ...subject, metrics, note: isEmpty ? whyEmpty(isMissing(answer)) : null };
	});
	return await forEachItem(context, async (itemIndex) => {
		const id = idField.readItem(context, itemIndex);
		const days = daysField.readItem(context, itemIndex);
		const output = outputField.readItem(context, itemIndex);
		const { about, ids, metrics, note } = await ask(id, days);
		const taken = Object.keys({ ...about, ...ids }).concat(['days', 'date', 'note']);
		const columns = columnsOf(metrics, taken);
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
			const { channelId, ...about } = channelRow(await connectedChannel(client, id));
			return {
				about,
				ids: { channelId },
				call: endpoints.getChannelAnalytics(id),
				whyEmpty: () =>
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
			const { providerIdentifier: identifier, ...channel } = post.integration ?? {};
			const { channelId = null, ...about } = channelRow({ ...channel, identifier });
			return {
				about: { ...about, link: linkOf(post).link ?? null },
				ids: { postId: id, channelId },
				call: endpoints.getPostAnalytics(id),
				whyEmpty: (missing) => whyEmpty(post, missing),
			};
		});
	},
};

function whyEmpty(post: ListedPost, missing: boolean): string {
	const { state } = post;
	if (state !== 'PUBLISHED') {
		return `Only published posts have metrics; the state of this one is ${stateWord(state)}.`;
	}
	const { note } = linkOf(post);
	if (note !== undefined) return note;
	return missing
		? "Postiz doesn't know what this post became on its network. Link it in the calendar of Postiz."
		: 'Postiz has no metrics of this post for this period. Not every network has them.';
}

/** Analytics: how channels and posts perform on their networks. */
export const analytics: Resource = {
	name: 'Analytics',
	value: 'analytics',
	defaultOperation: 'channel',
	operations: [channelAnalytics, postAnalytics],
};
