/**
 * Plays the lives of posts under the eyes of the trigger, while lists fail, n8n is started again, and people change
 * filters, keys and clocks. A script is made from its number alone.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../../service/server.cjs';
import type { StoredPost } from '../../service/state.cjs';
import { DAY, HOUR, MINUTE, seededRandom } from '../../shared/happenings.cjs';
import { Trigger, type Database, type Interference } from './n8n.cjs';
import { Oracle, shownAs, type Shown } from './oracle.cjs';
import { World } from './world.cjs';

const START = Date.parse('2026-09-07T00:00:00.000Z');
const LOOKS = 30;
const EVENTS = ['postCreated', 'postFailed', 'postPublished'];

export interface Lived {
	problems: string[];
	looks: number;
	events: number;
}

/** A trigger, what it has to tell, and what it has to tell after n8n was started again. */
interface Watched {
	trigger: Trigger;
	oracle: Oracle;
	stored: Oracle;
	/** The key is that of the neighbours. */
	isElsewhere: boolean;
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
	const random = seededRandom(seed);
	const time = Object.assign(clock, { time: START, ahead: 0 });
	const letGo = holdTime(time);
	try {
		service.reset();
		service.requests.length = 0;
		return await new Play(service, time, random, seed).run();
	} finally {
		letGo();
	}
}

class Play {
	private readonly lived: Lived = { problems: [], looks: 0, events: 0 };
	private readonly world: World;
	private readonly watched: Watched;

	constructor(
		private readonly service: Service,
		private readonly clock: { time: number; ahead: number },
		private readonly random: () => number,
		seed: number,
	) {
		this.world = new World(service, clock, random);
		const database: Database = {
			id: `workflow ${seed}`,
			staticData: '{}',
			onStore: () => (this.watched.stored = this.watched.oracle.copy()),
		};
		const trigger = new Trigger(service, database, this.chance(0.5));
		trigger.parameters = { events: EVENTS, filters: {} };
		this.watched = { trigger, oracle: new Oracle(), stored: new Oracle(), isElsewhere: false };
	}

	async run(): Promise<Lived> {
		Trigger.endProcess();
		for (let count = 0; count < 15; count++) this.world.happen();
		this.world.advanceTo(START + 5 * MINUTE);
		await this.switchOn(this.watched);
		while (this.lived.looks < LOOKS && this.lived.problems.length === 0) {
			this.liveOn();
			if (this.chance(0.12)) this.startAgain();
			const one = this.watched;
			if (this.chance(0.15)) await this.change(one);
			await this.look(one);
		}
		return this.lived;
	}

	private chance = (of: number) => this.random() < of;
	private pick = <T,>(list: T[]): T => list[Math.floor(this.random() * list.length)];

	/** Some time passes, in which things happen. */
	private liveOn(): void {
		const { clock, world } = this;
		let length = (1 + this.random() * 40) * MINUTE;
		if (this.chance(0.1)) length = this.random() * 10 * HOUR;
		if (this.chance(0.03)) length = this.random() * 20 * DAY;
		const until = clock.time + Math.round(length);
		while (this.chance(0.6)) {
			world.advanceTo(clock.time + Math.round(this.random() * (until - clock.time)));
			world.happen();
		}
		world.advanceTo(until);
	}

	/** What a person, or a computer, does. */
	private async change(one: Watched): Promise<void> {
		const { trigger } = one;
		const change = this.pick([
			'filters',
			'filters',
			'rotate',
			'elsewhere',
			'rename',
			'pause',
			'clock',
		]);
		switch (change) {
			case 'clock':
				this.clock.ahead = this.pick([0, 3 * MINUTE, -3 * MINUTE, 3 * DAY, -3 * DAY]);
				return;
			case 'pause':
				this.liveOn();
				await this.switchOn(one);
				return;
			case 'rotate':
			case 'elsewhere':
				if (change === 'elsewhere') one.isElsewhere = !one.isElsewhere;
				if (!one.isElsewhere) this.service.state.apiKey = `rotated ${this.random()}`;
				this.useKey(one);
				return;
			case 'rename':
				trigger.name = `Renamed ${this.random()}`;
				break;
			default:
				trigger.parameters = { ...trigger.parameters, filters: this.someFilters(one) };
		}
		trigger.begin('update');
	}

	private useKey(one: Watched): void {
		const { state } = this.service;
		const key = one.isElsewhere ? state.neighbour.apiKey : state.apiKey;
		one.trigger.apiKey = key;
		if (one.isElsewhere) one.trigger.parameters = { ...one.trigger.parameters, filters: {} };
	}

	private someFilters({ isElsewhere }: Watched): IDataObject {
		if (isElsewhere) return {};
		return this.pick<() => IDataObject>([
			() => ({}),
			() => ({ group: this.pick(this.service.state.groups).id }),
			() => ({ group: this.pick(this.service.state.groups).id }),
			() => ({ providers: ['telegram', 'x'] }),
			() => ({ channels: this.world.channels.slice(0, 3).map(({ id }) => id) }),
		])();
	}

	private async switchOn({ trigger, oracle }: Watched): Promise<void> {
		oracle.begin();
		trigger.seen = [];
		trigger.begin('activate');
		this.report(await trigger.look(), 'at activation');
		oracle.judge([], this.glance(trigger, false));
		trigger.database.onStore();
	}

	/** n8n ends, calmly or not, and starts again. */
	private startAgain(): void {
		Trigger.endProcess();
		this.watched.oracle = this.watched.stored.copy();
		this.watched.trigger.begin('init');
	}

	private async look(one: Watched): Promise<void> {
		const { trigger, oracle } = one;
		const fault = this.chance(0.15) ? this.someFault() : undefined;
		trigger.interfere = fault?.interfere ?? (() => undefined);
		this.lived.looks += 1;
		let told: IDataObject[];
		const { onStore } = trigger.database;
		let hasStored = false;
		trigger.database.onStore = () => (hasStored = true);
		try {
			told = await trigger.look();
		} catch (error) {
			if (!fault?.stops) this.report([], `it fails: ${(error as Error).message}`);
			return;
		} finally {
			trigger.interfere = () => undefined;
			trigger.database.onStore = onStore;
		}
		this.lived.events += told.length;
		const problems = oracle.judge(told, this.glance(trigger, fault !== undefined));
		const where = `look ${this.lived.looks}`;
		this.lived.problems.push(...problems.map((problem) => `${where}: ${problem}`));
		if (hasStored) onStore();
	}

	private glance(trigger: Trigger, isDisturbed: boolean) {
		const { apiKey: key, seen: lists } = trigger;
		return {
			events: EVENTS,
			posts: this.posts(trigger),
			lists,
			key,
			now: this.clock.time,
			isDisturbed,
		};
	}

	private report(told: IDataObject[], problem: string): void {
		if (told.length > 0 || problem.startsWith('it fails')) {
			this.lived.problems.push(`look ${this.lived.looks}: ${problem}`);
		}
	}

	/** All posts as they are, seen through the filters of a trigger. */
	private posts({ parameters, apiKey }: Trigger): Shown[] {
		const { filters } = parameters as { filters: Record<string, string> };
		const { channels: ids, group, providers } = filters;
		const { state } = this.service;
		const show = (post: StoredPost) => shownAs(post, this.world.fates.get(post.id)!);
		if (apiKey === state.neighbour.apiKey) {
			return state.neighbour.posts.map((post) => ({
				...show(post),
				isListed: true,
				isWanted: true,
			}));
		}
		return this.world.posts.map((post) => {
			const channel = state.channels.find(({ id }) => id === post.channelId)!;
			const isListed = !group || channel.customerId === group;
			const isWanted =
				isListed &&
				(!ids || ids.includes(channel.id)) &&
				(!providers || providers.includes(channel.identifier));
			return { ...show(post), isListed, isWanted };
		});
	}

	private someFault(): { interfere: Interference; stops: boolean } {
		const lists = (path: string) => path.endsWith('/v1/posts');
		let times = 0;
		const stopping: Interference[] = [
			(path) => (lists(path) ? { status: this.pick([401, 403, 429, 500]) } : undefined),
			(path) => (lists(path) ? { error: 'ECONNRESET' } : undefined),
			// Only a filter of channels or groups needs it.
			(path) => (path.endsWith('/integrations') ? { status: 500 } : undefined),
		];
		const passing: Interference[] = [
			(path, { startDate, endDate }) =>
				lists(path) && Date.parse(String(endDate)) - Date.parse(String(startDate)) > 300 * DAY
					? this.pick([{ status: 500 }, { error: 'ETIMEDOUT' }])
					: undefined,
			(path) => (lists(path) && times++ === 0 ? { body: { posts: [] } } : undefined),
			(path) => (path.includes('/public/posts/') ? { status: 500 } : undefined),
		];
		const stops = this.chance(0.5);
		return { interfere: this.pick(stops ? stopping : passing), stops };
	}
}
