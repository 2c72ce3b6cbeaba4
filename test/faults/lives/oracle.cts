/** What the trigger has to tell of the lives of posts: each event once, of what its filters let through as it looks. */
import type { IDataObject } from 'n8n-workflow';

import { MINUTE } from '../../shared/happenings.cjs';
import type { Fate } from './world.cjs';

/** The service tells the time in seconds. */
const SECOND = 1000;
const OVERDUE = 15 * MINUTE;

/** A post as it is when the trigger looks. */
export interface Shown extends Fate {
	id: string;
	/** In ms; of a post that repeats, the first. */
	date: number;
	repeats: boolean;
	hasLink: boolean;
	/** All filters let it through. */
	isWanted: boolean;
}

type Verdict = 'must' | 'may';

export class Oracle {
	/** As they were at the last look. */
	private known = new Map<string, Shown>();
	private listed = new Set<string>();
	private lookedAt = 0;
	private hasForgotten = false;
	/** The trigger may know what was there at the first look, or only at the next. */
	private mayHaveBegun = false;
	/** Its first look doesn't tell whose the posts are, and n8n has stored no other since. */
	private isBegunInDoubt = false;
	/** When a look first saw a post late for a date. */
	private readonly late = new Map<string, number>();
	private readonly overdue = new Set<string>();
	private readonly unsure = new Set<string>();
	/** What the filters held back; of looks that were thrown away, it may be known. */
	private readonly heldBack = new Set<string>();
	private readonly maybeHeldBack = new Set<string>();
	/** The posts, by ID, that a look did not list which was thrown away, and when (ms). */
	private readonly unlisted = new Map<string, number>();

	/** Whatever is there at the next look is known. */
	begin(): void {
		this.lookedAt = 0;
		this.mayHaveBegun = false;
		this.known.clear();
		this.late.clear();
		this.heldBack.clear();
		this.maybeHeldBack.clear();
		this.unlisted.clear();
	}

	/** What is wrong with what was told at a look, at a time in ms, that listed these posts. */
	judge(told: IDataObject[], posts: Shown[], listed: Set<string>, now: number): string[] {
		const verdicts = new Map<string, Verdict>();
		const add = (event: string, { id, isWanted }: Shown, verdict: Verdict) =>
			isWanted ? verdicts.set(`${event} ${id}`, verdict) : this.heldBack.add(`${event} ${id}`);
		// An empty list is not believed.
		const isDoubtful = listed.size === 0 && this.lookedAt > 0;
		for (const post of isDoubtful ? [] : posts) this.compare(post, listed, now, add);
		// A trigger that has forgotten its last looks doesn't know what the filters held back then.
		const forgotten = this.hasForgotten ? [...this.heldBack] : [];
		const isFirst = this.lookedAt === 0;
		if (!isDoubtful) {
			this.lookedAt = now;
			const seen = (post: Shown) => (isFirst ? post : this.asSeen(post, listed));
			this.known = new Map(posts.map((post) => [post.id, seen(post)]));
			this.listed = listed;
			this.hasForgotten = false;
		}
		if (isFirst) verdicts.clear();
		for (const name of this.mayHaveBegun ? verdicts.keys() : this.maybeHeldBack)
			if (verdicts.has(name)) verdicts.set(name, 'may');
		if (!isDoubtful) {
			this.maybeHeldBack.clear();
			this.unlisted.clear();
		}
		// An empty list doesn't tell whose it is: of another workspace, the trigger begins with the next.
		this.mayHaveBegun = isFirst ? listed.size === 0 : this.mayHaveBegun && isDoubtful;
		this.isBegunInDoubt = isFirst ? listed.size === 0 : this.isBegunInDoubt && told.length === 0;
		const names = told.map(({ event, postId }) => `${String(event)} ${String(postId)}`);
		for (const { event, postId, date } of told) {
			const occasion = `${String(postId)} ${Date.parse(String(date))}`;
			if (event === 'postOverdue') this.overdue.add(occasion);
		}
		return [
			...names
				.filter((name) => !verdicts.has(name) && !forgotten.includes(name))
				.map((name) => `told, but not so: ${name}`),
			...names
				.filter((name, index) => names.indexOf(name) !== index)
				.map((name) => `told twice: ${name}`),
			...[...verdicts]
				.filter(([name, verdict]) => verdict === 'must' && !names.includes(name))
				.map(([name]) => `not told: ${name}`),
		];
	}

	private compare(
		post: Shown,
		listed: Set<string>,
		now: number,
		add: (event: string, post: Shown, verdict: Verdict) => unknown,
	): void {
		const { id, state, date, repeats, publications, failures } = post;
		if (!listed.has(id)) return;
		const before = this.known.get(id);
		const unlistedAt = this.unlisted.get(id);
		const isDue = before?.state === 'QUEUE' && date > (unlistedAt ?? this.lookedAt) && date <= now;
		const wasListed = unlistedAt === undefined && (!before || this.listed.has(id));
		const verdict = wasListed || isDue ? 'must' : 'may';
		// Who does not know a post that is out takes its later date for that of its publication.
		const isUnknown = !this.listed.has(id) || this.hasForgotten;
		const mayBeMoved = date <= now && (post.isMoved || before?.state === 'QUEUE');
		if (isOnline(post) && isUnknown && mayBeMoved) {
			add('postPublished', post, 'may');
		}
		if (isOnline(post) && publications > (before?.publications ?? 0)) {
			// What was queued again before anybody looked shows only when it fails.
			const isHidden = state === 'ERROR' && before?.state === 'QUEUE';
			add('postPublished', post, isHidden ? 'may' : verdict);
		}
		if (state === 'ERROR' && failures > (before?.failures ?? 0)) {
			// Nothing shows that a post failed twice between two looks, but a later date.
			const isHidden = before?.state === 'ERROR' && publications === before.publications;
			add('postFailed', post, isHidden && (date <= before.date || date > now) ? 'may' : verdict);
		}
		if (state === 'QUEUE' && repeats) add('postOverdue', post, 'may');
		else if (state === 'QUEUE') this.findLate(post, now, add);
	}

	private findLate(
		post: Shown,
		now: number,
		add: (event: string, post: Shown, verdict: Verdict) => unknown,
	): void {
		const { id, date } = post;
		const occasion = `${id} ${date}`;
		if (date > now || this.overdue.has(occasion)) return;
		const since = this.late.get(occasion) ?? (date > this.lookedAt ? date : now);
		this.late.set(occasion, since);
		// A trigger that has forgotten its last looks takes it for late since its date, or since now.
		if (this.hasForgotten) this.unsure.add(occasion);
		const isUnsure = this.unsure.has(occasion);
		const isSure = !isUnsure && since + OVERDUE + SECOND <= now;
		if (isSure) this.overdue.add(occasion);
		const from = isUnsure ? date : since;
		if (from + OVERDUE <= now) add('postOverdue', post, isSure ? 'must' : 'may');
	}

	/** n8n threw a look away, of which the trigger may know all the same. */
	miss(posts: Shown[], listed: Set<string>, now: number): void {
		if (this.lookedAt === 0) {
			this.judge([], posts, listed, now);
			this.mayHaveBegun = true;
		}
		// It may remember its list: what the list lacked was not new to it then, unless the list was empty.
		for (const { id } of listed.size > 0 ? posts : [])
			if (!listed.has(id)) this.unlisted.set(id, now);
		for (const post of posts) {
			if (post.isWanted || post.state === 'QUEUE') continue;
			this.compare(post, listed, now, (event) => this.maybeHeldBack.add(`${event} ${post.id}`));
		}
		this.forget();
	}

	/** The trigger may have forgotten what it saw and did not tell, or have seen more. */
	forget(): void {
		this.hasForgotten = true;
		this.mayHaveBegun ||= this.isBegunInDoubt;
		this.late.clear();
		for (const occasion of this.overdue) {
			const [id] = occasion.split(' ');
			if (this.heldBack.has(`postOverdue ${id}`)) this.overdue.delete(occasion);
		}
	}

	/** What nobody can see of a post, as it is not listed or waits again, counts when it shows. */
	private asSeen(post: Shown, listed: Set<string>): Shown {
		const { publications = 0, failures = 0 } = this.known.get(post.id) ?? {};
		if (!listed.has(post.id)) return { ...post, publications, failures };
		return isOnline(post) || !this.known.has(post.id) ? post : { ...post, publications };
	}
}

const isOnline = ({ state, hasLink }: Shown) =>
	state === 'PUBLISHED' || (state === 'ERROR' && hasLink);
