import { sleep } from 'n8n-workflow';

/** The shortest time between two looks, in ms; it grows while looks bring nothing. */
const MIN_GAP_MS = 1000;
const MAX_GAP_MS = 30_000;

interface Turn<State> {
	running?: Promise<unknown>;
	isNextTaken: boolean;
	endedAt: number;
	gapMs: number;
	/** What the last look found, which n8n may not have stored yet. */
	state?: State;
}

/** What a look brought. */
export interface Looked<State> {
	state: State;
	hasNews: boolean;
}

/**
 * Looks of several callers, one at a time for each key. Calls that come while a look is under way
 * share the next one. n8n gives each webhook call a copy of the stored state, so the newest state is
 * kept here.
 */
export class Turns<State, Result extends Looked<State>> {
	private readonly turns = new Map<string, Turn<State>>();

	constructor(private readonly now: () => number = Date.now) {}

	/**
	 * Looks, with the newest state that this process has. Undefined without looking if another caller
	 * waits already: its look will find what this one could. Throws what `look` throws.
	 */
	async take(
		key: string,
		look: (state: State | undefined) => Promise<Result>,
	): Promise<Result | undefined> {
		const turn = this.turnOf(key);
		if (turn.isNextTaken) return undefined;
		turn.isNextTaken = true;
		await turn.running?.catch(() => undefined);
		await sleep(Math.max(0, turn.endedAt + turn.gapMs - this.now()));
		turn.isNextTaken = false;
		const looking = look(turn.state);
		turn.running = looking;
		try {
			const result = await looking;
			turn.state = result.state;
			turn.gapMs = result.hasNews ? MIN_GAP_MS : Math.min(turn.gapMs * 2, MAX_GAP_MS);
			return result;
		} finally {
			turn.endedAt = this.now();
			turn.running = undefined;
		}
	}

	/** Forgets what was found for a key. */
	forget(key: string): void {
		this.turns.delete(key);
	}

	private turnOf(key: string): Turn<State> {
		const known = this.turns.get(key);
		if (known) return known;
		const turn: Turn<State> = { isNextTaken: false, endedAt: -Infinity, gapMs: MIN_GAP_MS };
		this.turns.set(key, turn);
		return turn;
	}
}
