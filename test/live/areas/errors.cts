import { differences, Names } from '../../service/recorded/matching.cjs';
import type { Call as RecordedCall } from '../../service/recorded/workspace.cjs';
import { isObject, type Values } from '../../service/schema.cjs';
import { differs, join, show } from '../compare.cjs';
import type { Channel, Instance } from '../instance.cjs';
import { itemFor, marked, PLAIN_NETWORKS, recordedCases } from '../items.cjs';
import { MARKER, NO_SUCH_ID } from '../ledger.cjs';
import { sendPosts } from '../plainPosts.cjs';
import {
	noChannel,
	single,
	type AreaPlan,
	type Problem,
	type Skipped,
	type Step,
} from '../types.cjs';

/** Recorded calls about what is missing or unknown. */
const CALLS = [
	'no credential',
	'wrong key',
	'scheme word before the key',
	'connected',
	'channels of an unknown group',
	'settings of an unknown channel',
	'tool of an unknown channel',
	'posts without dates',
	'posts with one date',
	'posts, dates that are none',
	'missing content of an unknown post',
	'analytics of an unknown channel',
	'analytics of an unknown post',
	'preview of an unknown post',
	'connect page of an unknown network',
	'an endpoint that does not exist',
	'a post by id does not exist as a call',
	'upload from no address',
];
/** Recorded bodies of POST /posts, in which a post is wrong. */
const WRONG_POSTS = [
	'value empty',
	'no content',
	'no image',
	'empty text, no image',
	'only a space',
	'empty paragraph',
	'second part empty',
	'image without id',
	'image without path',
	'image of another ending',
	'image ending in capitals',
	'thumbnail on localhost',
];
/** Recorded bodies of POST /posts, in which something beside the posts is wrong. */
const WRONG_BODIES = [
	'without date',
	'without shortLink',
	'without tags',
	'without posts',
	'posts empty',
	'no integration',
	'unknown channel',
	'date that is none',
	'tags as texts',
	'repeat, text',
];
/** The channel of the recorded bodies. */
const RECORDED = 'threads';
const MAX_BYTES = 102_400;

interface RecordedBody {
	posts?: Values[];
	[key: string]: unknown;
}

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

/** Whatever is wrong with it, a draft does not go out. */
const asDraft = (instance: Instance, body: RecordedBody): Values => ({
	...body,
	type: 'draft',
	...('date' in body && String(body.date).startsWith('2028') && { date: instance.date }),
});

/** A recorded body for another channel than it was recorded with. */
function moveTo({ id, identifier }: Channel, body: Values): Values {
	const text = JSON.stringify(body)
		.replaceAll(`"ch-${RECORDED}"`, JSON.stringify(id))
		.replaceAll(`"${RECORDED}"`, JSON.stringify(identifier))
		.replaceAll('"Tea"', JSON.stringify(MARKER));
	return JSON.parse(text) as Values;
}

function tryBody(
	instance: Instance,
	{ title, request, response }: RecordedCall,
	channel: Channel,
): Step {
	return single(
		`${title}: ${response.status}`,
		async () => {
			const body = moveTo(channel, asDraft(instance, request.body as RecordedBody));
			const { status, body: answer } = await instance.call('POST', '/public/v1/posts', body);
			return join([
				differs('the status', status, response.status),
				differs('the answer', answer, response.body),
			]);
		},
		{ requests: 1 },
	);
}

const messagesOf = (answer: unknown): string[] => {
	const { message } = isObject(answer) ? answer : {};
	return Array.isArray(message) ? message.map(String) : [];
};

/** Each wrong post is named by its place, so that one request shows them all. */
function tryWrongPosts(instance: Instance, calls: RecordedCall[], channel: Channel): Step {
	return {
		names: calls.map(({ title }) => `a post with ${title}: refused`),
		requests: 1,
		run: async () => {
			const posts = calls.map(({ request }) =>
				moveTo(channel, (request.body as RecordedBody).posts![0]),
			);
			const { status, body } = await sendPosts(instance, posts, { type: 'draft' });
			if (status !== 400) return calls.map(() => `it was answered with ${status} ${show(body)}`);
			return calls.map(({ response }, index) => {
				const place = `posts.${index}.`;
				const own = messagesOf(body).filter((message) => message.startsWith(place));
				const wanted = messagesOf(response.body).map((text) => text.replace('posts.0.', place));
				return differs('the refusal', own, wanted);
			});
		},
	};
}

function tryTooLarge(instance: Instance, channel: Channel): Step {
	return single(
		'a body of more than 102,400 bytes: 413',
		async () => {
			const posts = [itemFor(channel, {}, [marked([], 'a'.repeat(MAX_BYTES))])];
			const { status } = await sendPosts(instance, posts, { type: 'draft' });
			return differs('the status', status, 413);
		},
		{ requests: 1 },
	);
}

/** What the service answers to wrong keys, unknown IDs and bodies that are not right. */
export function planErrors(instance: Instance): AreaPlan {
	const reading = recordedCases<RecordedCall>('reading.json');
	const bodies = recordedCases<RecordedCall>('bodies.json');
	const only = (calls: RecordedCall[], titles: string[]) =>
		titles.map((title) => calls.find((call) => call.title === title)!);
	const skipped: Skipped[] = [];
	const steps = only(reading, CALLS)
		.filter(({ request }) => instance.hasPreview || !request.path.startsWith('<host>'))
		.map((call) => tryCall(instance, call));
	steps.push(
		...['status', 'settings'].map((name) =>
			single(`${name} of an unknown post`, async () => {
				const { status } = await instance.call('PUT', `/public/v1/posts/${NO_SUCH_ID}/${name}`, {
					status: 'draft',
					settings: {},
				});
				return differs('the status', status, name === 'status' ? 400 : 404);
			}),
		),
	);
	steps.push(
		single('a wrong key is an error of the node', async () => {
			const { error } = await instance.node(
				{ resource: 'integration', operation: 'list' },
				{ credentials: { apiKey: 'wrong', host: instance.gate.url } },
			);
			return differs('the code', error?.httpCode, '401');
		}),
	);
	const [channel] = instance.channels;
	if (channel)
		steps.push(
			single('an unknown tool of a channel: 404', async () => {
				const path = `/public/v1/integration-trigger/${channel.id}`;
				const { status } = await instance.call('POST', path, { methodName: NO_SUCH_ID });
				return differs('the status', status, 404);
			}),
		);
	const plain = instance.firstOf(PLAIN_NETWORKS);
	if (plain)
		steps.push(
			tryWrongPosts(instance, only(bodies, WRONG_POSTS), plain),
			...only(bodies, WRONG_BODIES).map((call) => tryBody(instance, call, plain)),
			tryTooLarge(instance, plain),
		);
	else skipped.push(noChannel('wrong bodies', ...PLAIN_NETWORKS));
	return { steps, skipped };
}
