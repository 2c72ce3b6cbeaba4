import axios from 'axios';
import FormData from 'form-data';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSampleFile, PNG } from '../../shared/samples.cjs';
import { getProviders } from '../providers.cjs';
import { createRelease, VERSIONS, type Version } from '../releases/release.cjs';
import { isObject, type Values } from '../schema.cjs';
import { startService, type Service } from '../server.cjs';
import { createStoredPost, type Channel } from '../state.cjs';
import { listDifferences, Placeholders } from './placeholders.cjs';
import { compareStatus, replayAll, type Outcome } from './replay.cjs';
import { recordedNetworks } from './workspace.cjs';
import { HOUR } from '../../shared/time.cjs';

/** A call, and how a release answered it. */
interface RecordedCall {
	title: string;
	method: string;
	path: string;
	sent?: unknown;
	/** Null if no answer came. */
	status: number | null;
	headers: Record<string, string> | null;
	answer: unknown;
}

const FOLDER = resolve(__dirname, '../../fixtures/recorded/versions');
const NOW = Date.parse('2026-11-23T01:50:00.000Z');
const FILES = 'https://files.example';
const ON_LIMITED = 'limited instance, ';
const FIRST = 'number 1';
const LIMIT = 5;
/** Long enough to see that no answer comes. */
const PATIENCE_MS = 300;

/** Their answers come from networks and publishing tools, which the recorded instances did not have. */
const ANSWERED_BY_NETWORKS = [
	'tool',
	'function of a video',
	'connect URL',
	'analytics of a channel',
	'analytics of a post',
];
/** They answer with rows of the workspace, of which only the shape is compared. */
const ROWS = /^(channels|groups|posts|public data|release ID|notifications|limited instance, GET)/;
const KEYS: Record<string, string> = { 'wrong key': 'wrong', 'no key': '' };

/** Gives a service what the calls name from the workspace, of which all releases had a copy. */
function seed({ state }: Service, version: Version): void {
	const [known] = state.channels;
	const createChannel = (identifier: string, more: Partial<Channel> = {}): Channel => ({
		...known,
		id: `ch-${identifier}`,
		name: `Test ${identifier}`,
		identifier,
		verified: false,
		customerId: identifier === 'x' ? 'cust-acme' : 'cust-beta',
		picture: FILES,
		...more,
	});
	const channels = [
		...Object.keys(getProviders(createRelease(version)))
			.filter((identifier) => recordedNetworks.has(identifier))
			.map((identifier) => createChannel(identifier)),
		createChannel('x', { id: 'ch-x-verified', verified: true }),
	];
	const x = channels.find(({ identifier }) => identifier === 'x')!;
	const post = (id: string, more: object = {}) =>
		createStoredPost(id, x, {
			group: id.replace('post', 'grp'),
			state: id.includes('draft') ? 'DRAFT' : 'QUEUE',
			publishDate: new Date(NOW + HOUR).toISOString(),
			createdAt: new Date(NOW).toISOString(),
			tags: ['tag'],
			settings: { who_can_reply_post: 'everyone', __type: 'x' },
			parts: [{ id, content: '<p>Tea</p>', image: [], delay: 0, published: 'Tea' }],
			...more,
		});
	const thread = ['post-thread-1', 'post-thread-2'].map((id) => post(id).parts[0]);
	Object.assign(state, {
		organizationId: 'org-main',
		channels,
		groups: ['acme', 'beta'].map((name) => ({ id: `cust-${name}`, name })),
		tags: [{ id: 'tag', name: 'Tea', color: '#c2410c' }],
		posts: [
			...['post-queue-1', 'post-queue-5', 'post-draft-1', 'post-draft-2'].map((id) => post(id)),
			post('post-thread-1', { parts: thread, tags: [] }),
			post('post-missing', { state: 'PUBLISHED', releaseId: 'missing' }),
		],
		notifications: state.notifications.slice(0, 120),
		videoGenerators: [],
	});
}

/** An answer without what differs each time, and without sentences about rules, which the sandbox words differently. */
const replaceRandomValues = (answer: unknown): unknown =>
	JSON.parse(JSON.stringify(answer ?? null), (key, value: unknown) => {
		// reading.json shows which channels are in a group.
		if (['description', 'rules', 'customer'].includes(key)) return undefined;
		if (typeof value !== 'string') return value;
		return value
			.replace(/^c[a-z\d]{24}$/, '(id)')
			.replace(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, '(uuid)')
			.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z?$/, '(date)')
			.replace(/(?:\/\d{4}\/\d\d\/\d\d)?\/?[\da-f]{32,}(?=\.\w+$)/, '(name)');
	});

/** The keys of rows; not every row has every key. */
function getShape(value: unknown): unknown {
	if (Array.isArray(value)) return getShape(Object.assign({}, ...value.filter(isObject).reverse()));
	if (!isObject(value)) return 'a value';
	return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, getShape(entry)]));
}

/** A recorded list may be cut: its last entry says how many more there are, `(4 more)`. */
function truncateLike(actual: unknown, recorded: unknown): unknown {
	if (isObject(recorded) && isObject(actual))
		return Object.fromEntries(
			Object.entries(actual).map(([key, value]) => [key, truncateLike(value, recorded[key])]),
		);
	if (!Array.isArray(recorded) || !Array.isArray(actual)) return actual;
	const isCut = /^\(\d+ more\)$/.test(String(recorded.at(-1)));
	const shown = isCut ? recorded.length - 1 : actual.length;
	const rows = actual.slice(0, shown).map((row, index) => truncateLike(row, recorded[index]));
	return isCut ? [...rows, `(${actual.length - shown} more)`] : rows;
}

/** The headers about limits. For what is left and until when, only whether it is there. */
const readLimits = (headers: Values | null) =>
	Object.fromEntries(
		Object.entries(headers ?? {})
			.filter(([name]) => /^(x-ratelimit-.*|retry-after)$/.test(name))
			.map(([name, value]) => [name, name === 'x-ratelimit-limit' ? value : 'a number']),
	);

async function send({ title, method, path, sent, status }: RecordedCall, service: Service) {
	const file = /^upload of (.*)$/.exec(title)?.[1];
	const form = new FormData();
	form.append('file', createSampleFile(PNG, 100), { filename: file, contentType: 'image/png' });
	const authorization = KEYS[title] ?? service.apiKey;
	return await axios.request<unknown>({
		method,
		url: service.apiUrl + path,
		headers: { ...(authorization && { authorization }), ...(file && form.getHeaders()) },
		data: file ? form : sent,
		...(status === null && { timeout: PATIENCE_MS }),
		validateStatus: () => true,
	});
}

async function replayCall(call: RecordedCall, service: Service): Promise<string[]> {
	const { title, status: recorded, headers: limits, answer } = call;
	const got = await send(call, service).catch(() => undefined);
	if (recorded === null || !got) return (recorded === null) === !got ? [] : ['it is answered'];
	const { status, headers, data } = got;
	if (ANSWERED_BY_NETWORKS.includes(title))
		return (status === 404) === (recorded === 404) ? [] : compareStatus(status, recorded);
	const placeholders = new Placeholders({});
	const [own, theirs] = [
		truncateLike(replaceRandomValues(data), answer),
		replaceRandomValues(answer),
	];
	const isRows = ROWS.test(title) && recorded === 200;
	return [
		...compareStatus(status, recorded),
		...listDifferences(
			isRows ? getShape(own) : own,
			isRows ? getShape(theirs) : theirs,
			placeholders,
		),
		...listDifferences(readLimits(headers as Values), readLimits(limits), placeholders, 'headers'),
	];
}

/** Sends the recorded calls of a version, and returns where the answers differ. */
export async function replayVersion(version: Version): Promise<Outcome> {
	const name = version === 'newest' ? version : VERSIONS[version];
	const file = readFileSync(resolve(FOLDER, `${name}.json`), 'utf8');
	const calls = JSON.parse(file) as RecordedCall[];
	const open = async (hourlyLimit: number) => {
		const service = await startService({
			version,
			hourlyLimit,
			now: () => NOW,
			uploadsAt: FILES,
			basePath: '',
			// The recorded instances had no access to a network.
			resolveHost: async () => [],
		});
		seed(service, version);
		return service;
	};
	const [usual, limited] = [await open(1_000_000), await open(LIMIT)];
	const repeat = async (call: RecordedCall, times: number) => {
		for (let time = 0; time < times; time += 1) await send(call, limited);
	};
	try {
		// The limits of older releases had been used up before.
		for (const call of calls)
			if (call.title.startsWith(ON_LIMITED) && call.title.endsWith(FIRST) && call.status === 429)
				await repeat(call, LIMIT);
		return await replayAll(calls, async (call) => {
			const isLimited = call.title.startsWith(ON_LIMITED);
			const found = await replayCall(call, isLimited ? limited : usual);
			// Of every seven calls, the first and the last two are recorded.
			if (isLimited && call.title.endsWith(FIRST)) await repeat(call, LIMIT - 1);
			return found;
		});
	} finally {
		await Promise.all([usual.close(), limited.close()]);
	}
}
