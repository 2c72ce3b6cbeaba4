/** What a trigger has to tell of the lives of posts: each event once, of what its filters let through as it looks. */
import type { IDataObject } from 'n8n-workflow';

import type { StoredPost } from '../../service/state.cjs';
import { DAY, HOUR, MINUTE } from '../../shared/happenings.cjs';
import type { SeenList } from './n8n.cjs';
import type { Fate } from './world.cjs';

const MONTH = 31 * DAY;
/** A list may show a post so late. */
const LATE = MINUTE;

/** A post as a trigger saw it. */
interface Seen extends Fate {
	date: number;
	repeats: boolean;
	release: string | null;
}

/** A post as it is when a trigger looks. */
export interface Shown extends Seen {
	id: string;
	hasLink: boolean;
	/** The group filter lets its channel through, and all filters do. */
	isListed: boolean;
	isWanted: boolean;
}

export const shownAs = (post: StoredPost, fate: Fate): Omit<Shown, 'isListed' | 'isWanted'> => ({
	...fate,
	id: post.id,
	date: Date.parse(post.publishDate),
	repeats: post.intervalInDays !== null,
	release: post.releaseId,
	hasLink: post.releaseURL !== null,
});

/** A list that was asked for by a wrong clock is asked for again. */
const isCurrent = (end: number, now: number) =>
	[1, 31, 366].some((days) => Math.abs(end - now - days * DAY) < HOUR);

const isYear = ({ start, end }: SeenList) => end - start > 300 * DAY;

/** A look of a trigger. */
interface Glance {
	events: string[];
	posts: Shown[];
	lists: SeenList[];
	key: string;
	/** In ms. */
	now: number;
	/** Something went wrong, though not everything. */
	isDisturbed: boolean;
}

type Verdict = 'must' | 'may' | 'never';

export class Oracle {
	private known = new Map<string, Seen>();
	private lookedAt = 0;
	private yearAt = 0;
	private askedYearAt = 0;
	private isDoubtful = false;
	/** Of the last look. */
	private key = '';

	copy(): Oracle {
		const copy = Object.assign(new Oracle(), this);
		copy.known = new Map(this.known);
		return copy;
	}

	/** Whatever is there from now on is known. */
	begin(): void {
		Object.assign(this, new Oracle());
	}

	/** What is wrong with what was told at a look. */
	judge(told: IDataObject[], { events, posts, lists, key, now, isDisturbed }: Glance): string[] {
		const problems: string[] = [];
		const current = lists.filter(({ end }) => isCurrent(end, now));
		if (isDisturbed) this.askedYearAt = now;
		if (this.lookedAt > 0 && now - this.askedYearAt > HOUR && !current.some(isYear)) {
			problems.push('no year was listed for an hour');
		}
		const verdicts = new Map<string, Verdict>();
		for (const list of current) {
			for (const [event, verdict] of this.look(posts, list, key, now)) {
				const before = verdicts.get(event) ?? 'never';
				if (before === 'never' || verdict === 'must') verdicts.set(event, verdict);
			}
		}
		const counts = new Map<string, number>();
		for (const { event, postId } of told) {
			const key = `${String(event)} ${String(postId)}`;
			counts.set(key, (counts.get(key) ?? 0) + 1);
			if ((verdicts.get(key) ?? 'never') === 'never') problems.push(`told, but not so: ${key}`);
		}
		for (const [key, verdict] of verdicts) {
			const count = counts.get(key) ?? 0;
			if (count > 1) problems.push(`told ${count} times: ${key}`);
			if (verdict === 'must' && count === 0 && events.includes(key.split(' ')[0])) {
				problems.push(`not told: ${key}`);
			}
		}
		return problems;
	}

	private look(posts: Shown[], list: SeenList, key: string, now: number): Array<[string, Verdict]> {
		const { start, end, ids } = list;
		const isOther = this.key !== key && ![...this.known.keys()].some((id) => ids.has(id));
		if (isOther) this.begin();
		const isFirst = this.lookedAt === 0;
		this.key = key;
		if (!isFirst && this.known.size > 0 && ids.size === 0 && !this.isDoubtful) {
			this.isDoubtful = true;
			return [];
		}
		this.isDoubtful = false;
		const found: Array<[string, Verdict]> = [];
		const listed = posts.filter(({ id, isListed }) => isListed && ids.has(id));
		for (const post of listed) {
			const verdicts = isFirst ? [] : this.compare(post);
			if (post.isWanted)
				found.push(
					...verdicts.map(([event, verdict]): [string, Verdict] => [
						`${event} ${post.id}`,
						verdict,
					]),
				);
			const { date, repeats, release, createdAt, failures, state, publications } = post;
			this.known.set(post.id, { date, repeats, release, createdAt, failures, state, publications });
		}
		const here = new Set(listed.map(({ id }) => id));
		for (const [id, { state, date, repeats, createdAt }] of this.known) {
			const isIn = repeats || (date >= start && date <= end);
			const isLong = state === 'PUBLISHED' && !repeats;
			if (here.has(id) && createdAt >= now - LATE) continue;
			const isFar = date > now + MONTH && state !== 'ERROR';
			if (isLong ? date < now - MONTH : here.has(id) ? isFar : isIn) this.known.delete(id);
		}
		this.lookedAt = now;
		if (isYear(list) || isFirst) this.yearAt = this.askedYearAt = now;
		return found;
	}

	private compare(post: Shown): Array<[string, Verdict]> {
		const { id, state, createdAt, date, hasLink, publications, failures } = post;
		const before = this.known.get(id);
		const isNew = !before && createdAt > this.lookedAt;
		const mayBeNew = !before && createdAt > Math.min(this.yearAt, this.lookedAt) - LATE;
		let verdict: Verdict = mayBeNew ? 'may' : 'never';
		if (before || isNew || date > this.lookedAt) verdict = 'must';
		const found: Array<[string, Verdict]> = [];
		if (mayBeNew) found.push(['postCreated', isNew ? 'must' : 'may']);
		const isOnline = state === 'PUBLISHED' || (state === 'ERROR' && hasLink);
		if (isOnline && publications > (before?.publications ?? 0))
			found.push(['postPublished', verdict]);
		if (state === 'ERROR' && failures > (before?.failures ?? 0)) {
			// Nothing shows that a post failed twice between two looks, but a later date.
			const isHidden = before?.state === 'ERROR' && publications === before.publications;
			found.push(['postFailed', isHidden && date <= before.date ? 'may' : verdict]);
		}
		return found;
	}
}
