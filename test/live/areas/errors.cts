import { differences, Names } from '../../service/recorded/matching.cjs';
import type { Call as RecordedCall } from '../../service/recorded/workspace.cjs';
import { isObject, type Values } from '../../service/schema.cjs';
import { differs, join, messagesOf, notAnswered } from '../compare.cjs';
import type { Channel, Instance } from '../instance.cjs';
import { itemFor, marked, onFirst, PLAIN_NETWORKS, recordedCases } from '../items.cjs';
import { MARKER, NO_SUCH_ID } from '../ledger.cjs';
import { sendPosts, sendRefused } from '../sending.cjs';
import { single, type AreaPlan, type Problem, type Step } from '../types.cjs';

/** The channel of the recorded bodies. */
const RECORDED = 'threads';
const MAX_BYTES = 102_400;

interface RecordedBody {
	posts?: Values[];
	[key: string]: unknown;
}
type RecordedPost = RecordedCall & { request: { body: RecordedBody } };

/** A recorded call that is refused, or about what does not exist, and needs nothing of the workspace. */
const isError = ({ title, request: { path }, response }: RecordedCall) =>
	(response.status >= 400 || title.includes('unknown')) && !/video|\bch-|post-pub/.test(path);

/** A recorded body that is wrong also as a draft, and cannot be taken for one that is due. */
const isWrongBody = (call: RecordedCall): call is RecordedPost =>
	call.response.status === 400 &&
	isObject(call.request.body) &&
	!new RegExp(`"ch-(?!${RECORDED}")`).test(JSON.stringify(call.request.body)) &&
	!['text that is too long', 'date as a number'].includes(call.title);

/** Whether a refusal is about the only post of a body, and names its place. */
const isAboutPost = ({ response }: RecordedCall) =>
	(messagesOf(response.body)?.[0] ?? '').startsWith('posts.0.');

function tryCall(instance: Instance, { title, request, response }: RecordedCall): Step {
	const { apiKey, url } = instance.options;
	const names = new Names({ '<key>': apiKey, '<host>': url });
	const keys: Record<string, string> = { none: '', wrong: 'wrong' };
	return single(`${title}: ${response.status}`, async (): Promise<Problem> => {
		const { method, path, auth = '<key>', body } = request;
		const { status, body: answer } = await instance.call(
			method,
			path.startsWith('<host>') ? path.slice('<host>'.length) : `/public/v1${path}`,
			body,
			{ authorization: keys[auth] ?? names.resolve(auth) },
		);
		return join([
			differs('the status', status, response.status),
			...differences(answer, response.body, names, 'the answer'),
		]);
	});
}

/** A recorded body for another channel than it was recorded with. */
function moveTo({ id, identifier }: Channel, body: Values): Values {
	const text = JSON.stringify(body)
		.replaceAll(`"ch-${RECORDED}"`, JSON.stringify(id))
		.replaceAll(`"${RECORDED}"`, JSON.stringify(identifier))
		.replaceAll('"Tea"', JSON.stringify(MARKER));
	return JSON.parse(text) as Values;
}

const tryBody = (
	instance: Instance,
	{ title, request: { body }, response }: RecordedPost,
	channel: Channel,
): Step =>
	single(
		`${title}: ${response.status}`,
		async () => {
			const isDated = String(body.date).startsWith('2028');
			// Whatever is wrong with it, a draft does not go out.
			const draft = { ...body, type: 'draft', ...(isDated && { date: instance.date }) };
			const path = '/public/v1/posts';
			return notAnswered(await instance.call('POST', path, moveTo(channel, draft)), response);
		},
		{ requests: 1 },
	);

const tryWrongPosts = (instance: Instance, calls: RecordedPost[], channel: Channel): Step => ({
	names: calls.map(({ title }) => `a post with ${title}: refused`),
	requests: 1,
	run: async () =>
		await sendRefused(
			instance,
			calls.map(({ request }) => moveTo(channel, request.body.posts![0])),
			calls.map(({ response }) => messagesOf(response.body)!),
			{ type: 'draft' },
		),
});

const tryTooLarge = (instance: Instance, channel: Channel): Step =>
	single(
		'a body of more than 102,400 bytes: 413',
		async () => {
			const posts = [itemFor(channel, {}, [marked([], 'a'.repeat(MAX_BYTES))])];
			const { status } = await sendPosts(instance, posts, { type: 'draft' });
			return differs('the status', status, 413);
		},
		{ requests: 1 },
	);

const tryUnknownTool = (instance: Instance, { id }: Channel): Step =>
	single('an unknown tool of a channel: 404', async () => {
		const path = `/public/v1/integration-trigger/${id}`;
		const { status } = await instance.call('POST', path, { methodName: NO_SUCH_ID });
		return differs('the status', status, 404);
	});

/** What the service answers to wrong keys, unknown IDs and bodies that are not right, as it was recorded. */
export function planErrors(instance: Instance): AreaPlan {
	const reading = recordedCases<RecordedCall>('reading.json').filter(isError);
	const bodies = recordedCases<RecordedCall>('bodies.json').filter(isWrongBody);
	const [channel] = instance.channels;
	return [
		...reading.map((call) => tryCall(instance, call)),
		...(channel ? [tryUnknownTool(instance, channel)] : []),
		...onFirst(instance, PLAIN_NETWORKS, 'wrong bodies', (plain) => [
			tryWrongPosts(instance, bodies.filter(isAboutPost), plain),
			...bodies.filter((call) => !isAboutPost(call)).map((call) => tryBody(instance, call, plain)),
			tryTooLarge(instance, plain),
		]),
	];
}
