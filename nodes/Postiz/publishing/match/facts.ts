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

/** Posts that are later than this aren't published any more (docs/api.md, Posts that do not go out). */
const LATEST_MS = 2 * DAY_MS;

/** What rules know of a desired and an existing post of its channel. */
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

	get isMadeInDesiredState(): boolean {
		return this.post.key?.isDraft === this.desired.key.isDraft;
	}

	get hasSameDate(): boolean {
		return this.desired.key.when === this.post.key?.when;
	}

	get hasSameRest(): boolean {
		return this.desired.key.rest === this.post.key?.rest;
	}

	/** Files that differ by their digests may have to be read: ask for them last. */
	get files(): FilesComparison {
		const { desired, post } = this;
		const isWithoutFiles = !post.key && countFiles(desired) === 0;
		if (isWithoutFiles || desired.key.files === post.key?.files) return 'same';
		return this.calendar.compareFiles(desired, post) ?? 'unknown';
	}

	/** The same text and date; without a date, made within the dedupe window, or before rows had an ID. */
	get isSameTime(): boolean {
		const { desired, post, calendar } = this;
		if (!post.key || post.key.text !== desired.key.text || !this.hasSameDate) return false;
		const isBeforeRowIds = desired.key.row !== null && post.key.row === null;
		return this.isDated || post.age <= calendar.dedupeWindowMs || isBeforeRowIds;
	}

	/** The same time, or still to be published: a row without a date isn't sent again meanwhile. */
	get isSameOccasion(): boolean {
		return this.isSameTime || this.isStillQueued;
	}

	/** A draft or queued post without a date; a run that repeats itself on purpose queues another one. */
	private get isStillQueued(): boolean {
		const { desired, post, calendar } = this;
		const isUndated = desired.key.when === null && post.key?.when === null;
		if (!isUndated || desired.item.shared.type === 'schedule') return false;
		if (post.key?.text !== desired.key.text || calendar.dedupeWindowMs < DEDUPE_WINDOW_MS)
			return false;
		const isDue = post.state === 'QUEUE' && post.time > calendar.now - LATEST_MS;
		return post.state === 'DRAFT' || isDue;
	}

	/** The same text, files and rest, on the same occasion. */
	get isEqual(): boolean {
		return this.isSameOccasion && this.hasSameRest && this.files === 'same';
	}

	/** An equal post that nothing has to be done for. */
	get isAsDesired(): boolean {
		const isInPlace =
			this.isInDesiredState || this.isMadeInDesiredState || !isPending(this.post.state);
		return isInPlace && this.isEqual && !this.doubt;
	}

	/** The same text, and something else: too similar to be sent. */
	get hasSameText(): boolean {
		return this.isSameTime || (this.isSameOccasion && this.isMadeInDesiredState);
	}

	/** A published post with a date and a text exists, even if its files differ. */
	get isPublishedAsDated(): boolean {
		return this.isDated && this.isPublished && this.hasText;
	}

	/** Made by another client, or on an instance that drops keys: it looks the same. */
	get isLookalike(): boolean {
		const { desired, post, calendar } = this;
		const isSameTime = this.isDated
			? toMinute(desired.time) === toMinute(post.time)
			: !calendar.keepsKeys && post.age <= calendar.dedupeWindowMs;
		const hasSameCount = post.files === undefined || post.files === countFiles(desired);
		return !post.key && isSameTime && hasSameCount && this.files !== 'other';
	}

	/** Neither its parts nor its files can be compared. */
	get isHidden(): boolean {
		const { desired, post } = this;
		const isPlain = countFiles(desired) === 0 && desired.parts.length === 1;
		return (post.parts === undefined && !isPlain) || (this.files === 'unknown' && !this.hasText);
	}

	/** Why nobody can know whether the post is online, or all of it. */
	get doubt(): Rejection | undefined {
		const { mayBeOnline, isStillTrying } = this.post;
		if (mayBeOnline) return isStillTrying ? 'stillTrying' : 'unsure';
		return isIncompleteThread(this.post) ? 'start' : undefined;
	}

	/** What the row has changed since its post was made. */
	get changed(): KeyPart[] {
		const { desired, post } = this;
		return KEY_PARTS.filter((part) => {
			if (part === 'files') return this.files !== 'same';
			if (part === 'isDraft' && this.isInDesiredState) return false;
			return desired.key[part] !== post.key?.[part];
		});
	}

	/** Still to be published, at the same time or with the same text: the row may have been edited. */
	get mayBeReplaced(): boolean {
		const { desired, post } = this;
		if (!post.key || !isPending(post.state)) return false;
		if (post.key.text === desired.key.text && this.hasSameRest) return true;
		const isSameMinute = this.isDated && this.hasSameDate;
		return isSameMinute && areSimilar(desired.fingerprint, post.fingerprint);
	}

	/** It has the text of a row, was made before rows had an ID, and is still to be published. */
	get isFromBeforeRowIds(): boolean {
		const { key, state } = this.post;
		const isRow = this.desired.key.row !== null && key?.row === null;
		return isRow && key.text === this.desired.key.text && isPending(state);
	}

	/** The text of a dated row is published, on this or another date. */
	get isPublishedBefore(): boolean {
		return this.isDated && this.isPublished && this.post.key?.text === this.desired.key.text;
	}
}

const countFiles = ({ parts }: DesiredPost) =>
	parts.reduce((sum, { files }) => sum + files.length, 0);

/** A named row of a table: the first that applies decides. */
export interface Rule {
	name: string;
	/** Why it decides like this. */
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
