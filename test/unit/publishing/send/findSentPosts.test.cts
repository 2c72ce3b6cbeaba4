import { findSentPosts } from '../../../../nodes/Postiz/publishing/send/findSentPosts';
import {
	AHEAD,
	at,
	clientOf,
	DATE,
	DAY,
	HOUR,
	madeOn,
	MINUTE,
	row,
	START,
	tea,
} from '../listed.cjs';

test('finds only posts created since the request, within a day of its date', async () => {
	const SENT_AT = START + HOUR;
	const since = SENT_AT + AHEAD - 10 * MINUTE;
	const rows = [since, since - 1].map((made) => row({ id: madeOn(made) }));
	const { client, asked } = clientOf({ rows: [...rows, row({ id: 'no-time' })] });
	const query = { date: DATE, sentAt: SENT_AT, changes: new Set<string>() };
	const ids = async (changes: string[]) =>
		(await findSentPosts(client, [tea()], { ...query, changes: new Set(changes) })).map(
			({ id }) => id,
		);
	expect(await ids([])).toEqual([rows[0]!.id, 'no-time']);
	expect(asked).toEqual([{ startDate: at(DATE - DAY), endDate: at(DATE + DAY), timeout: 20_000 }]);
	expect(await ids([rows[1]!.id])).toEqual([...rows.map(({ id }) => id), 'no-time']);
});
