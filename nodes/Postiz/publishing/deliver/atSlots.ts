import { append, groupBy } from '../../values/lists';
import { TOO_MANY_REQUESTS } from '../../transport/answer';
import { caughtProblem } from '../../values/problem';
import { failed, type NewPost, type Outcome } from './requests';

interface SlotDependencies {
	/** Of each channel, by its ID. */
	findSlots: (posts: NewPost[]) => Promise<Map<string, string>>;
	/** Nothing more is sent, so that no slots are needed. */
	isStopped: () => boolean;
	deliver: (posts: NewPost[]) => Promise<Outcome[]>;
	/** Runs `work` while no other execution looks for slots of the same channels. Throws {@link Problem} if cancelled. */
	inTurn: <T>(posts: NewPost[], work: () => Promise<T>) => Promise<T>;
}

/** Delivers the posts of an item in rounds, each at slots looked up right before (docs/api.md, Free slots). */
export async function deliverAtSlots(
	posts: NewPost[],
	{ findSlots, isStopped, deliver, inTurn }: SlotDependencies,
): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	const rounds = roundsOf(posts);
	const deliverRound = async (round: NewPost[]) => {
		if (isStopped()) return await deliver(round);
		const slots = await findSlots(round);
		const atSlots = round.map((post) => ({
			...post,
			shared: { ...post.shared, date: slots.get(post.target.id)! },
		}));
		return await deliver(atSlots);
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
