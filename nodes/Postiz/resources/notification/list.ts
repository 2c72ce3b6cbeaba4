import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import {
	notificationRow,
	Notifications,
	stepsUp,
	type NotificationRow,
} from '../../transport/notifications';
import { toServiceDate } from '../../values/date';
import { readOptionalText, readPositive } from '../../values/read';
import { DAY_MS, serviceTime } from '../../values/time';
import { readLimit, returnAllOrLimit } from '../shared/getMany';
import { forEachItem } from '../shared/itemRun';
import type { Operation } from '../shared/types';

const properties: INodeProperties[] = [
	...returnAllOrLimit,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'Created After',
				name: 'createdAfter',
				type: 'dateTime',
				default: '',
				placeholder: 'e.g. 2026-12-14 10:00:00',
				description:
					"Only notifications from this date on, such as 2026-12-14 10:00:00 (in the workflow's time zone)",
			},
			{
				displayName: 'Created in the Last (Days)',
				name: 'lastDays',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 7,
				description: 'Only notifications that are at most this many days old; 0.5 means 12 hours',
			},
			{
				displayName: 'Text Contains',
				name: 'text',
				type: 'string',
				default: '',
				placeholder: 'e.g. failed',
				description: 'Only notifications whose text contains this, ignoring case',
			},
		],
	},
];

/** Notification: Get Many (docs/api.md, Notifications). */
export const getManyNotifications: Operation = {
	name: 'Get Many',
	value: 'list',
	action: 'Get many notifications',
	description:
		'List the notifications of Postiz, such as published or failed posts, with text, link and time',
	properties,
	execute: async (context, client) => {
		const notifications = new Notifications(client);
		const now = Date.now();
		return await forEachItem(context, async (itemIndex) => {
			const limit = readLimit(context, itemIndex);
			const { since, text } = readFilters(context, itemIndex, now);
			const found: NotificationRow[] = [];
			for await (const rows of notifications.read()) {
				found.push(...rows.filter((row) => !isBefore(since, row) && contains(text, row)));
				if (found.length >= limit || endsBefore(since, rows)) break;
			}
			return found.slice(0, limit).map(notificationRow);
		});
	},
};

interface Filters {
	createdAfter?: unknown;
	lastDays?: unknown;
	text?: unknown;
}

/** Which notifications to list: not older than `since` (ms), and with `text` in it. */
interface Criteria {
	since: number;
	text: string;
}

function readFilters(context: IExecuteFunctions, itemIndex: number, now: number): Criteria {
	const filters = context.getNodeParameter('filters', itemIndex, {}) as Filters;
	const bounds = [-Infinity];
	if ('createdAfter' in filters) {
		const date = toServiceDate(filters.createdAfter, context.getTimezone(), 'Created After');
		bounds.push(Date.parse(date));
	}
	if ('lastDays' in filters) bounds.push(now - readDays(filters.lastDays) * DAY_MS);
	return {
		since: Math.max(...bounds),
		text: readOptionalText(filters.text, 'Text Contains').toLowerCase(),
	};
}

function readDays(entered: unknown): number {
	return readPositive(
		entered,
		'Created in the Last (Days)',
		'Enter a number of days, such as 7, or remove the filter.',
	);
}

// One without a readable time is handed on rather than lost.
const isBefore = (since: number, { createdAt }: NotificationRow) => serviceTime(createdAt) < since;

const contains = (text: string, { content }: NotificationRow) =>
	String(content ?? '')
		.toLowerCase()
		.includes(text);

/**
 * True if the page comes newest first and ends before `since`, so that all further ones are
 * older still. The service promises no order: if this page has another one, all have to be read.
 */
function endsBefore(since: number, page: NotificationRow[]): boolean {
	const times = page.map(({ createdAt }) => serviceTime(createdAt));
	const [newest = NaN] = times;
	const oldest = times.at(-1) ?? NaN;
	return stepsUp(times) === 0 && newest > oldest && oldest < since;
}
