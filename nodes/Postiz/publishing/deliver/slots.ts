import { append, groupBy } from '../../values/lists';
import { TOO_MANY_REQUESTS } from '../../transport/answer';
import { caughtProblem } from '../../values/problem';
import { failed, type NewPost, type Outcome } from './requests';

interface SlotDependencies {
	/** By channel ID. Throws {@link Problem}. */
	findSlots: (posts: NewPost[]) => Promise<Map<string, string>>;
	deliver: (posts: NewPost[]) => Promise<Outcome[]>;
	/** Runs `work` while no other execution looks for slots of the same channels. Throws {@link Problem} if cancelled. */
	inTurn: <T>(posts: NewPost[], work: () => Promise<T>) => Promise<T>;
}

/**
 * Delivers the posts of an item in rounds, each at slots looked up right before. Without a free slot, a post keeps the
 * date of the item (docs/api.md, Free slots).
 */
export async function deliverAtSlots(
	posts: NewPost[],
	{ findSlots, deliver, inTurn }: SlotDependencies,
): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	const rounds = roundsOf(posts);
	const deliverRound = async (round: NewPost[]) => {
		const slots = await findSlots(round);
		const atSlot = (post: NewPost) => {
			const date = slots.get(post.target.id) ?? post.shared.date;
			return { ...post, shared: { ...post.shared, date } };
		};
		return await deliver(round.map(atSlot));
	};
	for (const [index, round] of rounds.entries()) {
		try {
			append(outcomes, await inTurn(round, async () => await deliverRound(round)));
		} catch (error) {
			const { message, description, forModel, httpCode } = caughtProblem(error);
			const reason = httpCode === String(TOO_MANY_REQUESTS) ? 'limited' : 'unsent';
			const left = rounds.slice(index).flat();
			return [...outcomes, ...failed(left, { reason, message, description, forModel, httpCode })];
		}
	}
	return outcomes;
}

/** Divides posts into rounds with one post per channel, as two posts on a channel need two slots. */
function roundsOf(posts: NewPost[]): NewPost[][] {
	const counts = new Map<string, number>();
	return groupBy(posts, ({ target }) => {
		const round = counts.get(target.id) ?? 0;
		counts.set(target.id, round + 1);
		return round;
	});
}
