import { getOrCreate, groupBy } from '../../common/lists';
import { toMinute } from '../../common/date';
import { contentOf, KEY_PARTS, type KeyPart, type PostKey } from '../../common/postKey';
import { isIncompleteThread, matchEarlierAttempt } from '../earlierAttempt';
import { decideForNewRow } from './newRows';
import { isSameOccasion, isSameTime } from './sameTime';
import { keepPublished } from './partlyPublished';
import {
	findFailed,
	isFromBeforeRowIds,
	isPublishedBefore,
	isPending,
	mayReplace,
} from './replaced';
import { rejectForeignRows } from './foreignRows';
import {
	getExistingPost,
	getReplacedPost,
	type Calendar,
	type FilesComparison,
	type Decision,
	type Rejection,
	type PlannedPost,
	type ExistingPost,
	type DesiredPost,
} from '../model';

/** What a rule decides for a row and a post; nothing if it doesn't concern them. */
type Rule = (one: DesiredPost, post: ExistingPost, calendar: Calendar) => Decision | undefined;

/**
 * What is to be done for each post that a run wants, given what the calendar has (docs/api.md, Keys of posts). Pure:
 * posts whose files have to be compared with those of a row first are `uncompared`.
 */
export function reconcile(wanted: DesiredPost[], calendar: Calendar) {
	const uncompared = new Map<DesiredPost, Set<ExistingPost>>();
	const compareFiles = (one: DesiredPost, post: ExistingPost): FilesComparison => {
		const known = calendar.compareFiles(one, post);
		const isOwn = post.key?.row && post.key.row === one.key.row;
		// Files aren't read just to find out that a row is done, unless it may be another one.
		if (!known && (isOwn || !isPublishedAsDated(one, post) || board.hasTooFewPosts(one))) {
			getOrCreate(uncompared, one, () => new Set()).add(post);
		}
		return known ?? 'unknown';
	};
	const board = new Matcher(wanted, { ...calendar, compareFiles });
	const isByRow = wanted.some(({ key }) => key.row !== null);
	if (!isByRow) board.joinDuplicates(board.open.filter(({ item }) => !item.ignoresExisting));
	for (const one of board.open) board.decide(one, matchEarlierAttempt(one, calendar));
	if (isByRow) matchRows(board);
	else matchPosts(board);
	return { steps: wanted.map((one) => board.steps.get(one)!), uncompared };
}

/** Create: what is equal is there; what is like it is refused. */
function matchPosts(board: Matcher): void {
	const open = board.open.filter(({ item }) => !item.ignoresExisting);
	for (const rule of RULES) board.apply(rule, open);
	for (const step of board.steps.values()) {
		if (step.action !== 'keep') continue;
		const { desired } = step;
		const twins = board
			.findCandidates(desired)
			.filter((post) => matchUnchanged(desired, post, board.calendar));
		board.decide(desired, { ...step, duplicates: twins });
		board.reserve(twins);
	}
	for (const one of board.open) {
		if (one.item.ignoresExisting) board.decide(one, { action: 'create' });
		else {
			const beside = board.findReplacedPost(one) ?? board.findPublishedDuplicate(one);
			board.decide(one, {
				action: 'create',
				possiblyReplaces: beside,
				failed: findFailed(one, board.calendar),
			});
		}
	}
}

/** Create or Update: a post follows its row, which its key names. */
function matchRows(board: Matcher): void {
	const { calendar } = board;
	for (const rows of groupBy(board.open, ({ target, key }) => `${target.id} ${key.row}`)) {
		const isTwice = rows.length > 1 || calendar.loopHistory.isUsedForOtherContent(rows[0]);
		for (const one of rows) {
			const own = board.findOwnPosts(one);
			if (isTwice) {
				board.reserve(own);
				const others = rows.length === 1 ? own : [];
				const indexes = rows.map(getItemIndex);
				board.decide(one, { action: 'reject', rejection: 'twiceInRun', others, rows: indexes });
			} else if (own.length > 0) {
				board.decide(one, decideForRow(one, own, calendar));
				board.reserve(own);
			}
		}
	}
	for (const rule of [rejectForeignRows, keepPublished]) {
		for (const [one, decision] of rule([...board.steps.values()])) board.decide(one, decision);
	}
	board.joinDuplicates(board.wanted);
	board.apply(isSaid);
	// From the surest to the least sure.
	for (const rule of [matchByText, matchByFingerprint, rejectAlike]) {
		board.apply((one, post) => (post.key?.row ? undefined : rule(one, post, calendar)));
	}
	for (const one of board.open) {
		const decision = decideForNewRow(one, board.findUnreserved(one), calendar);
		board.decide(
			one,
			decision ?? { action: 'create', possiblyReplaces: board.findReplacedPost(one) },
		);
	}
}

/** The state of a reconciliation: a post that is there for one row is out of sight of the others. */
class Matcher {
	readonly steps = new Map<DesiredPost, PlannedPost>();
	private readonly reserved = new Set<ExistingPost | undefined>();
	/** The living posts by what they have in common with a row; only these can be meant. */
	private readonly index = new Map<string, ExistingPost[]>();
	private readonly own = new Map<string, ExistingPost[]>();
	/** By channel. */
	private readonly living = new Map<string, ExistingPost[]>();
	/** By channel, text and date. */
	private readonly tooFewPosts = new Map<string, boolean>();

	constructor(
		readonly wanted: DesiredPost[],
		readonly calendar: Calendar,
	) {
		const add = (key: string, post: ExistingPost) =>
			getOrCreate(this.index, key, () => []).push(post);
		for (const post of calendar.posts) {
			const { channelId, key, fingerprint, failedForGood } = post;
			if (key?.row) getOrCreate(this.own, `${channelId} ${key.row}`, () => []).push(post);
			if (failedForGood) continue;
			getOrCreate(this.living, channelId, () => []).push(post);
			if (!key) add(`look ${channelId} ${fingerprint}`, post);
			else
				for (const part of ['text', 'when'] as const)
					add(`${part} ${channelId} ${key[part]}`, post);
		}
	}

	get open(): DesiredPost[] {
		return this.wanted.filter((one) => !this.steps.has(one));
	}

	/** The posts that may be meant by a row and are nobody's: first those with its text. */
	findCandidates({ target, key, fingerprint }: DesiredPost): ExistingPost[] {
		const keys = [
			`text ${target.id} ${key.text}`,
			`when ${target.id} ${key.when}`,
			`look ${target.id} ${fingerprint}`,
		];
		const found = new Set(keys.flatMap((each) => this.index.get(each) ?? []));
		return [...found].filter((post) => !this.reserved.has(post));
	}

	/** True if more rows than posts have this text and date: some failed, and the files tell which. */
	hasTooFewPosts({ target: { id }, key }: DesiredPost): boolean {
		if (key.row !== null) return false;
		const toTextAndDate = ({ text, when }: PostKey) => `${text} ${when}`;
		const own = toTextAndDate(key);
		return getOrCreate(this.tooFewPosts, `${id} ${own}`, () => {
			const rows = this.wanted.filter(
				(one) => one.target.id === id && toTextAndDate(one.key) === own,
			);
			const posts = (this.living.get(id) ?? []).filter(
				(post) => post.key && toTextAndDate(post.key) === own,
			);
			return rows.length > Math.max(posts.length, 1);
		});
	}

	/** The living posts on the channel of a row that are nobody's. */
	findUnreserved = ({ target }: DesiredPost): ExistingPost[] =>
		(this.living.get(target.id) ?? []).filter((post) => !this.reserved.has(post));

	findOwnPosts = ({ target, key }: DesiredPost): ExistingPost[] =>
		this.own.get(`${target.id} ${key.row}`) ?? [];

	reserve(posts: Array<ExistingPost | undefined>): void {
		for (const post of posts) this.reserved.add(post);
	}

	decide(one: DesiredPost, decision: Decision | undefined): void {
		if (!decision) return;
		this.steps.set(one, { desired: one, issues: [], ...decision });
		// What refuses a row stays in sight of the others.
		this.reserve([
			decision.action === 'reject' ? undefined : getExistingPost(decision),
			getReplacedPost(decision),
		]);
	}

	/** Applies a rule to all rows before the next: what is certainly another row's says nothing about this one. */
	apply(rule: Rule, rows = this.open): void {
		for (const one of rows) {
			if (this.steps.has(one)) continue;
			for (const post of this.findCandidates(one)) {
				this.decide(one, rule(one, post, this.calendar));
				if (this.steps.has(one)) break;
			}
		}
	}

	/** Rows that say the same on one channel are one post. */
	joinDuplicates(rows: DesiredPost[]): void {
		const first = new Map<string, DesiredPost>();
		const hasPost = (one: DesiredPost) => {
			const step = this.steps.get(one);
			return one.earlierAttempt !== undefined || (step && getExistingPost(step) !== undefined);
		};
		for (const one of [...rows.filter(hasPost), ...rows.filter((each) => !this.steps.has(each))]) {
			const sameAs = getOrCreate(first, `${one.target.id} ${contentOf(one.key)}`, () => one);
			if (sameAs !== one && !this.steps.has(one))
				this.decide(one, { action: 'duplicate', duplicateOf: sameAs });
		}
	}

	/** The post that a new one may replace. */
	findReplacedPost = (one: DesiredPost): ExistingPost | undefined =>
		this.findOther(one, (post) => mayReplace(one, post) || isFromBeforeRowIds(one, post));

	findPublishedDuplicate = (one: DesiredPost): ExistingPost | undefined =>
		this.findOther(one, (post) => isPublishedBefore(one, post));

	/** A post that no earlier round of a loop has made. */
	private findOther(
		one: DesiredPost,
		isMeant: (post: ExistingPost) => boolean,
	): ExistingPost | undefined {
		const { loopHistory } = this.calendar;
		return this.findCandidates(one).find(
			(post) => isMeant(post) && !loopHistory.isCreatedInEarlierLoop(post),
		);
	}
}

const getItemIndex = ({ item }: DesiredPost) => item.index;

/** The post of this row, as it should be. */
const matchUnchanged: Rule = (one, post, calendar) => {
	const decision = matchExactly(one, post, calendar);
	return decision?.action === 'keep' ? decision : undefined;
};

/** It was made as the row still says: a copy of the row may have become a draft, or be one no longer. */
const matchUnchangedInSameState: Rule = (one, post, calendar) =>
	isMadeInSameState(one, post) ? matchUnchanged(one, post, calendar) : undefined;

const isMadeInSameState = (one: DesiredPost, { key }: ExistingPost) =>
	key?.isDraft === one.key.isDraft;

/** The post of this row: the same text, files and rest, at the same time. */
const matchExactly: Rule = (one, post, calendar) =>
	isSameOccasion(one, post, calendar) && isEqual(one, post, calendar)
		? decideForExactMatch(one, post)
		: undefined;

/** The same text at the same time, and something else: too much like it to be sent, and too little to be it. */
const matchByText: Rule = (one, post, calendar) => {
	const isNear = isSameTime(one, post, calendar);
	const isMeant = isNear || (isSameOccasion(one, post, calendar) && isMadeInSameState(one, post));
	if (!post.key || !isMeant) return undefined;
	if (isPublishedAsDated(one, post)) return { action: 'keep', post };
	const isSameRest = one.key.rest === post.key.rest;
	const isDated = one.key.when !== null;
	const isOut = isDated && post.state === 'PUBLISHED';
	const files = filesOf(one, post, calendar);
	if (isDated) {
		if (files === 'unknown' && !hasText(one)) return reject('unknownFiles', post);
		if (files !== 'same') return hasText(one) ? reject('files', post) : undefined;
		if (isOut) return { action: 'keep', post };
		return isSameRest ? undefined : reject('settings', post);
	}
	if (files === 'unknown') return isSameRest ? reject('unknownFiles', post) : undefined;
	return files === 'same' && !isSameRest && isNear ? reject('settings', post) : undefined;
};

/** Made by another client, or on an instance that keeps no keys: it looks like the row. */
const matchByFingerprint: Rule = (one, post, calendar) => {
	const isTimed =
		one.key.when !== null
			? toMinute(one.time) === toMinute(post.time)
			: !calendar.keepsKeys && post.age <= calendar.dedupeWindowMs;
	if (post.key || !isTimed) return undefined;
	const own = countFiles(one);
	if (post.files !== undefined && post.files !== own) return undefined;
	const files = own === 0 ? 'same' : calendar.compareFiles(one, post);
	if (files === 'other') return undefined;
	if (post.mayBeOnline) return reject(post.isStillTrying ? 'stillTrying' : 'unsure', post);
	const isPlain = own === 0 && one.parts.length === 1;
	const isHidden = post.parts === undefined && !isPlain;
	if (isHidden || (files === 'unknown' && !hasText(one))) return reject('unknownFiles', post);
	if ((post.parts ?? Infinity) < one.parts.length) return reject('start', post);
	return post.state === 'DRAFT' && !one.key.isDraft
		? reject('draft', post)
		: { action: 'keep', post };
};

/** From the surest to the least sure. */
const RULES: Rule[] = [
	matchUnchangedInSameState,
	matchUnchanged,
	matchExactly,
	matchByText,
	matchByFingerprint,
];

const reject = (refusal: Rejection, post?: ExistingPost): Decision => ({
	action: 'reject',
	rejection: refusal,
	post,
});

const isEqual = (one: DesiredPost, post: ExistingPost, calendar: Calendar) =>
	one.key.rest === post.key?.rest && filesOf(one, post, calendar) === 'same';

/** A published post with a date counts as there even if its files differ, unless it has no text. */
const isPublishedAsDated = (one: DesiredPost, { state }: ExistingPost) =>
	one.key.when !== null && state === 'PUBLISHED' && hasText(one);

const filesOf = (one: DesiredPost, post: ExistingPost, calendar: Calendar) =>
	one.key.files === post.key?.files ? 'same' : calendar.compareFiles(one, post);

/** Whether a post of the row is as it should be. */
function decideForExactMatch(one: DesiredPost, post: ExistingPost): Decision | undefined {
	const doubt = rejectDoubtful(post);
	if (doubt) return doubt;
	// As the row wants it, or the row says what it said: a person has decided since.
	const isDraft = post.state === 'DRAFT';
	if (isDraft === one.key.isDraft || isMadeInSameState(one, post)) return { action: 'keep', post };
	// A draft without a date is in nobody's way.
	if (isDraft) return one.key.when === null ? undefined : reject('draft', post);
	return post.state === 'QUEUE' ? reject('notDraft', post) : { action: 'keep', post };
}

/** Refuses what may be online, and what is only a start. */
function rejectDoubtful(post: ExistingPost): Decision | undefined {
	if (post.mayBeOnline) return reject(post.isStillTrying ? 'stillTrying' : 'unsure', post);
	return isIncompleteThread(post) ? reject('start', post) : undefined;
}

const hasText = ({ fingerprint }: DesiredPost) => fingerprint !== '';
const countFiles = ({ parts }: DesiredPost) =>
	parts.reduce((sum, { files }) => sum + files.length, 0);
/** It may be the post of a row, made before rows had an ID. Its text at another date comes back, as each week. */
const rejectAlike: Rule = (one, post) =>
	mayReplace(one, post) && one.key.when === post.key?.when ? reject('alike', post) : undefined;

/** What a row says otherwise than when its post was made. */
function findChanges(one: DesiredPost, post: ExistingPost, calendar: Calendar): KeyPart[] {
	const isAsWanted = (post.state === 'DRAFT') === one.key.isDraft;
	return KEY_PARTS.filter((part) => {
		if (part === 'files') return filesOf(one, post, calendar) !== 'same';
		return one.key[part] !== post.key?.[part] && !(part === 'isDraft' && isAsWanted);
	});
}

/** What becomes of a row that has posts. */
function decideForRow(one: DesiredPost, own: ExistingPost[], calendar: Calendar): Decision {
	const living = own.filter(({ failedForGood }) => !failedForGood);
	const same = living.find((post) => findChanges(one, post, calendar).length === 0);
	if (same) return withTwins(decideForExactMatch(one, same) ?? { action: 'keep', post: same });
	if (living.length > 1) return { action: 'reject', rejection: 'two', others: living };
	const post = living[0] ?? own.at(-1)!;
	const changed = findChanges(one, post, calendar);
	// Certainly failed, as the row still wants it: told, and not tried again.
	if (changed.length === 0) return withTwins({ action: 'keep', post });
	if (post.state === 'PUBLISHED')
		return withTwins(decideForPublished(one, post, changed, calendar));
	const doubt = rejectDoubtful(post);
	if (doubt) return doubt;
	const isApproved = one.key.isDraft && post.key?.isDraft && post.state === 'QUEUE';
	// An approval is of a text; a new date or tag keeps it.
	if (isApproved && changed.some((part) => part === 'text' || part === 'files')) {
		return reject('approved', post);
	}
	return { action: 'update', post, changed };

	function withTwins(decision: Decision): Decision {
		if (decision.action !== 'keep') return decision;
		return { ...decision, duplicates: living.filter((each) => each !== decision.post) };
	}
}

/** A published post is never sent again; a typo that is mended afterwards means nothing. */
function decideForPublished(
	one: DesiredPost,
	post: ExistingPost,
	changed: KeyPart[],
	calendar: Calendar,
): Decision {
	// Links expire: that a file can't be read any more says nothing.
	const isDeadLink = changed.join() === 'files' && filesOf(one, post, calendar) === 'unknown';
	if (isDeadLink) return { action: 'keep', post };
	const { key } = one;
	const isMoved = changed.includes('when');
	const isOther = isMoved || (key.when === null && changed.includes('text'));
	return isOther ? reject('published', post) : { action: 'keep', post, isPublished: true };
}

/** A post with the same content belongs to this row, whoever made it. */
const isSaid: Rule = (one, post, calendar) => {
	if (!isSameOccasion(one, post, calendar) || !isEqual(one, post, calendar)) return undefined;
	const doubt = rejectDoubtful(post);
	if (doubt) return doubt;
	const changed = findChanges(one, post, calendar);
	const isOpen = post.state !== 'PUBLISHED' && changed.length > 0;
	if (isOpen) return { action: 'update', post, changed };
	return { action: 'keep', post, ...(canBeLinked(post) && { isToLink: true }) };
};

/** Create made it, and it is still to go out: later changes of its row need its key. */
const canBeLinked = ({ key, state }: ExistingPost) => key?.row === null && isPending(state);
