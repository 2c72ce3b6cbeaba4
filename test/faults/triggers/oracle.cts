/**
 * Which events the trigger must report in each poll: every event once, for posts that pass its filters in that poll.
 */
import type { IDataObject } from 'n8n-workflow';

import { MINUTE, SECOND } from '../../shared/time.cjs';
import type { PostHistory } from './simulatedWorkspace.cjs';

const OVERDUE = 15 * MINUTE;
/** How long a list may miss a new post. */
const MAX_LISTING_DELAY = MINUTE;

/** A post during a poll. */
export interface PolledPost extends PostHistory {
	id: string;
	/** In ms; the first date of a repeating post. */
	date: number;
	repeats: boolean;
	hasLink: boolean;
	passesFilters: boolean;
}

/** Whether the trigger must report an event, or may. */
type Expectation = 'must' | 'may';

export class Oracle {
	/** The posts at the last poll. */
	private lastPosts = new Map<string, PolledPost>();
	private lastListed = new Set<string>();
	private polledAt = 0;
	/** The oldest poll that the trigger may go back to: the last that n8n stored. */
	private storedAt = 0;
	private mayHaveForgotten = false;
	/** The first poll may not have counted, so the trigger may start with the next one. */
	private mayHaveStarted = false;
	/** The first list was empty, so it didn't identify the workspace, and n8n has stored nothing since. */
	private hasUncertainStart = false;
	/** When a poll first found a post late for a date. */
	private readonly lateSince = new Map<string, number>();
	private readonly reportedOverdue = new Set<string>();
	private readonly uncertainOverdue = new Set<string>();
	/** Events that the filters dropped; the trigger may remember those of discarded polls. */
	private readonly filteredOut = new Set<string>();
	private readonly maybeFilteredOut = new Set<string>();
	/** Posts that a discarded poll did not list, by ID, with its time in ms. */
	private readonly unlistedSince = new Map<string, number>();

	/** The next poll counts all posts as known. */
	startOver(): void {
		this.polledAt = 0;
		this.mayHaveStarted = false;
		this.lastPosts.clear();
		this.lateSince.clear();
		this.filteredOut.clear();
		this.maybeFilteredOut.clear();
		this.unlistedSince.clear();
	}

	/** Returns what is wrong with the events of a poll; `now` is in ms. */
	checkPoll(
		reported: IDataObject[],
		posts: PolledPost[],
		listed: Set<string>,
		now: number,
	): string[] {
		const expectations = new Map<string, Expectation>();
		const add = (event: string, { id, passesFilters }: PolledPost, expectation: Expectation) =>
			passesFilters
				? expectations.set(`${event} ${id}`, expectation)
				: this.filteredOut.add(`${event} ${id}`);
		// The trigger ignores an empty list, which may be a mistake.
		const isIgnored = listed.size === 0 && this.polledAt > 0;
		for (const post of isIgnored ? [] : posts) this.expectEvents(post, listed, now, add);
		// A trigger that forgot its last polls doesn't know which events the filters dropped.
		const unknownToTrigger = this.mayHaveForgotten ? [...this.filteredOut] : [];
		const isFirst = this.polledAt === 0;
		// n8n may discard the memory of other polls.
		if (isFirst || reported.length > 0) this.storedAt = now;
		if (!isIgnored) {
			this.polledAt = now;
			const toLastPost = (post: PolledPost) =>
				isFirst ? post : this.limitToVisibleCounts(post, listed);
			this.lastPosts = new Map(posts.map((post) => [post.id, toLastPost(post)]));
			this.lastListed = listed;
			this.mayHaveForgotten = false;
		}
		if (isFirst) expectations.clear();
		for (const name of this.mayHaveStarted ? expectations.keys() : this.maybeFilteredOut)
			if (expectations.has(name)) expectations.set(name, 'may');
		if (!isIgnored) {
			this.maybeFilteredOut.clear();
			this.unlistedSince.clear();
		}
		// An empty list doesn't identify its workspace. If it is another one, the trigger starts with the next list.
		this.mayHaveStarted = isFirst ? listed.size === 0 : this.mayHaveStarted && isIgnored;
		this.hasUncertainStart = isFirst
			? listed.size === 0
			: this.hasUncertainStart && reported.length === 0;
		const names = reported.map(({ event, postId }) => `${String(event)} ${String(postId)}`);
		for (const { event, postId, date } of reported) {
			const occasion = `${String(postId)} ${Date.parse(String(date))}`;
			if (event === 'postOverdue') this.reportedOverdue.add(occasion);
		}
		return [
			...names
				.filter((name) => !expectations.has(name) && !unknownToTrigger.includes(name))
				.map((name) => `reported, but did not happen: ${name}`),
			...names
				.filter((name, index) => names.indexOf(name) !== index)
				.map((name) => `reported twice: ${name}`),
			...[...expectations]
				.filter(([name, expectation]) => expectation === 'must' && !names.includes(name))
				.map(([name]) => `not reported: ${name}`),
		];
	}

	private expectEvents(
		post: PolledPost,
		listed: Set<string>,
		now: number,
		add: (event: string, post: PolledPost, expectation: Expectation) => unknown,
	): void {
		const { id, state, date, repeats, publications, failures } = post;
		if (!listed.has(id)) return;
		const before = this.lastPosts.get(id);
		const unlistedAt = this.unlistedSince.get(id);
		const isDue = before?.state === 'QUEUE' && date > (unlistedAt ?? this.polledAt) && date <= now;
		const wasListed = unlistedAt === undefined && (!before || this.lastListed.has(id));
		const expectation = wasListed || isDue ? 'must' : 'may';
		// For a published post that the trigger doesn't know, it takes a later date as the date of publication.
		const isUnknown = !this.lastListed.has(id) || this.mayHaveForgotten;
		const mayBeMoved = date <= now && (post.isMoved || before?.state === 'QUEUE');
		// To a trigger that forgot its last polls, a post that somebody moved into its lists later is new by its creation.
		const mayBeNew = this.mayHaveForgotten && post.createdAt > this.storedAt - MAX_LISTING_DELAY;
		if (isOnline(post) && ((isUnknown && mayBeMoved) || mayBeNew)) {
			add('postPublished', post, 'may');
		}
		if (isOnline(post) && publications > (before?.publications ?? 0)) {
			// A post that was queued again between two polls shows its publication only when it fails.
			const isHidden = state === 'ERROR' && before?.state === 'QUEUE';
			add('postPublished', post, isHidden ? 'may' : expectation);
		}
		if (state === 'ERROR' && failures > (before?.failures ?? 0)) {
			// Only a later date shows that a post failed twice between two polls.
			const isHidden = before?.state === 'ERROR' && publications === before.publications;
			add(
				'postFailed',
				post,
				isHidden && (date <= before.date || date > now) ? 'may' : expectation,
			);
		}
		if (state === 'QUEUE' && repeats) add('postOverdue', post, 'may');
		else if (state === 'QUEUE') this.expectOverdue(post, now, add);
	}

	private expectOverdue(
		post: PolledPost,
		now: number,
		add: (event: string, post: PolledPost, expectation: Expectation) => unknown,
	): void {
		const { id, date } = post;
		const occasion = `${id} ${date}`;
		if (date > now || this.reportedOverdue.has(occasion)) return;
		const since = this.lateSince.get(occasion) ?? (date > this.polledAt ? date : now);
		this.lateSince.set(occasion, since);
		// A trigger that forgot its last polls, or starts now, counts from the date of the post, or from now.
		if (this.mayHaveForgotten || this.mayHaveStarted) this.uncertainOverdue.add(occasion);
		const isUncertain = this.uncertainOverdue.has(occasion);
		// Times of the service are in whole seconds.
		const isCertain = !isUncertain && since + OVERDUE + SECOND <= now;
		if (isCertain) this.reportedOverdue.add(occasion);
		const from = isUncertain ? date : since;
		if (from + OVERDUE <= now) add('postOverdue', post, isCertain ? 'must' : 'may');
	}

	/**
	 * An edit during a poll made n8n discard its events. The trigger may remember the poll anyway: n8n keeps its static
	 * data, and the node keeps the memory of a poll without events.
	 */
	recordDiscardedPoll(posts: PolledPost[], listed: Set<string>, now: number): void {
		if (this.polledAt === 0) {
			this.checkPoll([], posts, listed, now);
			this.mayHaveStarted = true;
		}
		// A post that the remembered list lacked, unless it was empty, is no longer new when a later list shows it: it was
		// created before that list, such as one dated long ago that somebody moved to this week. No poll reports such posts.
		for (const { id } of listed.size > 0 ? posts : [])
			if (!listed.has(id)) this.unlistedSince.set(id, now);
		for (const post of posts) {
			if (post.passesFilters || post.state === 'QUEUE') continue;
			this.expectEvents(post, listed, now, (event) =>
				this.maybeFilteredOut.add(`${event} ${post.id}`),
			);
		}
		this.loseMemory();
	}

	/** The trigger may have forgotten what it found and did not report, or know more. */
	loseMemory(): void {
		this.mayHaveForgotten = true;
		this.mayHaveStarted ||= this.hasUncertainStart;
		this.lateSince.clear();
		for (const occasion of this.reportedOverdue) {
			const [id] = occasion.split(' ');
			if (this.filteredOut.has(`postOverdue ${id}`)) this.reportedOverdue.delete(occasion);
		}
	}

	/** Publications and failures count once a list shows them: not while a post is unlisted or queued again. */
	private limitToVisibleCounts(post: PolledPost, listed: Set<string>): PolledPost {
		const { publications = 0, failures = 0 } = this.lastPosts.get(post.id) ?? {};
		if (!listed.has(post.id)) return { ...post, publications, failures };
		return isOnline(post) || !this.lastPosts.has(post.id) ? post : { ...post, publications };
	}
}

const isOnline = ({ state, hasLink }: PolledPost) =>
	state === 'PUBLISHED' || (state === 'ERROR' && hasLink);
