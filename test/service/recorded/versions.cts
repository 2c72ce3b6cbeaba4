import axios from 'axios';
import FormData from 'form-data';
import { releaseOf, type Version } from '../releases/release.cjs';
import { fileOf, PNG } from '../../shared/samples.cjs';
import { isObject, type Values } from '../schema.cjs';
import { startService, type Service } from '../server.cjs';
import { differences, Names } from './matching.cjs';
import { compareStatus, replayAll, type Outcome } from './replay.cjs';
import { readVersions, seedAsRecorded, type RecordedCall } from './versionsSeed.cjs';

const FILES = 'https://files.example';
const ON_LIMITED = 'limited instance, ';
const USUAL_LIMIT = 1_000_000;
const LIMIT = 5;
const FIRST = 'number 1';
const DAYS_LISTED_MS = 30 * 86_400_000;
/** Long enough to see that no answer comes. */
const PATIENCE_MS = 300;

/** What these answer comes from networks and publishing tools, of which there were none. */
const FROM_OUTSIDE = [
	'tool',
	'function of a video',
	'connect URL',
	'analytics of a channel',
	'analytics of a post',
];

const ID = /^cmws[a-z\d]{21}$/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const UPLOADED = /(?:\/\d{4}\/\d\d\/\d\d\/)?[\da-f]{32,}(?=\.\w+$)/;
const TIMES = ['createdAt', 'updatedAt'];
const MORE = /^\((\d+) more\)$/;

/** Recorded calls with placeholders for what differs each time, as the other files have them. */
function withPlaceholders(calls: RecordedCall[]): RecordedCall[] {
	const ids: string[] = [];
	const named = (id: string) =>
		`<id ${(ids.includes(id) ? ids : (ids.push(id), ids)).indexOf(id) + 1}>`;
	return JSON.parse(JSON.stringify(calls), (key, value: unknown) => {
		if (typeof value !== 'string') return value;
		if (TIMES.includes(key)) return '<recorded at>';
		if (ID.test(value)) return named(value);
		if (UUID.test(value)) return named(value);
		if (key === 'path' || key === 'name')
			return value.replace(UPLOADED, (found) => (found.startsWith('/') ? '/<name>' : '<name>'));
		return value;
	}) as RecordedCall[];
}

/** Without the sentences about rules and settings, which the sandbox has in words of its own. */
const withoutProse = (answer: unknown): unknown =>
	JSON.parse(JSON.stringify(answer ?? null), (key, value: unknown) =>
		key === 'description' ? undefined : key === 'rules' ? value !== '' : value,
	);

/** As many rows as recorded, and those that were recorded: lists come in no order, and are cut. */
function alignLists(actual: unknown, recorded: unknown): [actual: unknown, recorded: unknown] {
	if (isObject(actual) && isObject(recorded)) {
		const pairs = Object.keys(recorded).map(
			(key) => [key, alignLists(actual[key], recorded[key])] as const,
		);
		return [
			{
				...actual,
				...Object.fromEntries(
					pairs.filter(([key]) => key in actual).map(([key, [own]]) => [key, own]),
				),
			},
			Object.fromEntries(pairs.map(([key, [, other]]) => [key, other])),
		];
	}
	if (!Array.isArray(actual) || !Array.isArray(recorded)) return [actual, recorded];
	const more = Number(MORE.exec(String(recorded.at(-1)))?.[1] ?? 0);
	const shown = more ? recorded.slice(0, -1) : recorded;
	const rows = shown.map((row: unknown, index) => {
		const id = isObject(row) ? row.id : undefined;
		const found =
			typeof id === 'string' && !id.startsWith('<')
				? (actual as Values[]).find((entry) => entry.id === id)
				: (actual[index] as unknown);
		return alignLists(found, row);
	});
	const counted = (count: number, list: unknown[]) => [...list, `${count} entries`];
	return [
		counted(
			actual.length,
			rows.map(([own]) => own),
		),
		counted(
			shown.length + more,
			rows.map(([, other]) => other),
		),
	];
}

const LIMITS = /^(x-ratelimit-.*|retry-after)$/;
const CHANGING = /^(x-ratelimit-(remaining|reset)|retry-after)$/;

/** The headers about limits, with a placeholder for what is left. */
const limitsIn = (headers: Values | null) =>
	Object.fromEntries(
		Object.entries(headers ?? {})
			.filter(([name]) => LIMITS.test(name))
			.map(([name, value]) => [
				name,
				CHANGING.test(name) && /^\d+$/.test(String(value)) ? 'a number' : value,
			]),
	);

const CREDENTIALS: Record<string, string | undefined> = {
	'wrong key': 'wrong',
	'no key': undefined,
};

function uploadNamed(name: string): FormData {
	const form = new FormData();
	form.append('file', fileOf(PNG, 100), { filename: name, contentType: 'image/png' });
	return form;
}

async function send({ title, method, path, sent, status }: RecordedCall, service: Service) {
	const file = /^upload of (.*)$/.exec(title)?.[1];
	const key = title in CREDENTIALS ? CREDENTIALS[title] : service.apiKey;
	const data = file ? uploadNamed(file) : sent;
	return await axios.request<unknown>({
		method,
		url: service.apiUrl + path,
		headers: {
			...(key && { authorization: key }),
			...(data instanceof FormData && data.getHeaders()),
		},
		data,
		...(status === null && { timeout: PATIENCE_MS }),
		validateStatus: () => true,
	});
}

async function replayCall(call: RecordedCall, service: Service, names: Names): Promise<string[]> {
	const own = names.resolve(call);
	if (call.status === null) {
		const isSilent = await send(own, service).then(
			() => false,
			() => true,
		);
		return isSilent ? [] : ['it is answered'];
	}
	const { status, headers, data } = await send(own, service);
	if (FROM_OUTSIDE.includes(call.title)) {
		const isThere = (code: number) => code !== 404;
		return isThere(status) === isThere(call.status) ? [] : compareStatus(status, call.status);
	}
	const [actual, recorded] = alignLists(withoutProse(data), withoutProse(call.answer));
	return [
		...compareStatus(status, call.status),
		...differences(actual, recorded, names),
		...differences(limitsIn(headers as Values), limitsIn(call.headers), names, 'headers'),
	];
}

/** The time of a recording, by the dates between which it lists its posts. */
function timeOf(calls: RecordedCall[]): number {
	const { path } = calls.find(({ title }) => title === 'posts')!;
	const start = new URL(path, FILES).searchParams.get('startDate')!;
	return Date.parse(start) + DAYS_LISTED_MS;
}

/** The calls of the instance with a low limit, which had used up the limits of older releases before. */
async function useUp(service: Service, calls: RecordedCall[]): Promise<void> {
	const refused = calls.filter(({ title, status }) => title.endsWith(FIRST) && status === 429);
	for (const call of refused) for (let time = 0; time < LIMIT; time += 1) await send(call, service);
}

/** Of each seven calls the first and the last two are recorded. */
async function sendUnlisted(call: RecordedCall, service: Service): Promise<void> {
	if (!call.title.endsWith(FIRST)) return;
	for (let time = 1; time < LIMIT; time += 1) await send(call, service);
}

/** Sends what a version was asked, and says what it answers otherwise. */
export async function replayVersion(version: Version): Promise<Outcome> {
	const calls = withPlaceholders(readVersions(version));
	const now = timeOf(calls);
	const open = async (hourlyLimit: number) => {
		const service = await startService({
			version,
			hourlyLimit,
			now: () => now,
			uploadsAt: FILES,
			basePath: '',
			// The recorded instances had no network around them.
			resolveHost: async () => [],
		});
		seedAsRecorded(service, releaseOf(version));
		return service;
	};
	const [usual, limited] = [await open(USUAL_LIMIT), await open(LIMIT)];
	const { state } = usual;
	const notifications = [...state.notifications];
	// They had one database.
	limited.state.posts = state.posts;
	const names = new Names({});
	try {
		await useUp(
			limited,
			calls.filter(({ title }) => title.startsWith(ON_LIMITED)),
		);
		return await replayAll(
			calls,
			async (call) => {
				const service = call.title.startsWith(ON_LIMITED) ? limited : usual;
				// The recorded instances published nothing, and so told nobody.
				state.notifications = [...notifications];
				const found = await replayCall(call, service, names);
				await sendUnlisted(call, service);
				return found;
			},
			({ title }) => title,
		);
	} finally {
		await Promise.all([usual.close(), limited.close()]);
	}
}
