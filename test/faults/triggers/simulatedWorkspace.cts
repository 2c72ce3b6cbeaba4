/** Random changes by people and networks in a workspace of the sandbox. */
import type { Service } from '../../service/server.cjs';
import {
	createId,
	createStoredPost,
	type Channel,
	type StoredPost,
	type Workspace,
} from '../../service/state.cjs';
import { findFailures, RETRIED_FAILURE } from '../../shared/failureCases.cjs';
import { createStoredFailure, type Failure } from '../../shared/failures.cjs';
import type { Random } from '../../shared/random.cjs';
import { DAY, HOUR, MINUTE } from '../../shared/time.cjs';

/** What happened to a post, as far as the service doesn't show it. */
export interface PostHistory {
	/** In ms. */
	createdAt: number;
	failures: number;
	/** The state after the last change. */
	state: string;
	publications: number;
	/** It was moved to another date after its publication. */
	isMoved?: boolean;
}

/** Only the first rejects later parts in the sandbox. */
const NETWORKS = ['telegram', 'bluesky', 'mastodon', 'threads', 'nostr', 'x'];
const MAX_REPEATING = 3;

export class SimulatedWorkspace {
	/** By the IDs of posts. */
	readonly histories = new Map<string, PostHistory>();
	readonly channels: Channel[];
	/** Reading the state makes the service publish due posts. */
	private readonly state: Service['state'];

	/** `clock` is the service's. */
	constructor(
		private readonly service: Service,
		private readonly clock: { time: number },
		private readonly random: Random,
	) {
		const { state } = service;
		this.state = state;
		this.channels = state.channels.filter(({ identifier }) => NETWORKS.includes(identifier));
		state.posts.length = 0;
		// Each group keeps one channel.
		state.groups.forEach(({ id }, index) => (state.channels[index].customerId = id));
		for (const channel of this.channels) this.changeGroup(channel);
		const [channel] = state.otherWorkspace.channels;
		state.otherWorkspace.posts.length = 0;
		for (let count = 0; count < 3; count++) this.add(state.otherWorkspace, channel);
	}

	get posts(): StoredPost[] {
		return this.state.posts.filter(({ deleted }) => !deleted);
	}

	/** Posts of the past month. */
	addPublishedPosts(count: number): void {
		for (let made = 0; made < count; made++) {
			const publishDate = this.getDateIn(-this.random.drawFraction() * 30 * DAY);
			this.create({ publishDate, ...describePublished(`old ${made}`) });
		}
		this.observe();
	}

	/** Adds a post of a month ago, in this workspace or the other one. */
	addPublished(isOfOther: boolean): void {
		const { state } = this;
		const [workspace, channel] = isOfOther
			? [state.otherWorkspace, state.otherWorkspace.channels[0]]
			: [state, this.channels[0]];
		const createdAt = this.getDateIn(-30 * DAY);
		this.add(workspace, channel, {
			createdAt,
			publishDate: createdAt,
			...describePublished('old'),
		});
		this.observe();
	}

	/** Lets time pass; due posts are published or fail. */
	advanceTo(time: number): void {
		while (this.clock.time < time) {
			// Steps are short, so that a post is published at most once in each.
			this.clock.time = Math.min(time, this.clock.time + 6 * HOUR);
			void this.service.state;
			this.observe();
		}
	}

	changeSomething(): void {
		const changes: Array<[number, () => void]> = [
			[30, () => this.create()],
			[8, () => this.create({ state: 'DRAFT' })],
			[5, () => this.create({ publishesAt: null })],
			[8, () => this.repeat()],
			[12, () => this.move()],
			[8, () => this.schedule('DRAFT')],
			[6, () => this.schedule('PUBLISHED')],
			[8, () => this.schedule('ERROR')],
			[4, () => this.movePublished()],
			[5, () => this.delete()],
			[6, () => this.changeGroup(this.random.pick(this.channels))],
			[3, () => this.add(this.state.otherWorkspace, this.state.otherWorkspace.channels[0])],
		];
		let rest = this.random.drawFraction() * changes.reduce((sum, [weight]) => sum + weight, 0);
		changes.find(([weight]) => (rest -= weight) < 0)![1]();
		this.observe();
		void this.service.state;
		this.observe();
	}

	/** Counts the publications and failures since the last call. */
	private observe(): void {
		for (const post of [...this.state.posts, ...this.state.otherWorkspace.posts]) {
			const { state, publications } = post;
			const history = this.histories.get(post.id);
			const before = history ?? {
				createdAt: this.clock.time,
				failures: 0,
				state: '',
				publications: 0,
			};
			const hasFailed =
				state === 'ERROR' && (before.state !== state || before.publications !== publications);
			const failures = before.failures + (hasFailed ? 1 : 0);
			this.histories.set(post.id, { ...before, failures, state, publications });
		}
	}

	private create(more: Partial<StoredPost> = {}): void {
		const [telegram] = this.channels.filter(({ identifier }) => identifier === NETWORKS[0]);
		this.add(
			this.state,
			this.random.chance(0.3) ? telegram : this.random.pick(this.channels),
			more,
		);
	}

	private add(workspace: Workspace, channel: Channel, more: Partial<StoredPost> = {}): void {
		const createdAt = more.createdAt ?? this.getDateIn(0);
		const id = createId(Date.parse(createdAt));
		const texts = this.random.chance(0.5) ? ['Fresh beans', 'and more'] : ['Fresh beans'];
		const post = createStoredPost(id, channel, {
			publishDate: this.drawDate(),
			createdAt,
			parts: texts.map((content, index) => ({
				id: index === 0 ? id : createId(this.clock.time),
				content,
				image: [],
				delay: 0,
				published: content,
			})),
			...more,
		});
		this.decideOutcome(post);
		workspace.posts.push(post);
	}

	/** Decides whether its next publication fails, or only its comment. */
	private decideOutcome(post: StoredPost): void {
		const fails = this.random.chance(0.25);
		const failsForGood = this.random.chance(0.5);
		const failures = [
			...findFailures(post.identifier, failsForGood),
			...(failsForGood ? [] : [RETRIED_FAILURE]),
		];
		post.failsWith = fails ? this.random.pick(failures) : null;
		// The network rejects this text on publication.
		if (post.parts[1]) post.parts[1].content = this.random.chance(0.5) ? 'and more' : REJECTED_TEXT;
	}

	/** True if it failed and is certainly not online. */
	hasFailedForGood({ state, error, failsWith, identifier, releaseURL }: StoredPost): boolean {
		if (state !== 'ERROR' || releaseURL || !failsWith) return false;
		const failsForGood = findFailures(identifier, true).includes(failsWith as Failure);
		return failsForGood && error === createStoredFailure(failsWith, identifier);
	}

	private repeat(): void {
		const repeating = this.posts.filter(({ intervalInDays }) => intervalInDays);
		if (repeating.length >= MAX_REPEATING) return;
		const publishDate = this.getDateIn(MINUTE + this.random.drawFraction() * DAY);
		this.create({ intervalInDays: 1 + this.random.drawBelow(3), publishDate });
	}

	/** Moves a queued post or draft to another date. */
	private move(): void {
		const post: StoredPost | undefined = this.random.pick(
			this.posts.filter(({ state }) => /QUEUE|DRAFT/.test(state)),
		);
		if (post) post.publishDate = this.getDateIn(MINUTE + this.random.drawFraction() * 4 * DAY);
	}

	/** Schedules a draft on its date, or a published or failed post again. */
	private schedule(oldState: string): void {
		const post: StoredPost | undefined = this.random.pick(
			this.posts.filter(({ state }) => state === oldState),
		);
		if (!post) return;
		post.state = 'QUEUE';
		if (oldState !== 'DRAFT') {
			post.publishDate = this.getDateIn(this.random.drawFraction() * DAY);
			this.histories.get(post.id)!.isMoved = true;
		}
		this.decideOutcome(post);
	}

	/** Moves a published post to another date in the calendar. */
	private movePublished(): void {
		const post: StoredPost | undefined = this.random.pick(
			this.posts.filter(({ state, intervalInDays }) => state === 'PUBLISHED' && !intervalInDays),
		);
		if (!post) return;
		post.publishDate = this.getDateIn((this.random.drawFraction() - 0.5) * 4 * DAY);
		this.histories.get(post.id)!.isMoved = true;
	}

	private delete(): void {
		const post: StoredPost | undefined = this.random.pick(this.posts);
		if (post) post.deleted = true;
	}

	private changeGroup(channel: Channel): void {
		channel.customerId = this.random.pick([...this.state.groups.map(({ id }) => id), null]);
	}

	/** Some dates are in the past, so the post is published at once. A few are far ahead. */
	private drawDate(): string {
		const fraction = this.random.drawFraction();
		if (fraction < 0.1) return this.getDateIn((10 + this.random.drawFraction() * 300) * DAY);
		if (fraction < 0.15) return this.getDateIn(-this.random.drawFraction() * 60 * DAY);
		return this.getDateIn((this.random.drawFraction() * 3 - 0.2) * DAY);
	}

	private getDateIn(ms: number): string {
		return new Date(Math.round(this.clock.time + ms)).toISOString();
	}
}

const describePublished = (releaseId: string): Partial<StoredPost> => ({
	state: 'PUBLISHED',
	releaseId,
	releaseURL: `https://example.com/${releaseId}`,
});

/** A text that Telegram rejects in the sandbox. */
const REJECTED_TEXT = '<p>a &lt; b</p>';
