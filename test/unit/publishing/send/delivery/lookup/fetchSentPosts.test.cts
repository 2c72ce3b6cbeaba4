import { fetchSentPosts } from '../../../../../../nodes/Postiz/publishing/send/delivery/lookup/fetchSentPosts';
import {
	AHEAD,
	formatTime,
	createListClient,
	DATE,
	createListRow,
	START,
	createDesiredTea,
} from '../../../createListClient.cjs';
import { createIdAt, DAY, HOUR, MINUTE } from '../../../../../shared/time.cjs';

test('finds only posts created since the request, within a day of its date', async () => {
	const SENT_AT = START + HOUR;
	const since = SENT_AT + AHEAD - 10 * MINUTE;
	const rows = [since, since - 1].map((made) => createListRow({ id: createIdAt(made) }));
	const { client, requests } = createListClient({
		rows: [...rows, createListRow({ id: 'no-time' })],
	});
	const query = { time: DATE, sentAt: SENT_AT, updatedIds: new Set<string>() };
	const listIds = async (updatedIds: string[]) =>
		(
			await fetchSentPosts(client, [createDesiredTea()], {
				...query,
				updatedIds: new Set(updatedIds),
			})
		).map(({ id }) => id);
	expect(await listIds([])).toEqual([rows[0]!.id, 'no-time']);
	expect(requests).toEqual([
		{ startDate: formatTime(DATE - DAY), endDate: formatTime(DATE + DAY), timeout: 20_000 },
	]);
	expect(await listIds([rows[1]!.id])).toEqual([...rows.map(({ id }) => id), 'no-time']);
});
