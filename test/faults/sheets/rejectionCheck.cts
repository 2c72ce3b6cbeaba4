/** Checks the reasons for which the node rejects rows. */
import type { StoredPost } from '../../service/state.cjs';
import { MINUTE } from '../../shared/time.cjs';
import type { Reason } from './reasons.cjs';
import {
	findDifferences,
	getMinute,
	isDraft,
	isOnDate,
	isSameText,
	isUndated,
} from './rowDifferences.cjs';
import { RunConditions, TOLERANCE } from './runConditions.cjs';
import type { SheetRow } from './script.cjs';
import type { PostSnapshot } from './simulatedCalendar.cjs';

/** Reasons that don't apply if a post equals the row. */
const MISMATCHES: Reason[] = [
	'differentFiles',
	'differentDetails',
	'uncomparedFiles',
	'existingDraft',
	'alreadyScheduled',
	'mayBeEarlierVersion',
];

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

export class RejectionCheck extends RunConditions {
	/** True if the calendar or the run gives the reason to reject a row. */
	isValidReason(reason: Exclude<Reason, 'run'>, row: SheetRow, network: string): boolean {
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
		const { calendar, played } = this;
		// Only its public data shows that a post failed for good.
		const canCount = (post: StoredPost) =>
			this.hidesPublicPosts || !calendar.hasFailedForGood(post);
		const before = calendar.posts
			.filter((post) => post.identifier === network && canCount(post))
			.map((post) => played.before.get(post) ?? calendar.takeSnapshot(post));
		const ownPosts = before.filter(({ source }) => source?.isById && source.id === row.id);
		const similarPosts = before.filter((snapshot) => this.isSimilar(row, snapshot));
		// Posts of other rows don't matter.
		const candidates = played.isById
			? [...ownPosts, ...similarPosts.filter(({ source }) => !source?.isById)]
			: similarPosts;
		return { before, ownPosts, similarPosts, candidates };
	}

	private isSimilar(row: SheetRow, { source, post }: PostSnapshot): boolean {
		return source ? isSameText(source, row) : this.calendar.getTexts(post)[0] === row.text;
	}

	/** True if the node can see that Postiz has the post of a row unchanged. */
	private hasIdenticalPost(row: SheetRow, { candidates }: FoundPosts): boolean {
		const { calendar, played } = this;
		const isIdentical = ({ post, source }: PostSnapshot) =>
			source !== undefined &&
			findDifferences(row, source).length === 0 &&
			!calendar.isIncomplete(post) &&
			!calendar.mayBeOnline(post) &&
			(!isUndated(row) ||
				played.isById ||
				calendar.getAge(post) < this.getDedupeWindow() - TOLERANCE);
		return (
			!this.hidesFingerprints &&
			!this.cannotCompareFiles &&
			!this.isCopiedRow(row) &&
			candidates.some(isIdentical)
		);
	}

	/** Reasons in the text, files and settings of posts. */
	private getContentReasons(row: SheetRow, { before, candidates }: FoundPosts) {
		const { calendar, played } = this;
		const hasDifferenceIn =
			(...parts: string[]) =>
			(snapshot: PostSnapshot) =>
				snapshot.source === undefined ||
				parts.some((part) => findDifferences(row, snapshot.source!).includes(part));
		return {
			incompleteThread: () => before.some(({ post }) => calendar.isIncomplete(post)),
			differentFiles: () => candidates.some(hasDifferenceIn('file')),
			uncomparedFiles: () =>
				(candidates.length > 0 &&
					(this.hidesPublicPosts ||
						(row.file !== '' &&
							(played.script.hidesFiles || candidates.some(({ source }) => !source))))) ||
				// A list shows only the first text of a thread.
				(this.hidesPublicPosts &&
					before.some(({ post }) => calendar.getTexts(post)[0] === row.text)),
			// No script shortens links.
			uncomparedLinks: () => false,
			differentDetails: () => candidates.some(hasDifferenceIn('tag')),
		};
	}

	/** Reasons in the dates and states of posts. */
	private getStateReasons(row: SheetRow, { ownPosts, similarPosts, candidates }: FoundPosts) {
		const { calendar } = this;
		const { isById } = this.played;
		const mayBeOnline = () =>
			[...ownPosts, ...similarPosts].some(({ post }) => calendar.mayBeOnline(post)) ||
			this.hidesPublicPosts;
		return {
			past: () =>
				(!isUndated(row) && Date.parse(row.date) < Date.now() + 10 * MINUTE) ||
				// A post that is due in a few minutes isn't changed, such as at the next free slot.
				ownPosts.some(({ date }) => Math.abs(Date.parse(date) - Date.now()) < 10 * MINUTE),
			mayBeOnline,
			stillTrying: mayBeOnline,
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
						calendar.isPublished(post) &&
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
			severalPostsForRow: () => ownPosts.length > 1,
			mayBeEarlierVersion: () =>
				before.some(
					(snapshot) =>
						!snapshot.source?.isById &&
						((this.isSimilar(row, snapshot) && isUndated(row)) ||
							isAtMinute(snapshot) ||
							snapshot.source?.date === row.date),
				),
		};
	}
}
