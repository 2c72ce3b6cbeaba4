import { findDifferences, type SentChange } from '../../../../calendar/compare';
import { PostFinder } from '../../../../calendar/find';
import { windowOf, yearAround } from '../../../../calendar/listings';
import { toPlannedPost, type WholePost } from '../../../../calendar/row';
import { Abilities, THREAD } from '../../../../channels/abilities';
import { refuseUnusableChannel } from '../../../../channels/targets';
import type { Uploads } from '../../../../media/uploads';
import { checkPost } from '../../../../publishing/check/checkPost';
import { refuseProblems, type ProblemOfPost } from '../../../../publishing/check/postProblems';
import { scheduleDraft, takesDetour } from '../../../../publishing/deliver/draftsOnly';
import { describeRefusal } from '../../../../publishing/deliver/refusals';
import { filesOfPost, toPostItem } from '../../../../publishing/payload';
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

/** The maximum age of a list before a change, in ms: others may have changed the post. */
const MAX_AGE_MS = 15_000;

/** A post as it is, and as it will be. */
interface Plan extends WrittenBack {
	before: WholePost;
	/** With it, the service deletes the parts that are not sent; undefined to delete none. */
	group?: string;
}

/** What is to become of a post that was read a moment ago. Throws {@link Problem}. */
export type Want = (before: WholePost) => WantedPost | Promise<WantedPost>;

/** Runs this once no other change of the post is under way in this process. */
export const oneAtATime = async <T>(id: string, work: () => Promise<T>): Promise<T> =>
	(await turns.run([`change ${id}`], work)).result;

/**
 * Plans a change of a post, sends it once, and looks what came of it. It reads with the credential what a change
 * may name: with the ID or group of a foreign post, that one would be changed or deleted (docs/api.md, Changing a
 * post). All methods throw {@link Problem}.
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

	/** The post as it is now: its ID and group may have changed a moment ago. */
	async read(
		id: string,
		{ withReleaseId = true, advice }: { withReleaseId?: boolean; advice?: string } = {},
	): Promise<WholePost> {
		for (let look = 1; look <= 2; look++) {
			const options = { maxAgeMs: MAX_AGE_MS, withReleaseId, advice };
			const whole = await this.finder.fetch(id, options);
			if (isOfOnePiece(whole)) return whole;
			this.finder.forget();
		}
		throw new Problem(
			`The post ${quote(id)} is being changed by someone else`,
			'Run this again in a moment.',
		);
	}

	/** `advice` ends a {@link Problem} of what Postiz would refuse. */
	async plan(id: string, want: Want, advice = 'Nothing was changed.'): Promise<Plan> {
		return await this.planFrom(await this.read(id), want, advice);
	}

	/** As {@link plan}, for a post that was read already. */
	async planFrom(before: WholePost, want: Want, advice = 'Nothing was changed.'): Promise<Plan> {
		const wanted = await want(before);
		const post = wanted.isChecked ? wanted.post : await this.complete(before, wanted);
		const merged = writeBack(before, { ...wanted, post });
		const group = merged.removesParts ? await this.ownGroup(before) : undefined;
		if (merged.type === 'schedule' || merged.type === 'now') {
			refuseUnusableChannel(post.target, await this.client.channels());
		}
		const plan = { ...merged, before, group };
		if (!wanted.isChecked) refuseUnpublishable(plan, advice);
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

	/** Sends a planned change once. Throws {@link Problem} if the post was certainly not changed. */
	async send(plan: Plan): Promise<SentChange> {
		const { post, ids } = plan;
		const sent = toPostItem(post, await this.uploads.references(filesOfPost(post)));
		const value = sent.value.map((part, index) => ({ id: ids[index], ...part }));
		const item = { ...sent, value };
		try {
			return { ...plan, item, problem: await this.write(plan, item) };
		} finally {
			this.finder.forget();
		}
	}

	/** Reads the post again. Throws {@link Problem} if it is not what was written, or if that cannot be seen. */
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
		// The service takes its own time for now.
		const date = merged.type === 'now' ? after.listed.publishDate : merged.date;
		const differences = findDifferences(item, { ...merged, date, isDraft }, after);
		// With each change a post gets another group.
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

	/** Returns what to report if reading the post shows that it is not as it was written. */
	private async write(plan: Plan, item: PostItem): Promise<Problem | undefined> {
		const { date, shortLink, tags, inter, group, post, before } = plan;
		const { id } = before.listed;
		const type = this.lacksUpdates ? withoutUpdate(plan) : plan.type;
		const { target } = post;
		const isDraftFirst =
			target.provider?.onlyDrafts === true && type !== 'draft' && (await takesDetour(this.client));
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

	/** The group of a post, if no other post and all parts of this one belong to it. */
	private async ownGroup({ listed, parts }: WholePost): Promise<string> {
		const { id, group, publishDate } = listed;
		const date = serviceTime(publishDate);
		// Others of the group have its date, unless they were moved since.
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

/** What an older instance would ignore of the change. */
const ignorableKeys = (changed: string[]): string[] =>
	changed.flatMap((name) => {
		if (name === THREAD) return [THREAD];
		return name.startsWith(SETTING) ? [name.slice(SETTING.length)] : [];
	});

/** True for a draft that becomes a scheduled post. */
const becomesScheduled = (before: WholePost, type: WantedPost['type']) =>
	momentOf(before).state === 'DRAFT' && type !== 'draft';

/** True for the answer of an instance that does not know the type of a request. */
const refusesType = (exchange: Exchange) =>
	exchange.kind === 'answer' &&
	exchange.answer.status === 400 &&
	/^type must be one of/.test(errorDetail(exchange.answer.body));

/**
 * The type in place of `update` on an older instance, which makes the post wait for its date anew. Throws
 * {@link Problem} where that would publish it (docs/api.md, Changing a post).
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

/** True if list and preview show the same state of the same post, and each part once. */
function isOfOnePiece({ listed, parts }: WholePost): boolean {
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

function refuseUnpublishable({ before, changed, post, type }: Plan, advice: string): void {
	const { label, provider } = post.target;
	const isDraft = type === 'draft';
	if (!isDraft && provider?.ignoresThreads && changed.includes(THREAD) && post.parts.length > 1) {
		throw new Problem(
			`${label}: ${provider.displayName} doesn't support threads, so the parts would be lost`,
			'Nothing was changed. Add what they say to Text instead.',
		);
	}
	// What the post has already is no reason to refuse another change, save for a draft to be published.
	const known = becomesScheduled(before, type)
		? []
		: checkPost(toPlannedPost(before), { isDraft }).map(({ message }) => message);
	const problems = checkPost(post, { isDraft })
		.filter(({ message }) => !known.includes(message))
		.map((problem): ProblemOfPost => [post.target, problem]);
	refuseProblems(problems, advice);
}
