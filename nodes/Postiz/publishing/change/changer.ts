import { PostFinder, unknownPost } from '../../calendar/find';
import { windowOf, yearAround } from '../../calendar/listings';
import { missingTags, parseSettings, toPlannedPost, type WholePost } from '../../calendar/row';
import { Abilities, MEDIA, THREAD } from '../../channels/abilities';
import { refuseUnusableChannel } from '../../channels/targets';
import { plannedReference } from '../../media/mediaFile';
import type { Uploads } from '../../media/uploads';
import type { ApiRequest, PostizClient } from '../../transport/client';
import { endpoints } from '../../transport/endpoints';
import { errorDetail, lacksCall } from '../../transport/explain';
import { listPosts } from '../../transport/posts';
import { FEATURES_SINCE, olderThan } from '../../transport/releases';
import type { Exchange, PostItem } from '../../transport/types';
import { serviceTime } from '../../values/date';
import { keyIn, withoutKey } from '../../values/postKey';
import { caughtProblem, Problem, quote } from '../../values/problem';
import { propertiesOf } from '../../values/read';
import { stateWord } from '../../values/state';
import { turns } from '../../values/turns';
import { checkPost } from '../check/checkPost';
import { refuseProblems, type ProblemOfPost } from '../check/postProblems';
import { canScheduleDrafts, scheduleDraft } from '../deliver/draftsOnly';
import { describeRefusal } from '../deliver/refusals';
import { filesOfPost, toPostItem, withKey } from '../payload';
import { completePost } from '../plan/completePlan';
import {
	differences,
	isSameMinute,
	momentOf,
	planChange,
	refuseUnchangeable,
	SETTING,
	type Change,
	type PlannedChange,
	type SentChange,
} from './change';

/** The max age of a list before a change, in ms, as others may change the post. */
const MAX_AGE_MS = 15_000;

/** Says how a post that was just read should be. Throws {@link Problem}. */
export type What = (before: WholePost) => Change | Promise<Change>;

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
	 * Changes a post into what it should be, while no other execution in this process changes it. Nothing is sent if it
	 * is so already.
	 */
	async change(id: string, what: What): Promise<SentChange | WholePost> {
		const { uploads } = this.tools;
		const work = async () => {
			const plan = await this.plan(await this.read(id), what);
			const files = filesOfPost(plan.post);
			const isUploading = files.some(({ source, cover }) => cover || !('reference' in source));
			if (plan.changed.length === 0) return plan.before;
			if (!isUploading) return await this.send(plan);
			await uploads.references(files);
			// During the upload, the post may have been changed or published.
			this.finder.forget();
			const again = await this.plan(await this.read(id), what);
			return again.changed.length === 0 ? again.before : await this.send(again);
		};
		return (await turns.run([`change ${id}`], work)).result;
	}

	/** The current post, as its ID and group may just have changed. */
	async read(id: string): Promise<WholePost> {
		const whole = await this.readIfThere(id);
		if (!whole) throw unknownPost(id);
		return whole;
	}

	/** Like {@link read}; undefined if there is no such post. */
	async readIfThere(id: string): Promise<WholePost | undefined> {
		for (let look = 1; look <= 2; look++) {
			const whole = await this.finder.fetchIfThere(id, { maxAgeMs: MAX_AGE_MS });
			if (!whole || isConsistent(whole)) return whole;
			this.finder.forget();
		}
		throw new Problem(
			`The post ${quote(id)} is being changed by someone else`,
			'Run this again in a moment.',
		);
	}

	/** Plans the change of a post that was just read. */
	async plan(before: WholePost, what: What): Promise<PlannedChange & { group?: string }> {
		const { timezone } = this.tools;
		const plan = planChange(before, await what(before), { now: Date.now(), timezone });
		if (plan.changed.length === 0) return plan;
		const post = plan.isChecked ? plan.post : await this.complete(plan);
		const group = plan.removesParts ? await this.ownGroup(before) : undefined;
		if (plan.type === 'schedule' || plan.type === 'now') {
			refuseUnusableChannel(post.target, await this.client.channels());
		}
		const whole = { ...plan, post, group };
		if (!plan.isChecked) refuseUnpublishable(whole, this.client.instance.filesAt);
		return whole;
	}

	private async complete(plan: PlannedChange) {
		const isDraft = plan.type === 'draft';
		const changed = becomesScheduled(plan) ? undefined : ignorableKeys(plan.changed);
		return await completePost(plan.post, { ...this.tools, isDraft, changed });
	}

	/** Throws if the post certainly wasn't changed. */
	private async send(plan: PlannedChange & { group?: string }): Promise<SentChange> {
		const { post, ids, before } = plan;
		const { timezone, uploads } = this.tools;
		const body = toPostItem(post, await uploads.references(filesOfPost(post)));
		const value = body.value.map((part, index) => ({ id: ids[index], ...part }));
		const item = post.key ? withKey({ ...body, value }, post.key) : { ...body, value };
		try {
			const set = plan.isStateAlone ? await this.setState(plan) : 'lacking';
			if (set !== 'lacking') return { ...plan, item, problem: set };
			if (plan.isStateAlone) {
				refuseUnchangeable(before, { now: Date.now(), timezone });
				if (before.parts.length === 0) throw unreadable(before);
			}
			const problem = await this.write(plan, item);
			return { ...plan, isStateAlone: false, item, problem };
		} finally {
			this.finder.forget();
		}
	}

	/** Reads a post again after its change. Throws {@link Problem} if it isn't as sent, or can't be read. */
	async settle(sent: SentChange): Promise<WholePost> {
		const { before, isStateAlone, problem, type } = sent;
		const after = await this.read(before.listed.id).catch((error: unknown) => {
			if (problem) throw problem;
			const unread = caughtProblem(error);
			throw unread.with({
				message: `The post was changed, but could not be read again: ${unread.message}`,
				description: 'Check the post with Post > Get.',
			});
		});
		const { state, date } = momentOf(after);
		const isDraft = state === 'DRAFT';
		const unsaved = [
			...(isStateAlone ? [] : unsavedContent(sent, after)),
			// For "now", the service sets the date by its own clock.
			...(isStateAlone || type === 'now' || isSameMinute(sent.date, date) ? [] : ['date']),
			...(isDraft === (type === 'draft')
				? []
				: [`state (it is ${isDraft ? 'a' : 'not a'} draft now)`]),
		];
		const isChanged = isStateAlone
			? state !== momentOf(before).state
			: hasNewKey(sent, after) || (after.parts.length > 0 && unsaved.length === 0);
		if (problem?.isUnclear && !isChanged) throw problem;
		if (unsaved.length === 0) return after;
		if (problem && !problem.isUnclear) throw problem;
		throw new Problem(
			`Postiz didn't save all changes: ${unsaved.join(', ')}`,
			'The rest was changed. Check the post with Post > Get.',
		);
	}

	/** Sets the state without writing the post; `lacking` if the instance is too old (docs/api.md, Status of a post). */
	private async setState({
		before,
		type,
	}: PlannedChange): Promise<Problem | undefined | 'lacking'> {
		const request: ApiRequest = {
			...endpoints.setStatus(before.listed.id),
			body: { status: type === 'draft' ? 'draft' : 'schedule' },
		};
		const exchange = await this.client.exchange(request);
		if (exchange.kind === 'answer' && lacksCall(exchange.answer)) return 'lacking';
		return this.unclear(exchange, request);
	}

	/** Returns the problem to report if the post turns out not to be as written. */
	private async write(
		plan: PlannedChange & { group?: string },
		item: PostItem,
	): Promise<Problem | undefined> {
		const { date, shortLink, tags, inter, group, post, before } = plan;
		const { id } = before.listed;
		const type = this.lacksUpdates ? withoutUpdate(plan) : plan.type;
		const { target } = post;
		const isDraftFirst =
			target.provider?.onlyDrafts === true &&
			type !== 'draft' &&
			(await canScheduleDrafts(this.client));
		const request: ApiRequest = {
			...endpoints.changePost(),
			body: {
				date,
				shortLink,
				tags,
				inter,
				type: isDraftFirst ? 'draft' : type,
				posts: [{ ...item, group }],
			},
			explain: ({ status, body }) => {
				if (status !== 400) return undefined;
				return {
					message: describeRefusal(body, { item, target }),
					description: 'Postiz rejected it. Nothing was changed. Correct what the message says.',
				};
			},
		};
		const exchange = await this.client.exchange(request);
		if (type === 'update' && refusesType(exchange)) {
			this.lacksUpdates = true;
			return await this.write(plan, item);
		}
		const unclear = this.unclear(exchange, request);
		if (unclear) return unclear;
		const answer = this.client.bodyOf<unknown>(exchange, request);
		const { postId = id } = propertiesOf(Array.isArray(answer) ? answer[0] : undefined);
		if (postId !== id) {
			throw new Problem(
				`Postiz made a new post, ${quote(postId)}, instead of changing ${quote(id)}`,
				'The post may have been deleted a moment ago. Check the calendar of Postiz, and delete the new post if you do not want it.',
			);
		}
		if (!isDraftFirst) return undefined;
		try {
			await scheduleDraft(this.client, id);
			return undefined;
		} catch (error) {
			const problem = caughtProblem(error);
			return problem.with({
				message: `The post ${quote(id)} was changed, but is a draft now: ${problem.message}`,
				description: `${target.provider?.displayName} accepts only drafts, which the node schedules afterwards. Schedule it with Post > Update, or in the calendar of Postiz.`,
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

	/** The group of a post, if it contains all parts of this post and no other posts. */
	private async ownGroup({ listed, parts }: WholePost): Promise<string> {
		const { id, group, publishDate } = listed;
		const date = serviceTime(publishDate);
		// Other posts of the group have the same date, unless they were moved.
		const windows = [yearAround(), ...(Number.isNaN(date) ? [] : [windowOf([date])])];
		const lists = windows.map(async (window) => await listPosts(this.client, window));
		const neighbours = (await Promise.all(lists)).flat();
		const isShared = neighbours.some((other) => other.group === group && other.id !== id);
		if (group !== undefined && !isShared && parts.every((part) => part.group === group)) {
			return group;
		}
		throw new Problem(
			`The thread of the post ${quote(id)} cannot be shortened`,
			'Its group has posts on other channels, which Postiz would delete as well. Change something else of this post first, such as its text: it then gets a group of its own.',
		);
	}
}

/** A post of an instance that doesn't show all of it. */
export const unreadable = (
	{ listed }: WholePost,
	advice = 'Change it in the calendar of Postiz, then run this with State alone.',
) =>
	new Problem(
		`The post ${quote(listed.id)} cannot be read completely`,
		`This Postiz instance does not show the files of a post, and a change would remove them. ${advice}`,
	);

/** What of its content the service didn't store as sent, in words. Tags that it doesn't know are told otherwise. */
function unsavedContent({ item, post, tags, inter, shortLink }: SentChange, after: WholePost) {
	const { fields = [] } = post.target.provider ?? {};
	const shown = after.parts[0]?.settings ?? parseSettings(after.listed.settings);
	const unknown = missingTags(tags, after);
	const names = differences(after, {
		post: {
			...toPlannedPost(after),
			// The service may add others.
			settings: shown ? withoutKey({ ...shown, ...item.settings }) : {},
			parts: item.value.map(({ content, image, delay }) => ({
				content,
				delay,
				files: image.map(plannedReference),
			})),
		},
		tags: tags.filter(({ label }) => !unknown.includes(label)),
		inter: inter ?? null,
		shortLink,
	});
	const words = new Map<string, string>([
		...fields.map(({ name, displayName }) => [`${SETTING}${name}`, displayName] as const),
		['media', 'files'] as const,
		['inter', 'repetition'] as const,
	]);
	return names.map((name) => words.get(name) ?? name.replace(SETTING, ''));
}

/** True if the post has the ID in its key, or the group, that each change sets anew. */
function hasNewKey({ before, item }: SentChange, after: WholePost): boolean {
	const [own, stored] = [keyIn(item.settings), keyIn(after.parts[0]?.settings)];
	return own && stored ? own.id === stored.id : after.listed.group !== before.listed.group;
}

/** What older instances would ignore. */
const ignorableKeys = (changed: string[]): string[] =>
	changed.flatMap((name) => {
		if (name === THREAD || name === MEDIA) return [name];
		return name.startsWith(SETTING) ? [name.slice(SETTING.length)] : [];
	});

/** True for a draft that is to be scheduled. */
const becomesScheduled = ({ before, type }: PlannedChange) =>
	momentOf(before).state === 'DRAFT' && type !== 'draft';

/** True if the instance doesn't support the request type. */
const refusesType = (exchange: Exchange) =>
	exchange.kind === 'answer' &&
	exchange.answer.status === 400 &&
	/^type must be one of/.test(errorDetail(exchange.answer.body));

/**
 * The type to use instead of `update` on older instances, which schedules the post again. Throws {@link Problem} if
 * that would publish it (docs/api.md, Changing a post).
 */
function withoutUpdate({ type, before, date }: PlannedChange) {
	if (type !== 'update') return type;
	const { state } = momentOf(before);
	if (state === 'QUEUE' && Date.parse(date) > Date.now()) return 'schedule';
	const what = state === 'QUEUE' ? 'post whose date has passed' : `${stateWord(state)} post`;
	throw new Problem(
		`This Postiz is ${olderThan(FEATURES_SINCE.updates)} and cannot change a ${what} without publishing it`,
		'Nothing was changed. Enter a new Date, to publish it then, or update Postiz.',
	);
}

/** True if list and preview agree on the state of the post, and each part is there once. */
function isConsistent({ listed, parts }: WholePost): boolean {
	const [first] = parts;
	if (!first) return true;
	const { integrationId = listed.integration?.id } = first;
	return (
		first.id === listed.id &&
		first.group === listed.group &&
		integrationId === listed.integration?.id &&
		new Set(parts.map(({ id }) => id)).size === parts.length
	);
}

function refuseUnpublishable(plan: PlannedChange, filesAt: string | undefined): void {
	const { before, changed, post, type } = plan;
	const { label, provider } = post.target;
	const isDraft = type === 'draft';
	const isScheduled = becomesScheduled(plan);
	if (!isDraft && provider?.ignoresThreads && changed.includes(THREAD) && post.parts.length > 1) {
		throw new Problem(
			`${label}: ${provider.displayName} doesn't support threads, so the parts would be lost`,
			'Nothing was changed. Add their content to Text instead.',
		);
	}
	// An unreadable draft can't be checked.
	if (plan.isStateAlone && before.parts.length === 0) return;
	// Problems that the post already has don't prevent other changes, unless a draft is to be published.
	const known = isScheduled
		? []
		: checkPost(toPlannedPost(before), { isDraft }).map(({ message }) => message);
	const problems = checkPost(post, { isDraft, filesAt })
		.filter(({ message }) => !known.includes(message))
		.map((problem): ProblemOfPost => [post.target, problem]);
	refuseProblems(
		problems,
		plan.isStateAlone && isScheduled
			? 'Nothing was changed. Correct the draft with Post > Update first, or in the same step.'
			: 'Nothing was changed.',
	);
}
