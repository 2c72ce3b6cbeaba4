import { sleep } from 'n8n-workflow';

/** The shortest time between two looks, in ms; it grows while looks bring nothing. */
export const MIN_GAP_MS = 1000;
export const MAX_GAP_MS = 30_000;

interface Turn<State> {
	running?: Promise<unknown>;
	isNextTaken: boolean;
	endedAt: number;
	gapMs: number;
	/** What the last look found. */
	state?: State;
}

/** What a look brought. */
export interface Looked<State> {
	state: State;
	hasNews: boolean;
}

type Look<State, Result> = (state: State | undefined, isAwaited: () => boolean) => Promise<Result>;

/**
 * Looks for many callers, one at a time for each key. What a look found is kept here as long as the
 * process runs: n8n hands each caller a copy of its own, which may be older, and may store an older
 * one over a newer.
 */
export class Turns<State, Result extends Looked<State>> {
	private readonly turns = new Map<string, Turn<State>>();

	constructor(private readonly now: () => number = Date.now) {}

	/**
	 * Looks when it is this caller's turn, with the state that the last look of this process found.
	 * Undefined without looking if another caller waits already, as its look will find the same. `look`
	 * can ask whether a caller waits by now. Throws what `look` throws.
	 */
	async take(key: string, look: Look<State, Result>): Promise<Result | undefined> {
		const turn = this.turnOf(key);
		if (turn.isNextTaken) return undefined;
		turn.isNextTaken = true;
		await turn.running?.catch(() => undefined);
		const left = turn.endedAt + turn.gapMs - this.now();
		// A clock that is put back must not hold calls up.
		await sleep(Math.min(Math.max(left, 0), turn.gapMs));
		turn.isNextTaken = false;
		const running = this.run(turn, look);
		turn.running = running;
		return await running;
	}

	private async run(turn: Turn<State>, look: Look<State, Result>): Promise<Result> {
		let hasNews = false;
		try {
			const result = await look(turn.state, () => turn.isNextTaken);
			({ hasNews } = result);
			turn.state = result.state;
			return result;
		} finally {
			turn.gapMs = hasNews ? MIN_GAP_MS : Math.min(turn.gapMs * 2, MAX_GAP_MS);
			turn.endedAt = this.now();
			turn.running = undefined;
		}
	}

	private turnOf(key: string): Turn<State> {
		const known = this.turns.get(key);
		if (known) return known;
		const turn: Turn<State> = { isNextTaken: false, endedAt: -Infinity, gapMs: MIN_GAP_MS };
		this.turns.set(key, turn);
		return turn;
	}
}
