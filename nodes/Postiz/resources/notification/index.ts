import type { IDataObject } from 'n8n-workflow';

import { filtersOf, readableWord } from '../../form/readable';
import { notificationRow, Notifications } from '../../transport/lists';
import { readLimit, returnAllOrLimit, upTo } from '../shared/fields';
import { forEachItem, type Operation, type Resource } from '../shared/operation';

const FILTERS = filtersOf({
	text: readableWord('Text Contains', 'text', {
		placeholder: 'e.g. failed',
		description: 'Only notifications whose text contains this, ignoring case',
	}),
});

/** Notification: Get Many (docs/api.md, Notifications). */
const getManyNotifications: Operation = {
	name: 'Get Many',
	value: 'list',
	action: 'Get many notifications',
	description:
		'List the notifications of Postiz, such as published or failed posts, with text, link and time',
	properties: [...returnAllOrLimit, FILTERS.property],
	execute: async (context, client) => {
		const notifications = new Notifications(client);
		return await forEachItem(context, async (itemIndex) => {
			const limit = readLimit(context, itemIndex);
			const { text } = FILTERS.readItem(context, itemIndex);
			const found: IDataObject[] = [];
			// The newest ones come first.
			for await (const rows of notifications.pages()) {
				const matches = rows.filter(({ content }) =>
					`${content ?? ''}`.toLowerCase().includes(text),
				);
				found.push(...matches.map(notificationRow));
				if (found.length >= limit) break;
			}
			return upTo(context, found, limit, { filters: FILTERS.nameItem(context, itemIndex) });
		});
	},
};

/** Notifications: what Postiz reports to its users, such as published or failed posts. */
export const notification: Resource = {
	name: 'Notification',
	value: 'notification',
	defaultOperation: 'list',
	operations: [getManyNotifications],
};
