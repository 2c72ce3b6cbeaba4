import {
	asDraftsOnly,
	scheduleDraft,
	scheduleDrafts,
	canScheduleDrafts,
} from '../../../../nodes/Postiz/publishing/deliver/draftsOnly';
import {
	failed,
	type NewPost,
	type Outcome,
} from '../../../../nodes/Postiz/publishing/deliver/requests';
import type { ApiRequest, PostizClient } from '../../../../nodes/Postiz/transport/client';
import { Instance } from '../../../../nodes/Postiz/transport/instance';
import type { SharedFields } from '../../../../nodes/Postiz/transport/types';
import { Problem } from '../../../../nodes/Postiz/values/problem';
import { channel, post, row } from './rows.cjs';

const KICK = post(channel('kick'), 'Tea');
const SKY = post(channel('bluesky'), 'Tea');
const DATE = '2099-03-04T10:00:00.000Z';

interface Service {
	/** The answer of GET /groups; errors are thrown. */
	groups?: unknown;
	/** The failure of PUT /posts/{id}/status. */
	refusal?: Error;
	/** The states in consecutive lists; errors are thrown. */
	states?: Array<string | Error | undefined>;
}

function createClient({ groups, refusal, states = [] }: Service = {}) {
	const calls: string[] = [];
	const note = ({ endpoint: { method }, path, query, body }: ApiRequest) =>
		calls.push(
			[method, path, ...[query, body].flatMap((part) => (part ? JSON.stringify(part) : []))].join(
				' ',
			),
		);
	const thrown = async <T,>(value: T | Error) =>
		value instanceof Error ? await Promise.reject(value) : await Promise.resolve(value);
	const client = {
		instance: new Instance(),
		previewUrl: () => '',
		request: async (request: ApiRequest) => (note(request), await thrown(refusal)),
		requestIfThere: async (request: ApiRequest) => (note(request), await thrown(groups)),
		requestList: async (request: ApiRequest) => {
			note(request);
			const state = await thrown(states.shift());
			return [{ id: 'other', state: 'ERROR' }, ...(state ? [{ id: 'kick', state }] : [])];
		},
	};
	return { client: client as unknown as PostizClient, calls };
}

const problem = (httpCode?: string) => new Problem('It failed', '', { httpCode });

describe('posts to networks that only take drafts', () => {
	const split = async (targets: NewPost[], type: SharedFields['type'] = 'schedule') => {
		const { client, calls } = createClient({ groups: [] });
		const posts = await asDraftsOnly(client, row(0, targets, { type }));
		const types = posts.map(({ target, shared, becomes }) => [
			target.identifier,
			shared.type,
			becomes,
		]);
		return { types, calls };
	};

	test.each<[string, NewPost[], SharedFields['type'], unknown[][]]>([
		['alone', [KICK], 'schedule', [['kick', 'draft', 'schedule']]],
		[
			'beside others',
			[KICK, SKY, KICK],
			'now',
			[
				['kick', 'draft', 'now'],
				['bluesky', 'now', undefined],
				['kick', 'draft', 'now'],
			],
		],
		[
			'as drafts',
			[KICK, SKY],
			'draft',
			[
				['kick', 'draft', undefined],
				['bluesky', 'draft', undefined],
			],
		],
		['none', [SKY], 'schedule', [['bluesky', 'schedule', undefined]]],
	])('%s', async (_name, posts, type, expected) => {
		expect(await split(posts, type)).toEqual({
			types: expected,
			calls: expected.some(([, , becomes]) => becomes) ? ['GET /groups'] : [],
		});
	});

	test('go as all others where a draft cannot be scheduled', async () => {
		const { client } = createClient();
		expect(await asDraftsOnly(client, [KICK, SKY])).toEqual([KICK, SKY]);
	});
});

describe('whether an instance can schedule drafts', () => {
	test.each<[string, unknown, boolean]>([
		['has the call', [], true],
		['lacks it', undefined, false],
		['does not say', problem('500'), true],
	])('that %s, is asked once', async (_what, groups, expected) => {
		const { client, calls } = createClient({ groups });
		expect([await canScheduleDrafts(client), await canScheduleDrafts(client)]).toEqual([
			expected,
			expected,
		]);
		expect(calls).toEqual(['GET /groups']);
	});

	test('is not asked if it has done so', async () => {
		const { client, calls } = createClient();
		client.instance.hasShown('2.21.7');
		expect(await canScheduleDrafts(client)).toBe(true);
		expect(calls).toEqual([]);
	});

	test('a mistake of the node shows', async () => {
		const { client } = createClient({ groups: new TypeError('x is not a function') });
		await expect(canScheduleDrafts(client)).rejects.toThrow(TypeError);
	});
});

test('a draft is scheduled by its ID', async () => {
	const { client, calls } = createClient();
	await scheduleDraft(client, 'a/b');
	expect(calls).toEqual(['PUT /posts/a%2Fb/status {"status":"schedule"}']);
});

describe('a draft that was made for its network', () => {
	const asDraft: NewPost = { ...KICK, shared: { ...KICK.shared, type: 'draft' }, becomes: 'now' };
	const made: Outcome = { post: asDraft, kind: 'created', postId: 'kick' };
	const [stuck] = failed([asDraft], {
		reason: 'unknown',
		message: '',
		description: '',
		draft: 'kick',
	});
	const PUT = 'PUT /posts/kick/status {"status":"schedule"}';
	const LIST =
		'GET /posts {"startDate":"2099-03-03T10:00:00.000Z","endDate":"2099-03-05T10:00:00.000Z"}';
	const SCHEDULED = { kind: 'created', postId: 'kick', type: 'now' };
	const stays = (what: string, httpCode?: string) => ({
		kind: 'failed',
		reason: 'unknown',
		draft: 'kick',
		httpCode,
		message: `Channel (kick-1): the post ${what}: It failed`,
		type: 'draft',
	});
	const DRAFT = 'is a draft in Postiz and was not scheduled';
	const UNCLEAR = 'was created as a draft, and it is unclear whether it was scheduled';

	test.each<[string, Outcome, Service, boolean | undefined, object, string[]]>([
		['is scheduled', made, {}, undefined, SCHEDULED, [PUT]],
		['which a try before left', stuck, { states: ['DRAFT'] }, true, SCHEDULED, [LIST, PUT]],
		['is so already', stuck, { states: ['QUEUE'] }, true, SCHEDULED, [LIST]],
		['is not in the list', stuck, {}, true, SCHEDULED, [LIST, PUT]],
		['cannot be listed', stuck, { states: [problem()] }, true, SCHEDULED, [LIST, PUT]],
		['may not be', made, { refusal: problem('403') }, false, stays(DRAFT, '403'), [PUT]],
		['is not', made, { refusal: problem(), states: ['DRAFT'] }, false, stays(DRAFT), [PUT, LIST]],
		[
			'fails, but is',
			made,
			{ refusal: problem('500'), states: ['PUBLISHED'] },
			false,
			SCHEDULED,
			[PUT, LIST],
		],
		['may be', made, { refusal: problem('504') }, false, stays(UNCLEAR, '504'), [PUT, LIST]],
	])('%s', async (_what, outcome, service, again, expected, expectedCalls) => {
		const { client, calls } = createClient(service);
		const noted: Outcome[] = [];
		const sent = { note: (outcomes: Outcome[]) => void noted.push(...outcomes) };
		const [settled] = await scheduleDrafts(client, [outcome], sent, { again });
		const { shared, becomes } = settled.post;
		expect({ ...settled, type: shared.type }).toMatchObject(expected);
		expect(becomes).toBe(settled.kind === 'created' ? undefined : 'now');
		expect(shared.date).toBe(DATE);
		expect(noted).toEqual([settled]);
		expect(calls).toEqual(expectedCalls);
	});

	test.each<[string, Outcome]>([
		['is to stay one', { ...made, post: { ...asDraft, becomes: undefined } }],
		['was not made', failed([asDraft], { reason: 'refused', message: '', description: '' })[0]],
	])('is left alone if it %s', async (_why, outcome) => {
		const { client, calls } = createClient();
		const note = () => expect(calls).toBe('never');
		expect(await scheduleDrafts(client, [outcome], { note })).toEqual([outcome]);
		expect(calls).toEqual([]);
	});

	test('whose state fails by a mistake of the node shows it', async () => {
		const { client } = createClient({ refusal: new TypeError('x is not a function') });
		await expect(scheduleDrafts(client, [made], { note: () => {} })).rejects.toThrow(TypeError);
	});
});
