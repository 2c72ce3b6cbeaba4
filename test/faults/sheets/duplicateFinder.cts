/** Finds posts that the node created although it could see that they existed. */
import type { StoredPost } from '../../service/state.cjs';
import { DAY } from '../../shared/time.cjs';
import {
	findDifferences,
	getMinute,
	isDraft,
	isOnDate,
	isSameText,
	isUndated,
} from './rowDifferences.cjs';
import { RunConditions, TOLERANCE } from './runConditions.cjs';
import type { SourceRow } from './world.cjs';

/** How far back the calendar is listed for a dated row. */
const LISTED_PERIOD = 365 * DAY;

/** A post of a row, and another one that was made from the same row. */
interface Pair {
	source: SourceRow;
	other: StoredPost;
	otherSource: SourceRow;
}

export class DuplicateFinder extends RunConditions {
	/** Finds an equal post that existed before, or that the same run created. */
	findDuplicate(post: StoredPost, source: SourceRow): StoredPost | undefined {
		const { world, played } = this;
		const { posts } = world;
		return posts.find((other) => {
			const otherSource = world.sources.get(other);
			if (!otherSource || other.identifier !== post.identifier) return false;
			// Of two posts of the same run, only the second one counts as a duplicate.
			if (!played.before.has(other) && posts.indexOf(other) >= posts.indexOf(post)) return false;
			if (otherSource.uid !== source.uid || world.hasFailedForGood(other)) return false;
			const pair = { source, other, otherSource };
			return played.isById ? this.isDuplicateById(pair) : this.isDuplicateForCreate(pair);
		});
	}

	private isDuplicateById(pair: Pair): boolean {
		const { source, other } = pair;
		const isOutsideList =
			!isUndated(source) && Date.parse(other.publishDate) < Date.now() - LISTED_PERIOD;
		return this.canBeRecognized(pair) && !isOutsideList;
	}

	/**
	 * Create or Update can't recognize a post of Create that has another date or can't be compared, one without a date that
	 * has another text or picture, and one with another text if it is or may be published or was also edited in the
	 * calendar.
	 */
	private canBeRecognized(pair: Pair): boolean {
		const { world } = this;
		const { source, other, otherSource } = pair;
		if (otherSource.isById) return true;
		// A text with another date is another post, and the output names the first one.
		if (!isOnDate(source, otherSource)) return false;
		const isEdited = !isSameText(source, otherSource);
		const isPublished = world.isPublished(other) || world.mayBePublished(other);
		const isOtherUndated = isUndated(source) && (isEdited || source.file !== otherSource.file);
		return (
			!isOtherUndated &&
			!(isEdited && (isPublished || this.isEditedInCalendar(other))) &&
			!this.cannotBeCompared(pair)
		);
	}

	/** Other tags, or a draft, make it another row. */
	private isOtherRow({ source, otherSource }: Pair): boolean {
		return otherSource.tag !== source.tag || isDraft(otherSource) !== isDraft(source);
	}

	/** Without a date, another tag and files that can't be compared make it another post. */
	private cannotBeCompared(pair: Pair): boolean {
		const { sheet, hasFaults } = this.played;
		return isUndated(pair.source) && this.isOtherRow(pair) && (sheet.hidesFiles || hasFaults);
	}

	private isEditedInCalendar(post: StoredPost): boolean {
		const { world, played } = this;
		return played.before.has(post) && world.getTexts(post, true)[0] !== world.getTexts(post)[0];
	}

	private isMovedInCalendar({ other, otherSource }: Pair): boolean {
		const before = this.played.before.get(other);
		return (
			before !== undefined &&
			!isUndated(otherSource) &&
			getMinute(otherSource.date) !== getMinute(before.date)
		);
	}

	private isDuplicateForCreate(pair: Pair): boolean {
		const { source, other, otherSource } = pair;
		if (this.isInvisible(pair) || this.cannotBeCompared(pair)) return false;
		const ownRows = this.rows.filter((row) => row.uid === source.uid);
		const isOfOther =
			this.isOtherRow(pair) &&
			ownRows.some((row) => findDifferences(row, otherSource).length === 0);
		if (this.isCopiedRow(source) || isOfOther) return false;
		const isIndependentDraft = isUndated(source) && other.state === 'DRAFT' && !isDraft(source);
		return (
			this.isWithinWindow(pair) &&
			!isIndependentDraft &&
			isSameText(source, otherSource) &&
			isOnDate(source, otherSource) &&
			otherSource.file === source.file
		);
	}

	/** If lists show no settings, Create only compares posts with the text or the minute of a row. */
	private isInvisible(pair: Pair): boolean {
		const { other } = pair;
		if (this.world.listsSettings) return false;
		const isChanged = this.isEditedInCalendar(other) || this.isMovedInCalendar(pair);
		return this.world.isRewritten(other) || (this.hidesPublicPosts && isChanged);
	}

	private isWithinWindow({ source, other, otherSource }: Pair): boolean {
		const { world, played } = this;
		const before = played.before.get(other);
		const isHidden =
			!world.listsSettings && (this.isEditedInCalendar(other) || this.hidesPublicPosts);
		const isWaiting =
			before !== undefined &&
			otherSource.tag === source.tag &&
			this.isStillQueued(source, before) &&
			!isHidden;
		return (
			!isUndated(source) || world.getAge(other) < this.getDedupeWindow() - TOLERANCE || isWaiting
		);
	}
}
