import { PostFinder, unknownPost } from '../../calendar/find';
import type { CalendarPost } from '../../calendar/post';
import { MEDIA, THREAD, type Abilities } from '../../channels/abilities';
import { refuseUnusableChannel, type Target } from '../../channels/targets';
import type { MediaFile } from '../../media/mediaFile';
import type { Uploads } from '../../media/uploads';
import type { Exchange } from '../../transport/answer';
import type { ApiRequest, PostizClient } from '../../transport/client';
import { endpoints } from '../../transport/endpoints';
import type { PostItem } from '../../transport/types';
import { caughtProblem, Problem, quote } from '../../values/problem';
import { propertiesOf } from '../../values/read';
import { turns } from '../../values/turns';
import { canScheduleDrafts, scheduleDraft } from '../deliver/draftsOnly';
import { describeRefusal } from '../deliver/refusals';
import { filesOfPost, toPostItem, withKey } from '../payload';
import { completePost } from '../plan/completePlan';
import { isMade, SETTING, unsavedIn } from './differences';
import { ownGroup, removesParts } from './group';
import { lacksStatus, lacksUpdates, typeWithoutUpdate } from './olderReleases';
import { planChange } from './plan';
import { becomesScheduled, refuseUnchangeable, refuseUnpublishable, unreadable } from './refusals';
import type { Change, Clock, PlannedChange, SentChange } from './types';

/** The max age of a list before a change, in ms, as others may change the post. */
const MAX_AGE_MS = 15_000;

/** Says how a post that was just read should be. Throws {@link Problem}. */
export type What = (before: CalendarPost) => Change | Promise<Change>;

/**
 * Changes posts, each change once (docs/api.md, Changing a post). Posts are read with the credential first, as changing
 * the ID or group of a foreign post would change or delete that one. All methods throw {@link Problem}.
 */
export class PostChanger {
	readonly finder: PostFinder;
	/** The instance is too old for the type `update`. */
	private lacksUpdates = false;

	constructor(
		private readonly client: PostizClient,
		private readonly tools: { uploads: Uploads; abilities: Abilities; timezone: string },
	) {
		this.finder = new PostFinder(client);
	}

	/**
	 * Changes a post into what it should be, while no other execution in this process changes it. Returns the post if it
	 * is so already; otherwise, see {@link settle}.
	 */
	async change(id: string, what: What): Promise<SentChange | CalendarPost> {
		const { uploads } = this.tools;
		const work = async () => {
			let plan = await this.plan(await this.read(id), what);
			const files = filesOfPost(plan.post);
			if (plan.changed.length > 0 && files.some(isToUpload)) {
				await uploads.references(files);
				// During the upload, the post may have been changed or published.
				this.finder.forget();
				plan = await this.plan(await this.read(id), what);
			}
			return plan.changed.length === 0 ? plan.before : await this.send(plan);
		};
		return (await turns.run([`change ${id}`], work)).result;
	}

	/** The current post, as its ID and group may just have changed. */
	async read(id: string): Promise<CalendarPost> {
		const post = await this.readIfThere(id);
		if (!post) throw unknownPost(id);
		return post;
	}

	/** Like {@link read}; undefined if there is no such post. */
	async readIfThere(id: string): Promise<CalendarPost | undefined> {
		for (let look = 1; look <= 2; look++) {
			const post = await this.finder.fetchIfThere(id, { maxAgeMs: MAX_AGE_MS });
			if (!post || isConsistent(post)) return post;
			this.finder.forget();
		}
		throw new Problem(
			`The post ${quote(id)} is being changed by someone else`,
			'Run this again in a moment.',
		);
	}

	/** Plans the change of a post that was just read. */
	async plan(before: CalendarPost, what: What): Promise<PlannedChange> {
		const plan = planChange(before, await what(before), this.clock);
		if (plan.changed.length === 0) return plan;
		const post = plan.isChecked ? plan.post : await this.complete(plan);
		const group = removesParts(plan) ? await ownGroup(this.client, before) : undefined;
		if (plan.shared.type === 'schedule' || plan.shared.type === 'now') {
			refuseUnusableChannel(post.target, await this.client.channels());
		}
		const whole = { ...plan, post, group };
		if (!plan.isChecked) refuseUnpublishable(whole, this.client.instance.filesAt);
		return whole;
	}

	private get clock(): Clock {
		return { now: Date.now(), timezone: this.tools.timezone };
	}

	private async complete(plan: PlannedChange) {
		const isDraft = plan.shared.type === 'draft';
		const changed = becomesScheduled(plan) ? undefined : ignorableKeys(plan.changed);
		return await completePost(plan.post, { ...this.tools, isDraft, changed });
	}

	/** Throws if the post certainly wasn't changed. */
	private async send(plan: PlannedChange): Promise<SentChange> {
		const { before, isStateAlone } = plan;
		const item = await this.itemOf(plan);
		try {
			if (isStateAlone) {
				const request = {
					...endpoints.setStatus(before.id),
					body: { status: plan.shared.type === 'draft' ? 'draft' : 'schedule' },
				};
				const exchange = await this.client.exchange(request);
				if (!lacksStatus(exchange)) {
					return { ...plan, item, problem: this.unclear(exchange, request) };
				}
				refuseUnchangeable(before, this.clock);
				if (before.parts.length === 0) throw unreadable(before);
			}
			return { ...plan, isStateAlone: false, item, problem: await this.write(plan, item) };
		} finally {
			this.finder.forget();
		}
	}

	/** The post as it is sent: parts with an ID are those of the post. */
	private async itemOf({ before, post }: PlannedChange): Promise<PostItem> {
		const item = toPostItem(post, await this.tools.uploads.references(filesOfPost(post)));
		const ids = [before.id, ...before.parts.slice(1).map(({ id }) => id)];
		const value = item.value.map((part, index) => ({ id: ids[index], ...part }));
		return post.key ? withKey({ ...item, value }, post.key) : { ...item, value };
	}

	/** Returns the problem to report if the post turns out not to be as written. */
	private async write(plan: PlannedChange, item: PostItem): Promise<Problem | undefined> {
		const { shared, group, before } = plan;
		const { target } = plan.post;
		const type = this.lacksUpdates ? typeWithoutUpdate(plan) : shared.type;
		const isDraftFirst =
			target.provider?.onlyDrafts === true &&
			type !== 'draft' &&
			(await canScheduleDrafts(this.client));
		const request: ApiRequest = {
			...endpoints.changePost(),
			body: { ...shared, type: isDraftFirst ? 'draft' : type, posts: [{ ...item, group }] },
			explain: ({ status, body }) => {
				if (status !== 400) return undefined;
				return {
					message: describeRefusal(body, { item, target }),
					description: 'Postiz rejected it. Nothing was changed. Correct what the message says.',
				};
			},
		};
		const exchange = await this.client.exchange(request);
		if (type === 'update' && lacksUpdates(exchange)) {
			this.lacksUpdates = true;
			return await this.write(plan, item);
		}
		const unclear = this.unclear(exchange, request);
		if (unclear) return unclear;
		refuseOther(this.client.bodyOf(exchange, request), before.id);
		return isDraftFirst ? await this.schedule(before.id, target) : undefined;
	}

	/** Schedules a post again that was written as a draft. Returns the problem if that failed. */
	private async schedule(id: string, { provider }: Target): Promise<Problem | undefined> {
		try {
			await scheduleDraft(this.client, id);
			return undefined;
		} catch (error) {
			const problem = caughtProblem(error);
			return problem.with({
				message: `The post ${quote(id)} was changed, but is a draft now: ${problem.message}`,
				description: `${provider?.displayName} accepts only drafts, which the node schedules afterwards. Schedule it with Post > Update, or in the calendar of Postiz.`,
			});
		}
	}

	/** The problem of a request that may have been carried out; undefined if it succeeded. Throws if it failed. */
	private unclear(exchange: Exchange, request: ApiRequest): Problem | undefined {
		const hasFailed = exchange.kind === 'answer' && exchange.answer.status >= 500;
		if (!hasFailed && exchange.kind !== 'unknown') {
			this.client.bodyOf(exchange, request);
			return undefined;
		}
		const { message, httpCode } = this.client.explain(exchange, request);
		return new Problem(
			`It is unclear whether Postiz changed the post: ${message}`,
			'Check the post with Post > Get before you run this again.',
			{ httpCode, isUnclear: true },
		);
	}

	/** Reads a post again after its change. Throws {@link Problem} if it isn't as sent, or can't be read. */
	async settle(sent: SentChange): Promise<CalendarPost> {
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
		if (unsaved.length === 0) return after;
		if (problem && !problem.isUnclear) throw problem;
		throw new Problem(
			`Postiz didn't save all changes: ${unsaved.join(', ')}`,
			'The rest was changed. Check the post with Post > Get.',
		);
	}
}

const isToUpload = ({ reference, cover }: MediaFile) => cover !== undefined || !reference;

/** Throws {@link Problem} if the service says that it made another post. */
function refuseOther(answer: unknown, id: string): void {
	const { postId = id } = propertiesOf(Array.isArray(answer) ? answer[0] : undefined);
	if (postId === id) return;
	throw new Problem(
		`Postiz made a new post, ${quote(postId)}, instead of changing ${quote(id)}`,
		'The post may have been deleted a moment ago. Check the calendar of Postiz, and delete the new post if you do not want it.',
	);
}

/** What older instances would ignore. */
const ignorableKeys = (changed: string[]): string[] =>
	changed.flatMap((name) => {
		if (name === THREAD || name === MEDIA) return [name];
		return name.startsWith(SETTING) ? [name.slice(SETTING.length)] : [];
	});

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
