import { DAY_MS, toMinute } from '../../common/date';
import { isUndated, KEY_FIELDS, type KeyField } from '../../common/postKey';
import type { DesiredPost } from '../../posts/desiredPost';
import { getDedupeWindow } from '../../posts/existing/dedupeWindow';
import { isIncompleteThread } from '../../posts/existing/findSentPost';
import { isPending, type ExistingPost } from '../../posts/existingPost';
import type { Conflict } from '../../posts/plannedPost';
import { areSimilar } from '../../text/similar';
import type { Calendar, FileMatch } from './calendar';

/** How late posts are still published (docs/api.md, Posts that do not go out). */
const MAX_LATENESS_MS = 2 * DAY_MS;

/** What a pair is compared with. */
export interface PostPairContext {
	calendar: Calendar;
	/** True if more rows than published posts have the text and date of a row. */
	hasMoreRowsThanPosts: (desired: DesiredPost) => boolean;
}

/** How a desired post and an existing one on its channel compare, for the rules of matching. */
export class PostPair {
	constructor(
		readonly desired: DesiredPost,
		readonly post: ExistingPost,
		private readonly context: PostPairContext,
	) {}

	private get calendar(): Calendar {
		return this.context.calendar;
	}

	get isDated(): boolean {
		return !isUndated(this.desired.key);
	}

	get hasText(): boolean {
		return this.desired.comparableText !== '';
	}

	get isPublished(): boolean {
		return this.post.state === 'PUBLISHED';
	}

	get isInDesiredState(): boolean {
		return (this.post.state === 'DRAFT') === this.desired.key.isDraft;
	}

	get wasMadeInDesiredState(): boolean {
		return this.post.key?.isDraft === this.desired.key.isDraft;
	}

	get hasSameDateOrNone(): boolean {
		return this.desired.key.minute === this.post.key?.minute;
	}

	/** Both have a date, to the minute. */
	private get hasSameMinute(): boolean {
		return this.isDated && this.hasSameDateOrNone;
	}

	get hasSameSettings(): boolean {
		return this.desired.key.settings === this.post.key?.settings;
	}

	/** Rules check files last, as comparing them may take requests. */
	compareFiles(): FileMatch {
		const { desired, post } = this;
		const isWithoutFiles = !post.key && countFiles(desired) === 0;
		if (isWithoutFiles || desired.key.files === post.key?.files) return 'same';
		return this.areFilesNeeded ? this.calendar.files.getOrRequest(desired, post) : 'unknown';
	}

	/** The files of a published dated text needn't be read, unless it may belong to another row. */
	private get areFilesNeeded(): boolean {
		return (
			!this.isPublishedDatedText ||
			this.hasSameRowId ||
			this.context.hasMoreRowsThanPosts(this.desired)
		);
	}

	private get hasSameRowId(): boolean {
		const { rowId } = this.desired.key;
		return rowId !== null && rowId === this.post.key?.rowId;
	}

	/** The same text at the same date; without a date, within the dedupe window, or made before the row had an ID. */
	get hasSameTextAtSameTime(): boolean {
		const { desired, post } = this;
		if (!post.key || post.key.text !== desired.key.text || !this.hasSameDateOrNone) return false;
		return this.isDated || this.isInDedupeWindow || this.lacksRowId;
	}

	/** The row has an ID, and the post was made before it had one. */
	private get lacksRowId(): boolean {
		return this.desired.key.rowId !== null && this.post.key?.rowId === null;
	}

	private get isInDedupeWindow(): boolean {
		return this.post.age <= getDedupeWindow(this.calendar.isRepeatedOnPurpose);
	}

	/** Until an undated post is published, its row isn't sent again. */
	get hasSameTextAtSameTimeOrPending(): boolean {
		return this.hasSameTextAtSameTime || this.isSamePendingUndatedText;
	}

	/** The same, but if an undated post is still to be published, it must have been made in the desired state. */
	get hasSameTextInSameState(): boolean {
		return (
			this.hasSameTextAtSameTime || (this.isSamePendingUndatedText && this.wasMadeInDesiredState)
		);
	}

	/** Both undated, and the post is still to be published; never if the run repeats it on purpose. */
	private get isSamePendingUndatedText(): boolean {
		const { desired, post, calendar } = this;
		const areBothUndated = !this.isDated && this.hasSameDateOrNone;
		if (!areBothUndated || desired.item.requestFields.type === 'schedule') return false;
		if (post.key?.text !== desired.key.text || calendar.isRepeatedOnPurpose) return false;
		const isScheduled = post.state === 'QUEUE' && post.time > calendar.now - MAX_LATENESS_MS;
		return post.state === 'DRAFT' || isScheduled;
	}

	/** The same text, files and settings, so that the row needs no other post. */
	isEqual(): boolean {
		return (
			this.hasSameTextAtSameTimeOrPending && this.hasSameSettings && this.compareFiles() === 'same'
		);
	}

	/** Equal, in the desired state and without doubt. */
	isAsDesired(): boolean {
		const isInRightState =
			this.isInDesiredState || this.wasMadeInDesiredState || !isPending(this.post.state);
		return isInRightState && this.isEqual() && !this.doubt;
	}

	/** Published, for a dated row with a text: the files of such a post don't matter. */
	get isPublishedDatedText(): boolean {
		return this.isDated && this.isPublished && this.hasText;
	}

	/** Looks the same, without a key: another client made it, or the instance drops keys. */
	isLookalike(): boolean {
		const { desired, post, calendar } = this;
		const isCloseInTime = this.isDated
			? toMinute(desired.time) === toMinute(post.time)
			: !calendar.keepsKeys && this.isInDedupeWindow;
		const hasSameFileCount = post.fileCount === undefined || post.fileCount === countFiles(desired);
		return !post.key && isCloseInTime && hasSameFileCount && this.compareFiles() !== 'other';
	}

	/** Its parts, or the files of a post without a text, can't be compared. */
	isIncomparable(): boolean {
		const { desired, post } = this;
		const isPlain = countFiles(desired) === 0 && desired.parts.length === 1;
		return (
			(post.partCount === undefined && !isPlain) ||
			(this.compareFiles() === 'unknown' && !this.hasText)
		);
	}

	/** Why it is uncertain whether the post, or all of it, is online; undefined if it isn't. */
	get doubt(): Conflict | undefined {
		const { mayBeOnline, isStillTrying } = this.post;
		if (mayBeOnline) return isStillTrying ? 'stillTrying' : 'mayBeOnline';
		return isIncompleteThread(this.post) ? 'incompleteThread' : undefined;
	}

	/** What changed in the row since it was last written to the post. */
	listChangedKeyFields(): KeyField[] {
		const { desired, post } = this;
		return KEY_FIELDS.filter((field) => {
			if (field === 'files') return this.compareFiles() !== 'same';
			if (field === 'isDraft' && this.isInDesiredState) return false;
			return desired.key[field] !== post.key?.[field];
		});
	}

	/** Pending, with the text and settings of the row, or a similar text at its minute: the row may have been edited. */
	get mayBeEarlierVersion(): boolean {
		const { desired, post } = this;
		if (!post.key || !isPending(post.state)) return false;
		if (post.key.text === desired.key.text && this.hasSameSettings) return true;
		return this.hasSameMinute && areSimilar(desired.comparableText, post.comparableText);
	}

	/** Pending, with the text of the row, and made before the row had an ID. */
	get isPendingWithoutRowId(): boolean {
		const { key, state } = this.post;
		return this.lacksRowId && key?.text === this.desired.key.text && isPending(state);
	}

	/** Published with the text of a dated row, on this or another date. */
	get isPublishedWithSameText(): boolean {
		return this.isDated && this.isPublished && this.post.key?.text === this.desired.key.text;
	}
}

const countFiles = ({ parts }: DesiredPost) =>
	parts.reduce((sum, { files }) => sum + files.length, 0);
