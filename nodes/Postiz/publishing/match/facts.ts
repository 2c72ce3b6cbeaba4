import { areSimilar } from '../../text/similar';
import { DAY_MS, toMinute } from '../../common/date';
import { KEY_PARTS, type KeyPart } from '../../common/postKey';
import { DEDUPE_WINDOW_MS } from '../dedupeWindow';
import { isIncompleteThread } from '../earlierAttempt';
import {
	isPending,
	type Calendar,
	type Decision,
	type DesiredPost,
	type ExistingPost,
	type FilesComparison,
	type Rejection,
} from '../model';

/** How late posts are still published (docs/api.md, Posts that do not go out). */
const LATEST_MS = 2 * DAY_MS;

/** What rules know of a desired post and an existing one on its channel. */
export class Facts {
	constructor(
		readonly desired: DesiredPost,
		readonly post: ExistingPost,
		private readonly calendar: Calendar,
	) {}

	get isDated(): boolean {
		return this.desired.key.when !== null;
	}

	get hasText(): boolean {
		return this.desired.fingerprint !== '';
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

	get hasSameDate(): boolean {
		return this.desired.key.when === this.post.key?.when;
	}

	get hasSameSettings(): boolean {
		return this.desired.key.settings === this.post.key?.settings;
	}

	/** Rules check files last, as they may have to be read. */
	get files(): FilesComparison {
		const { desired, post } = this;
		const isWithoutFiles = !post.key && countFiles(desired) === 0;
		if (isWithoutFiles || desired.key.files === post.key?.files) return 'same';
		return this.calendar.compareFiles(desired, post) ?? 'unknown';
	}

	/** The same text and date. Undated posts must be within the dedupe window, or be older than the IDs of rows. */
	get hasSameTextAndDate(): boolean {
		const { desired, post, calendar } = this;
		if (!post.key || post.key.text !== desired.key.text || !this.hasSameDate) return false;
		const isBeforeRowIds = desired.key.row !== null && post.key.row === null;
		return this.isDated || post.age <= calendar.dedupeWindowMs || isBeforeRowIds;
	}

	/** The same time, or still pending: an undated row isn't sent again until then. */
	get isSameOccasion(): boolean {
		return this.hasSameTextAndDate || this.isStillQueued;
	}

	/** A pending post without a date, unless the run repeats itself on purpose. */
	private get isStillQueued(): boolean {
		const { desired, post, calendar } = this;
		const isUndated = desired.key.when === null && post.key?.when === null;
		if (!isUndated || desired.item.shared.type === 'schedule') return false;
		if (post.key?.text !== desired.key.text || calendar.dedupeWindowMs < DEDUPE_WINDOW_MS)
			return false;
		const isDue = post.state === 'QUEUE' && post.time > calendar.now - LATEST_MS;
		return post.state === 'DRAFT' || isDue;
	}

	/** The same text, files and settings, on the same occasion. */
	get isEqual(): boolean {
		return this.isSameOccasion && this.hasSameSettings && this.files === 'same';
	}

	/** Equal, in the desired state and without doubt. */
	get isAsDesired(): boolean {
		const isInPlace =
			this.isInDesiredState || this.wasMadeInDesiredState || !isPending(this.post.state);
		return isInPlace && this.isEqual && !this.doubt;
	}

	/** The same text; files or settings may differ. */
	get hasSameTextOnOccasion(): boolean {
		return this.hasSameTextAndDate || (this.isSameOccasion && this.wasMadeInDesiredState);
	}

	/** A dated post with a text is published, whatever its files. */
	get isPublishedAsDated(): boolean {
		return this.isDated && this.isPublished && this.hasText;
	}

	/** Looks the same, without a key: another client made it, or the instance drops keys. */
	get isLookalike(): boolean {
		const { desired, post, calendar } = this;
		const isCloseInTime = this.isDated
			? toMinute(desired.time) === toMinute(post.time)
			: !calendar.keepsKeys && post.age <= calendar.dedupeWindowMs;
		const hasSameCount = post.files === undefined || post.files === countFiles(desired);
		return !post.key && isCloseInTime && hasSameCount && this.files !== 'other';
	}

	/** Neither its parts nor its files can be compared. */
	get isHidden(): boolean {
		const { desired, post } = this;
		const isPlain = countFiles(desired) === 0 && desired.parts.length === 1;
		return (post.parts === undefined && !isPlain) || (this.files === 'unknown' && !this.hasText);
	}

	/** Why it is uncertain whether the post, or all of it, is online. */
	get doubt(): Rejection | undefined {
		const { mayBeOnline, isStillTrying } = this.post;
		if (mayBeOnline) return isStillTrying ? 'stillTrying' : 'mayBeOnline';
		return isIncompleteThread(this.post) ? 'incompleteThread' : undefined;
	}

	/** What changed in the row since it was last written to the post. */
	get changed(): KeyPart[] {
		const { desired, post } = this;
		return KEY_PARTS.filter((part) => {
			if (part === 'files') return this.files !== 'same';
			if (part === 'isDraft' && this.isInDesiredState) return false;
			return desired.key[part] !== post.key?.[part];
		});
	}

	/** Pending, and with the same text or a similar one at the same minute: the row may have been edited. */
	get isReplaceCandidate(): boolean {
		const { desired, post } = this;
		if (!post.key || !isPending(post.state)) return false;
		if (post.key.text === desired.key.text && this.hasSameSettings) return true;
		const isSameMinute = this.isDated && this.hasSameDate;
		return isSameMinute && areSimilar(desired.fingerprint, post.fingerprint);
	}

	/** Pending, with the text of the row, and older than the IDs of rows. */
	get isFromBeforeRowIds(): boolean {
		const { key, state } = this.post;
		const isRow = this.desired.key.row !== null && key?.row === null;
		return isRow && key.text === this.desired.key.text && isPending(state);
	}

	/** Published with the text of a dated row, on this or another date. */
	get isPublishedBefore(): boolean {
		return this.isDated && this.isPublished && this.post.key?.text === this.desired.key.text;
	}
}

const countFiles = ({ parts }: DesiredPost) =>
	parts.reduce((sum, { files }) => sum + files.length, 0);

/** A named rule of a table: the first that applies decides. */
export interface Rule {
	name: string;
	/** Why it decides so. */
	reason: string;
	applies: (facts: Facts) => boolean;
	decide: (facts: Facts) => Decision;
}

export const keep = ({ post }: Facts): Decision => ({ action: 'keep', post });

export const reject =
	(rejection: Rejection) =>
	({ post }: Facts): Decision => ({ action: 'reject', rejection, post });

/** Rejects a post for the reason that makes it doubtful. */
export const rejectDoubt = (facts: Facts): Decision => reject(facts.doubt!)(facts);
