/**
 * Checks a run of a sheet: nothing is lost, published twice or published without approval, and every error has its
 * cause in the calendar. Rows are recognized by their texts and files, never by the fingerprints of posts.
 */
import { getItemIndex } from '../../integration/support/harness.cjs';
import type { StoredPost } from '../../service/state.cjs';
import { HOUR } from '../../shared/time.cjs';
import { DuplicateFinder } from './duplicateFinder.cjs';
import { findReason } from './reasons.cjs';
import { RejectionCheck } from './rejectionCheck.cjs';
import {
	findDifferences,
	getMinute,
	isDraft,
	isOnDate,
	isSameText,
	isUndated,
	joinTexts,
} from './rowDifferences.cjs';
import { RunConditions, TOLERANCE, type PlayedRun } from './runConditions.cjs';
import type { SheetRow } from './script.cjs';
import type { PostSnapshot, SourceRow, SimulatedCalendar } from './simulatedCalendar.cjs';

const OUTCOMES = ['created', 'updated', 'unchanged', 'skipped'];

/** An output item of the node, for a row. */
interface RowOutput {
	outcome?: string;
	channelId?: string;
	postId?: string;
	note?: string;
	error?: string;
}

/** Returns everything that is wrong with a run. */
export function checkRun(calendar: SimulatedCalendar, played: PlayedRun): string[] {
	return new RunCheck(calendar, played).check();
}

class RunCheck extends RunConditions {
	private readonly problems: string[] = [];
	/** Posts in the output of the node. */
	private readonly reportedPosts = new Set<StoredPost>();
	private readonly rejections = new RejectionCheck(this.calendar, this.played);
	private readonly duplicates = new DuplicateFinder(this.calendar, this.played);

	check(): string[] {
		const { error, rounds, run } = this.played;
		if (error) this.problems.push(`the run ended with: ${error.message}`);
		for (const round of rounds) {
			round.rows.forEach((row, item) => {
				const ownItems = round.output.filter((json) => getItemIndex(json) === item);
				const outputs = ownItems.map(({ json }): RowOutput => json);
				const before = this.problems.length;
				this.checkItem(row, outputs);
				if (outputs.every(({ error }) => error === undefined)) this.checkRowId(row, round.rows);
				const name = `${run.shape} ${row.uid} (${row.type}, ${row.id}) `;
				for (let at = before; at < this.problems.length; at++)
					this.problems[at] = name + this.problems[at];
			});
		}
		for (const post of this.calendar.posts) this.checkPost(post);
		return [...new Set(this.problems)];
	}

	private report(problem: string): void {
		this.problems.push(problem);
	}

	private checkItem(row: SheetRow, outputs: RowOutput[]): void {
		const failed = outputs.filter(({ error }) => error !== undefined);
		if (outputs.length === 0) this.report('is lost: the node outputs nothing for it');
		for (const { error } of failed) this.checkError(row, error!);
		for (const network of row.networks) {
			const ofNetwork = outputs.filter(({ channelId }) => this.getNetwork(channelId) === network);
			if (ofNetwork.length !== 1 && failed.length === 0)
				this.report(`has ${ofNetwork.length} rows for ${network}`);
			for (const { outcome = '', postId, note = '' } of ofNetwork) {
				if (!OUTCOMES.includes(outcome)) this.report(`has the outcome ${outcome} without an error`);
				else if (outcome === 'skipped') {
					if (!this.isExpired(row, -TOLERANCE)) this.report('is skipped for no reason');
				} else this.checkOutcome(row, network, { outcome, postId, note });
			}
		}
	}

	/** A Row ID may occur once for each channel in an execution. */
	private checkRowId({ id, networks }: SheetRow, rows: SheetRow[]): void {
		const same = rows.filter(
			(row) => row.id === id && row.networks.some((network) => networks.includes(network)),
		);
		if (this.played.isById && same.length > 1)
			this.report('is accepted, though another row has its ID');
	}

	private getNetwork(channelId?: string) {
		return this.calendar.service.state.channels.find(({ id }) => id === channelId)?.identifier;
	}

	private checkOutcome(
		row: SheetRow,
		network: string,
		{ outcome, postId, note }: { outcome: string; postId?: string; note: string },
	): void {
		const { calendar } = this;
		const post = calendar.posts.find((listed) => listed.id === postId);
		if (post?.identifier !== network)
			return this.report(`is reported as ${outcome}, but has no post`);
		this.reportedPosts.add(post);
		const snapshot = this.played.before.get(post);
		if (calendar.isIncomplete(post) && !this.hidesPublicPosts)
			this.report(`is reported as ${outcome}, but its post is incomplete`);
		if (outcome === 'created') {
			// A row that runs again, or an equal one, may be reported as it was the first time.
			if (snapshot) this.report('is reported as created, but existed before');
			if (findDifferences(row, calendar.sources.get(post) ?? ({} as SourceRow)).length > 0)
				this.report('is created with other values');
			this.checkCreated(row, post);
		} else if (outcome === 'updated') this.checkUpdated(row, post, snapshot);
		else this.checkUnchanged(row, post, snapshot, note);
	}

	/** A created post has the state and date of its row. */
	private checkCreated(row: SheetRow, post: StoredPost): void {
		if (isDraft(row) !== (post.state === 'DRAFT')) this.report(`is created as ${post.state}`);
		const isAtDate = isUndated(row) || getMinute(post.publishDate) === getMinute(row.date);
		const isPast = !isUndated(row) && Date.parse(row.date) < Date.now();
		if (!isAtDate && !isPast) this.report(`is created for ${post.publishDate}`);
	}

	private checkUnchanged(
		row: SheetRow,
		post: StoredPost,
		snapshot: PostSnapshot | undefined,
		note: string,
	): void {
		const { calendar } = this;
		if (calendar.hasFailedForGood(post)) {
			if (!this.played.isById)
				this.report('is reported as unchanged, but its post failed for good');
			return;
		}
		if (calendar.mayBeOnline(post) && !this.played.isById)
			this.report('is reported as unchanged, but its post may have failed');
		const source = calendar.sources.get(post);
		// A post that the node did not make looks the same.
		if (!source) return;
		if (this.shouldBeLinked(post, snapshot))
			this.report('is reported as unchanged, but is not linked to its post');
		const mayHaveOtherFile = this.hidesPublicPosts && note.includes('files may have changed');
		const differences = findDifferences(row, source).filter(
			(name) => !(name === 'file' && mayHaveOtherFile),
		);
		const isPublished = calendar.isPublished(post);
		const isOfRow = this.played.isById && source.isById && source.id === row.id;
		const mayDiffer = isOfRow && !isUndated(row);
		const isMovedForOthers = isOfRow && this.isPublishedElsewhere(row, post);
		const isSettled =
			isMovedForOthers ||
			(isPublished &&
				!differences.includes('date') &&
				(mayDiffer || !differences.includes('text')));
		// The node doesn't read files of published posts, so it confuses posts with the same text and date.
		const isSettledForOther = (isOfRow || isPublished) && isSettled;
		const onlyFileMayDiffer = isOfRow && mayHaveOtherFile && differences.length === 0;
		if (source.uid !== row.uid && !isSettledForOther && !onlyFileMayDiffer) {
			return this.report(`is reported with the post of ${source.uid}`);
		}
		const isDecidedInCalendar =
			differences.join() === 'state' &&
			(isPublished || ((snapshot ?? post).state === 'DRAFT') === isDraft(row));
		// It looks the same, as the node sees nothing else of it.
		const isHidden = this.hidesFingerprints && !differences.includes('text');
		if (differences.length > 0 && !isSettled && !isDecidedInCalendar && !isHidden) {
			// Free slots and undated drafts have no date of their rows.
			return this.report(`is reported as unchanged, but differs: ${differences.join(', ')}`);
		}
		if (snapshot && this.isStillQueued(row, snapshot)) return;
		// A post that Create made is linked to its Row ID at any age.
		const isSameRow = this.played.isById && (source.id === row.id || !source.isById);
		if (
			isUndated(row) &&
			!isSameRow &&
			calendar.getAge(post) > this.getDedupeWindow() + TOLERANCE &&
			snapshot
		) {
			this.report(
				`is lost: its post is ${Math.round(calendar.getAge(post) / HOUR)} hours old, so it is another one`,
			);
		}
	}

	/** Its row changed for another channel, such as one on which the post failed. */
	private isPublishedElsewhere(row: SheetRow, post: StoredPost): boolean {
		const { calendar } = this;
		const isOfOther = (other: StoredPost) => {
			const source = calendar.sources.get(other);
			// A fault may have prevented the update of a failed post.
			const isRetried = this.played.hasFaults && calendar.hasFailedForGood(other);
			const isMoved = source !== undefined && (isOnDate(row, source) || isRetried);
			return other !== post && isMoved && source.isById && source.id === row.id;
		};
		return calendar.isPublished(post) && calendar.posts.some(isOfOther);
	}

	/** Create made it, and it is scheduled for later: Create or Update must link it to its row. */
	private shouldBeLinked(post: StoredPost, snapshot?: PostSnapshot): boolean {
		const { isById, written, hasFaults } = this.played;
		const isOpen = ['QUEUE', 'DRAFT'].includes(post.state);
		const isDue = Math.abs(Date.parse(post.publishDate) - Date.now()) < 2 * HOUR;
		return (
			isById &&
			!hasFaults &&
			snapshot?.source?.isById === false &&
			isOpen &&
			!isDue &&
			!written.has(post)
		);
	}

	private checkUpdated(row: SheetRow, post: StoredPost, snapshot?: PostSnapshot): void {
		const source = snapshot?.source;
		if (!snapshot || !source) return;
		const { calendar } = this;
		const differences = findDifferences(row, source);
		if (differences.length === 0 && !this.cannotCompareFiles)
			this.report('is updated without a difference');
		if (snapshot.isPublished) this.report('is updated, though it was published');
		const isNew = (part: string) => differences.includes(part);
		if (isNew('text') && calendar.getTexts(post).join('\n') !== joinTexts(row))
			this.report('is updated, but keeps the old text');
		if (
			!isNew('text') &&
			JSON.parse(snapshot.content)[0].join() !== calendar.getTexts(post).join()
		) {
			this.report('is updated, and loses the text of the calendar');
		}
		if (isNew('file') && calendar.getFile(post) !== row.file)
			this.report('is updated, but keeps the old file');
		if (isNew('date') && !isUndated(row) && getMinute(post.publishDate) !== getMinute(row.date))
			this.report('is updated, but keeps the old date');
		const isDue = isUndated(row) && !isDraft(row);
		if (!isNew('date') && !isDue && getMinute(post.publishDate) !== getMinute(snapshot.date))
			this.report('is updated, and loses the date of the calendar');
		const isApproved = isDraft(source) && isDraft(row) && snapshot.state === 'QUEUE';
		if (isApproved && (isNew('text') || isNew('file')))
			this.report('is updated after its approval: nobody approved this text');
	}

	private checkError(row: SheetRow, error: string): void {
		const reason = findReason(error);
		if (reason === undefined) return this.report(`fails with an unknown error: ${error}`);
		if (reason === 'run') {
			if (!this.played.hasFaults) this.report(`fails in a run without faults: ${error}`);
			return;
		}
		if (!row.networks.some((network) => this.rejections.isValidReason(reason, row, network))) {
			this.report(`is rejected for no reason: ${error}`);
		}
	}

	/** Checks what happened to a post in a run. */
	private checkPost(post: StoredPost): void {
		const { calendar, played } = this;
		const source = calendar.sources.get(post);
		const how = `${source?.type} by ${played.isById ? 'update' : 'create'}, ${played.run.shape}, ${played.script.files}${played.script.usesClock ? ', clock' : ''}`;
		const label = `${post.id} of ${source?.uid ?? 'nobody'} (${how}): `;
		this.checkKept(post, label);
		if (!played.written.has(post)) return;
		if (!source) return this.report(`${label}is written, but has no row`);
		if (!this.reportedPosts.has(post) && !played.hasFaults)
			this.report(`${label}is written, but not in the output`);
		const snapshot = played.before.get(post);
		if (snapshot) this.checkOverwritten(snapshot, source, label);
		else this.checkNew(post, source, label);
	}

	/** A run undoes nothing that people did in the calendar, and publishes nothing that may be online. */
	private checkKept(post: StoredPost, label: string): void {
		const { calendar, played } = this;
		const snapshot = played.before.get(post);
		const chosenState = calendar.chosenStates.get(post);
		if (chosenState && ['QUEUE', 'DRAFT'].includes(post.state) && post.state !== chosenState) {
			const row = this.rows.find(({ uid }) => uid === calendar.sources.get(post)?.uid);
			if (chosenState === 'DRAFT')
				this.report(`${label}was made a draft in the calendar, and is scheduled again`);
			else if (row) this.report(`${label}was approved in the calendar, and is a draft again`);
		}
		if (
			snapshot &&
			calendar.hasFailedForGood(post) !== (snapshot.state === 'ERROR') &&
			snapshot.state === 'ERROR' &&
			post.state === 'QUEUE' &&
			calendar.mayBeOnline(post)
		) {
			this.report(`${label}may be online, and is scheduled again`);
		}
		if (calendar.hasLostLabel(post)) this.report(`${label}has lost the tag of the calendar`);
	}

	/** A row with a used Row ID doesn't overwrite the post of another row. */
	private checkOverwritten(snapshot: PostSnapshot, source: SourceRow, label: string): void {
		const { played } = this;
		const before = snapshot.source;
		const isOtherPost = (row: SheetRow, otherSource?: SourceRow) =>
			otherSource !== undefined && !isSameText(row, otherSource) && !isOnDate(row, otherSource);
		// A row that kept its values shows that the sheet is the same.
		const confirmsSheet = (row: SheetRow) =>
			[...played.before.values()].some(
				({ source: otherSource }) => otherSource?.id === row.id && !isOtherPost(row, otherSource),
			);
		// A record stays the same row, whatever it contains.
		const isOfRecord = before?.isById && played.script.hasRecords && before.id === source.id;
		const isOverwritten =
			before &&
			!isOfRecord &&
			before.uid !== source.uid &&
			isOtherPost(source, before) &&
			!this.rows.some(confirmsSheet);
		if (isOverwritten && ['QUEUE', 'DRAFT'].includes(snapshot.state)) {
			this.report(`${label}is overwritten: it was the post of ${before.uid}`);
		}
	}

	/** A new post is no duplicate, and not for a row that was published long ago. */
	private checkNew(post: StoredPost, source: SourceRow, label: string): void {
		const { calendar, played } = this;
		const duplicate = this.duplicates.findDuplicate(post, source);
		if (duplicate) {
			const hours = Math.round(calendar.getAge(duplicate) / HOUR);
			this.report(
				`${label}is posted twice: ${duplicate.id} (${duplicate.state}, ${hours} hours old) exists`,
			);
		}
		if (played.isById && isUndated(source) && this.isExpired(source, TOLERANCE)) {
			this.report(`${label}is of an old row, and posted to a channel that was added to it`);
		}
	}
}
