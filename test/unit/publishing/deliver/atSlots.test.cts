import {
	failed,
	type NewPost,
	type Outcome,
} from '../../../../nodes/Postiz/publishing/deliver/requests';
import { deliverAtSlots } from '../../../../nodes/Postiz/publishing/deliver/atSlots';
import { Problem } from '../../../../nodes/Postiz/values/problem';
import { channel, post, row } from './rows.cjs';

const [SKY, X, MASTODON] = ['bluesky', 'x', 'mastodon'].map((network) => channel(network));
const texts = [SKY, X, SKY, MASTODON].map((target) => post(target, 'Tea'));
const posts = row(5, texts, { shortLink: true });

/** Delivers {@link posts}: all channels have the same slot. */
async function deliver(failing?: { round: number; problem: Problem }, isStopped = false) {
	const asked: string[][] = [];
	const sent: NewPost[][] = [];
	const findSlots = async (round: NewPost[]) => {
		asked.push(round.map(({ target }) => target.identifier));
		if (failing && asked.length === failing.round) throw failing.problem;
		const slot = `slot ${asked.length}`;
		return await Promise.resolve(new Map([SKY, X, MASTODON].map(({ id }) => [id, slot])));
	};
	const outcomes = await deliverAtSlots(posts, {
		findSlots,
		isStopped: () => isStopped,
		deliver: async (own) => {
			sent.push(own);
			return await Promise.resolve(
				failed(own, { reason: 'refused', message: 'No', description: '' }),
			);
		},
		inTurn: async (_posts, work) => await work(),
	});
	return { asked, sent, outcomes };
}

const placesOf = (own: NewPost[]) =>
	own.map(({ shared: { date }, postIndex }) => [date, postIndex]);
const reasonsOf = (outcomes: Outcome[]) =>
	outcomes.map((outcome) => [outcome.post.postIndex, outcome.kind === 'failed' && outcome.reason]);

test('posts go out in rounds, each at slots of its own', async () => {
	const { asked, sent, outcomes } = await deliver();
	expect(asked).toEqual([['bluesky', 'x', 'mastodon'], ['bluesky']]);
	expect(sent.map(placesOf)).toEqual([
		[
			['slot 1', 0],
			['slot 1', 1],
			['slot 1', 3],
		],
		[['slot 2', 2]],
	]);
	expect(new Set(sent.flat().map(({ shared }) => shared.shortLink))).toEqual(new Set([true]));
	expect(outcomes).toHaveLength(4);
});

test('no slots are looked up once nothing more is sent', async () => {
	const { asked, outcomes } = await deliver(undefined, true);
	expect(asked).toEqual([]);
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
