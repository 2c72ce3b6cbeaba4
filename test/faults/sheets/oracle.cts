/**
 * Judges a run of a sheet by what must hold: nothing goes out twice or is lost, nothing that nobody approved goes out,
 * and each refusal has its reason in the calendar. It knows the rows by their texts and files, never by the keys of posts.
 */
import type { INodeExecutionData } from 'n8n-workflow';

import type { StoredPost } from '../../service/state.cjs';
import { DAY, HOUR, MINUTE } from '../../shared/happenings.cjs';
import { reasonOf, type Reason } from './reasons.cjs';
import { PREVIEWS } from '../stage.cjs';
import type { Sheet, SheetRow, SheetRun } from './script.cjs';
import type { Round } from './workflow.cjs';
import type { Said, Seen, World } from './world.cjs';

/** How long ago a post without a date counts as the same. */
const REACH = 11 * HOUR;
const REACH_OF_REMINDER = 10 * MINUTE;
/** How far back the post of a row with a date is looked for. */
const LISTED = 365 * DAY;
/** What is later than this does not go out any more. */
const LATEST = 2 * DAY;
/** A look may be late by so much. */
const SLACK = 2 * MINUTE;

interface Played {
	sheet: Sheet;
	run: SheetRun;
	rounds: Round[];
	error?: { message: string };
	/** Found by their IDs. */
	isById: boolean;
	before: Map<StoredPost, Seen>;
	/** Posts that the run has made or changed. */
	written: Set<StoredPost>;
	hasFaults: boolean;
}

const FATES = ['created', 'updated', 'unchanged', 'skipped'];

/** Reasons that are none if a post says all that the row says. */
const OF_ANOTHER: Reason[] = [
	'otherFiles',
	'otherSettings',
	'unknownFiles',
	'existingDraft',
	'alreadyScheduled',
	'similarPost',
];

/** What the node says of an item. */
interface Claim {
	outcome?: string;
	channelId?: string;
	postId?: string;
	error?: string;
}

const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;
const minuteOf = (date: string) => Math.floor(Date.parse(date) / MINUTE);
const isUndated = ({ date }: SheetRow) => date === '';
const isDraft = ({ type }: SheetRow) => type === 'draft';
const textsOf = ({ text, thread }: SheetRow) => [text, ...thread].join('\n');
const isSameText = (one: SheetRow, other: SheetRow) => textsOf(one) === textsOf(other);
const isOnDate = (one: SheetRow, other: SheetRow) =>
	isUndated(one) || isUndated(other) ? isUndated(one) && isUndated(other) : one.date === other.date;

/** What a row says otherwise than what its post was made from. */
function differences(row: SheetRow, said: Said): string[] {
	return [
		...(isSameText(row, said) ? [] : ['text']),
		...(isOnDate(row, said) ? [] : ['date']),
		...(row.file === said.file ? [] : ['file']),
		...(row.tag === said.tag ? [] : ['tag']),
		...(isDraft(row) === isDraft(said) ? [] : ['state']),
	];
}

/** Everything that is wrong with a run. */
export function judgeRun(world: World, played: Played): string[] {
	return new Judgement(world, played).judge();
}

class Judgement {
	private readonly problems: string[] = [];
	/** Posts that the node names. */
	private readonly named = new Set<StoredPost>();
	private readonly rows: SheetRow[];

	constructor(
		private readonly world: World,
		private readonly played: Played,
	) {
		this.rows = played.rounds.flatMap(({ rows }) => rows);
	}

	judge(): string[] {
		const { error, rounds, run } = this.played;
		if (error) this.problems.push(`the run ended with: ${error.message}`);
		for (const round of rounds) {
			round.rows.forEach((row, item) => {
				const own = round.output.filter((one) => itemOf(one) === item);
				const claims = own.map(({ json }): Claim => json);
				const before = this.problems.length;
				this.judgeItem(row, claims);
				if (claims.every(({ error }) => error === undefined)) this.judgeId(row, round.rows);
				const name = `${run.shape} ${row.uid} (${row.type}, ${row.id}) `;
				for (let at = before; at < this.problems.length; at++)
					this.problems[at] = name + this.problems[at];
			});
		}
		for (const post of this.world.posts) this.judgePost(post);
		return [...new Set(this.problems)];
	}

	private say(problem: string): void {
		this.problems.push(problem);
	}

	private judgeItem(row: SheetRow, claims: Claim[]): void {
		const failed = claims.filter(({ error }) => error !== undefined);
		if (claims.length === 0) this.say('is lost: nothing is said of it');
		for (const { error } of failed) this.judgeRefusal(row, error!);
		for (const network of row.networks) {
			const own = claims.filter(({ channelId }) => this.networkOf(channelId) === network);
			if (own.length !== 1 && failed.length === 0)
				this.say(`has ${own.length} rows for ${network}`);
			for (const { outcome = '', postId } of own) {
				if (!FATES.includes(outcome)) this.say(`is ${outcome}, and there is no error`);
				else if (outcome === 'skipped') {
					if (!this.isOver(row, -SLACK)) this.say('is left out for no reason');
				} else this.judgeFate(row, network, outcome, postId);
			}
		}
	}

	/** The ID of a row may stand in its round once for each channel. */
	private judgeId({ id, networks }: SheetRow, rows: SheetRow[]): void {
		const same = rows.filter(
			(row) => row.id === id && row.networks.some((one) => networks.includes(one)),
		);
		if (this.played.isById && same.length > 1)
			this.say('is not refused, though its ID is there twice');
	}

	private networkOf(channelId?: string) {
		return this.world.service.state.channels.find(({ id }) => id === channelId)?.identifier;
	}

	private judgeFate(row: SheetRow, network: string, fate: string, id?: string): void {
		const { world } = this;
		const post = world.posts.find((one) => one.id === id);
		if (post?.identifier !== network) return this.say(`is ${fate}, but there is no post`);
		this.named.add(post);
		const seen = this.played.before.get(post);
		if (world.isStart(post) && !this.isBlind)
			this.say(`is ${fate}, but only the start of it is there`);
		if (fate === 'created') {
			// A row that came back, or an equal one, may be told as it was first.
			if (seen) this.say('is created, but it was there');
			if (differences(row, world.said.get(post) ?? ({} as Said)).length > 0)
				this.say('is created otherwise');
			this.judgeState(row, post);
		} else if (fate === 'updated') this.judgeChange(row, post, seen);
		else this.judgeThere(row, post, seen);
	}

	/** As the row wants it. */
	private judgeState(row: SheetRow, post: StoredPost): void {
		if (isDraft(row) !== (post.state === 'DRAFT')) this.say(`is made, but ${post.state}`);
		const isAtDate = isUndated(row) || minuteOf(post.publishDate) === minuteOf(row.date);
		const isPast = !isUndated(row) && Date.parse(row.date) < Date.now();
		if (!isAtDate && !isPast) this.say(`is made for ${post.publishDate}`);
	}

	private judgeThere(row: SheetRow, post: StoredPost, seen?: Seen): void {
		const { world } = this;
		if (world.isDead(post)) {
			if (!this.played.isById) this.say('is there, but it failed for certain');
			return;
		}
		if (world.isUnsure(post) && !this.played.isById) this.say('is there, but it may have failed');
		const said = world.said.get(post);
		// Somebody else's: it looks the same.
		if (!said) return;
		if (this.isToLink(post, seen)) this.say('is there, but its post is not linked to it');
		const other = differences(row, said);
		const isOut = world.isOut(post);
		const isOfRow = this.played.isById && said.isById && said.id === row.id;
		const mayDiffer = isOfRow && !isUndated(row);
		const isMovedForOthers = isOfRow && this.isOnOthers(row, post);
		const isSettled =
			isMovedForOthers ||
			(isOut && !other.includes('date') && (mayDiffer || !other.includes('text')));
		// Files of what is out are not read: of rows with one caption and date, each may have another's.
		if (said.uid !== row.uid && !((isOfRow || isOut) && isSettled)) {
			return this.say(`is there, but that is the post of ${said.uid}`);
		}
		const isDecided =
			other.join() === 'state' && (isOut || ((seen ?? post).state === 'DRAFT') === isDraft(row));
		// It looks the same, and nothing else of it is seen.
		const isUnseen = this.isBlind && !world.listsSettings && !other.includes('text');
		if (other.length > 0 && !isSettled && !isDecided && !isUnseen) {
			// A slot, or a draft without a date, has none that the row names.
			return this.say(`is there, but not as the row says: ${other.join(', ')}`);
		}
		if (seen && this.isStillWaiting(row, seen)) return;
		// Made by Create, it may be any age: its row has an ID now.
		const isStill = this.played.isById && (said.id === row.id || !said.isById);
		if (isUndated(row) && !isStill && world.ageOf(post) > this.reach() + SLACK && seen) {
			this.say(
				`is lost: there for ${Math.round(world.ageOf(post) / HOUR)} hours, which is another post`,
			);
		}
	}

	/** It is out, and its row says what it says for another of its channels, such as one on which it failed. */
	private isOnOthers(row: SheetRow, post: StoredPost): boolean {
		const { world } = this;
		const isOfOther = (other: StoredPost) => {
			const said = world.said.get(other);
			return other !== post && said?.isById && said.id === row.id && isOnDate(row, said);
		};
		return world.isOut(post) && world.posts.some(isOfOther);
	}

	/** Create made it, and it is still to go out, but not at once: a change of its row has to find it. */
	private isToLink(post: StoredPost, seen?: Seen): boolean {
		const { isById, written, hasFaults } = this.played;
		const isOpen = ['QUEUE', 'DRAFT'].includes(post.state);
		const isDue = Math.abs(Date.parse(post.publishDate) - Date.now()) < 2 * HOUR;
		return (
			isById && !hasFaults && seen?.said?.isById === false && isOpen && !isDue && !written.has(post)
		);
	}

	/** Files lie at another place in each run, and cannot be compared with those of posts. */
	private get isUncertain(): boolean {
		return (this.played.sheet.hidesFiles || this.isBlind) && this.isElsewhere;
	}

	private get isElsewhere(): boolean {
		const { files } = this.played.sheet;
		return files === 'upload' || files === 'url';
	}

	/** Its file lies at a place of its own, so nothing tells before it is read that its post is there for another row. */
	private isCopy({ uid }: SheetRow): boolean {
		const { run, rounds } = this.played;
		// In other shapes, the same rows come back.
		const rows = run.shape === 'loop' ? this.rows : rounds[0].rows;
		return this.isElsewhere && rows.filter((row) => row.uid === uid).length > 1;
	}

	/** Previews of posts showed nothing. */
	private get isBlind(): boolean {
		return this.played.run.faults.some(({ match, times }) => match === PREVIEWS && times === 999);
	}

	/** Without a date, and still to go out: it is not sent again meanwhile. */
	private isStillWaiting(row: SheetRow, { state, date }: Seen): boolean {
		const isDue = isUndated(row) && row.type !== 'schedule' && !this.played.sheet.isReminder;
		const isQueued = state === 'QUEUE' && Date.parse(date) > Date.now() - LATEST;
		return isDue && (state === 'DRAFT' || isQueued);
	}

	private reach = () => (this.played.sheet.isReminder ? REACH_OF_REMINDER : REACH);

	private judgeChange(row: SheetRow, post: StoredPost, seen?: Seen): void {
		const said = seen?.said;
		if (!seen || !said) return;
		const { world } = this;
		const other = differences(row, said);
		if (other.length === 0 && !this.isUncertain) this.say('is changed, though it says the same');
		if (seen.isOut) this.say('is changed, though it was out');
		const isNew = (part: string) => other.includes(part);
		if (isNew('text') && world.textsOf(post).join('\n') !== textsOf(row))
			this.say('is changed, but its text is not');
		if (!isNew('text') && JSON.parse(seen.content)[0].join() !== world.textsOf(post).join()) {
			this.say('is changed, and the text of the calendar is lost');
		}
		if (isNew('file') && world.fileOf(post) !== row.file)
			this.say('is changed, but its file is not');
		if (isNew('date') && !isUndated(row) && minuteOf(post.publishDate) !== minuteOf(row.date))
			this.say('is changed, but its date is not');
		const isDue = isUndated(row) && !isDraft(row);
		if (!isNew('date') && !isDue && minuteOf(post.publishDate) !== minuteOf(seen.date))
			this.say('is changed, and the date of the calendar is lost');
		const isApproved = isDraft(said) && isDraft(row) && seen.state === 'QUEUE';
		if (isApproved && (isNew('text') || isNew('file')))
			this.say('is changed after it was approved: nobody approved this text');
	}

	/** The row is out for long on a channel: one that joins it gets nothing. */
	private isOver({ id }: SheetRow, slackMs: number): boolean {
		return [...this.played.before.values()].some(
			({ said, isOut, date }) =>
				said?.isById === true &&
				said.id === id &&
				isOut &&
				Date.parse(date) < Date.now() - REACH - slackMs,
		);
	}

	private judgeRefusal(row: SheetRow, error: string): void {
		const reason = reasonOf(error);
		if (reason === undefined)
			return this.say(`is refused with words that are in no table: ${error}`);
		if (reason === 'run') {
			if (!this.played.hasFaults) this.say(`fails in a run without faults: ${error}`);
			return;
		}
		if (!row.networks.some((network) => this.isRight(reason, row, network))) {
			this.say(`is refused for no reason: ${error}`);
		}
	}

	/** True if a reason to refuse a row lies in the calendar, or in the run. */
	private isRight(reason: Exclude<Reason, 'run'>, row: SheetRow, network: string): boolean {
		const { world, played } = this;
		const { isById, sheet } = played;
		// Only a preview shows that a post failed for certain.
		const canCount = (post: StoredPost) => this.isBlind || !world.isDead(post);
		const before = world.posts
			.filter((post) => post.identifier === network && canCount(post))
			.map((post) => played.before.get(post) ?? world.see(post));
		const own = before.filter(({ said }) => said?.isById && said.id === row.id);
		const isLike = ({ said, post }: Seen) =>
			said ? isSameText(said, row) : world.textsOf(post)[0] === row.text;
		const like = before.filter(isLike);
		// Posts of other rows are not looked at.
		const mine = isById ? [...own, ...like.filter(({ said }) => !said?.isById)] : like;
		const differing =
			(...parts: string[]) =>
			(seen: Seen) =>
				seen.said === undefined ||
				parts.some((part) => differences(row, seen.said!).includes(part));
		const isRewritten = ({ said }: Seen) => {
			const other = differences(row, said!);
			return other.includes('text') && other.includes('date');
		};
		const isAsSaid = ({ post, said }: Seen) =>
			said !== undefined &&
			differences(row, said).length === 0 &&
			!world.isStart(post) &&
			!world.isUnsure(post) &&
			(!isUndated(row) || isById || world.ageOf(post) < this.reach() - SLACK);
		const isHidden = this.isBlind && !world.listsSettings;
		const isKnown = !isHidden && !this.isUncertain && !this.isCopy(row) && mine.some(isAsSaid);
		if (OF_ANOTHER.includes(reason) && isKnown) return false;
		switch (reason) {
			case 'past':
				return !isUndated(row) && Date.parse(row.date) < Date.now() + 10 * MINUTE;
			case 'incompleteThread':
				return before.some(({ post }) => world.isStart(post));
			case 'mayBeOnline':
			case 'stillTrying':
				return [...own, ...like].some(({ post }) => world.isUnsure(post)) || this.isBlind;
			case 'otherFiles':
				return mine.some(differing('file')) || this.isUncertain;
			case 'unknownFiles':
				return (
					(mine.length > 0 &&
						row.file !== '' &&
						(sheet.hidesFiles || mine.some(({ said }) => !said))) ||
					// A list shows the first text of a thread alone.
					(this.isBlind && before.some(({ post }) => world.textsOf(post)[0] === row.text))
				);
			case 'otherSettings':
				return mine.some(differing('tag'));
			case 'existingDraft':
				// A draft without a date is in nobody's way, and that of a row follows it.
				return (
					!isDraft(row) &&
					!isUndated(row) &&
					mine.some(({ state, said }) => state === 'DRAFT' && !(isById && said))
				);
			case 'alreadyScheduled':
				return !isById && isDraft(row) && mine.some(({ state }) => state === 'QUEUE');
			case 'duplicateRowId':
				return (
					this.rows.filter(({ id, networks }) => id === row.id && networks.includes(network))
						.length > 1
				);
			case 'alreadyPublished':
				return own.some(
					({ post, said }) =>
						world.isOut(post) &&
						(!isOnDate(row, said!) || (isUndated(row) && !isSameText(row, said!))),
				);
			case 'hidden':
				return isById && this.isBlind;
			case 'unknownKey':
				return isById && this.isBlind && !world.listsSettings && before.length > 0;
			case 'lostKey':
				return (
					isById &&
					before.every(({ said }) => !said) &&
					before.some((seen) => isLike(seen) || minuteOf(seen.date) === minuteOf(row.date))
				);
			case 'foreignRow':
				return own.some(isRewritten);
			case 'twoPostsForRow':
				return own.length > 1;
			case 'changedAfterApproval':
				return own.some(({ said, state }) => isDraft(said!) && isDraft(row) && state === 'QUEUE');
			case 'similarPost':
				return before.some(
					(seen) =>
						!seen.said?.isById &&
						((isLike(seen) && isUndated(row)) ||
							minuteOf(seen.date) === minuteOf(row.date) ||
							seen.said?.date === row.date),
				);
			case 'gone':
				return true;
		}
	}

	/** What a run has made of a post. */
	private judgePost(post: StoredPost): void {
		const { world, played } = this;
		const seen = played.before.get(post);
		const said = world.said.get(post);
		const how = `${said?.type} by ${played.isById ? 'update' : 'create'}, ${played.run.shape}, ${played.sheet.files}${played.sheet.isClock ? ', clock' : ''}`;
		const name = `${post.id} of ${said?.uid ?? 'nobody'} (${how}): `;
		const decided = world.decided.get(post);
		if (decided && ['QUEUE', 'DRAFT'].includes(post.state) && post.state !== decided) {
			const row = this.rows.find(({ uid }) => uid === said?.uid);
			if (decided === 'DRAFT')
				this.say(`${name}was held back in the calendar, and is scheduled again`);
			else if (row) this.say(`${name}was approved in the calendar, and is a draft again`);
		}
		if (
			seen &&
			world.isDead(post) !== (seen.state === 'ERROR') &&
			seen.state === 'ERROR' &&
			post.state === 'QUEUE' &&
			world.isUnsure(post)
		) {
			this.say(`${name}may be online, and is scheduled again`);
		}
		if (world.hasLostLabel(post)) this.say(`${name}has lost the tag of the calendar`);
		if (!played.written.has(post)) return;
		if (!said) return this.say(`${name}is written, and says what no row says`);
		if (!this.named.has(post) && !played.hasFaults) this.say(`${name}is written without a word`);
		const before = seen?.said;
		const isOther = (row: SheetRow, its?: Said) =>
			its !== undefined && !isSameText(row, its) && !isOnDate(row, its);
		// A row that says what it said tells that the sheet is the same.
		const isWitness = (row: SheetRow) =>
			[...played.before.values()].some(({ said: its }) => its?.id === row.id && !isOther(row, its));
		// A record is one row for good, whatever somebody writes into it.
		const isOfRecord = before?.isById && played.sheet.hasRecords && before.id === said.id;
		const isOverwritten =
			before &&
			!isOfRecord &&
			before.uid !== said.uid &&
			isOther(said, before) &&
			!this.rows.some(isWitness);
		if (isOverwritten && ['QUEUE', 'DRAFT'].includes(seen.state)) {
			this.say(`${name}is overwritten: it was the post of ${before.uid}`);
		}
		if (seen) return;
		const twin = this.twinOf(post, said);
		if (twin) {
			const hours = Math.round(world.ageOf(twin) / HOUR);
			this.say(
				`${name}goes out twice: ${twin.id} (${twin.state}, made ${hours} hours ago) was there`,
			);
		}
		if (played.isById && isUndated(said) && this.isOver(said, SLACK)) {
			this.say(`${name}is an old row, and goes out on a channel that joined it`);
		}
	}

	/** An equal post that was there before this one, or that the run made as well. */
	private twinOf(post: StoredPost, said: Said): StoredPost | undefined {
		const { world, played } = this;
		const { posts } = world;
		return posts.find((other) => {
			const its = world.said.get(other);
			if (!its || other.identifier !== post.identifier) return false;
			// Of two of the same run, the second one is too many.
			if (!played.before.has(other) && posts.indexOf(other) >= posts.indexOf(post)) return false;
			if (its.uid !== said.uid || world.isDead(other)) return false;
			// Without a Row ID, nobody knows whose a post is once two of its text, date and tags were edited, or it is out, or may
			// be, with another date or text, or has no date and another
			// picture, or the calendar has another text as well.
			const isMoved = isUndated(said) || !isOnDate(said, its);
			const isEdited = !isSameText(said, its);
			const before = played.before.get(other);
			const isEditedThere = before && world.textsOf(other, true)[0] !== world.textsOf(other)[0];
			const isUnknown =
				!its.isById &&
				((isMoved && isEdited) ||
					// A text that comes back at another date is another post, and the first one is named.
					(played.isById && !isOnDate(said, its)) ||
					(!isOnDate(said, its) && its.tag !== said.tag) ||
					((world.isOut(other) || world.isUnsure(other)) && (isEdited || !isOnDate(said, its))) ||
					(isUndated(said) && said.file !== its.file) ||
					(isEdited && isEditedThere));
			const isFar = !isUndated(said) && Date.parse(other.publishDate) < Date.now() - LISTED;
			if (played.isById) return !isUnknown && !isFar;
			// Where lists show no settings, Create looks only at posts with the text or the minute of a row.
			if (!world.listsSettings && world.isRemade(other)) return false;
			const isMovedThere =
				before && !isUndated(its) && minuteOf(its.date) !== minuteOf(before.date);
			if (!world.listsSettings && this.isBlind && (isEditedThere || isMovedThere)) return false;
			// Other tags, or a draft, make another row.
			const own = this.rows.filter((row) => row.uid === said.uid);
			const isOther = its.tag !== said.tag || isDraft(its) !== isDraft(said);
			// Without a date, another tag and files that can't be compared make another post.
			if (isUndated(said) && isOther && (played.sheet.hidesFiles || played.hasFaults)) return false;
			const isOfOther = isOther && own.some((row) => differences(row, its).length === 0);
			if (this.isCopy(said) || isOfOther) return false;
			const isWaiting =
				before !== undefined &&
				its.tag === said.tag &&
				this.isStillWaiting(said, before) &&
				!(!world.listsSettings && (isEditedThere || this.isBlind));
			const isNear = !isUndated(said) || world.ageOf(other) < this.reach() - SLACK || isWaiting;
			const isBeside = isUndated(said) && other.state === 'DRAFT' && !isDraft(said);
			return (
				isNear &&
				!isBeside &&
				isSameText(said, its) &&
				isOnDate(said, its) &&
				its.file === said.file
			);
		});
	}
}
