/** Lives of posts by chance: people and networks at work in a workspace of the sandbox. */
import type { Service } from '../../service/server.cjs';
import {
	newId,
	newPost,
	type Channel,
	type StoredPost,
	type Workspace,
} from '../../service/state.cjs';
import { storedFailure, type Failure } from '../../shared/failures.cjs';
import { failuresFor, TRIED_AGAIN } from '../../shared/ways.cjs';
import { DAY, HOUR, MINUTE, type Dice } from '../../shared/happenings.cjs';

/** What a post has come to, beside what the service shows of it. */
export interface Fate {
	/** In ms. */
	createdAt: number;
	failures: number;
	/** As it was when anybody looked last. */
	state: string;
	publications: number;
	/** It got another date after it was out. */
	isMoved?: boolean;
}

/** Only the first refuses a later part of its own accord. */
const NETWORKS = ['telegram', 'bluesky', 'mastodon', 'threads', 'nostr', 'x'];
const MAX_REPEATING = 3;

export class World {
	/** By the IDs of posts. */
	readonly fates = new Map<string, Fate>();
	readonly channels: Channel[];
	/** What the service publishes, it publishes when its state is looked at. */
	private readonly state: Service['state'];

	/** `clock` is the service's. */
	constructor(
		private readonly service: Service,
		private readonly clock: { time: number },
		private readonly dice: Dice,
	) {
		const { state } = service;
		this.state = state;
		this.channels = state.channels.filter(({ identifier }) => NETWORKS.includes(identifier));
		state.posts.length = 0;
		// Each group has a channel that stays.
		state.groups.forEach(({ id }, index) => (state.channels[index].customerId = id));
		for (const channel of this.channels) this.regroup(channel);
		const [neighbours] = state.neighbour.channels;
		state.neighbour.posts.length = 0;
		for (let count = 0; count < 3; count++) this.add(state.neighbour, neighbours);
	}

	get posts(): StoredPost[] {
		return this.state.posts.filter(({ deleted }) => !deleted);
	}

	/** Posts of the past month. */
	fill(count: number): void {
		for (let made = 0; made < count; made++) {
			const publishDate = this.dateIn(-this.dice.random() * 30 * DAY);
			this.create({ publishDate, ...outAs(`old ${made}`) });
		}
		this.observe();
	}

	/** A post of a month ago, in this workspace or that of the neighbours. */
	addPublished(isElsewhere: boolean): void {
		const { state } = this;
		const [workspace, on] = isElsewhere
			? [state.neighbour, state.neighbour.channels[0]]
			: [state, this.channels[0]];
		const createdAt = this.dateIn(-30 * DAY);
		this.add(workspace, on, { createdAt, publishDate: createdAt, ...outAs('old') });
		this.observe();
	}

	/** Lets time pass; what is due goes out, or fails. */
	advanceTo(time: number): void {
		while (this.clock.time < time) {
			// Publications of one post are not more than one at a time.
			this.clock.time = Math.min(time, this.clock.time + 6 * HOUR);
			void this.service.state;
			this.observe();
		}
	}

	happen(): void {
		const happenings: Array<[number, () => void]> = [
			[30, () => this.create()],
			[8, () => this.create({ state: 'DRAFT' })],
			[5, () => this.create({ goesOutAt: null })],
			[8, () => this.repeat()],
			[12, () => this.move()],
			[8, () => this.schedule('DRAFT')],
			[6, () => this.schedule('PUBLISHED')],
			[8, () => this.schedule('ERROR')],
			[4, () => this.drag()],
			[5, () => this.delete()],
			[6, () => this.regroup(this.dice.pick(this.channels))],
			[3, () => this.add(this.state.neighbour, this.state.neighbour.channels[0])],
		];
		let rest = this.dice.random() * happenings.reduce((sum, [weight]) => sum + weight, 0);
		happenings.find(([weight]) => (rest -= weight) < 0)![1]();
		this.observe();
		void this.service.state;
		this.observe();
	}

	/** Counts what happened to posts since the last time. */
	private observe(): void {
		for (const post of [...this.state.posts, ...this.state.neighbour.posts]) {
			const { state, publications } = post;
			const fate = this.fates.get(post.id);
			const before = fate ?? {
				createdAt: this.clock.time,
				failures: 0,
				state: '',
				publications: 0,
			};
			const hasFailed =
				state === 'ERROR' && (before.state !== state || before.publications !== publications);
			const failures = before.failures + (hasFailed ? 1 : 0);
			this.fates.set(post.id, { ...before, failures, state, publications });
		}
	}

	private create(more: Partial<StoredPost> = {}): void {
		const [telegram] = this.channels.filter(({ identifier }) => identifier === NETWORKS[0]);
		this.add(this.state, this.dice.random() < 0.3 ? telegram : this.dice.pick(this.channels), more);
	}

	private add(workspace: Workspace, on: Channel, more: Partial<StoredPost> = {}): void {
		const createdAt = more.createdAt ?? this.dateIn(0);
		const id = newId(Date.parse(createdAt));
		const texts = this.dice.random() < 0.5 ? ['Fresh beans', 'and more'] : ['Fresh beans'];
		const post = newPost(id, on, {
			publishDate: this.someDate(),
			createdAt,
			parts: texts.map((content, index) => ({
				id: index === 0 ? id : newId(this.clock.time),
				content,
				image: [],
				delay: 0,
				published: content,
			})),
			...more,
		});
		this.decide(post);
		workspace.posts.push(post);
	}

	/** Whether it fails the next time, or only its comment does. */
	private decide(post: StoredPost): void {
		const fails = this.dice.random() < 0.25;
		const isCertain = this.dice.random() < 0.5;
		const failures = [
			...failuresFor(post.identifier, isCertain),
			...(isCertain ? [] : [TRIED_AGAIN]),
		];
		post.failsWith = fails ? this.dice.pick(failures) : null;
		// What a network refuses of a text, it says when it is handed it.
		if (post.parts[1]) post.parts[1].content = this.dice.random() < 0.5 ? 'and more' : REFUSED;
	}

	/** It failed, and certainly nothing of it is online. */
	failedForGood({ state, error, failsWith, identifier, releaseURL }: StoredPost): boolean {
		if (state !== 'ERROR' || releaseURL || !failsWith) return false;
		const isCertain = failuresFor(identifier, true).includes(failsWith as Failure);
		return isCertain && error === storedFailure(failsWith, identifier);
	}

	private repeat(): void {
		const repeating = this.posts.filter(({ intervalInDays }) => intervalInDays);
		if (repeating.length >= MAX_REPEATING) return;
		const publishDate = this.dateIn(MINUTE + this.dice.random() * DAY);
		this.create({ intervalInDays: 1 + Math.floor(this.dice.random() * 3), publishDate });
	}

	/** A waiting post or draft gets another date. */
	private move(): void {
		const post: StoredPost | undefined = this.dice.pick(
			this.posts.filter(({ state }) => /QUEUE|DRAFT/.test(state)),
		);
		if (post) post.publishDate = this.dateIn(MINUTE + this.dice.random() * 4 * DAY);
	}

	/** A draft is scheduled, or a post is published or tried once more; drafts keep their dates. */
	private schedule(wanted: string): void {
		const post: StoredPost | undefined = this.dice.pick(
			this.posts.filter(({ state }) => state === wanted),
		);
		if (!post) return;
		post.state = 'QUEUE';
		if (wanted !== 'DRAFT') {
			post.publishDate = this.dateIn(this.dice.random() * DAY);
			this.fates.get(post.id)!.isMoved = true;
		}
		this.decide(post);
	}

	/** A post that is out gets another date in the calendar. */
	private drag(): void {
		const post: StoredPost | undefined = this.dice.pick(
			this.posts.filter(({ state, intervalInDays }) => state === 'PUBLISHED' && !intervalInDays),
		);
		if (!post) return;
		post.publishDate = this.dateIn((this.dice.random() - 0.5) * 4 * DAY);
		this.fates.get(post.id)!.isMoved = true;
	}

	private delete(): void {
		const post: StoredPost | undefined = this.dice.pick(this.posts);
		if (post) post.deleted = true;
	}

	private regroup(channel: Channel): void {
		channel.customerId = this.dice.pick([...this.state.groups.map(({ id }) => id), null]);
	}

	/** Some are in the past: such posts go out at once. A few are far away. */
	private someDate(): string {
		const chance = this.dice.random();
		if (chance < 0.1) return this.dateIn((10 + this.dice.random() * 300) * DAY);
		if (chance < 0.15) return this.dateIn(-this.dice.random() * 60 * DAY);
		return this.dateIn((this.dice.random() * 3 - 0.2) * DAY);
	}

	private dateIn(ms: number): string {
		return new Date(Math.round(this.clock.time + ms)).toISOString();
	}
}

const outAs = (releaseId: string): Partial<StoredPost> => ({
	state: 'PUBLISHED',
	releaseId,
	releaseURL: `https://example.com/${releaseId}`,
});

/** A text that Telegram's network refuses in the sandbox. */
const REFUSED = '<p>a &lt; b</p>';
