import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { field } from '../../form/fields';
import { notificationRow, Notifications, stepsUp } from '../../transport/notifications';
import { DAY_MS, serviceTime, toServiceDate } from '../../values/date';
import { append } from '../../values/lists';
import { parseOptionalText, parsePositive } from '../../values/read';
import { readAddedFilters, readLimit, returnAllOrLimit, upTo } from '../shared/getMany';
import { forEachItem, type Operation, type Resource } from '../shared/operation';

const notificationFilters = field.filters([
	field.date('Created After', 'createdAfter', {
		placeholder: 'e.g. 2026-12-14 10:00:00',
		description:
			"Only notifications from this date on, such as 2026-12-14 10:00:00 (in the workflow's time zone)",
	}),
	field.number('Created in the Last (Days)', 'lastDays', {
		typeOptions: { minValue: 0 },
		default: 7,
		description: 'Only notifications that are at most this many days old; 0.5 means 12 hours',
	}),
	field.text('Text Contains', 'text', {
		placeholder: 'e.g. failed',
		description: 'Only notifications whose text contains this, ignoring case',
	}),
]);

/** Notification: Get Many (docs/api.md, Notifications). */
const getManyNotifications: Operation = {
	name: 'Get Many',
	value: 'list',
	action: 'Get many notifications',
	description:
		'List the notifications of Postiz, such as published or failed posts, with text, link and time',
	properties: [...returnAllOrLimit, notificationFilters],
	execute: async (context, client) => {
		const notifications = new Notifications(client);
		const now = Date.now();
		return await forEachItem(context, async (itemIndex) => {
			const limit = readLimit(context, itemIndex);
			const { since, text } = readFilters(context, itemIndex, now);
			const found: IDataObject[] = [];
			for await (const { rows } of notifications.pages()) {
				const matches = rows.filter(
					({ createdAt, content }) =>
						// Keep notifications without a valid time rather than lose them.
						!(serviceTime(createdAt) < since) && `${content ?? ''}`.toLowerCase().includes(text),
				);
				append(found, matches.map(notificationRow));
				const times = rows.map(({ createdAt }) => serviceTime(createdAt));
				if (found.length >= limit || endsBefore(since, times)) break;
			}
			return upTo(context, found, limit);
		});
	},
};

/** The filters: not older than `since` (ms), and containing `text`. */
function readFilters(context: IExecuteFunctions, itemIndex: number, now: number) {
	const filters = readAddedFilters(context, itemIndex, notificationFilters);
	const bounds = [-Infinity];
	if ('createdAfter' in filters) {
		const date = toServiceDate(filters.createdAfter, context.getTimezone(), {
			field: 'Created After',
		});
		bounds.push(Date.parse(date));
	}
	if ('lastDays' in filters) {
		const advice = 'Enter a number of days, such as 7, or remove the filter.';
		const days = parsePositive(filters.lastDays, 'Created in the Last (Days)', advice);
		bounds.push(now - days * DAY_MS);
	}
	const text = parseOptionalText(filters.text, 'Text Contains').toLowerCase();
	return { since: Math.max(...bounds), text };
}

/** True if a page is sorted newest first, which the service doesn't guarantee, and ends before `since`. */
function endsBefore(since: number, times: number[]): boolean {
	const [newest = NaN, oldest = NaN] = [times[0], times.at(-1)];
	return stepsUp(times) === 0 && newest > oldest && oldest < since;
}

/** Notifications: what Postiz reports to its users, such as published or failed posts. */
export const notification: Resource = {
	name: 'Notification',
	value: 'notification',
	defaultOperation: 'list',
	operations: [getManyNotifications],
};
