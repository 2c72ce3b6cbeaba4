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
import type { SourceRow } from './simulatedCalendar.cjs';

/** How far back the calendar is listed for a dated row. */
const LISTED_PERIOD = 365 * DAY;

/** A post of a row, and another one that was made from the same row. */
interface PostPair {
	source: SourceRow;
	other: StoredPost;
	otherSource: SourceRow;
}

export class DuplicateFinder extends RunConditions {
	/** Finds an equal post that existed before, or that the same run created. */
	findDuplicate(post: StoredPost, source: SourceRow): StoredPost | undefined {
		const { calendar, played } = this;
		const { posts } = calendar;
		return posts.find((other) => {
			const otherSource = calendar.sources.get(other);
			if (!otherSource || other.identifier !== post.identifier) return false;
			// Of two posts of the same run, only the second one counts as a duplicate.
			if (!played.before.has(other) && posts.indexOf(other) >= posts.indexOf(post)) return false;
			if (otherSource.uid !== source.uid || calendar.hasFailedForGood(other)) return false;
			const pair = { source, other, otherSource };
			return played.isById ? this.isDuplicateById(pair) : this.isDuplicateForCreate(pair);
		});
	}

	private isDuplicateById(pair: PostPair): boolean {
		const { source, other } = pair;
		const isOutsideList =
			!isUndated(source) && Date.parse(other.publishDate) < Date.now() - LISTED_PERIOD;
		return this.canBeRecognized(pair) && !isOutsideList;
	}

	/**
	 * Create or Update can't recognize a post of Create that has another date or can't be compared, one without a date
	 * that has another text or picture, and one with another text if it is or may be published or was also edited in the
	 * calendar.
	 */
	private canBeRecognized(pair: PostPair): boolean {
		const { calendar } = this;
		const { source, other, otherSource } = pair;
		if (otherSource.isById) return true;
		// A text with another date is another post, and the output names the first one.
		if (!isOnDate(source, otherSource)) return false;
		const isEdited = !isSameText(source, otherSource);
		const isPublished = calendar.isPublished(other) || calendar.mayBeOnline(other);
		const isOtherUndated = isUndated(source) && (isEdited || source.file !== otherSource.file);
		return (
			!isOtherUndated &&
			!(isEdited && (isPublished || this.isEditedInCalendar(other))) &&
			!this.cannotBeCompared(pair)
		);
	}

	/** Other tags, or a draft, make it another row. */
	private isOtherRow({ source, otherSource }: PostPair): boolean {
		return otherSource.tag !== source.tag || isDraft(otherSource) !== isDraft(source);
	}

	/** Without a date, another tag and files that can't be compared make it another post. */
	private cannotBeCompared(pair: PostPair): boolean {
		const { script, hasFaults } = this.played;
		return isUndated(pair.source) && this.isOtherRow(pair) && (script.hidesFiles || hasFaults);
	}

	private isEditedInCalendar(post: StoredPost): boolean {
		const { calendar, played } = this;
		return (
			played.before.has(post) && calendar.getTexts(post, true)[0] !== calendar.getTexts(post)[0]
		);
	}

	private isMovedInCalendar({ other, otherSource }: PostPair): boolean {
		const before = this.played.before.get(other);
		return (
			before !== undefined &&
			!isUndated(otherSource) &&
			getMinute(otherSource.date) !== getMinute(before.date)
		);
	}

	private isDuplicateForCreate(pair: PostPair): boolean {
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
	private isInvisible(pair: PostPair): boolean {
		const { other } = pair;
		if (this.calendar.listsSettings) return false;
		const isChanged = this.isEditedInCalendar(other) || this.isMovedInCalendar(pair);
		return this.calendar.isRewritten(other) || (this.hidesPublicPosts && isChanged);
	}

	private isWithinWindow({ source, other, otherSource }: PostPair): boolean {
		const { calendar, played } = this;
		const before = played.before.get(other);
		const isHidden =
			!calendar.listsSettings && (this.isEditedInCalendar(other) || this.hidesPublicPosts);
		const isWaiting =
			before !== undefined &&
			otherSource.tag === source.tag &&
			this.isStillQueued(source, before) &&
			!isHidden;
		return (
			!isUndated(source) || calendar.getAge(other) < this.getDedupeWindow() - TOLERANCE || isWaiting
		);
	}
}
