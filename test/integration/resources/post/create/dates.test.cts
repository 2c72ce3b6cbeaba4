import type { IDataObject } from 'n8n-workflow';

import { jsonItems } from '../../../support/harness.cjs';
import { createPost, FUTURE, postRequests, storedPosts } from '../../../support/posts.cjs';
import { callsOf, LOOK_UP, useService } from '../../../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000 });

describe('dates in the past', () => {
	test('are refused when longer ago, before anything is sent', async () => {
		const { error } = await createPost(service, { type: 'schedule', date: '2020-05-06 07:08' });
		expect(error).toMatchObject({
			message: 'The date 2020-05-06 07:08 UTC is in the past',
			description:
				'Postiz would publish it immediately. Choose a later date, or set the option Allow Past Dates.',
		});
		expect(callsOf(service)).toEqual([LOOK_UP]);
	});

	test('are shown as they were typed, with the zone of the workflow', async () => {
		const { error } = await createPost(
			service,
			{ type: 'schedule', date: '2020-05-06 07:08' },
			{ timezone: 'Asia/Tokyo' },
		);
		expect(error?.message).toBe('The date 2020-05-06 07:08 Asia/Tokyo is in the past');
	});

	test('of several rows share a request, and a second run sends nothing again', async () => {
		const items = jsonItems([
			{ date: '2020-05-06', text: 'Tea' },
			{ date: '2021-06-07', text: 'Cake' },
			{ date: FUTURE, text: 'Milk' },
		]);
		const run = async () =>
			await createPost(
				service,
				{
					type: 'schedule',
					date: '={{ $json.date }}',
					content: '={{ $json.text }}',
					combineItems: true,
					options: { allowPastDates: true, ifSame: 'finish' },
				},
				{ items },
			);
		await run();
		expect(postRequests(service).map(({ body }) => (body as IDataObject).type)).toEqual([
			'now',
			'schedule',
		]);
		const { output } = await run();
		expect(output[0].map(({ json }) => json.skipped)).toEqual([true, true, true]);
		expect(storedPosts(service)).toHaveLength(3);
	});

	test('do not matter for drafts, nor for posts that go out now', async () => {
		const draft = await createPost(service, { type: 'draft', date: '2020-05-06' });
		expect(draft.error).toBeUndefined();
		const now = await createPost(service, { type: 'now', date: 'not even a date' });
		expect(now.error).toBeUndefined();
	});
});

describe('dates that cannot be read', () => {
	test('is told together with what is wrong with the channels', async () => {
		for (const date of ['soon', '2020-05-06']) {
			const { error } = await createPost(service, {
				type: 'schedule',
				date,
				channels: '={{ ["Nobody"] }}',
			});
			expect(error?.message).toMatch(
				/^(“soon” cannot be read as a date|The date .* is in the past); No channel, group or network is called “Nobody”$/,
			);
			expect(error?.description).toContain('Connected: ');
		}
	});

	test('the message names the item', async () => {
		const { error } = await createPost(
			service,
			{ type: 'schedule', date: '={{ $json.date }}' },
			{ items: jsonItems([{ date: '2099-01-01' }, { date: 'soon' }, { date: '2099-01-01' }]) },
		);
		expect(error?.message).toBe('“soon” cannot be read as a date [item 1]');
		expect(error?.context).toMatchObject({ itemIndex: 1 });
		expect(new Set(callsOf(service))).toEqual(new Set([LOOK_UP]));
	});

	test('an empty date, as from a field that the item lacks', async () => {
		const empty = {
			message: 'The date is empty [item 0]',
			description:
				'Enter a date and time such as 2026-12-14 10:00:00, or an expression that returns one for every item.',
		};
		for (const date of ['={{ $json.date }}', '={{ "" }}', '={{ null }}']) {
			const { error } = await createPost(
				service,
				{ type: 'schedule', date },
				{ items: jsonItems([{}, { date: '2099-01-01' }]) },
			);
			expect(error).toMatchObject(empty);
		}
		expect(new Set(callsOf(service))).toEqual(new Set([LOOK_UP]));
	});
});
