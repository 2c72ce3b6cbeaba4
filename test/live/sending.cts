import { request } from '../service/client.cjs';
import { isObject, type Values } from '../service/schema.cjs';
import { differs, messagesOf, notRefused, show } from './compare.cjs';
import type { Answer, Channel, Instance, KeptPost, Run } from './instance.cjs';
import { single, type Problem, type Step } from './types.cjs';

/** A post that the node says it created. */
export interface CreatedPost {
	postId: string;
	channelId: string;
	missingTags?: string[];
	outcome?: string;
}

/** The posts that a run created, in order. */
export const postsOf = ({ output }: Pick<Run, 'output'>): CreatedPost[] =>
	(output[0] ?? []).map(({ json }) => json as unknown as CreatedPost);

/** So many posts the node puts into one request. */
export const MAX_POSTS = 50;
/** A little less than a request takes: what surrounds the posts counts as well. */
const MAX_BYTES = 102_000;

/** Puts posts into as few requests as they fit in, in their order. */
export function toRequests<T>(entries: T[], toPost: (entry: T) => unknown): T[][] {
	const requests: T[][] = [];
	let bytes = 0;
	for (const entry of entries) {
		const size = Buffer.byteLength(JSON.stringify(toPost(entry))) + 1;
		const last = requests.at(-1);
		if (last && last.length < MAX_POSTS && bytes + size <= MAX_BYTES) {
			last.push(entry);
			bytes += size;
		} else {
			requests.push([entry]);
			bytes = size;
		}
	}
	return requests;
}

/** Sends posts in one plain request; `more` replaces fields of the body. */
export const sendPosts = async (
	instance: Instance,
	posts: unknown[],
	more: Values = {},
): Promise<Answer> =>
	await instance.call('POST', '/public/v1/posts', request(posts, { date: instance.date, ...more }));

/**
 * Sends wrong posts in one plain request, as each is named by its place; `wanted` has the sentences about each when it
 * is sent alone.
 */
export async function sendRefused(
	instance: Instance,
	posts: Values[],
	wanted: string[][],
	more?: Values,
): Promise<Problem[]> {
	const { status, body } = await sendPosts(instance, posts, more);
	const messages = messagesOf(body);
	if (status !== 400 || !messages)
		return posts.map(() => `it was answered with ${status} ${show(body)}`);
	return wanted.map((alone, index) => {
		const place = `posts.${index}.`;
		const own = messages.filter((message) => message.startsWith(place));
		const here = alone.map((message) => message.replace('posts.0.', place));
		return own.length === 0 ? 'it was taken' : differs('the refusal', own, here);
	});
}

/** Which of several items an error is about: the case has a name of its own. */
const PLACE = /^Item \d+ of \d+: /;

/** What came of a post that was sent as it is: its ID, or what the node said. */
export interface Sent {
	postId?: string;
	problem?: string;
}

/**
 * Sends posts with Post: Create From JSON in one request, with nothing checked before: the service
 * alone decides. Posts that are refused do not keep the others from being created.
 */
export async function sendUnchecked(
	instance: Instance,
	posts: Values[],
	{ type = 'schedule', date = instance.date } = {},
): Promise<{ run: Run; sent: Sent[] }> {
	const run = await instance.node(
		{
			resource: 'post',
			operation: 'createFromJson',
			type,
			date,
			json: '={{ $json.post }}',
			options: { skipValidation: true },
		},
		{
			requests: 1,
			items: posts.map((post) => ({ json: { post } as never })),
			onError: 'continueErrorOutput',
		},
	);
	const sent: Sent[] = posts.map(() => ({ problem: run.error?.message ?? 'nothing came of it' }));
	for (const { json, pairedItem } of run.output.flat()) {
		const { item } = pairedItem as { item: number };
		const { postId, error } = json as { postId?: string; error?: string };
		sent[item] = postId === undefined ? { problem: error?.replace(PLACE, '') } : { postId };
	}
	return { run, sent };
}

/**
 * As {@link sendUnchecked}. What is said to be refused is sent once more, alone: with others, the node
 * may have to guess which of them the service means.
 */
export async function sendEachUnchecked(instance: Instance, posts: Values[]): Promise<Sent[]> {
	const { sent } = await sendUnchecked(instance, posts);
	if (posts.length === 1) return sent;
	const settled: Sent[] = [];
	for (const [index, one] of sent.entries())
		settled.push(one.problem ? (await sendUnchecked(instance, [posts[index]])).sent[0] : one);
	return settled;
}

/** Judges each of the posts that were sent by what the instance keeps of it. */
export async function judgeKept(
	instance: Instance,
	sent: Sent[],
	judge: (post: KeptPost, index: number) => Problem,
): Promise<Problem[]> {
	const kept = await instance.read(sent.flatMap(({ postId }) => postId ?? []));
	return sent.map(({ postId = '', problem }, index) => {
		const post = kept.get(postId);
		return post ? judge(post, index) : (problem ?? 'the post is not there');
	});
}

/** A post about which the service alone decides: whether it is taken, and the words of a refusal if they are known. */
export interface Judged {
	name: string;
	channel: Channel;
	isTaken: boolean;
	words?: string;
	/** The post as it stands in a body; files that it needs are uploaded. */
	make: () => Promise<Values>;
}

/** Steps for posts: groups of those that are taken together, and each of the others alone. */
export function planJudged(instance: Instance, taken: Judged[][], refused: Judged[]): Step[] {
	const tryTaken = async (group: Judged[]): Promise<Problem[]> => {
		const items: Values[] = [];
		for (const { make } of group) items.push(await make());
		return (await sendEachUnchecked(instance, items)).map(({ problem }) => problem);
	};
	const tryRefused = async ({ channel, words, make }: Judged): Promise<Problem> =>
		notRefused(await sendPosts(instance, [await make()]), channel.identifier, words);
	const named = ({ name, isTaken }: Judged) => `${name}: ${isTaken ? 'taken' : 'refused'}`;
	return [
		...taken.map((group) => ({
			names: group.map(named),
			requests: 1,
			run: async () => await tryTaken(group),
		})),
		...refused.map((one) => single(named(one), async () => await tryRefused(one), { requests: 1 })),
	];
}

/** Creates a post as it is, for what can be done with it; returns its ID. Throws if it is refused. */
export async function createOne(
	instance: Instance,
	post: Values,
	more: { type?: string; date?: string } = {},
): Promise<string> {
	const { sent } = await sendUnchecked(instance, [post], more);
	const [{ postId, problem }] = sent;
	if (postId === undefined) throw new Error(problem);
	return postId;
}

/** The posts that a run sent, as they stand in the bodies of POST /posts. */
export const sentIn = ({ calls }: Run): Array<{ integration: { id: string }; settings: Values }> =>
	calls.flatMap(({ method, path, body }) =>
		method === 'POST' && path === '/public/v1/posts' && isObject(body) ? (body.posts as never) : [],
	);

/** A post in By ID mode. */
export const byPostId = (value: string) => ({ postId: { __rl: true, mode: 'id', value } });
