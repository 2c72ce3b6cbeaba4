/**
 * What is to be done for each row, by the rules as they are written down, one after the other and without a thought for
 * speed: what the node decides is compared with it. A step is a few words, such as `there 3` or `refuse files 3`.
 */
import type { Calendar, There, Wanted } from '../../../nodes/Postiz/publishing/shapes';

type Say = string | undefined;

const MINUTE = 60_000;
const REACH = 11 * 60 * MINUTE;
const PARTS = ['when', 'text', 'files', 'rest', 'isDraft'] as const;

const minute = (time: number) => Math.floor(time / MINUTE);
const filesIn = ({ parts }: Wanted) => parts.flatMap(({ files }) => files).length;
const isOnChannel = ({ target }: Wanted, { channelId }: There) => target.id === channelId;
const isStart = ({ key, parts, isEdited }: There) =>
	key !== undefined && parts !== undefined && parts < key.parts && !isEdited;
const isToGoOut = ({ state }: There) => state === 'QUEUE' || state === 'DRAFT';

/** The questions that the rules ask of a row and a post. */
class Pair {
	constructor(
		readonly one: Wanted,
		readonly post: There,
		private readonly calendar: Calendar,
	) {}
	get isSameText() {
		return this.post.key?.text === this.one.key.text;
	}
	get isSameTime() {
		const { one, post, calendar } = this;
		if (post.key?.when !== one.key.when) return false;
		// Made before rows had an ID.
		const isFirstById = one.key.row !== null && post.key!.row === null;
		return one.key.when !== null || isFirstById || post.age <= calendar.reach;
	}
	get files() {
		const { one, post, calendar } = this;
		return post.key?.files === one.key.files ? 'same' : calendar.filesOf(one, post);
	}
	get isSameRest() {
		return this.post.key?.rest === this.one.key.rest;
	}
	get isEqual() {
		return this.isSameText && this.isSameTime && this.isSameRest && this.files === 'same';
	}
	get isDoubtful(): Say {
		return this.post.isUnsure ? 'refuse unsure' : isStart(this.post) ? 'refuse start' : undefined;
	}
	get changes() {
		const { one, post } = this;
		const isAsWanted = (post.state === 'DRAFT') === one.key.isDraft;
		return PARTS.filter((part) => {
			if (part === 'files') return this.files !== 'same';
			return one.key[part] !== post.key?.[part] && !(part === 'isDraft' && isAsWanted);
		});
	}
}

/** Rule 1 of Create. */
function rule1(pair: Pair): Say {
	if (!pair.isEqual) return undefined;
	if (pair.isDoubtful) return pair.isDoubtful;
	const { one, post } = pair;
	const isDraft = post.state === 'DRAFT';
	if (isDraft === one.key.isDraft || post.key!.isDraft === one.key.isDraft) return 'there';
	if (isDraft) return one.key.when === null ? undefined : 'refuse draft';
	return post.state === 'QUEUE' ? 'refuse notDraft' : 'there';
}

const rule1There = (pair: Pair): Say => (rule1(pair) === 'there' ? 'there' : undefined);

/** First, what was made as its row says: of two copies, one may have become a draft. */
const rule1AsSaid = (pair: Pair): Say =>
	pair.post.key?.isDraft === pair.one.key.isDraft ? rule1There(pair) : undefined;

/** Rule 2: the same time and text, and something else differs. */
function rule2(pair: Pair): Say {
	const { one, post, files, isSameRest } = pair;
	if (!pair.isSameText || !pair.isSameTime) return undefined;
	if (one.key.when === null) {
		if (files === 'same') return isSameRest ? undefined : 'refuse settings';
		return files === 'unknown' && isSameRest ? 'refuse unknownFiles' : undefined;
	}
	// Posts without any text are the same only if their files are.
	if (one.look === '' && files !== 'same') {
		return files === 'unknown' ? 'refuse unknownFiles' : undefined;
	}
	if (post.state === 'PUBLISHED') return 'there';
	if (files !== 'same') return 'refuse files';
	return isSameRest ? undefined : 'refuse settings';
}

/** Rule 3: without a key. */
const rule3 =
	({ keepsKeys, reach, filesOf }: Calendar) =>
	({ one, post }: Pair): Say => {
		if (post.key || post.look !== one.look) return undefined;
		const isDated = one.key.when !== null;
		if (isDated ? minute(post.time) !== minute(one.time) : keepsKeys || post.age > reach)
			return undefined;
		if (post.files !== filesIn(one)) return undefined;
		const files = filesIn(one) === 0 ? 'same' : filesOf(one, post);
		if (files === 'other') return undefined;
		if (post.isUnsure) return 'refuse unsure';
		if (files === 'unknown' && one.look === '') return 'refuse unknownFiles';
		if (post.parts! < one.parts.length) return 'refuse start';
		return post.state === 'DRAFT' && !one.key.isDraft ? 'refuse draft' : 'there';
	};

/** Rule 4: it may replace this one. */
const isBeside = ({ one, post, isSameText, isSameRest }: Pair) =>
	isToGoOut(post) &&
	post.key !== undefined &&
	((one.key.when !== null && post.key.when === one.key.when) || (isSameText && isSameRest));

/** Made without a Row ID, with the text of a row that has one now. */
const isEarlier = ({ one, post, isSameText }: Pair) =>
	one.key.row !== null && post.key?.row === null && isSameText && isToGoOut(post);

/** What becomes of each row, in their order. */
export function byTheRules(rows: Wanted[], calendar: Calendar): string[] {
	const said = new Map<Wanted, string>();
	const claimed = new Set<There>();
	const living = calendar.posts.filter(({ isDead }) => !isDead);
	const open = () => rows.filter((one) => !said.has(one));
	const pairsOf = (one: Wanted, posts = living) =>
		posts
			.filter((post) => isOnChannel(one, post) && !claimed.has(post))
			.map((post) => new Pair(one, post, calendar));
	const say = (one: Wanted, words: string, post?: There) => {
		said.set(one, post ? `${words} ${post.id}` : words);
		if (post && /^(there|change)/.test(words)) claimed.add(post);
	};
	const apply = (rule: (pair: Pair) => Say, among = open()) => {
		for (const one of among.filter((each) => !said.has(each)))
			for (const pair of pairsOf(one)) {
				const words = said.has(one) ? undefined : rule(pair);
				if (words) say(one, words, pair.post);
			}
	};
	const contentOf = ({ target, key }: Wanted) =>
		JSON.stringify([target.id, ...PARTS.map((part) => key[part])]);
	const joinEqual = (among: Wanted[]) => {
		const first = new Map<string, Wanted>();
		for (const one of among) {
			const other = first.get(contentOf(one));
			if (!other) first.set(contentOf(one), one);
			else if (!said.has(one)) said.set(one, `same as ${rows.indexOf(other)}`);
		}
	};
	const create = (one: Wanted) => {
		const beside = one.item.postsAgain
			? []
			: pairsOf(one).filter((pair) => isBeside(pair) || isEarlier(pair));
		const [pair] = [...beside.filter(({ isSameText }) => isSameText), ...beside];
		said.set(one, pair ? `create beside ${pair.post.id}` : 'create');
		if (pair) claimed.add(pair.post);
	};

	if (rows.some(({ key }) => key.row !== null)) byRow();
	else {
		const looking = rows.filter(({ item }) => !item.postsAgain);
		joinEqual(looking);
		for (const rule of [rule1AsSaid, rule1There, rule1, rule2, rule3(calendar)])
			apply(rule, looking);
		const there = rows.filter((one) => said.get(one)?.startsWith('there'));
		for (const one of there)
			for (const pair of pairsOf(one)) if (rule1There(pair)) claimed.add(pair.post);
		open().forEach(create);
	}
	return rows.map((one) => said.get(one)!);

	function byRow(): void {
		const isOwn = (one: Wanted, post: There) =>
			isOnChannel(one, post) && post.key !== undefined && post.key.row === one.key.row;
		const strangers: Array<[Wanted, There]> = [];
		let witnesses = 0;
		for (const one of rows) {
			const own = calendar.posts.filter((post) => isOwn(one, post));
			const twin = rows.find(
				(each) => each !== one && each.target.id === one.target.id && each.key.row === one.key.row,
			);
			if (twin) said.set(one, 'refuse twiceInRun');
			else if (own.length > 0) {
				const [words, post] = ofOwn(one, own);
				const isOther = /^change.*when.*text/.test(words);
				const isStrange = isOther && !post!.isDead;
				if (/^(there|change)/.test(words) && !isOther) witnesses += 1;
				// No other sheet has the ID of a record.
				if (isStrange && !one.item.rowId!.startsWith('rec')) strangers.push([one, post!]);
				say(one, words, post);
			}
			for (const post of own) claimed.add(post);
		}
		if (strangers.length > 1 || witnesses === 0)
			for (const [one, post] of strangers) say(one, 'refuse other', post);
		joinEqual([...rows.filter((one) => / \d+$/.test(said.get(one) ?? '')), ...open()]);
		apply((pair) => {
			if (!pair.isEqual) return undefined;
			if (pair.isDoubtful) return pair.isDoubtful;
			const { changes, post } = pair;
			return changes.length > 0 && post.state !== 'PUBLISHED'
				? `change ${changes.join()}`
				: 'there';
		});
		const alike = (pair: Pair): Say => (isBeside(pair) ? 'refuse alike' : undefined);
		for (const rule of [rule2, rule3(calendar), alike])
			apply((pair) => (pair.post.key?.row ? undefined : rule(pair)));
		for (const one of open()) {
			const isPast = one.key.when === null || one.time < calendar.now;
			const isOut = ({ key, state, time }: There) =>
				key?.row === one.key.row && state === 'PUBLISHED' && time < calendar.now - REACH;
			if (isPast && calendar.posts.some(isOut)) said.set(one, 'leaveOut');
			else create(one);
		}
	}

	/** A row that has posts: rules 2 to 5 of Create or Update. */
	function ofOwn(one: Wanted, own: There[]): [string, There?] {
		const alive = own.filter(({ isDead }) => !isDead);
		const asSaid = alive.find((post) => new Pair(one, post, calendar).changes.length === 0);
		if (asSaid) return [rule2Own(new Pair(one, asSaid, calendar)), asSaid];
		if (alive.length > 1) return ['refuse two'];
		const post = alive[0] ?? own.at(-1)!;
		const pair = new Pair(one, post, calendar);
		const { changes } = pair;
		if (changes.length === 0) return ['there', post];
		if (post.state === 'PUBLISHED') {
			const isOther =
				changes.includes('when') || (one.key.when === null && changes.includes('text'));
			return [isOther ? 'refuse published' : 'there', post];
		}
		if (pair.isDoubtful) return [pair.isDoubtful, post];
		const isApproved = one.key.isDraft && post.key!.isDraft && post.state === 'QUEUE';
		const isNewContent = changes.includes('text') || changes.includes('files');
		return [isApproved && isNewContent ? 'refuse approved' : `change ${changes.join()}`, post];
	}
}

/** Its own post, as it was said. */
const rule2Own = ({ isDoubtful }: Pair): string => isDoubtful ?? 'there';
