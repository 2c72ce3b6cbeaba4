import { getOrMake, groupBy } from '../values/lists';
import { contentOf, KEY_PARTS, type KeyPart } from '../values/postKey';
import { decideForNewRow } from './newRows';
import { isSameOccasion, isSameTime, minuteOf } from './occasion';
import { keepPublished } from './partlyOut';
import { findFailed, isOfEarlier, isPublishedBefore, isToGoOut, mayBeReplaced } from './replaced';
import { rejectStrangers } from './strangers';
import type { Calendar, Comparison, Decision, Refusal, Step, There, Wanted } from './shapes';

/** The post that is there, or in the way. */
export const postOf = (decision: Decision): There | undefined =>
	'post' in decision ? decision.post : undefined;

/** Another post, which the new one may replace. */
export const besideOf = (decision: Decision): There | undefined =>
	'beside' in decision ? decision.beside : undefined;

/** What a rule decides for a row and a post; nothing if it doesn't concern them. */
type Rule = (one: Wanted, post: There, calendar: Calendar) => Decision | undefined;

/**
 * What is to be done for each post that a run wants, given what the calendar has (docs/api.md, Keys of posts). Pure:
 * posts whose files have to be compared with those of a row first are `uncompared`.
 */
export function reconcile(wanted: Wanted[], calendar: Calendar) {
	const uncompared = new Map<Wanted, Set<There>>();
	const filesOf = (one: Wanted, post: There): Comparison => {
		const known = calendar.filesOf(one, post);
		const isOwn = post.key?.row && post.key.row === one.key.row;
		// Files aren't read just to find out that a row is done.
		if (!known && (isOwn || !isSettled(one, post))) {
			getOrMake(uncompared, one, () => new Set()).add(post);
		}
		return known ?? 'unknown';
	};
	const board = new Board(wanted, { ...calendar, filesOf });
	const isByRow = wanted.some(({ key }) => key.row !== null);
	if (!isByRow) board.joinEqual(board.open.filter(({ item }) => !item.postsAgain));
	for (const one of board.open) board.assign(one, ofThisRun(one, calendar));
	if (isByRow) reconcileRows(board);
	else reconcilePosts(board);
	return { steps: wanted.map((one) => board.steps.get(one)!), uncompared };
}

/** Create: what is equal is there; what is like it is refused. */
function reconcilePosts(board: Board): void {
	const open = board.open.filter(({ item }) => !item.postsAgain);
	for (const rule of RULES) board.apply(rule, open);
	for (const step of board.steps.values()) {
		if (step.do !== 'there') continue;
		const { wanted } = step;
		const twins = board.near(wanted).filter((post) => isThere(wanted, post, board.calendar));
		board.assign(wanted, { ...step, twins });
		board.claim(twins);
	}
	for (const one of board.open) {
		if (one.item.postsAgain) board.assign(one, { do: 'create' });
		else {
			const beside = board.besideOf(one) ?? board.publishedBeside(one);
			board.assign(one, { do: 'create', beside, failed: findFailed(one, board.calendar) });
		}
	}
}

/** Create or Update: a post follows its row, which its key names. */
function reconcileRows(board: Board): void {
	const { calendar } = board;
	for (const rows of groupBy(board.open, ({ target, key }) => `${target.id} ${key.row}`)) {
		const isTwice = rows.length > 1 || calendar.rounds.wasOther(rows[0]);
		for (const one of rows) {
			const own = board.ownOf(one);
			if (isTwice) {
				board.claim(own);
				const others = rows.length === 1 ? own : [];
				const indexes = rows.map(indexOf);
				board.assign(one, { do: 'refuse', refusal: 'twiceInRun', others, rows: indexes });
			} else if (own.length > 0) {
				board.assign(one, ofRow(one, own, calendar));
				board.claim(own);
			}
		}
	}
	for (const rule of [rejectStrangers, keepPublished]) {
		for (const [one, decision] of rule([...board.steps.values()])) board.assign(one, decision);
	}
	board.joinEqual(board.wanted);
	board.apply(isSaid);
	// From the surest to the least sure.
	for (const rule of [sameText, sameLook, isAlike]) {
		board.apply((one, post) => (post.key?.row ? undefined : rule(one, post, calendar)));
	}
	for (const one of board.open) {
		const decision = decideForNewRow(one, board.unclaimedOn(one), calendar);
		board.assign(one, decision ?? { do: 'create', beside: board.besideOf(one) });
	}
}

/** The state of a reconciliation: a post that is there for one row is out of sight of the others. */
class Board {
	readonly steps = new Map<Wanted, Step>();
	private readonly claimed = new Set<There | undefined>();
	/** The living posts by what they have in common with a row; only these can be meant. */
	private readonly index = new Map<string, There[]>();
	private readonly own = new Map<string, There[]>();
	/** By channel. */
	private readonly living = new Map<string, There[]>();

	constructor(
		readonly wanted: Wanted[],
		readonly calendar: Calendar,
	) {
		const add = (key: string, post: There) => getOrMake(this.index, key, () => []).push(post);
		for (const post of calendar.posts) {
			const { channelId, key, look, isDead } = post;
			if (key?.row) getOrMake(this.own, `${channelId} ${key.row}`, () => []).push(post);
			if (isDead) continue;
			getOrMake(this.living, channelId, () => []).push(post);
			if (!key) add(`look ${channelId} ${look}`, post);
			else
				for (const part of ['text', 'when'] as const)
					add(`${part} ${channelId} ${key[part]}`, post);
		}
	}

	get open(): Wanted[] {
		return this.wanted.filter((one) => !this.steps.has(one));
	}

	/** The posts that may be meant by a row and are nobody's: first those with its text. */
	near({ target, key, look }: Wanted): There[] {
		const keys = [
			`text ${target.id} ${key.text}`,
			`when ${target.id} ${key.when}`,
			`look ${target.id} ${look}`,
		];
		const found = new Set(keys.flatMap((each) => this.index.get(each) ?? []));
		return [...found].filter((post) => !this.claimed.has(post));
	}

	/** The living posts on the channel of a row that are nobody's. */
	unclaimedOn = ({ target }: Wanted): There[] =>
		(this.living.get(target.id) ?? []).filter((post) => !this.claimed.has(post));

	ownOf = ({ target, key }: Wanted): There[] => this.own.get(`${target.id} ${key.row}`) ?? [];

	claim(posts: Array<There | undefined>): void {
		for (const post of posts) this.claimed.add(post);
	}

	assign(one: Wanted, decision: Decision | undefined): void {
		if (!decision) return;
		this.steps.set(one, { wanted: one, findings: [], ...decision });
		// What refuses a row stays in sight of the others.
		this.claim([decision.do === 'refuse' ? undefined : postOf(decision), besideOf(decision)]);
	}

	/** Applies a rule to all rows before the next: what is certainly another row's says nothing about this one. */
	apply(rule: Rule, rows = this.open): void {
		for (const one of rows) {
			if (this.steps.has(one)) continue;
			for (const post of this.near(one)) {
				this.assign(one, rule(one, post, this.calendar));
				if (this.steps.has(one)) break;
			}
		}
	}

	/** Rows that say the same on one channel are one post. */
	joinEqual(rows: Wanted[]): void {
		const first = new Map<string, Wanted>();
		const hasPost = (one: Wanted) => {
			const step = this.steps.get(one);
			return one.sent !== undefined || (step && postOf(step) !== undefined);
		};
		for (const one of [...rows.filter(hasPost), ...rows.filter((each) => !this.steps.has(each))]) {
			const sameAs = getOrMake(first, `${one.target.id} ${contentOf(one.key)}`, () => one);
			if (sameAs !== one && !this.steps.has(one)) this.assign(one, { do: 'same', sameAs });
		}
	}

	/** The post that a new one may replace. */
	besideOf = (one: Wanted): There | undefined =>
		this.findOther(one, (post) => mayBeReplaced(one, post) || isOfEarlier(one, post));

	publishedBeside = (one: Wanted): There | undefined =>
		this.findOther(one, (post) => isPublishedBefore(one, post));

	/** A post that no earlier round of a loop has made. */
	private findOther(one: Wanted, isMeant: (post: There) => boolean): There | undefined {
		const { rounds } = this.calendar;
		return this.near(one).find((post) => isMeant(post) && !rounds.wasSaid(post));
	}
}

const indexOf = ({ item }: Wanted) => item.index;

/** What this run sent itself is judged by that alone. */
export function ofThisRun(
	{ sent, target }: Wanted,
	{ posts }: Pick<Calendar, 'posts'>,
): Decision | undefined {
	if (!sent) return undefined;
	const { isChange, beside } = sent;
	const post = posts.find(
		({ channelId, key }) => channelId === target.id && key && sent.ids.includes(key.id),
	);
	if (sent.postId !== undefined) {
		const { postId, date } = sent;
		return { do: 'made', postId, post, date, isChange, beside };
	}
	if (!post) return refuse('unclear');
	if (isStart(post)) return refuse('start', post);
	const date = new Date(post.time).toISOString();
	return { do: 'made', postId: post.id, post, date, isChange, beside };
}

/** The post of this row, as it should be. */
const isThere: Rule = (one, post, calendar) => {
	const decision = sameRow(one, post, calendar);
	return decision?.do === 'there' ? decision : undefined;
};

/** It was made as the row still says: a copy of the row may have become a draft, or be one no longer. */
const isThereAsSaid: Rule = (one, post, calendar) =>
	post.key?.isDraft === one.key.isDraft ? isThere(one, post, calendar) : undefined;

/** The post of this row: the same text, files and rest, at the same time. */
const sameRow: Rule = (one, post, calendar) =>
	isSameOccasion(one, post, calendar) && isEqual(one, post, calendar)
		? whole(one, post)
		: undefined;

/** The same text at the same time, and something else: too much like it to be sent, and too little to be it. */
const sameText: Rule = (one, post, calendar) => {
	if (!isSameTime(one, post, calendar) || !post.key) return undefined;
	if (isSettled(one, post)) return { do: 'there', post };
	const isSameRest = one.key.rest === post.key.rest;
	const isDated = one.key.when !== null;
	const isOut = isDated && post.state === 'PUBLISHED';
	const files = filesOf(one, post, calendar);
	if (isDated) {
		if (files === 'unknown' && !hasText(one)) return refuse('unknownFiles', post);
		if (files !== 'same') return hasText(one) ? refuse('files', post) : undefined;
		if (isOut) return { do: 'there', post };
		return isSameRest ? undefined : refuse('settings', post);
	}
	if (files === 'unknown') return isSameRest ? refuse('unknownFiles', post) : undefined;
	return files === 'same' && !isSameRest ? refuse('settings', post) : undefined;
};

/** Made by another client, or on an instance that keeps no keys: it looks like the row. */
const sameLook: Rule = (one, post, calendar) => {
	const isTimed =
		one.key.when !== null
			? minuteOf(one.time) === minuteOf(post.time)
			: !calendar.keepsKeys && post.age <= calendar.reach;
	if (post.key || !isTimed) return undefined;
	const own = countFiles(one);
	if (post.files !== undefined && post.files !== own) return undefined;
	const files = own === 0 ? 'same' : calendar.filesOf(one, post);
	if (files === 'other') return undefined;
	if (post.isUnsure) return refuse(post.isStillTrying ? 'stillTrying' : 'unsure', post);
	const isPlain = own === 0 && one.parts.length === 1;
	const isHidden = post.parts === undefined && !isPlain;
	if (isHidden || (files === 'unknown' && !hasText(one))) return refuse('unknownFiles', post);
	if ((post.parts ?? Infinity) < one.parts.length) return refuse('start', post);
	return post.state === 'DRAFT' && !one.key.isDraft ? refuse('draft', post) : { do: 'there', post };
};

/** From the surest to the least sure. */
const RULES: Rule[] = [isThereAsSaid, isThere, sameRow, sameText, sameLook];

const refuse = (refusal: Refusal, post?: There): Decision => ({ do: 'refuse', refusal, post });

const isEqual = (one: Wanted, post: There, calendar: Calendar) =>
	one.key.rest === post.key?.rest && filesOf(one, post, calendar) === 'same';

/** A published post with a date counts as there even if its files differ, unless it has no text. */
const isSettled = (one: Wanted, { state }: There) =>
	one.key.when !== null && state === 'PUBLISHED' && hasText(one);

const filesOf = (one: Wanted, post: There, calendar: Calendar) =>
	one.key.files === post.key?.files ? 'same' : calendar.filesOf(one, post);

/** Whether a post of the row is as it should be. */
function whole(one: Wanted, post: There): Decision | undefined {
	const doubt = refuseDoubtful(post);
	if (doubt) return doubt;
	// As the row wants it, or the row says what it said: a person has decided since.
	const isDraft = post.state === 'DRAFT';
	const isSaid = post.key?.isDraft === one.key.isDraft;
	if (isDraft === one.key.isDraft || isSaid) return { do: 'there', post };
	// A draft without a date is in nobody's way.
	if (isDraft) return one.key.when === null ? undefined : refuse('draft', post);
	return post.state === 'QUEUE' ? refuse('notDraft', post) : { do: 'there', post };
}

/** Refuses what may be online, and what is only a start. */
function refuseDoubtful(post: There): Decision | undefined {
	if (post.isUnsure) return refuse(post.isStillTrying ? 'stillTrying' : 'unsure', post);
	return isStart(post) ? refuse('start', post) : undefined;
}

/** True for a thread of which only the first parts were stored; a person may have removed the others. */
const isStart = ({ key, parts = Infinity, isEdited }: There) =>
	parts < (key?.parts ?? 0) && !isEdited;

const hasText = ({ look }: Wanted) => look !== '';
const countFiles = ({ parts }: Wanted) => parts.reduce((sum, { files }) => sum + files.length, 0);
/** It may be the post of a row, made before rows had an ID. Its text at another date comes back, as each week. */
const isAlike: Rule = (one, post) =>
	mayBeReplaced(one, post) && one.key.when === post.key?.when ? refuse('alike', post) : undefined;

/** What a row says otherwise than when its post was made. */
function changesOf(one: Wanted, post: There, calendar: Calendar): KeyPart[] {
	const isAsWanted = (post.state === 'DRAFT') === one.key.isDraft;
	return KEY_PARTS.filter((part) => {
		if (part === 'files') return filesOf(one, post, calendar) !== 'same';
		return one.key[part] !== post.key?.[part] && !(part === 'isDraft' && isAsWanted);
	});
}

/** What becomes of a row that has posts. */
function ofRow(one: Wanted, own: There[], calendar: Calendar): Decision {
	const living = own.filter(({ isDead }) => !isDead);
	const same = living.find((post) => changesOf(one, post, calendar).length === 0);
	if (same) return withTwins(whole(one, same) ?? { do: 'there', post: same });
	if (living.length > 1) return { do: 'refuse', refusal: 'two', others: living };
	const post = living[0] ?? own.at(-1)!;
	const changed = changesOf(one, post, calendar);
	// Certainly failed, as the row still wants it: told, and not tried again.
	if (changed.length === 0) return withTwins({ do: 'there', post });
	if (post.state === 'PUBLISHED') return withTwins(ofPublished(one, post, changed, calendar));
	const doubt = refuseDoubtful(post);
	if (doubt) return doubt;
	const isApproved = one.key.isDraft && post.key?.isDraft && post.state === 'QUEUE';
	// An approval is of a text; a new date or tag keeps it.
	if (isApproved && changed.some((part) => part === 'text' || part === 'files')) {
		return refuse('approved', post);
	}
	return { do: 'change', post, changed };

	function withTwins(decision: Decision): Decision {
		if (decision.do !== 'there') return decision;
		return { ...decision, twins: living.filter((each) => each !== decision.post) };
	}
}

/** A published post is never sent again; a typo that is mended afterwards means nothing. */
function ofPublished(one: Wanted, post: There, changed: KeyPart[], calendar: Calendar): Decision {
	// Links expire: that a file can't be read any more says nothing.
	const isDeadLink = changed.join() === 'files' && filesOf(one, post, calendar) === 'unknown';
	if (isDeadLink) return { do: 'there', post };
	const { key } = one;
	const isMoved = changed.includes('when');
	const isOther = isMoved || (key.when === null && changed.includes('text'));
	return isOther ? refuse('published', post) : { do: 'there', post, isOut: true };
}

/** A post with the same content belongs to this row, whoever made it. */
const isSaid: Rule = (one, post, calendar) => {
	if (!isSameOccasion(one, post, calendar) || !isEqual(one, post, calendar)) return undefined;
	const doubt = refuseDoubtful(post);
	if (doubt) return doubt;
	const changed = changesOf(one, post, calendar);
	const isOpen = post.state !== 'PUBLISHED' && changed.length > 0;
	if (isOpen) return { do: 'change', post, changed };
	return { do: 'there', post, ...(isWithoutRow(post) && { isToLink: true }) };
};

/** Create made it, and it is still to go out: later changes of its row need its key. */
const isWithoutRow = ({ key, state }: There) => key?.row === null && isToGoOut(state);
