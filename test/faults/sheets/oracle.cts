/**
 * Checks a run of a sheet: nothing is lost, published twice or published without approval, and every error has its cause
 * in the calendar. Rows are recognized by their texts and files, never by the fingerprints of posts.
 */
import type { INodeExecutionData } from 'n8n-workflow';

import type { StoredPost } from '../../service/state.cjs';
import { DAY, HOUR, MINUTE } from '../../shared/time.cjs';
import { findReason, type Reason } from './reasons.cjs';
import { PUBLIC_POSTS } from '../stage.cjs';
import type { Sheet, SheetRow, SheetRun } from './script.cjs';
import type { Round } from './workflow.cjs';
import type { SourceRow, PostSnapshot, World } from './world.cjs';

/** How long a post without a date counts as sent. */
const DEDUPE_WINDOW = 11 * HOUR;
const REMINDER_WINDOW = 10 * MINUTE;
/** How far back the calendar is listed for a dated row. */
const LISTED_PERIOD = 365 * DAY;
/** A post that is later than this is no longer published. */
const MAX_DELAY = 2 * DAY;
/** How much later than its schedule a run may be. */
const TOLERANCE = 2 * MINUTE;

interface PlayedRun {
	sheet: Sheet;
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

const OUTCOMES = ['created', 'updated', 'unchanged', 'skipped'];

/** Reasons that don't apply if a post equals the row. */
const MISMATCHES: Reason[] = [
	'otherFiles',
	'otherSettings',
	'unknownFiles',
	'existingDraft',
	'alreadyScheduled',
	'earlierVersion',
];

/** An output item of the node, for a row. */
interface Claim {
	outcome?: string;
	channelId?: string;
	postId?: string;
	note?: string;
	error?: string;
}

/** Posts on a network, as they were before the run. */
interface FoundPosts {
	before: PostSnapshot[];
	/** Those with the Row ID of the row. */
	ownPosts: PostSnapshot[];
	/** Those with its text. */
	similarPosts: PostSnapshot[];
	/** Those that the node compares with the row. */
	candidates: PostSnapshot[];
}

const getItemIndex = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;
const getMinute = (date: string) => Math.floor(Date.parse(date) / MINUTE);
const isUndated = ({ date }: SheetRow) => date === '';
const isDraft = ({ type }: SheetRow) => type === 'draft';
const joinTexts = ({ text, thread }: SheetRow) => [text, ...thread].join('\n');
const isSameText = (row: SheetRow, other: SheetRow) => joinTexts(row) === joinTexts(other);
const isOnDate = (row: SheetRow, other: SheetRow) =>
	isUndated(row) || isUndated(other) ? isUndated(row) && isUndated(other) : row.date === other.date;

/** The fields of a row that differ from the row from which its post was made. */
function findDifferences(row: SheetRow, source: SourceRow): string[] {
	return [
		...(isSameText(row, source) ? [] : ['text']),
		...(isOnDate(row, source) ? [] : ['date']),
		...(row.file === source.file ? [] : ['file']),
		...(row.tag === source.tag ? [] : ['tag']),
		...(isDraft(row) === isDraft(source) ? [] : ['state']),
	];
}

/** Returns everything that is wrong with a run. */
export function checkRun(world: World, played: PlayedRun): string[] {
	return new RunCheck(world, played).check();
}

class RunCheck {
	private readonly problems: string[] = [];
	/** Posts in the output of the node. */
	private readonly reportedPosts = new Set<StoredPost>();
	private readonly rows: SheetRow[];

	constructor(
		private readonly world: World,
		private readonly played: PlayedRun,
	) {
		this.rows = played.rounds.flatMap(({ rows }) => rows);
	}

	check(): string[] {
		const { error, rounds, run } = this.played;
		if (error) this.problems.push(`the run ended with: ${error.message}`);
		for (const round of rounds) {
			round.rows.forEach((row, item) => {
				const ownItems = round.output.filter((json) => getItemIndex(json) === item);
				const claims = ownItems.map(({ json }): Claim => json);
				const before = this.problems.length;
				this.checkItem(row, claims);
				if (claims.every(({ error }) => error === undefined)) this.checkRowId(row, round.rows);
				const name = `${run.shape} ${row.uid} (${row.type}, ${row.id}) `;
				for (let at = before; at < this.problems.length; at++)
					this.problems[at] = name + this.problems[at];
			});
		}
		for (const post of this.world.posts) this.checkPost(post);
		return [...new Set(this.problems)];
	}

	private report(problem: string): void {
		this.problems.push(problem);
	}

	private checkItem(row: SheetRow, claims: Claim[]): void {
		const failed = claims.filter(({ error }) => error !== undefined);
		if (claims.length === 0) this.report('is lost: the node outputs nothing for it');
		for (const { error } of failed) this.checkError(row, error!);
		for (const network of row.networks) {
			const ofNetwork = claims.filter(({ channelId }) => this.getNetwork(channelId) === network);
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
		return this.world.service.state.channels.find(({ id }) => id === channelId)?.identifier;
	}

	private checkOutcome(
		row: SheetRow,
		network: string,
		{ outcome, postId, note }: { outcome: string; postId?: string; note: string },
	): void {
		const { world } = this;
		const post = world.posts.find((listed) => listed.id === postId);
		if (post?.identifier !== network)
			return this.report(`is reported as ${outcome}, but has no post`);
		this.reportedPosts.add(post);
		const snapshot = this.played.before.get(post);
		if (world.isIncomplete(post) && !this.hidesPublicPosts)
			this.report(`is reported as ${outcome}, but its post is incomplete`);
		if (outcome === 'created') {
			// A row that runs again, or an equal one, may be reported as it was the first time.
			if (snapshot) this.report('is reported as created, but existed before');
			if (findDifferences(row, world.sources.get(post) ?? ({} as SourceRow)).length > 0)
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
		const { world } = this;
		if (world.hasFailedForGood(post)) {
			if (!this.played.isById)
				this.report('is reported as unchanged, but its post failed for good');
			return;
		}
		if (world.mayBePublished(post) && !this.played.isById)
			this.report('is reported as unchanged, but its post may have failed');
		const source = world.sources.get(post);
		// A post that the node did not make looks the same.
		if (!source) return;
		if (this.shouldBeLinked(post, snapshot))
			this.report('is reported as unchanged, but is not linked to its post');
		const mayHaveOtherFile = this.hidesPublicPosts && note.includes('files may have changed');
		const differences = findDifferences(row, source).filter(
			(name) => !(name === 'file' && mayHaveOtherFile),
		);
		const isPublished = world.isPublished(post);
		const isOfRow = this.played.isById && source.isById && source.id === row.id;
		const mayDiffer = isOfRow && !isUndated(row);
		const isMovedForOthers = isOfRow && this.isPublishedElsewhere(row, post);
		const isSettled =
			isMovedForOthers ||
			(isPublished &&
				!differences.includes('date') &&
				(mayDiffer || !differences.includes('text')));
		// The node doesn't read files of published posts, so it confuses posts with the same text and date.
		if (source.uid !== row.uid && !((isOfRow || isPublished) && isSettled)) {
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
			world.getAge(post) > this.getDedupeWindow() + TOLERANCE &&
			snapshot
		) {
			this.report(
				`is lost: its post is ${Math.round(world.getAge(post) / HOUR)} hours old, so it is another one`,
			);
		}
	}

	/** Its row changed for another channel, such as one on which the post failed. */
	private isPublishedElsewhere(row: SheetRow, post: StoredPost): boolean {
		const { world } = this;
		const isOfOther = (other: StoredPost) => {
			const source = world.sources.get(other);
			return other !== post && source?.isById && source.id === row.id && isOnDate(row, source);
		};
		return world.isPublished(post) && world.posts.some(isOfOther);
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

	/** Files have new addresses in each run, and those of posts can't be read. */
	private get cannotCompareFiles(): boolean {
		return (this.played.sheet.hidesFiles || this.hidesPublicPosts) && this.hasNewFileAddresses;
	}

	private get hasNewFileAddresses(): boolean {
		const { files } = this.played.sheet;
		return files === 'upload' || files === 'url';
	}

	/** An equal row has its file at another address, so the node can't tell that the post exists before it reads the file. */
	private isCopiedRow({ uid }: SheetRow): boolean {
		const { run, rounds } = this.played;
		// Outside a loop, further executions get the same rows.
		const rows = run.shape === 'loop' ? this.rows : rounds[0].rows;
		return this.hasNewFileAddresses && rows.filter((row) => row.uid === uid).length > 1;
	}

	/** No public data of posts is readable. */
	private get hidesPublicPosts(): boolean {
		return this.played.run.faults.some(
			({ match, times }) => match === PUBLIC_POSTS && times === 999,
		);
	}

	/** An undated post that is not published yet is not sent again. */
	private isStillQueued(row: SheetRow, { state, date }: PostSnapshot): boolean {
		const isDue = isUndated(row) && row.type !== 'schedule' && !this.played.sheet.isReminder;
		const isQueued = state === 'QUEUE' && Date.parse(date) > Date.now() - MAX_DELAY;
		return isDue && (state === 'DRAFT' || isQueued);
	}

	private getDedupeWindow = () => (this.played.sheet.isReminder ? REMINDER_WINDOW : DEDUPE_WINDOW);

	private checkUpdated(row: SheetRow, post: StoredPost, snapshot?: PostSnapshot): void {
		const source = snapshot?.source;
		if (!snapshot || !source) return;
		const { world } = this;
		const differences = findDifferences(row, source);
		if (differences.length === 0 && !this.cannotCompareFiles)
			this.report('is updated without a difference');
		if (snapshot.isPublished) this.report('is updated, though it was published');
		const isNew = (part: string) => differences.includes(part);
		if (isNew('text') && world.getTexts(post).join('\n') !== joinTexts(row))
			this.report('is updated, but keeps the old text');
		if (!isNew('text') && JSON.parse(snapshot.content)[0].join() !== world.getTexts(post).join()) {
			this.report('is updated, and loses the text of the calendar');
		}
		if (isNew('file') && world.getFile(post) !== row.file)
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

	/** The row was published so long ago that a channel added to it gets no post. */
	private isExpired({ id }: SheetRow, slackMs: number): boolean {
		return [...this.played.before.values()].some(
			({ source, isPublished, date }) =>
				source?.isById === true &&
				source.id === id &&
				isPublished &&
				Date.parse(date) < Date.now() - DEDUPE_WINDOW - slackMs,
		);
	}

	private checkError(row: SheetRow, error: string): void {
		const reason = findReason(error);
		if (reason === undefined) return this.report(`fails with an unknown error: ${error}`);
		if (reason === 'run') {
			if (!this.played.hasFaults) this.report(`fails in a run without faults: ${error}`);
			return;
		}
		if (!row.networks.some((network) => this.isValidReason(reason, row, network))) {
			this.report(`is rejected for no reason: ${error}`);
		}
	}

	/** True if the calendar or the run gives the reason to reject a row. */
	private isValidReason(reason: Exclude<Reason, 'run'>, row: SheetRow, network: string): boolean {
		const found = this.findPostsOf(row, network);
		if (MISMATCHES.includes(reason) && this.hasIdenticalPost(row, found)) return false;
		const isReason = {
			...this.getContentReasons(row, found),
			...this.getStateReasons(row, found),
			...this.getRowIdReasons(row, network, found),
			gone: () => true,
		};
		return isReason[reason]();
	}

	/** The posts on a network before the run, and which of them the node may take for that of a row. */
	private findPostsOf(row: SheetRow, network: string): FoundPosts {
		const { world, played } = this;
		// Only its public data shows that a post failed for good.
		const canCount = (post: StoredPost) => this.hidesPublicPosts || !world.hasFailedForGood(post);
		const before = world.posts
			.filter((post) => post.identifier === network && canCount(post))
			.map((post) => played.before.get(post) ?? world.takeSnapshot(post));
		const ownPosts = before.filter(({ source }) => source?.isById && source.id === row.id);
		const similarPosts = before.filter((snapshot) => this.isSimilar(row, snapshot));
		// Posts of other rows don't matter.
		const candidates = played.isById
			? [...ownPosts, ...similarPosts.filter(({ source }) => !source?.isById)]
			: similarPosts;
		return { before, ownPosts, similarPosts, candidates };
	}

	private isSimilar(row: SheetRow, { source, post }: PostSnapshot): boolean {
		return source ? isSameText(source, row) : this.world.getTexts(post)[0] === row.text;
	}

	/** True if the node can see that Postiz has the post of a row unchanged. */
	private hasIdenticalPost(row: SheetRow, { candidates }: FoundPosts): boolean {
		const { world, played } = this;
		const isIdentical = ({ post, source }: PostSnapshot) =>
			source !== undefined &&
			findDifferences(row, source).length === 0 &&
			!world.isIncomplete(post) &&
			!world.mayBePublished(post) &&
			(!isUndated(row) || played.isById || world.getAge(post) < this.getDedupeWindow() - TOLERANCE);
		return (
			!this.hidesFingerprints &&
			!this.cannotCompareFiles &&
			!this.isCopiedRow(row) &&
			candidates.some(isIdentical)
		);
	}

	/** Neither lists nor public data show the fingerprints of posts. */
	private get hidesFingerprints(): boolean {
		return this.hidesPublicPosts && !this.world.listsSettings;
	}

	/** Reasons in the text, files and settings of posts. */
	private getContentReasons(row: SheetRow, { before, candidates }: FoundPosts) {
		const { world, played } = this;
		const hasDifferenceIn =
			(...parts: string[]) =>
			(snapshot: PostSnapshot) =>
				snapshot.source === undefined ||
				parts.some((part) => findDifferences(row, snapshot.source!).includes(part));
		return {
			incompleteThread: () => before.some(({ post }) => world.isIncomplete(post)),
			otherFiles: () => candidates.some(hasDifferenceIn('file')),
			unknownFiles: () =>
				(candidates.length > 0 &&
					(this.hidesPublicPosts ||
						(row.file !== '' &&
							(played.sheet.hidesFiles || candidates.some(({ source }) => !source))))) ||
				// A list shows only the first text of a thread.
				(this.hidesPublicPosts && before.some(({ post }) => world.getTexts(post)[0] === row.text)),
			otherSettings: () => candidates.some(hasDifferenceIn('tag')),
		};
	}

	/** Reasons in the dates and states of posts. */
	private getStateReasons(row: SheetRow, { ownPosts, similarPosts, candidates }: FoundPosts) {
		const { world } = this;
		const { isById } = this.played;
		const mayBePublished = () =>
			[...ownPosts, ...similarPosts].some(({ post }) => world.mayBePublished(post)) ||
			this.hidesPublicPosts;
		return {
			past: () =>
				(!isUndated(row) && Date.parse(row.date) < Date.now() + 10 * MINUTE) ||
				// A post that is due in a few minutes isn't changed, such as at the next free slot.
				ownPosts.some(({ date }) => Math.abs(Date.parse(date) - Date.now()) < 10 * MINUTE),
			mayBeOnline: mayBePublished,
			stillTrying: mayBePublished,
			// If its fingerprint can be read, an undated draft blocks no row, and a draft with a Row ID follows its row.
			existingDraft: () =>
				!isDraft(row) &&
				(!isUndated(row) || this.hidesFingerprints) &&
				candidates.some(
					({ state, source }) =>
						state === 'DRAFT' && (this.hidesFingerprints || !(isById && source)),
				),
			alreadyScheduled: () =>
				!isById && isDraft(row) && candidates.some(({ state }) => state === 'QUEUE'),
			alreadyPublished: () =>
				ownPosts.some(
					({ post, source }) =>
						world.isPublished(post) &&
						(!isOnDate(row, source!) || (isUndated(row) && !isSameText(row, source!))),
				),
			changedAfterApproval: () =>
				ownPosts.some(({ source, state }) => isDraft(source!) && isDraft(row) && state === 'QUEUE'),
		};
	}

	/** Reasons in the Row IDs of rows and posts. */
	private getRowIdReasons(row: SheetRow, network: string, { before, ownPosts }: FoundPosts) {
		const { isById } = this.played;
		const isAtMinute = ({ date }: PostSnapshot) => getMinute(date) === getMinute(row.date);
		const isRewritten = ({ source }: PostSnapshot) => {
			const differences = findDifferences(row, source!);
			return differences.includes('text') && differences.includes('date');
		};
		return {
			reusedRowId: () =>
				this.rows.filter(({ id, networks }) => id === row.id && networks.includes(network)).length >
				1,
			hidden: () => isById && this.hidesPublicPosts,
			unreadableRowId: () => isById && this.hidesFingerprints && before.length > 0,
			missingRowId: () =>
				isById &&
				before.every(({ source }) => !source) &&
				before.some((snapshot) => this.isSimilar(row, snapshot) || isAtMinute(snapshot)),
			foreignRow: () => ownPosts.some(isRewritten),
			twoPostsForRow: () => ownPosts.length > 1,
			earlierVersion: () =>
				before.some(
					(snapshot) =>
						!snapshot.source?.isById &&
						((this.isSimilar(row, snapshot) && isUndated(row)) ||
							isAtMinute(snapshot) ||
							snapshot.source?.date === row.date),
				),
		};
	}

	/** Checks what a run did to a post. */
	private checkPost(post: StoredPost): void {
		const { world, played } = this;
		const snapshot = played.before.get(post);
		const source = world.sources.get(post);
		const how = `${source?.type} by ${played.isById ? 'update' : 'create'}, ${played.run.shape}, ${played.sheet.files}${played.sheet.usesClock ? ', clock' : ''}`;
		const label = `${post.id} of ${source?.uid ?? 'nobody'} (${how}): `;
		const chosenState = world.chosenStates.get(post);
		if (chosenState && ['QUEUE', 'DRAFT'].includes(post.state) && post.state !== chosenState) {
			const row = this.rows.find(({ uid }) => uid === source?.uid);
			if (chosenState === 'DRAFT')
				this.report(`${label}was made a draft in the calendar, and is scheduled again`);
			else if (row) this.report(`${label}was approved in the calendar, and is a draft again`);
		}
		if (
			snapshot &&
			world.hasFailedForGood(post) !== (snapshot.state === 'ERROR') &&
			snapshot.state === 'ERROR' &&
			post.state === 'QUEUE' &&
			world.mayBePublished(post)
		) {
			this.report(`${label}may be online, and is scheduled again`);
		}
		if (world.hasLostLabel(post)) this.report(`${label}has lost the tag of the calendar`);
		if (!played.written.has(post)) return;
		if (!source) return this.report(`${label}is written, but has no row`);
		if (!this.reportedPosts.has(post) && !played.hasFaults)
			this.report(`${label}is written, but not in the output`);
		const before = snapshot?.source;
		const isOtherPost = (row: SheetRow, otherSource?: SourceRow) =>
			otherSource !== undefined && !isSameText(row, otherSource) && !isOnDate(row, otherSource);
		// A row that kept its values shows that the sheet is the same.
		const confirmsSheet = (row: SheetRow) =>
			[...played.before.values()].some(
				({ source: otherSource }) => otherSource?.id === row.id && !isOtherPost(row, otherSource),
			);
		// A record stays the same row, whatever it contains.
		const isOfRecord = before?.isById && played.sheet.hasRecords && before.id === source.id;
		const isOverwritten =
			before &&
			!isOfRecord &&
			before.uid !== source.uid &&
			isOtherPost(source, before) &&
			!this.rows.some(confirmsSheet);
		if (isOverwritten && ['QUEUE', 'DRAFT'].includes(snapshot.state)) {
			this.report(`${label}is overwritten: it was the post of ${before.uid}`);
		}
		if (snapshot) return;
		const duplicate = this.findDuplicate(post, source);
		if (duplicate) {
			const hours = Math.round(world.getAge(duplicate) / HOUR);
			this.report(
				`${label}is posted twice: ${duplicate.id} (${duplicate.state}, ${hours} hours old) exists`,
			);
		}
		if (played.isById && isUndated(source) && this.isExpired(source, TOLERANCE)) {
			this.report(`${label}is of an old row, and posted to a channel that was added to it`);
		}
	}

	/** Finds an equal post that existed before, or that the same run created. */
	private findDuplicate(post: StoredPost, source: SourceRow): StoredPost | undefined {
		const { world, played } = this;
		const { posts } = world;
		return posts.find((other) => {
			const otherSource = world.sources.get(other);
			if (!otherSource || other.identifier !== post.identifier) return false;
			// Of two posts of the same run, only the second one counts as a duplicate.
			if (!played.before.has(other) && posts.indexOf(other) >= posts.indexOf(post)) return false;
			if (otherSource.uid !== source.uid || world.hasFailedForGood(other)) return false;
			// Without a Row ID, a post can't be recognized once two of text, date and tags were edited, once it is or may be
			// published with another date or text, if it has no date and another picture, or if its text was also edited in
			// the calendar.
			const isMoved = isUndated(source) || !isOnDate(source, otherSource);
			const isEdited = !isSameText(source, otherSource);
			const before = played.before.get(other);
			const isEditedInCalendar =
				before && world.getTexts(other, true)[0] !== world.getTexts(other)[0];
			// Other tags, or a draft, make it another row.
			const isOther = otherSource.tag !== source.tag || isDraft(otherSource) !== isDraft(source);
			const cannotBeCompared =
				isUndated(source) && isOther && (played.sheet.hidesFiles || played.hasFaults);
			const cannotBeRecognized =
				!otherSource.isById &&
				((isMoved && isEdited) ||
					// A text with another date is another post, and the output names the first one.
					(played.isById && !isOnDate(source, otherSource)) ||
					(!isOnDate(source, otherSource) && otherSource.tag !== source.tag) ||
					((world.isPublished(other) || world.mayBePublished(other)) &&
						(isEdited || !isOnDate(source, otherSource))) ||
					(isUndated(source) && source.file !== otherSource.file) ||
					cannotBeCompared ||
					(isEdited && isEditedInCalendar));
			const isOutsideList =
				!isUndated(source) && Date.parse(other.publishDate) < Date.now() - LISTED_PERIOD;
			if (played.isById) return !cannotBeRecognized && !isOutsideList;
			// If lists show no settings, Create only compares posts with the text or the minute of a row.
			if (!world.listsSettings && world.isRewritten(other)) return false;
			const isMovedInCalendar =
				before && !isUndated(otherSource) && getMinute(otherSource.date) !== getMinute(before.date);
			if (
				!world.listsSettings &&
				this.hidesPublicPosts &&
				(isEditedInCalendar || isMovedInCalendar)
			)
				return false;
			const ownRows = this.rows.filter((row) => row.uid === source.uid);
			// Without a date, another tag and files that can't be compared make it another post.
			if (cannotBeCompared) return false;
			const isOfOther =
				isOther && ownRows.some((row) => findDifferences(row, otherSource).length === 0);
			if (this.isCopiedRow(source) || isOfOther) return false;
			const isWaiting =
				before !== undefined &&
				otherSource.tag === source.tag &&
				this.isStillQueued(source, before) &&
				!(!world.listsSettings && (isEditedInCalendar || this.hidesPublicPosts));
			const isWithinWindow =
				!isUndated(source) || world.getAge(other) < this.getDedupeWindow() - TOLERANCE || isWaiting;
			const isIndependentDraft = isUndated(source) && other.state === 'DRAFT' && !isDraft(source);
			return (
				isWithinWindow &&
				!isIndependentDraft &&
				isSameText(source, otherSource) &&
				isOnDate(source, otherSource) &&
				otherSource.file === source.file
			);
		});
	}
}
