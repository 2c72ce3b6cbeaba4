import type { SlotFinder } from '../../channels/slots';
import { TOO_MANY_REQUESTS } from '../../transport/status';
import type { SharedFields } from '../../transport/types';
import { caughtProblem } from '../../values/problem';
import type { FailedOutcome, Outcome } from './outcomes';
import type { ReadyPost, Row } from './requests';

/** An item whose posts go out at the next free slots of their channels. */
export interface SlotItem {
	itemIndex: number;
	/** Its date is that of posts for which no slot is found. */
	fields: Omit<SharedFields, 'type'>;
	posts: ReadyPost[];
}

/** What the delivery at slots needs from outside. */
export interface SlotDependencies {
	finder: SlotFinder;
	/** True once nothing more is sent: no slot is asked for then. */
	isStopped: () => boolean;
	deliver: (rows: Row[]) => Promise<Outcome[]>;
}

/**
 * Delivers the posts of an item in rounds, each at slots that are looked up just before: they must find
 * the posts before taken. Posts for which no slot is found are failures that say so
 * (docs/api.md, Free slots).
 */
export async function deliverAtSlots(
	item: SlotItem,
	{ finder, isStopped, deliver }: SlotDependencies,
): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	const rounds = roundsOf(item.posts);
	for (const [index, round] of rounds.entries()) {
		const slots = await findSlots(round, finder, isStopped()).catch((error: unknown) =>
			withoutSlots(item, rounds.slice(index).flat(), error),
		);
		if (!(slots instanceof Map)) return [...outcomes, slots];
		outcomes.push(...(await deliver(toRows(item, round, slots))));
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

async function findSlots(
	posts: ReadyPost[],
	finder: SlotFinder,
	isStopped: boolean,
): Promise<Map<string, string>> {
	return isStopped ? new Map() : await finder.find(posts);
}

/** Posts with the same slot share a row. */
function toRows(
	{ itemIndex, fields }: SlotItem,
	posts: ReadyPost[],
	slots: Map<string, string>,
): Row[] {
	const rows = new Map<string, Row>();
	for (const post of posts) {
		const date = slots.get(post.target.id) ?? fields.date;
		const row = rows.get(date);
		if (row) row.posts.push(post);
		else
			rows.set(date, { itemIndex, shared: { ...fields, type: 'schedule', date }, posts: [post] });
	}
	return [...rows.values()];
}

function withoutSlots(
	{ itemIndex, fields }: SlotItem,
	posts: ReadyPost[],
	error: unknown,
): FailedOutcome {
	const { message, description, httpCode } = caughtProblem(error);
	const reason = httpCode === String(TOO_MANY_REQUESTS) ? 'limited' : 'unsent';
	const row: Row = { itemIndex, shared: { ...fields, type: 'schedule' }, posts };
	return { row, kind: 'failed', reason, message, description, httpCode };
}
