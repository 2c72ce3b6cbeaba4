import { findDifferences, type SentChange } from '../../../../calendar/compare';
import { PostFinder } from '../../../../calendar/find';
import { windowOf, yearAround } from '../../../../calendar/listings';
import { toPlannedPost, type WholePost } from '../../../../calendar/row';
import { Abilities, MEDIA, THREAD } from '../../../../channels/abilities';
import { refuseUnusableChannel } from '../../../../channels/targets';
import type { Uploads } from '../../../../media/uploads';
import { checkPost } from '../../../../publishing/check/checkPost';
import { refuseProblems, type ProblemOfPost } from '../../../../publishing/check/postProblems';
import { scheduleDraft, canScheduleDrafts } from '../../../../publishing/deliver/draftsOnly';
import { describeRefusal } from '../../../../publishing/deliver/refusals';
import { filesOfPost, toPostItem, withKey } from '../../../../publishing/payload';
import { completePost } from '../../../../publishing/plan/completePlan';
import type { ApiRequest, PostizClient } from '../../../../transport/client';
import { endpoints } from '../../../../transport/endpoints';
import { errorDetail } from '../../../../transport/explain';
import { listPosts } from '../../../../transport/posts';
import { FEATURES_SINCE, olderThan } from '../../../../transport/releases';
import type { Exchange, PostItem } from '../../../../transport/types';
import { serviceTime } from '../../../../values/date';
import { caughtProblem, Problem, quote } from '../../../../values/problem';
import { propertiesOf } from '../../../../values/read';
import { stateWord } from '../../../../values/state';
import { turns } from '../../../../values/turns';
import { momentOf, SETTING, writeBack, type WantedPost, type WrittenBack } from './wantedPost';

/** The max age of a list before a change, in ms, as others may change the post. */
const MAX_AGE_MS = 15_000;

/** A post before and after a change. */
interface Plan extends WrittenBack {
	before: WholePost;
	/** If set, the service deletes the parts that aren't sent; undefined to delete none. */
	group?: string;
}

/** Decides how to change a post that was just fetched. Throws {@link Problem}. */
export type Want = (before: WholePost) => WantedPost | Promise<WantedPost>;

/** Runs `work` while no other change of the post is in progress in this process. */
export const oneAtATime = async <T>(id: string, work: () => Promise<T>): Promise<T> =>
	(await turns.run([`change ${id}`], work)).result;

/**
 * Plans changes, sends each of them once, and checks the result. Posts are fetched with the credential first, as
 * changing the ID or group of a foreign post would change or delete that one (docs/api.md, Changing a post). All
 * methods throw {@link Problem}.
 */
export class PostChanger {
	readonly finder: PostFinder;
	/** The instance is too old for the type `update`. */
	private lacksUpdates = false;

	constructor(
		private readonly client: PostizClient,
		readonly uploads: Uploads,
		readonly abilities = new Abilities(client),
	) {
		this.finder = new PostFinder(client);
	}

	/** The current post, as its ID and group may just have changed. */
	async read(
		id: string,
		{ withReleaseId = true, advice }: { withReleaseId?: boolean; advice?: string } = {},
	): Promise<WholePost> {
		for (let look = 1; look <= 2; look++) {
			const options = { maxAgeMs: MAX_AGE_MS, withReleaseId, advice };
			const whole = await this.finder.fetch(id, options);
			if (isConsistent(whole)) return whole;
			this.finder.forget();
		}
		throw new Problem(
			`The post ${quote(id)} is being changed by someone else`,
			'Run this again in a moment.',
		);
	}

	/** `advice` is appended if Postiz would reject the change. */
	async plan(id: string, want: Want, advice = 'Nothing was changed.'): Promise<Plan> {
		return await this.planFrom(await this.read(id), want, advice);
	}

	/** Like {@link plan}, for a post that was already fetched. */
	async planFrom(before: WholePost, want: Want, advice = 'Nothing was changed.'): Promise<Plan> {
		const wanted = await want(before);
		const post = wanted.isChecked ? wanted.post : await this.complete(before, wanted);
		const merged = writeBack(before, { ...wanted, post });
		const group = merged.removesParts ? await this.ownGroup(before) : undefined;
		if (merged.type === 'schedule' || merged.type === 'now') {
			refuseUnusableChannel(post.target, await this.client.channels());
		}
		const plan = { ...merged, before, group };
		if (!wanted.isChecked) {
			refuseUnpublishable(plan, { advice, filesAt: this.client.instance.filesAt });
		}
		return plan;
	}

	private async complete(before: WholePost, { post, type, changed }: WantedPost) {
		const { uploads, abilities } = this;
		const isDraft = type === 'draft';
		const schedules = becomesScheduled(before, type);
		return await completePost(post, {
			abilities,
			uploads,
			isDraft,
			changed: schedules ? undefined : ignorableKeys(changed),
		});
	}

	/** Sends a planned change once. Throws {@link Problem} if the post certainly wasn't changed. */
	async send(plan: Plan): Promise<SentChange> {
		const { post, ids } = plan;
		const sent = toPostItem(post, await this.uploads.references(filesOfPost(post)));
		const value = sent.value.map((part, index) => ({ id: ids[index], ...part }));
		const changed = { ...sent, value };
		const item = post.key ? withKey(changed, post.key) : changed;
		try {
			return { ...plan, item, problem: await this.write(plan, item) };
		} finally {
			this.finder.forget();
		}
	}

	/** Fetches the post again. Throws {@link Problem} if it isn't as written, or can't be fetched. */
	async settle({ before, item, problem, ...merged }: SentChange): Promise<WholePost> {
		const after = await this.read(before.listed.id).catch((error: unknown) => {
			if (problem) throw problem;
			const unread = caughtProblem(error);
			throw unread.with({
				message: `The post was changed, but could not be read again: ${unread.message}`,
				description: 'Check the post with Post > Get.',
			});
		});
		const isDraft = merged.type === 'draft';
		// For "now", the service sets the date by its own clock.
		const date = merged.type === 'now' ? after.listed.publishDate : merged.date;
		const differences = findDifferences(item, { ...merged, date, isDraft }, after);
		// Each change assigns a new group.
		const isChanged = after.listed.group !== before.listed.group;
		const isSeen = isChanged || (after.parts.length > 0 && differences.length === 0);
		if (problem?.isUnclear && !isSeen) throw problem;
		if (differences.length === 0) return after;
		if (problem && !problem.isUnclear) throw problem;
		throw new Problem(
			`Postiz didn't save all changes: ${differences.join(', ')}`,
			'The rest was changed. Check the post with Post > Get.',
		);
	}

	/** Returns the problem to report if the post turns out not to be as written. */
	private async write(plan: Plan, item: PostItem): Promise<Problem | undefined> {
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
		const hasFailed = exchange.kind === 'answer' && exchange.answer.status >= 500;
		if (hasFailed || exchange.kind === 'unknown') {
			const { message, httpCode } = this.client.explain(exchange, request);
			return new Problem(
				`It is unclear whether Postiz changed the post: ${message}`,
				'Check the post with Post > Get before you run this again.',
				{ httpCode, isUnclear: true },
			);
		}
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

/** What older instances would ignore. */
const ignorableKeys = (changed: string[]): string[] =>
	changed.flatMap((name) => {
		if (name === THREAD || name === MEDIA) return [name];
		return name.startsWith(SETTING) ? [name.slice(SETTING.length)] : [];
	});

/** True for a draft that is to be scheduled. */
const becomesScheduled = (before: WholePost, type: WantedPost['type']) =>
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
function withoutUpdate({ type, before, date }: Plan) {
	if (type !== 'update') return type;
	const { listed, parts } = before;
	const state = parts[0]?.state ?? listed.state;
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

function refuseUnpublishable(
	{ before, changed, post, type }: Plan,
	{ advice, filesAt }: { advice: string; filesAt?: string },
): void {
	const { label, provider } = post.target;
	const isDraft = type === 'draft';
	if (!isDraft && provider?.ignoresThreads && changed.includes(THREAD) && post.parts.length > 1) {
		throw new Problem(
			`${label}: ${provider.displayName} doesn't support threads, so the parts would be lost`,
			'Nothing was changed. Add their content to Text instead.',
		);
	}
	// Problems that the post already has don't prevent other changes, unless a draft is to be published.
	const known = becomesScheduled(before, type)
		? []
		: checkPost(toPlannedPost(before), { isDraft }).map(({ message }) => message);
	const problems = checkPost(post, { isDraft, filesAt })
		.filter(({ message }) => !known.includes(message))
		.map((problem): ProblemOfPost => [post.target, problem]);
	refuseProblems(problems, advice);
}
