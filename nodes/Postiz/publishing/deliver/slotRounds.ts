import { TOO_MANY_REQUESTS } from '../../transport/status';
import type { SharedFields } from '../../transport/types';
import { caughtProblem } from '../../values/problem';
import { groupBy } from '../../values/groupBy';
import { failed, type Outcome } from './outcomes';
import type { ReadyPost, Row } from './requests';

/** An item whose posts go out at the next free slots of their channels. */
export interface SlotItem {
	itemIndex: number;
	/** Its date is that of posts for which no slot is found. */
	fields: Omit<SharedFields, 'type'>;
	posts: ReadyPost[];
}

/**
 * Delivers the posts of an item in rounds, each at slots that are looked up just before, as those of the posts before
 * are taken by then. Posts without a slot are failures that say so (docs/api.md, Free slots).
 */
export async function deliverAtSlots(
	{ itemIndex, fields, posts: all }: SlotItem,
	findSlots: (posts: ReadyPost[]) => Promise<Map<string, string>>,
	deliver: (rows: Row[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
	const toRow = (posts: ReadyPost[], date: string): Row => ({
		itemIndex,
		shared: { ...fields, type: 'schedule', date },
		posts,
	});
	const outcomes: Outcome[] = [];
	const rounds = roundsOf(all);
	for (const [index, round] of rounds.entries()) {
		let slots: Map<string, string>;
		try {
			slots = await findSlots(round);
		} catch (error) {
			const { message, description, httpCode } = caughtProblem(error);
			const reason = httpCode === String(TOO_MANY_REQUESTS) ? 'limited' : 'unsent';
			const left = toRow(rounds.slice(index).flat(), fields.date);
			return [...outcomes, ...failed([left], { reason, message, description, httpCode })];
		}
		const dateOf = ({ target }: ReadyPost) => slots.get(target.id) ?? fields.date;
		const rows = groupBy(round, dateOf).map((posts) => toRow(posts, dateOf(posts[0])));
		outcomes.push(...(await deliver(rows)));
	}
	return outcomes;
}

/** Posts of which each goes to another channel: two to one channel take two slots. */
function roundsOf(posts: ReadyPost[]): ReadyPost[][] {
	const rounds: ReadyPost[][] = [];
	const counts = new Map<string, number>();
	for (const post of posts) {
		const round = counts.get(post.target.id) ?? 0;
		counts.set(post.target.id, round + 1);
		(rounds[round] ??= []).push(post);
	}
	return rounds;
}
