import FormData from 'form-data';
import { networks } from '../networks/table.cjs';
import { uploadOf } from '../service/recorded/calls.cjs';
import { Names } from '../service/recorded/matching.cjs';
import { JSON_TYPE } from '../service/recorded/replay.cjs';
import type { Call } from '../service/recorded/workspace.cjs';
import { isObject, type Values } from '../service/schema.cjs';
import {
	onFirst,
	PLAIN_NETWORKS,
	recordedCases,
	type Area,
	type Case,
	type PostCase,
} from './cases.cjs';
import type { Channel, Instance } from './instance.cjs';
import { MARKER, NO_SUCH_ID } from './ledger.cjs';

/** The channel of the recorded bodies. */
const RECORDED = 'threads';
const MAX_BYTES = 102_400;
const POSTS = '/public/v1/posts';
const TOKEN_PATH = '/oauth/token';

const answerTo = (area: Area, name: string, ask: (there: Instance) => Promise<unknown>): Case => ({
	area,
	names: [name],
	play: async (there) => [await ask(there)],
});

/** Calls without a key, or about what does not exist, that need nothing of the workspace. */
const readingCases = (): Case[] =>
	recordedCases<Call>('reading.json')
		.filter(
			({ title, request: { path }, response }) =>
				(response.status >= 400 || title.includes('unknown')) && !/video|\bch-|post-pub/.test(path),
		)
		.map(({ title, request: { method, path, auth = '<key>', body } }) =>
			answerTo('errors', title, async (there) => {
				const keys: Record<string, string> = { none: '', wrong: 'wrong' };
				const names = new Names({ '<key>': there.options.apiKey });
				const { status, body: answer } = await there.call(
					method,
					path.startsWith('<host>') ? path.slice('<host>'.length) : `/public/v1${path}`,
					{ body, authorization: keys[auth] ?? names.resolve(auth) },
				);
				// Older releases list the channels of all groups.
				return { status, body: Array.isArray(answer) ? answer.length > 0 : answer };
			}),
		);

/** A recorded body that is wrong also as a draft, and cannot be taken for one that is due. */
const isWrong = ({ title, request: { body }, response: { status } }: Call) =>
	status === 400 &&
	isObject(body) &&
	!new RegExp(`"ch-(?!${RECORDED}")`).test(JSON.stringify(body)) &&
	!['text that is too long', 'date as a number'].includes(title);

/** A recorded body for another channel than it was recorded with; whatever is wrong with it, a draft does not go out. */
function moveTo({ id, identifier }: Channel, { request: { body } }: Call, date: string): Values {
	const isDated = String((body as Values).date).startsWith('2028');
	const draft = { ...(body as Values), type: 'draft', ...(isDated && { date }) };
	const text = JSON.stringify(draft)
		.replaceAll(`"ch-${RECORDED}"`, JSON.stringify(id))
		.replaceAll(`"${RECORDED}"`, JSON.stringify(identifier))
		.replaceAll('"Tea"', JSON.stringify(MARKER));
	return JSON.parse(text) as Values;
}

/** Whether a refusal is about the only post of a body, and names its place. */
const isAboutPost = ({ response: { body } }: Call) =>
	isObject(body) && Array.isArray(body.message) && String(body.message[0]).startsWith('posts.0.');

const wrongBodies = () => recordedCases<Call>('bodies.json').filter(isWrong);

/** Recorded posts that are wrong. */
export const wrongPosts = (instance: Instance): PostCase[] =>
	onFirst(instance, PLAIN_NETWORKS, (channel) =>
		wrongBodies()
			.filter(isAboutPost)
			.map((call) => ({
				area: 'errors' as const,
				name: `a post with ${call.title}`,
				type: 'draft' as const,
				make: async ({ date }) => (moveTo(channel, call, date).posts as object[])[0],
			})),
	);

const bodyCases = (channel: Channel): Case[] => [
	...wrongBodies()
		.filter((call) => !isAboutPost(call))
		.map((call) =>
			answerTo(
				'errors',
				`a body: ${call.title}`,
				async (there) =>
					await there.call('POST', POSTS, { body: moveTo(channel, call, there.date) }),
			),
		),
	answerTo('errors', 'a body of more than 102,400 bytes', async (there) => {
		const body = { type: 'draft', date: there.date, posts: [], text: 'a'.repeat(MAX_BYTES) };
		return (await there.call('POST', POSTS, { body })).status;
	}),
	answerTo(
		'errors',
		'an unknown tool of a channel',
		async (there) =>
			await there.call('POST', `/public/v1/integration-trigger/${channel.id}`, {
				body: { methodName: NO_SUCH_ID },
			}),
	),
];

const unknownCases = ['posts/', 'posts/group/'].map((path) =>
	answerTo(
		'deletes',
		`${path}${NO_SUCH_ID}`,
		async (there) => (await there.call('DELETE', `/public/v1/${path}${NO_SUCH_ID}`)).status,
	),
);

/** What the instance says of the limit and the settings of each network; its sentences may be others. */
const settingsCases = (instance: Instance): Case[] =>
	Object.entries(networks).flatMap(([identifier, { alias }]) =>
		onFirst(instance, [alias ?? identifier], ({ id, identifier: own }) => [
			answerTo('lengths', `${own}: the limit and the settings that it states`, async (there) => {
				const { body } = await there.call('GET', `/public/v1/integration-settings/${id}`);
				return JSON.parse(JSON.stringify(body), (key, value: unknown) =>
					key === 'description' || key === 'rules' ? undefined : value,
				) as unknown;
			}),
		]),
	);

/** Files of all types, and one that is too large; of what is taken, the ending. */
const uploadCases = (): Case[] =>
	recordedCases<Call>('uploads.json').map((call) =>
		answerTo('uploads', call.title, async (there) => {
			const form = uploadOf(call);
			const isForm = form instanceof FormData;
			const answer = await there.call('POST', '/public/v1/upload', {
				body: isForm ? form.getBuffer() : form,
				headers: isForm ? form.getHeaders() : JSON_TYPE,
			});
			if (answer.status !== 201) return answer;
			const { id, path } = answer.body as Values;
			return [typeof id, URL.canParse(String(path)), String(path).split('.').at(-1)];
		}),
	);

/** The errors of the token endpoint to forms, which n8n sends, and of a token that is none. */
const oauthCases = (): Case[] => [
	...recordedCases<Call>('oauth.json')
		.filter(
			({ title, request: { path }, response: { status } }) =>
				path.endsWith(TOKEN_PATH) && status >= 400 && title !== 'the same code again',
		)
		.map(({ title, request }) =>
			answerTo('oauth', title, async (there) => {
				const { clientId, clientSecret } = there.options.oauthApp ?? {
					clientId: 'nobody',
					clientSecret: 'nothing',
				};
				const fields = JSON.stringify(request.body ?? {})
					.replaceAll('<client id>', clientId)
					.replaceAll('<secret>', clientSecret)
					.replace(/<code \d+>/, 'no-such-code');
				const form = new URLSearchParams(JSON.parse(fields) as Record<string, string>);
				return await there.call('POST', TOKEN_PATH, {
					body: form.toString(),
					authorization: '',
					headers: { 'content-type': 'application/x-www-form-urlencoded' },
				});
			}),
		),
	answerTo(
		'oauth',
		'a token that is none',
		async (there) =>
			await there.call('GET', '/public/v1/is-connected', { authorization: 'pos_nobody' }),
	),
];

/** What is answered to plain calls: wrong keys, unknown IDs, bodies and files that are not right. */
export const callCases = (instance: Instance): Case[] => [
	...settingsCases(instance),
	...uploadCases(),
	...readingCases(),
	...onFirst(instance, PLAIN_NETWORKS, bodyCases),
	...unknownCases,
	...oauthCases(),
];
