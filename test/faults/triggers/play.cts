/**
 * Polls with the trigger while posts change, lists fail, the service is down, n8n restarts or another main instance
 * takes over, and people edit the trigger, keys and clocks. The seed alone decides what happens.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { print } from '../../harness/steps.cjs';
import type { Service } from '../../service/server.cjs';
import type { StoredPost } from '../../service/state.cjs';
import { createRandom, type Random } from '../../shared/random.cjs';
import { DAY, HOUR, MINUTE } from '../../shared/time.cjs';
import { isCertainInJob } from '../../shared/failureCases.cjs';
import { SimulatedN8n, type Intercept } from './simulatedN8n.cjs';
import { Oracle, type PolledPost } from './oracle.cjs';
import { SimulatedWorkspace } from './simulatedWorkspace.cjs';

const START = Date.parse('2026-09-07T00:00:00.000Z');
const POLLS = 30;
const EVENTS = ['postFailed', 'postOverdue', 'postPublished'];
/** One in so many scripts has 2,000 posts. */
const CROWDED_EVERY = 50;

const NO_FAULT = { intercept: () => undefined, stops: false };

export interface TriggerResult {
	problems: string[];
	polls: number;
	events: number;
}

/** Ends all timeouts at once, and sets n8n's clock ahead of the service's. */
function controlTime(clock: { time: number; ahead: number }): () => void {
	const { now } = Date;
	const wait = globalThis.setTimeout;
	Date.now = () => clock.time + clock.ahead;
	globalThis.setTimeout = ((done: () => void) => setImmediate(done)) as never;
	return () => {
		Date.now = now;
		globalThis.setTimeout = wait;
	};
}

/** Plays a script on a service that uses `clock`. */
export async function playTriggerScript(
	service: Service,
	clock: { time: number },
	seed: number,
): Promise<TriggerResult> {
	const time = Object.assign(clock, { time: START, ahead: 0 });
	const restoreTime = controlTime(time);
	try {
		service.reset();
		service.requests.length = 0;
		return await new TriggerSimulation(service, time, createRandom(seed), seed).run();
	} finally {
		restoreTime();
	}
}

class TriggerSimulation {
	private readonly result: TriggerResult = { problems: [], polls: 0, events: 0 };
	private readonly workspace: SimulatedWorkspace;
	private readonly n8n: SimulatedN8n;
	private readonly oracle = new Oracle();
	/** The key belongs to the other workspace. */
	private usesOtherWorkspace = false;
	private polledAt = START;

	constructor(
		private readonly service: Service,
		private readonly clock: { time: number; ahead: number },
		private readonly random: Random,
		private readonly seed: number,
	) {
		this.workspace = new SimulatedWorkspace(service, clock, random);
		this.n8n = new SimulatedN8n(service, EVENTS, this.random.chance(0.3));
	}

	async run(): Promise<TriggerResult> {
		if (this.seed % CROWDED_EVERY === 0) this.workspace.addPublishedPosts(2000);
		for (let count = 0; count < 15; count++) this.workspace.changeSomething();
		this.workspace.advanceTo(START + 5 * MINUTE);
		await this.activate('activate');
		while (this.result.polls < POLLS && this.result.problems.length === 0) {
			this.passTime();
			// n8n was down.
			const wasDown = this.clock.time - this.polledAt > 7 * DAY;
			if (wasDown || this.random.chance(0.12)) {
				this.printStep('n8n restarts');
				this.n8n.restart('init');
				this.oracle.loseMemory();
				await this.poll();
			}
			if (this.random.chance(0.08)) {
				this.printStep('the other main instance takes over');
				this.n8n.changeLeader();
				this.oracle.loseMemory();
				await this.poll();
			}
			if (this.random.chance(0.15)) await this.changeSetup();
			if (this.random.chance(0.03)) await this.interruptService();
			if (this.random.chance(0.1)) this.n8n.duringList = async () => await this.editDuringPoll();
			await this.poll();
		}
		return this.result;
	}

	/** Lets time pass, with random changes. */
	private passTime(): void {
		const { clock, workspace } = this;
		let length = (1 + this.random.drawFraction() * 40) * MINUTE;
		if (this.random.chance(0.1)) length = this.random.drawFraction() * 10 * HOUR;
		if (this.random.chance(0.03)) length = this.random.drawFraction() * 20 * DAY;
		const until = clock.time + Math.round(length);
		while (this.random.chance(0.6)) {
			workspace.advanceTo(
				clock.time + Math.round(this.random.drawFraction() * (until - clock.time)),
			);
			workspace.changeSomething();
		}
		workspace.advanceTo(until);
	}

	/** A person edits the trigger, its key or a clock. */
	private async changeSetup(): Promise<void> {
		const { n8n } = this;
		const change = this.random.pick([
			'filters',
			'filters',
			'rotate',
			'elsewhere',
			'rename',
			'off',
			'clock',
		]);
		this.printStep(`change: ${change}`);
		if (change === 'clock') {
			this.clock.ahead = this.random.pick([0, 3 * MINUTE, -3 * MINUTE, 3 * HOUR, -3 * HOUR]);
		} else if (change === 'off') {
			// The workflow is published again, or was disabled for days.
			const isDisabled = this.random.chance(0.3);
			if (isDisabled) this.workspace.advanceTo(this.clock.time + 10 * DAY);
			this.passTime();
			await this.activate(isDisabled ? 'update' : 'activate');
		} else if (change === 'rotate' || change === 'elsewhere') {
			if (change === 'elsewhere') {
				// An empty workspace, or one with only newer posts, would look like the same one.
				this.workspace.addPublished(!this.usesOtherWorkspace);
				await this.poll(NO_FAULT);
				this.usesOtherWorkspace = !this.usesOtherWorkspace;
				this.oracle.startOver();
			}
			const { state } = this.service;
			if (!this.usesOtherWorkspace) state.apiKey = `rotated ${this.random.drawFraction()}`;
			n8n.apiKey = this.usesOtherWorkspace ? state.otherWorkspace.apiKey : state.apiKey;
			if (this.usesOtherWorkspace) n8n.parameters = { ...n8n.parameters, filters: {} };
			// A rotated key is entered in the credential, without an edit of the workflow.
			if (change === 'elsewhere') await this.edit();
		} else {
			if (change === 'rename') n8n.name = `Renamed ${this.random.drawFraction()}`;
			else n8n.parameters = { ...n8n.parameters, filters: this.drawFilters() };
			await this.edit();
		}
	}

	private async edit(): Promise<void> {
		this.n8n.restart('update');
		await this.poll();
	}

	/** Edits the trigger during a poll. The edited one polls at once, or after n8n discarded the first poll. */
	private async editDuringPoll(): Promise<void> {
		this.printStep('edited during the poll');
		this.n8n.restart('update');
		if (this.n8n.isOld || this.random.chance(0.5)) await this.poll();
	}

	private drawFilters(): INodeParameters {
		if (this.usesOtherWorkspace) return {};
		return this.random.pick<() => INodeParameters>([
			() => ({}),
			() => ({ channels: [`group:${this.random.pick(this.service.state.groups).id}`] }),
			() => ({ channels: [`group:${this.random.pick(this.service.state.groups).id}`] }),
			() => ({ providers: ['telegram', 'x'] }),
			() => ({ channels: this.workspace.channels.slice(0, 3).map(({ id }) => id) }),
		])();
	}

	/** Activates the workflow: posts from before are not reported. */
	private async activate(activation: 'activate' | 'update'): Promise<void> {
		this.oracle.startOver();
		this.n8n.duringList = undefined;
		this.n8n.restart(activation);
		await this.poll(NO_FAULT);
	}

	/** Makes the service unreachable for an hour. */
	private async interruptService(): Promise<void> {
		for (let minutes = 0; minutes < 60; minutes += 10) {
			await this.poll({ intercept: () => ({ error: 'ECONNREFUSED' }), stops: true });
			this.passTimeFor(10 * MINUTE);
		}
	}

	private passTimeFor(length: number): void {
		if (this.random.chance(0.3)) this.workspace.changeSomething();
		this.workspace.advanceTo(this.clock.time + length);
	}

	private async poll(
		fault = this.random.chance(0.15) ? this.drawFault() : undefined,
	): Promise<void> {
		const { n8n, oracle, result } = this;
		n8n.intercept = fault?.intercept ?? (() => undefined);
		result.polls += 1;
		const where = `poll ${result.polls}`;
		try {
			const found = (await n8n.poll()) ?? [];
			const reported = n8n.wasDiscarded ? undefined : found;
			this.polledAt = this.clock.time;
			const events = reported?.map(({ event, postId }) => `${String(event)} ${String(postId)}`);
			this.printStep(
				`${where} of ${n8n.listedIds.size} posts: ${events?.join(', ') ?? 'discarded'}`,
			);
			if (!reported)
				return oracle.recordDiscardedPoll(this.listPosts(), n8n.listedIds, this.clock.time);
			result.events += reported.length;
			const problems = [
				...oracle.checkPoll(reported, this.listPosts(), n8n.listedIds, this.clock.time),
				...this.checkFailures(reported, fault === undefined),
			];
			result.problems.push(...problems.map((problem) => `${where}: ${problem}`));
		} catch (error) {
			if (!fault?.stops) result.problems.push(`${where} fails: ${(error as Error).message}`);
		} finally {
			n8n.intercept = () => undefined;
		}
	}

	/** Returns failures that are reported as final although the post may be online, or the other way round. */
	private checkFailures(reported: IDataObject[], isHealthy: boolean): string[] {
		const { state } = this.service;
		return reported.flatMap(({ event, postId, maybePublished }) => {
			const post = [...state.posts, ...state.otherWorkspace.posts].find(({ id }) => id === postId);
			if (event !== 'postFailed' || !post) return [];
			const failedForGood = this.workspace.hasFailedForGood(post);
			const isUpload = post.error?.includes('"activityType":"postSocialPending"') === true;
			const failedInUpload = isUpload && isCertainInJob(post.identifier, 'postSocialPending');
			if (!maybePublished && !failedForGood && !failedInUpload)
				return [`reported as failed, but may be online: ${post.id}`];
			if (maybePublished && failedForGood && isHealthy)
				return [`reported as perhaps online, but is not: ${post.id}`];
			return [];
		});
	}

	private printStep(what: string): void {
		const place = this.usesOtherWorkspace ? ' in the other workspace' : '';
		if (process.env.FAULT_SHOW)
			print(`  ${new Date(this.clock.time).toISOString()}${place} ${what}`);
	}

	/** All posts, and whether they pass the filters of the trigger. */
	private listPosts(): PolledPost[] {
		const { channels: chosen, providers } = this.n8n.parameters.filters as Record<string, string[]>;
		const { state } = this.service;
		const toPolledPost = (post: StoredPost, passesFilters = true): PolledPost => ({
			...this.workspace.histories.get(post.id)!,
			id: post.id,
			date: Date.parse(post.publishDate),
			repeats: post.intervalInDays !== null,
			hasLink: post.releaseURL !== null,
			passesFilters,
		});
		if (this.usesOtherWorkspace)
			return state.otherWorkspace.posts.map((post) => toPolledPost(post));
		return this.workspace.posts.map((post) => {
			const channel = state.channels.find(({ id }) => id === post.channelId)!;
			const isWanted =
				(!chosen ||
					chosen.includes(channel.id) ||
					chosen.includes(`group:${channel.customerId}`)) &&
				(!providers || providers.includes(channel.identifier));
			return toPolledPost(post, isWanted);
		});
	}

	private drawFault(): { intercept: Intercept; stops: boolean } {
		const isList = (path: string) => path.endsWith('/v1/posts');
		const stopping: Intercept[] = [
			(path) => (isList(path) ? { status: this.random.pick([401, 403, 429, 500]) } : undefined),
			(path) => (isList(path) ? { error: 'ECONNRESET' } : undefined),
			// Only filters by channel or group need this list.
			(path) => (path.endsWith('/integrations') ? { status: 500 } : undefined),
		];
		const passing: Intercept[] = [
			(path) => (isList(path) ? { body: { posts: [] } } : undefined),
			(path) => (path.includes('/public/posts/') ? { status: 500 } : undefined),
		];
		const stops = this.random.chance(0.5);
		return { intercept: this.random.pick(stops ? stopping : passing), stops };
	}
}
