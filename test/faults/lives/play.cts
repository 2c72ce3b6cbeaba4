/**
 * Plays the lives of posts under the eyes of the trigger, while lists fail, the service is down, n8n is started again or
 * led by another main instance, and people edit the trigger and change keys and clocks. A script is made from its number
 * alone.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { say } from '../../harness/steps.cjs';
import type { Service } from '../../service/server.cjs';
import type { StoredPost } from '../../service/state.cjs';
import { DAY, HOUR, MINUTE, dice, type Dice } from '../../shared/happenings.cjs';
import { isCertainInJob } from '../../shared/ways.cjs';
import { N8n, type Interference } from './n8n.cjs';
import { Oracle, type Shown } from './oracle.cjs';
import { World } from './world.cjs';

const START = Date.parse('2026-09-07T00:00:00.000Z');
const LOOKS = 30;
const EVENTS = ['postFailed', 'postOverdue', 'postPublished'];
/** So many scripts have one with 2,000 posts. */
const CROWDED_EVERY = 50;

const NOTHING_WRONG = { interfere: () => undefined, stops: false };

export interface Lived {
	problems: string[];
	looks: number;
	events: number;
}

/** Lets all waits end at once, and n8n's clock be ahead of the service's. */
function holdTime(clock: { time: number; ahead: number }): () => void {
	const { now } = Date;
	const wait = globalThis.setTimeout;
	Date.now = () => clock.time + clock.ahead;
	globalThis.setTimeout = ((done: () => void) => setImmediate(done)) as never;
	return () => {
		Date.now = now;
		globalThis.setTimeout = wait;
	};
}

/** Plays a script on a service whose clock is `clock`. */
export async function playLives(
	service: Service,
	clock: { time: number },
	seed: number,
): Promise<Lived> {
	const time = Object.assign(clock, { time: START, ahead: 0 });
	const letGo = holdTime(time);
	try {
		service.reset();
		service.requests.length = 0;
		return await new Play(service, time, dice(seed), seed).run();
	} finally {
		letGo();
	}
}

class Play {
	private readonly lived: Lived = { problems: [], looks: 0, events: 0 };
	private readonly world: World;
	private readonly n8n: N8n;
	private readonly oracle = new Oracle();
	/** The key is that of the neighbours. */
	private isElsewhere = false;
	private lookedAt = START;

	constructor(
		private readonly service: Service,
		private readonly clock: { time: number; ahead: number },
		private readonly dice: Dice,
		private readonly seed: number,
	) {
		this.world = new World(service, clock, dice);
		this.n8n = new N8n(service, EVENTS, this.dice.chance(0.3));
	}

	async run(): Promise<Lived> {
		if (this.seed % CROWDED_EVERY === 0) this.world.fill(2000);
		for (let count = 0; count < 15; count++) this.world.happen();
		this.world.advanceTo(START + 5 * MINUTE);
		await this.switchOn('activate');
		while (this.lived.looks < LOOKS && this.lived.problems.length === 0) {
			this.liveOn();
			// n8n itself was down so long.
			const isBack = this.clock.time - this.lookedAt > 7 * DAY;
			if (isBack || this.dice.chance(0.12)) {
				this.show('n8n is started again');
				this.n8n.restart('init');
				this.oracle.forget();
				await this.look();
			}
			if (this.dice.chance(0.08)) {
				this.show('the other main instance leads');
				this.n8n.leadBy();
				this.oracle.forget();
				await this.look();
			}
			if (this.dice.chance(0.15)) await this.change();
			if (this.dice.chance(0.03)) await this.beDown();
			if (this.dice.chance(0.1)) this.n8n.meanwhile = async () => await this.editMeanwhile();
			await this.look();
		}
		return this.lived;
	}

	/** Some time passes, in which things happen. */
	private liveOn(): void {
		const { clock, world } = this;
		let length = (1 + this.dice.random() * 40) * MINUTE;
		if (this.dice.chance(0.1)) length = this.dice.random() * 10 * HOUR;
		if (this.dice.chance(0.03)) length = this.dice.random() * 20 * DAY;
		const until = clock.time + Math.round(length);
		while (this.dice.chance(0.6)) {
			world.advanceTo(clock.time + Math.round(this.dice.random() * (until - clock.time)));
			world.happen();
		}
		world.advanceTo(until);
	}

	/** What a person, or a computer, does. */
	private async change(): Promise<void> {
		const { n8n } = this;
		const change = this.dice.pick([
			'filters',
			'filters',
			'rotate',
			'elsewhere',
			'rename',
			'off',
			'clock',
		]);
		this.show(`change: ${change}`);
		if (change === 'clock') {
			this.clock.ahead = this.dice.pick([0, 3 * MINUTE, -3 * MINUTE, 3 * HOUR, -3 * HOUR]);
		} else if (change === 'off') {
			// Published again, or disabled for weeks and enabled.
			const isDisabled = this.dice.chance(0.3);
			if (isDisabled) this.world.advanceTo(this.clock.time + 10 * DAY);
			this.liveOn();
			await this.switchOn(isDisabled ? 'update' : 'activate');
		} else if (change === 'rotate' || change === 'elsewhere') {
			if (change === 'elsewhere') {
				// Where nothing is, or everything is newer than the last list, it would seem to be the same workspace.
				this.world.addPublished(!this.isElsewhere);
				await this.look(NOTHING_WRONG);
				this.isElsewhere = !this.isElsewhere;
				this.oracle.begin();
			}
			const { state } = this.service;
			if (!this.isElsewhere) state.apiKey = `rotated ${this.dice.random()}`;
			n8n.apiKey = this.isElsewhere ? state.neighbour.apiKey : state.apiKey;
			if (this.isElsewhere) n8n.parameters = { ...n8n.parameters, filters: {} };
			// Another key of the same workspace is entered in the credential.
			if (change === 'elsewhere') await this.edit();
		} else {
			if (change === 'rename') n8n.name = `Renamed ${this.dice.random()}`;
			else n8n.parameters = { ...n8n.parameters, filters: this.someFilters() };
			await this.edit();
		}
	}

	private async edit(): Promise<void> {
		this.n8n.restart('update');
		await this.look();
	}

	/** Somebody edits the trigger while it looks; the edited one looks at once, or later, when n8n threw the first look away. */
	private async editMeanwhile(): Promise<void> {
		this.show('edited meanwhile');
		this.n8n.restart('update');
		if (this.n8n.isOld || this.dice.chance(0.5)) await this.look();
	}

	private someFilters(): INodeParameters {
		if (this.isElsewhere) return {};
		return this.dice.pick<() => INodeParameters>([
			() => ({}),
			() => ({ channels: [`group:${this.dice.pick(this.service.state.groups).id}`] }),
			() => ({ channels: [`group:${this.dice.pick(this.service.state.groups).id}`] }),
			() => ({ providers: ['telegram', 'x'] }),
			() => ({ channels: this.world.channels.slice(0, 3).map(({ id }) => id) }),
		])();
	}

	/** What is there by then is not told. */
	private async switchOn(activation: 'activate' | 'update'): Promise<void> {
		this.oracle.begin();
		this.n8n.meanwhile = undefined;
		this.n8n.restart(activation);
		await this.look(NOTHING_WRONG);
	}

	/** The service does not answer for an hour. */
	private async beDown(): Promise<void> {
		for (let minutes = 0; minutes < 60; minutes += 10) {
			await this.look({ interfere: () => ({ error: 'ECONNREFUSED' }), stops: true });
			this.liveOnFor(10 * MINUTE);
		}
	}

	private liveOnFor(length: number): void {
		if (this.dice.chance(0.3)) this.world.happen();
		this.world.advanceTo(this.clock.time + length);
	}

	private async look(fault = this.dice.chance(0.15) ? this.someFault() : undefined): Promise<void> {
		const { n8n, oracle, lived } = this;
		n8n.interfere = fault?.interfere ?? (() => undefined);
		lived.looks += 1;
		const where = `look ${lived.looks}`;
		try {
			const found = (await n8n.poll()) ?? [];
			const told = n8n.threwAway ? undefined : found;
			this.lookedAt = this.clock.time;
			const events = told?.map(({ event, postId }) => `${String(event)} ${String(postId)}`);
			this.show(`${where} of ${n8n.listed.size} posts: ${events?.join(', ') ?? 'thrown away'}`);
			if (!told) return oracle.miss(this.posts(), n8n.listed, this.clock.time);
			lived.events += told.length;
			const problems = [
				...oracle.judge(told, this.posts(), n8n.listed, this.clock.time),
				...this.misjudged(told, fault === undefined),
			];
			lived.problems.push(...problems.map((problem) => `${where}: ${problem}`));
		} catch (error) {
			if (!fault?.stops) lived.problems.push(`${where} fails: ${(error as Error).message}`);
		} finally {
			n8n.interfere = () => undefined;
		}
	}

	/** Failures of which a row says that nothing is online, though something may be, or the other way round. */
	private misjudged(told: IDataObject[], isHealthy: boolean): string[] {
		const { state } = this.service;
		return told.flatMap(({ event, postId, maybePublished }) => {
			const post = [...state.posts, ...state.neighbour.posts].find(({ id }) => id === postId);
			if (event !== 'postFailed' || !post) return [];
			const isCertain = this.world.failedForGood(post);
			const isUpload = post.error?.includes('"activityType":"postSocialPending"') === true;
			const isCertainJob = isUpload && isCertainInJob(post.identifier, 'postSocialPending');
			if (!maybePublished && !isCertain && !isCertainJob)
				return [`may be online, and is told as failed: ${post.id}`];
			if (maybePublished && isCertain && isHealthy)
				return [`is not online, and is doubted: ${post.id}`];
			return [];
		});
	}

	private show(what: string): void {
		const place = this.isElsewhere ? ' at the neighbours' : '';
		if (process.env.FAULT_SHOW) say(`  ${new Date(this.clock.time).toISOString()}${place} ${what}`);
	}

	/** All posts as they are, seen through the filters of the trigger. */
	private posts(): Shown[] {
		const { channels: chosen, providers } = this.n8n.parameters.filters as Record<string, string[]>;
		const { state } = this.service;
		const show = (post: StoredPost, isWanted = true): Shown => ({
			...this.world.fates.get(post.id)!,
			id: post.id,
			date: Date.parse(post.publishDate),
			repeats: post.intervalInDays !== null,
			hasLink: post.releaseURL !== null,
			isWanted,
		});
		if (this.isElsewhere) return state.neighbour.posts.map((post) => show(post));
		return this.world.posts.map((post) => {
			const channel = state.channels.find(({ id }) => id === post.channelId)!;
			const isWanted =
				(!chosen ||
					chosen.includes(channel.id) ||
					chosen.includes(`group:${channel.customerId}`)) &&
				(!providers || providers.includes(channel.identifier));
			return show(post, isWanted);
		});
	}

	private someFault(): { interfere: Interference; stops: boolean } {
		const isList = (path: string) => path.endsWith('/v1/posts');
		const stopping: Interference[] = [
			(path) => (isList(path) ? { status: this.dice.pick([401, 403, 429, 500]) } : undefined),
			(path) => (isList(path) ? { error: 'ECONNRESET' } : undefined),
			// Only a filter of channels or groups needs it.
			(path) => (path.endsWith('/integrations') ? { status: 500 } : undefined),
		];
		const passing: Interference[] = [
			(path) => (isList(path) ? { body: { posts: [] } } : undefined),
			(path) => (path.includes('/public/posts/') ? { status: 500 } : undefined),
		];
		const stops = this.dice.chance(0.5);
		return { interfere: this.dice.pick(stops ? stopping : passing), stops };
	}
}
