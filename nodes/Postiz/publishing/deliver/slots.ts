import { TOO_MANY_REQUESTS } from '../../transport/status';
import { groupBy } from '../../values/groupBy';
import { append } from '../../values/lists';
import { caughtProblem } from '../../values/problem';
import type { ItemOf } from '../types';
import { failed, type Outcome, type ReadyPost, type Row } from './requests';

interface SlotDependencies {
	/** By channel ID. Throws {@link Problem}. */
	findSlots: (posts: ReadyPost[]) => Promise<Map<string, string>>;
	deliver: (rows: Row[]) => Promise<Outcome[]>;
	/** Runs `work` while no other execution looks for slots of the same channels. Throws {@link Problem} if cancelled. */
	inTurn: <T>(posts: ReadyPost[], work: () => Promise<T>) => Promise<T>;
}

/**
 * Delivers the posts of an item in rounds, each at slots looked up right before. Without a free slot, a post gets the
 * date of the item (docs/api.md, Free slots).
 */
export async function deliverAtSlots(
	itemIndex: number,
	{ fields, posts: all }: Pick<ItemOf<ReadyPost>, 'fields' | 'posts'>,
	{ findSlots, deliver, inTurn }: SlotDependencies,
): Promise<Outcome[]> {
	const toRow = (posts: ReadyPost[], date: string): Row => ({
		itemIndex,
		shared: { ...fields, type: 'schedule', date },
		posts,
	});
	const outcomes: Outcome[] = [];
	const rounds = roundsOf(all);
	const deliverRound = async (round: ReadyPost[]) => {
		const slots = await findSlots(round);
		const dateOf = ({ target }: ReadyPost) => slots.get(target.id) ?? fields.date;
		return await deliver(groupBy(round, dateOf).map((posts) => toRow(posts, dateOf(posts[0]))));
	};
	for (const [index, round] of rounds.entries()) {
		try {
			append(outcomes, await inTurn(round, async () => await deliverRound(round)));
		} catch (error) {
			const { message, description, forModel, httpCode } = caughtProblem(error);
			const reason = httpCode === String(TOO_MANY_REQUESTS) ? 'limited' : 'unsent';
			const left = toRow(rounds.slice(index).flat(), fields.date);
			return [...outcomes, ...failed([left], { reason, message, description, forModel, httpCode })];
		}
	}
	return outcomes;
}

/** Divides posts into rounds with one post per channel, as two posts on a channel need two slots. */
function roundsOf(posts: ReadyPost[]): ReadyPost[][] {
	const counts = new Map<string, number>();
	return groupBy(posts, ({ target }) => {
		const round = counts.get(target.id) ?? 0;
		counts.set(target.id, round + 1);
		return round;
	});
}
