import { PostFinder, unknownPost } from '../../calendar/find';
import { missingTags, type CalendarPost } from '../../calendar/post';
import type { FactsOf } from '../../channels/facts';
import { refuseUnusableChannel } from '../../channels/targets';
import type { MediaFile } from '../../media/mediaFile';
import type { Uploads } from '../../media/uploads';
import { TOO_MANY_REQUESTS } from '../../transport/answer';
import type { PostizClient } from '../../transport/client';
import { append } from '../../values/lists';
import { caughtProblem, Problem, quote } from '../../values/problem';
import { locks } from '../../values/locks';
import { filesOfPost } from '../payload';
import { completePost } from '../plan/completePlan';
import { isMade, SETTING, unsavedIn } from './differences';
import { ownGroup, removesParts } from './group';
import { planChange } from './planChange';
import { becomesScheduled, refuseUnpublishable } from './refuseChange';
import type { Change, PlannedChange, SentChange } from './types';
import { PostWriter } from './writer';

/** The max age of a list before a change, in ms, as others may change the post. */
const MAX_AGE_MS = 15_000;

/** Says how a post that was just read should be. */
export type MakeChange = (before: CalendarPost) => Change | Promise<Change>;

interface Tools {
	uploads: Uploads;
	factsOf: FactsOf;
	timezone: string;
	/** Changes that earlier tries of the run may have made, by key. */
	unclear: Map<string, SentChange>;
}

/**
 * Changes posts, each change once (docs/api.md, Changing a post). Posts are read with the credential first, as changing
 * the ID or group of a foreign post would change or delete that one. All methods throw {@link Problem}.
 */
export class PostChanger {
	readonly posts: PostFinder;
	/** All changes that were sent, and tags that Postiz doesn't have, for hints. */
	readonly sent: SentChange[] = [];
	readonly missingTags: string[] = [];
	private readonly writer: PostWriter;
	/** Once the hourly limit is reached, nothing more is sent, as rejected requests count, too. */
	private limited?: Problem;

	constructor(
		private readonly client: PostizClient,
		private readonly tools: Tools,
	) {
		this.posts = new PostFinder(client);
		this.writer = new PostWriter(client, tools);
	}

	/**
	 * Changes a post into what it should be, while no other execution in this process changes it, and returns it with what
	 * has changed. If an earlier try may have made the change, by its `key`, that is only looked up.
	 */
	async change(key: string, id: string, makeChange: MakeChange) {
		const { unclear } = this.tools;
		const earlier = unclear.get(key);
		if (earlier) return await this.settle(key, earlier);
		if ([...unclear.values()].some(({ before }) => before.id === id)) {
			throw new Problem(
				`The post ${quote(id)} was not changed again`,
				'It is unclear what happened to it in an earlier item: see the error of that item.',
			);
		}
		if (this.limited) throw this.limited;
		const work = async () => {
			const made = await this.make(id, makeChange).catch((error: unknown) => {
				const problem = caughtProblem(error);
				if (problem.httpCode === String(TOO_MANY_REQUESTS)) this.limited = problem;
				throw problem;
			});
			if (!('payload' in made)) return { post: made, changed: [], missingTags: [] };
			this.sent.push(made);
			if (made.problem?.isUnclear) unclear.set(key, made);
			return await this.settle(key, made);
		};
		return (await locks.run([`change ${id}`], work)).result;
	}

	/** Returns the post if it is as it should be. */
	private async make(id: string, makeChange: MakeChange): Promise<SentChange | CalendarPost> {
		let plan = await this.plan(await this.read(id), makeChange);
		const files = filesOfPost(plan.post);
		if (plan.changed.length > 0 && files.some(isToUpload)) {
			await this.tools.uploads.references(files);
			// During the upload, the post may have been changed or published.
			this.posts.forget();
			plan = await this.plan(await this.read(id), makeChange);
		}
		if (plan.changed.length === 0) return plan.before;
		return await this.writer.send(plan).finally(() => this.posts.forget());
	}

	/** The current post, as its ID and group may just have changed. */
	private async read(id: string): Promise<CalendarPost> {
		const post = await this.readIfThere(id);
		if (!post) throw unknownPost(id);
		return post;
	}

	/** Like {@link read}; undefined if there is no such post. */
	async readIfThere(id: string): Promise<CalendarPost | undefined> {
		for (let look = 1; look <= 2; look++) {
			const post = await this.posts.fetchIfThere(id, { maxAgeMs: MAX_AGE_MS });
			if (!post || isConsistent(post)) return post;
			this.posts.forget();
		}
		throw new Problem(
			`The post ${quote(id)} is being changed by someone else`,
			'Run this again in a moment.',
		);
	}

	/** Plans the change of a post that was just read. */
	async plan(before: CalendarPost, makeChange: MakeChange): Promise<PlannedChange> {
		const plan = planChange(before, await makeChange(before), {
			now: Date.now(),
			timezone: this.tools.timezone,
		});
		if (plan.changed.length === 0) return plan;
		const post = plan.isChecked ? plan.post : await this.complete(plan);
		const group = removesParts(plan) ? await ownGroup(this.client, before) : undefined;
		if (plan.shared.type === 'schedule' || plan.shared.type === 'now') {
			refuseUnusableChannel(post.target, await this.client.channels());
		}
		const whole = { ...plan, post, group };
		if (!plan.isChecked) refuseUnpublishable(whole, this.client.facts.filesAt);
		return whole;
	}

	private async complete(plan: PlannedChange) {
		const isDraft = plan.shared.type === 'draft';
		const changed = becomesScheduled(plan) ? undefined : settingsIn(plan.changed);
		return await completePost(plan.post, { ...this.tools, isDraft, changed });
	}

	/** Reads a post again after its change. Throws {@link Problem} if it isn't as sent, or can't be read. */
	private async settle(key: string, sent: SentChange) {
		const { before, problem } = sent;
		const after = await this.read(before.id).catch((error: unknown) => {
			if (problem) throw problem;
			const unread = caughtProblem(error);
			throw unread.with({
				message: `The post was changed, but could not be read again: ${unread.message}`,
				description: 'Check the post with Post > Get.',
			});
		});
		if (problem?.isUnclear && !isMade(sent, after)) throw problem;
		const unsaved = unsavedIn(sent, after);
		if (unsaved.length > 0) {
			if (problem && !problem.isUnclear) throw problem;
			throw new Problem(
				`Postiz didn't save all changes: ${unsaved.join(', ')}`,
				'The rest was changed. Check the post with Post > Get.',
			);
		}
		this.tools.unclear.delete(key);
		const missing = missingTags(sent.shared.tags, after);
		append(this.missingTags, missing);
		return { post: after, changed: sent.changed, missingTags: missing };
	}
}

const isToUpload = ({ reference, cover }: MediaFile) => cover !== undefined || !reference;

/** The keys of changed settings. */
const settingsIn = (changed: string[]): string[] =>
	changed.flatMap((name) => (name.startsWith(SETTING) ? [name.slice(SETTING.length)] : []));

/** True if list and preview agree on the post, and each part is there once. */
function isConsistent({ id, group, integration, parts }: CalendarPost): boolean {
	const [first] = parts;
	if (!first) return true;
	const { integrationId = integration?.id } = first;
	return (
		first.id === id &&
		first.group === group &&
		integrationId === integration?.id &&
		new Set(parts.map((part) => part.id)).size === parts.length
	);
}
