/** A played run of a sheet, and what the node could know and do in it. */
import type { StoredPost } from '../../service/state.cjs';
import { DAY, HOUR, MINUTE } from '../../shared/time.cjs';
import { PUBLIC_POSTS } from '../environment.cjs';
import { isUndated } from './rowDifferences.cjs';
import type { SheetScript, SheetRow, SheetRun } from './script.cjs';
import type { PostSnapshot, SimulatedCalendar } from './simulatedCalendar.cjs';
import type { Round } from './workflow.cjs';

/** How long a post without a date counts as sent. */
const DEDUPE_WINDOW = 11 * HOUR;
const REMINDER_WINDOW = 10 * MINUTE;
/** A post that is later than this is no longer published. */
const MAX_DELAY = 2 * DAY;
/** How much later than its schedule a run may be. */
export const TOLERANCE = 2 * MINUTE;

export interface PlayedRun {
	script: SheetScript;
	run: SheetRun;
	rounds: Round[];
	error?: { message: string };
	/** The node finds posts by their Row IDs. */
	isById: boolean;
	before: Map<StoredPost, PostSnapshot>;
	/** Posts that the run created or updated. */
	written: Set<StoredPost>;
	hasFaults: boolean;
}

export class RunConditions {
	protected readonly rows: SheetRow[];

	constructor(
		protected readonly calendar: SimulatedCalendar,
		protected readonly played: PlayedRun,
	) {
		this.rows = played.rounds.flatMap(({ rows }) => rows);
	}

	/** Files have new addresses in each run, and those of posts can't be read. */
	protected get cannotCompareFiles(): boolean {
		return (this.played.script.hidesFiles || this.hidesPublicPosts) && this.hasNewFileAddresses;
	}

	protected get hasNewFileAddresses(): boolean {
		const { files } = this.played.script;
		return files === 'upload' || files === 'url';
	}

	/**
	 * An equal row has its file at another address, so the node can't tell that the post exists before it reads the file.
	 */
	protected isCopiedRow({ uid }: SheetRow): boolean {
		const { run, rounds } = this.played;
		// Outside a loop, further executions get the same rows.
		const rows = run.shape === 'loop' ? this.rows : rounds[0].rows;
		return this.hasNewFileAddresses && rows.filter((row) => row.uid === uid).length > 1;
	}

	/** No public data of posts is readable. */
	protected get hidesPublicPosts(): boolean {
		return this.played.run.faults.some(
			({ match, times }) => match === PUBLIC_POSTS && times === 999,
		);
	}

	/** A post without a date that is not published yet is not sent again. A date from the clock is one. */
	protected isStillQueued(row: SheetRow, { state, date }: PostSnapshot): boolean {
		const { usesClock, isReminder } = this.played.script;
		const isByClock = usesClock && (row.type === 'schedule' || row.type === 'draft');
		const isDue = isUndated(row) && !isByClock && !isReminder;
		const isQueued = state === 'QUEUE' && Date.parse(date) > Date.now() - MAX_DELAY;
		return isDue && (state === 'DRAFT' || isQueued);
	}

	protected getDedupeWindow = () =>
		this.played.script.isReminder ? REMINDER_WINDOW : DEDUPE_WINDOW;

	/** Neither lists nor public data show the fingerprints of posts. */
	protected get hidesFingerprints(): boolean {
		return this.hidesPublicPosts && !this.calendar.listsSettings;
	}

	/** The row was published so long ago that a channel added to it gets no post. */
	protected isExpired({ id }: SheetRow, slackMs: number): boolean {
		return [...this.played.before.values()].some(
			({ source, isPublished, date }) =>
				source?.isById === true &&
				source.id === id &&
				isPublished &&
				Date.parse(date) < Date.now() - DEDUPE_WINDOW - slackMs,
		);
	}
}
