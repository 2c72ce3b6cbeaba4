import { createAccess, createSeed } from '../service/seed.cjs';
import {
	newId,
	newPost,
	type Channel,
	type ServiceState,
	type StoredPost,
} from '../service/state.cjs';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** Each is listed with every date of the year ahead, in every look: more would only make the tests slow. */
const MAX_REPEATING = 4;

/** Something that has to start a workflow once. */
interface Expectation {
	/** As `describeEvent` words it. */
	event: string;
	/** The post or channel; what is deleted before anyone looked can no longer be reported. */
	subject: string;
	/** When n8n's clock says so or later. */
	visibleFrom: number;
}

interface Plan {
	fails: boolean;
}

/** A notification that a connection was lost, which no one has looked at yet. */
interface LostConnection {
	channel: Channel;
	content: string;
}

/** A number in [0, 1) from a seed, the same for the same seed. */
export function seededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** The ID of what an item of the trigger is about. */
export const idOf = ({ postId, notificationId, channelId }: Record<string, unknown>): unknown =>
	postId ?? notificationId ?? channelId;

/** An item of the trigger in words, with the date that keeps occurrences apart. */
export const describeEvent = ({ event, reason, date, ...ids }: Record<string, unknown>): string =>
	[event, idOf(ids), reason, event !== 'postCreated' && date].filter(Boolean).map(String).join(' ');

/**
 * People and networks at work in a service's state: posts are written, moved, published, fail and
 * are deleted, channels are disabled, and so on. It knows what a trigger has to report of it all.
 */
export class World {
	private expected: Expectation[] = [];

	private lost: LostConnection[] = [];

	/** When a lost connection was last reported, by n8n's clock; by channel, or by what is said of it. */
	private readonly reported = new Map<string, number>();

	/** At the last poll. */
	private seenDisabled: Set<string>;

	private readonly plans = new Map<string, Plan>();

	/** `now` is the service's clock. */
	constructor(
		readonly state: ServiceState,
		readonly random: () => number,
		public now: number,
		private readonly repeatDelay: number,
		private readonly reportAgain: number,
	) {
		this.seenDisabled = this.disabledChannels();
	}

	/** Lets time pass; what is due goes out, or fails. */
	advanceTo(time: number): void {
		for (;;) {
			const due = this.posts()
				.map((post) => ({ post, date: this.nextDate(post) }))
				.filter(({ date }) => date <= time)
				.sort((a, b) => a.date - b.date)[0];
			if (!due) break;
			this.now = Math.max(this.now, due.date);
			this.goOut(due.post, due.date);
		}
		this.now = time;
	}

	/** What is to be reported by a poll that succeeds at this moment of n8n's clock. */
	expectations(n8nNow: number): string[] {
		const reported = this.expected.filter(({ visibleFrom }) => visibleFrom <= n8nNow);
		this.expected = this.expected.filter((entry) => !reported.includes(entry));
		this.seenDisabled = this.disabledChannels();
		return [...reported.map(({ event }) => event), ...this.lostConnections(n8nNow)].sort();
	}

	/** A post that is to repeat is a single one if enough do. */
	createPost({ draft = false, mayRepeat = false } = {}): void {
		const on = this.pick(this.channels());
		if (!on) return;
		const repeating = this.posts().filter(({ intervalInDays }) => intervalInDays);
		const repeats = mayRepeat && repeating.length < MAX_REPEATING;
		const id = newId();
		// Some are dated in the past: they go out at once.
		const date = this.now + Math.round((this.random() * 3 - 0.2) * DAY);
		const post = newPost(id, on, {
			state: draft ? 'DRAFT' : 'QUEUE',
			publishDate: new Date(repeats ? Math.max(date, this.now + MINUTE) : date).toISOString(),
			createdAt: new Date(this.now).toISOString(),
			intervalInDays: repeats ? 1 + Math.floor(this.random() * 3) : null,
			parts: [{ id, content: 'Fresh beans', image: [], delay: 0, published: 'Fresh beans' }],
		});
		this.state.posts.push(post);
		this.plans.set(id, { fails: this.random() < 0.3 });
		this.expect({ event: 'postCreated', postId: id }, id);
		this.advanceTo(this.now);
	}

	/** A waiting post or draft gets another date. */
	movePost(): void {
		const post = this.pick(
			this.posts().filter(
				({ state, intervalInDays }) => /QUEUE|DRAFT/.test(state) && !intervalInDays,
			),
		);
		if (post) this.setDate(post, this.now + MINUTE + this.random() * 4 * DAY);
	}

	/** A post that went out or failed is scheduled once more. */
	queueAgain(): void {
		const post = this.pick(
			this.posts().filter(
				({ state, intervalInDays }) => /PUBLISHED|ERROR/.test(state) && !intervalInDays,
			),
		);
		if (!post) return;
		// The service no longer shows what nobody has looked at.
		this.forget((entry) => entry.subject === post.id && !entry.event.startsWith('postCreated'));
		post.state = 'QUEUE';
		this.setDate(post, this.now + MINUTE + this.random() * 2 * HOUR);
		this.plans.set(post.id, { fails: this.random() < 0.5 });
	}

	deletePost(): void {
		const post = this.pick(this.posts());
		if (post) this.drop(post);
	}

	notify(count: number, content = 'Something happened'): void {
		for (let index = 0; index < count; index++) {
			const id = newId();
			const createdAt = new Date(this.now + index).toISOString();
			this.state.notifications.unshift({
				id,
				content,
				link: null,
				createdAt,
			});
			this.expect({ event: 'newNotification', notificationId: id }, id);
		}
	}

	/** A network ends the connection of a channel; people read of it twice. */
	loseConnection(): void {
		const channel = this.pick(this.channels());
		if (!channel) return;
		const content = `Could not refresh your ${channel.identifier} channel`;
		for (let count = 0; count < 2; count++) this.notify(1, content);
		this.lost.push({ channel, content });
	}

	disableChannel(): void {
		const channel = this.pick(this.channels().filter(({ disabled }) => !disabled));
		if (!channel) return;
		channel.disabled = true;
		// Nobody saw that it worked in between.
		if (this.seenDisabled.has(channel.id)) return;
		this.expect(
			{ event: 'channelNeedsAttention', channelId: channel.id, reason: 'disabled' },
			channel.id,
		);
	}

	enableChannel(): void {
		const channel = this.pick(this.channels().filter(({ disabled }) => disabled));
		if (!channel) return;
		channel.disabled = false;
		this.forget(({ subject }) => subject === channel.id);
	}

	/** A channel is removed, and its posts with it. */
	removeChannel(): void {
		const channels = this.channels();
		// People keep some channels.
		const channel = channels.length > 5 ? this.pick(channels) : undefined;
		if (!channel) return;
		channel.deleted = true;
		this.posts()
			.filter(({ channelId }) => channelId === channel.id)
			.forEach((post) => this.drop(post));
		this.forget(({ subject }) => subject === channel.id);
		this.expect(
			{ event: 'channelNeedsAttention', channelId: channel.id, reason: 'gone' },
			channel.id,
		);
	}

	/** What is to be reported of them: each channel once a day, if it is clear which one is meant. */
	private lostConnections(n8nNow: number): string[] {
		return this.lost.splice(0).flatMap(({ channel, content }) => {
			const meant = this.channels().filter(({ identifier }) => identifier === channel.identifier);
			const id = meant.length === 1 ? meant[0].id : null;
			const last = this.reported.get(id ?? content) ?? -Infinity;
			if (n8nNow - last < this.reportAgain) return [];
			this.reported.set(id ?? content, n8nNow);
			return [
				describeEvent({ event: 'channelNeedsAttention', channelId: id, reason: 'reconnect' }),
			];
		});
	}

	private posts = () => this.state.posts.filter(({ deleted }) => !deleted);

	private channels = () => this.state.channels.filter(({ deleted }: Channel) => !deleted);

	private pick<T>(list: T[]): T | undefined {
		return list[Math.floor(this.random() * list.length)];
	}

	/** When a post goes out next, in ms; never for what waits for nothing. */
	private nextDate({ state, publishDate, intervalInDays, publications }: StoredPost): number {
		const first = Date.parse(publishDate);
		if (intervalInDays) return first + publications * intervalInDays * DAY;
		return state === 'QUEUE' ? first : Infinity;
	}

	private goOut(post: StoredPost, date: number): void {
		const { fails } = this.plans.get(post.id)!;
		post.state = fails ? 'ERROR' : 'PUBLISHED';
		post.publications += 1;
		post.publishedAt = new Date(this.now).toISOString();
		if (!fails) post.releaseId = newId();
		this.expect(
			{
				event: fails ? 'postFailed' : 'postPublished',
				postId: post.id,
				date: new Date(date).toISOString(),
			},
			post.id,
			post.intervalInDays ? date + this.repeatDelay : undefined,
		);
	}

	private setDate(post: StoredPost, date: number): void {
		post.publishDate = new Date(Math.round(date)).toISOString();
	}

	private disabledChannels(): Set<string> {
		return new Set(this.state.channels.filter(({ disabled }) => disabled).map(({ id }) => id));
	}

	private drop(post: StoredPost): void {
		post.deleted = true;
		this.forget(({ subject }) => subject === post.id);
	}

	private expect(event: Record<string, unknown>, subject: string, visibleFrom = 0): void {
		this.expected.push({ event: describeEvent(event), subject, visibleFrom });
	}

	private forget(unwanted: (entry: Expectation) => boolean): void {
		this.expected = this.expected.filter((entry) => !unwanted(entry));
	}
}

/** People and networks on a service of their own, as the sandbox is at first. */
export const newWorld = (...more: RestOf<ConstructorParameters<typeof World>>): World =>
	new World(createSeed(createAccess('key')), ...more);
type RestOf<List> = List extends [unknown, ...infer Rest] ? Rest : never;

/** Something that happens in a world, and how often it does. */
interface Happening {
	name: string;
	weight: number;
	happen: (world: World) => void;
}

export const HAPPENINGS: Happening[] = [
	{ name: 'createPost', weight: 30, happen: (world) => world.createPost() },
	{ name: 'createDraft', weight: 5, happen: (world) => world.createPost({ draft: true }) },
	{ name: 'createRepeating', weight: 4, happen: (world) => world.createPost({ mayRepeat: true }) },
	{ name: 'movePost', weight: 10, happen: (world) => world.movePost() },
	{ name: 'queueAgain', weight: 6, happen: (world) => world.queueAgain() },
	{ name: 'deletePost', weight: 8, happen: (world) => world.deletePost() },
	{ name: 'notify', weight: 12, happen: (world) => world.notify(1) },
	{ name: 'notifyOften', weight: 1, happen: (world) => world.notify(130) },
	{ name: 'loseConnection', weight: 3, happen: (world) => world.loseConnection() },
	{ name: 'disableChannel', weight: 4, happen: (world) => world.disableChannel() },
	{ name: 'enableChannel', weight: 4, happen: (world) => world.enableChannel() },
	{ name: 'removeChannel', weight: 1, happen: (world) => world.removeChannel() },
];

/** One of them, by chance. */
export function pickHappening(
	random: () => number,
	happenings = HAPPENINGS,
): (world: World) => void {
	let rest = random() * happenings.reduce((sum, { weight }) => sum + weight, 0);
	return (happenings.find(({ weight }) => (rest -= weight) < 0) ?? happenings[0]).happen;
}

/** All of them but these. */
export function happeningsWithout(...names: string[]): Happening[] {
	const others = HAPPENINGS.filter(({ name }) => !names.includes(name));
	if (others.length !== HAPPENINGS.length - names.length) throw new Error('A name is unknown');
	return others;
}
