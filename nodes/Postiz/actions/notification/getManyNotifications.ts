import type { IDataObject } from 'n8n-workflow';

import { DAY_MS } from '../../common/date';
import { parsePositive } from '../../common/parseNumber';
import { parseServiceTime } from '../../common/serviceTime';
import { forEachItem } from '../../execution/forEachItem';
import { field } from '../../form/fieldBuilders';
import { createFiltersSpec, createFieldSpec, createSearchWordSpec } from '../../form/fieldSpec';
import { Notifications } from '../../transport/notifications';
import { limitWithHints } from '../shared/limitWithHints';
import type { Operation } from '../shared/operation';
import { readLimit, limitFields } from '../shared/sharedFields';
import { toNotificationOutput } from './notificationOutput';

const filtersSpec = createFiltersSpec({
	lastDays: createFieldSpec(
		field.number('Created in the Last (Days)', 'lastDays', {
			typeOptions: { minValue: 0 },
			default: 7,
			description: 'How many days to look back. 0.5 means 12 hours.',
		}),
		(entered, label, { isAdded }) => {
			const remedy = 'Enter a number of days, such as 7, or remove the filter.';
			return isAdded ? parsePositive(entered, label, remedy) : Infinity;
		},
	),
	text: createSearchWordSpec('Text Contains', 'text', {
		placeholder: 'e.g. failed',
		description: 'Only notifications whose text contains this, ignoring case',
	}),
});

/** Notification: Get Many (docs/api.md, Notifications). */
export const getManyNotificationsOperation: Operation = {
	name: 'Get Many',
	value: 'list',
	action: 'Get many notifications',
	description: 'List the notifications of Postiz, such as failed posts',
	properties: [...limitFields, filtersSpec.property],
	execute: async (context, client) => {
		const notifications = new Notifications(client);
		return await forEachItem(context, async (itemIndex) => {
			const limit = readLimit(context, itemIndex);
			const { lastDays, text } = filtersSpec.readParameter(context, itemIndex);
			const outputs: IDataObject[] = [];
			for await (const page of notifications.fetchPages()) {
				// Read after the page, whose response sets the service's clock.
				const since = client.serviceNow() - lastDays * DAY_MS;
				const matches = page.filter(
					({ createdAt, content }) =>
						// Keep notifications without a valid time rather than lose them.
						!(parseServiceTime(createdAt) < since) &&
						`${content ?? ''}`.toLowerCase().includes(text),
				);
				outputs.push(...matches.map(toNotificationOutput));
				// The newest ones come first. One more than the limit shows that there are more.
				if (outputs.length > limit || parseServiceTime(page.at(-1)?.createdAt) < since) break;
			}
			return limitWithHints(outputs, limit, {
				filters: filtersSpec.describeParameter(context, itemIndex),
			});
		});
	},
};
