import {
	failed,
	type Outcome,
	type ReadyPost,
	type Row,
} from '../../../../nodes/Postiz/publishing/deliver/requests';
import { deliverAtSlots } from '../../../../nodes/Postiz/publishing/deliver/slots';
import { Problem } from '../../../../nodes/Postiz/values/problem';
import { itemOptions } from '../plans.cjs';
import { channel, post } from './rows.cjs';

const [SKY, X, MASTODON] = ['bluesky', 'x', 'mastodon'].map((network) => channel(network));
const { fields } = itemOptions('nextSlot');
const posts = [SKY, X, SKY, MASTODON].map((target, place) => ({ ...post(target, 'Tea'), place }));

/** Delivers {@link posts}: X has the same slot as Bluesky, and Mastodon has none. */
async function deliver(failing?: { round: number; problem: Problem }) {
	const asked: string[][] = [];
	const rows: Row[] = [];
	const findSlots = async (round: ReadyPost[]) => {
		asked.push(round.map(({ target }) => target.identifier));
		if (failing && asked.length === failing.round) throw failing.problem;
		const slot = `slot ${asked.length}`;
		return await Promise.resolve(new Map([SKY, X].map(({ id }) => [id, slot])));
	};
	const outcomes = await deliverAtSlots(
		5,
		{ fields, posts },
		{
			findSlots,
			deliver: async (own) => {
				rows.push(...own);
				return await Promise.resolve(
					failed(own, { reason: 'refused', message: 'No', description: '' }),
				);
			},
			inTurn: async (_posts, work) => await work(),
		},
	);
	return { asked, rows, outcomes };
}

const placesOf = (own: Row[]) =>
	own.map(({ shared: { date }, posts: some }) => [date, some.map(({ place }) => place)]);
const reasonsOf = (outcomes: Outcome[]) =>
	outcomes.map((outcome) => [outcome.post.place, outcome.kind === 'failed' && outcome.reason]);

test('posts go out in rounds, each at slots of its own, and without one at the date of the item', async () => {
	const { asked, rows, outcomes } = await deliver();
	expect(asked).toEqual([['bluesky', 'x', 'mastodon'], ['bluesky']]);
	expect(placesOf(rows)).toEqual([
		['slot 1', [0, 1]],
		[fields.date, [3]],
		['slot 2', [2]],
	]);
	for (const { itemIndex, shared } of rows) {
		expect([itemIndex, shared]).toEqual([5, { ...fields, type: 'schedule', date: shared.date }]);
	}
	expect(outcomes).toHaveLength(4);
});

test.each([
	['429', 'limited'],
	['500', 'unsent'],
])('what is left stays unsent if slots cannot be found (%s)', async (httpCode, reason) => {
	const problem = new Problem('No slots', 'Wait.', { httpCode });
	const { outcomes } = await deliver({ round: 2, problem });
	expect(reasonsOf(outcomes)).toEqual([
		[0, 'refused'],
		[1, 'refused'],
		[3, 'refused'],
		[2, reason],
	]);
	expect(outcomes[3]).toMatchObject({ message: 'No slots', description: 'Wait.', httpCode });
	const all = await deliver({ round: 1, problem });
	expect(reasonsOf(all.outcomes)).toEqual([0, 1, 3, 2].map((place) => [place, reason]));
});
