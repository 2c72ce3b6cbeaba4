import axios, { type AxiosResponse } from 'axios';
import FormData from 'form-data';
import { connect } from '../client.cjs';
import { fileOf, PNG } from '../samples.cjs';
import { isObject, type Values } from '../schema.cjs';
import { differences, shownOf } from './matching.cjs';
import { openReplay, readCases, type Call, type Replay } from './workspace.cjs';

/** What a replay of a file found. */
export interface Outcome {
	cases: number;
	/** One line a case that is answered otherwise. */
	different: string[];
}

const JSON_TYPE = { 'content-type': 'application/json' };
const DATE = '2028-11-01T10:00:00.000Z';

/** Replays cases in order; each answers with what is not as recorded. */
async function replayAll<Case>(
	cases: Case[],
	replay: (entry: Case) => Promise<string[]>,
	nameOf: (entry: Case) => string,
): Promise<Outcome> {
	const different: string[] = [];
	for (const entry of cases) {
		const found = await replay(entry);
		if (found.length > 0) different.push(`${nameOf(entry)}: ${found.join('; ')}`);
	}
	return { cases: cases.length, different };
}

async function withReplay<T>(
	run: (replay: Replay) => Promise<T>,
	options?: Parameters<typeof openReplay>[0],
): Promise<T> {
	const replay = await openReplay(options);
	try {
		return await run(replay);
	} finally {
		await replay.service.close();
	}
}

const compareStatus = (actual: number, recorded: number) =>
	actual === recorded ? [] : [`status is ${actual}, not ${recorded}`];

function compareAnswer(
	{ status, headers, data }: Pick<AxiosResponse<unknown>, 'status' | 'headers' | 'data'>,
	{ response }: Call,
	{ names }: Replay,
): string[] {
	const limits = Object.fromEntries(
		Object.entries(headers as Values).filter(([name]) => name.startsWith('x-ratelimit')),
	);
	return [
		...compareStatus(status, response.status),
		...differences(data, response.body, names),
		...differences(limits, response.headers ?? {}, names, 'headers'),
	];
}

/** The header that a recorded request had; undefined for the key. */
const CREDENTIALS: Record<string, string | undefined> = { none: '', wrong: 'wrong' };

async function send({ request }: Call, { service, names }: Replay) {
	const { method, path, auth = '<key>', body, as } = names.resolve(request);
	const authorization = CREDENTIALS[auth] ?? names.resolve(auth);
	const basic = authorization.startsWith('Basic ')
		? `Basic ${Buffer.from(authorization.slice('Basic '.length)).toString('base64')}`
		: authorization;
	return await axios.request<unknown>({
		method,
		url: path.startsWith('http') ? path : `${service.apiUrl}/public/v1${path}`,
		headers: basic ? { authorization: basic } : {},
		data: as === 'form' ? new URLSearchParams(body as Record<string, string>) : body,
		validateStatus: () => true,
	});
}

const titleOf = ({ title }: { title: string }) => title;

/** Of a list that was recorded in part, the part. */
function shownPart(data: unknown, { title, note, response }: Call, { names }: Replay): unknown {
	if (title.includes('rows of it shown')) {
		const { notifications } = response.body as { notifications: unknown[] };
		const page = data as { notifications: unknown[] };
		return { ...page, notifications: page.notifications.slice(0, notifications.length) };
	}
	if (note === 'only the rows of that post are shown') {
		const [{ id }] = names.resolve(response.body as { posts: Array<{ id: string }> }).posts;
		const { posts } = data as { posts: Array<{ id: string }> };
		return { posts: posts.filter((post) => post.id === id) };
	}
	return data;
}

async function replayCall(call: Call, replay: Replay): Promise<string[]> {
	const answer = await send(call, replay);
	return compareAnswer({ ...answer, data: shownPart(answer.data, call, replay) }, call, replay);
}

export const replayReading = async () =>
	await withReplay(
		async (replay) =>
			await replayAll(
				readCases<Call>('reading.json'),
				async (call) => await replayCall(call, replay),
				titleOf,
			),
		{ onlyListed: true },
	);

/** A body that is told of in words only. */
const RAW_BODIES: Record<string, string> = {
	'<102,6xx bytes>': JSON.stringify({ text: 'a'.repeat(102_600) }),
	'<broken>': '{"type":',
};

export const replayBodies = async () =>
	await withReplay(
		async (replay) =>
			await replayAll(
				readCases<Call>('bodies.json'),
				async (call) => {
					const raw = RAW_BODIES[String(call.request.body)];
					if (raw === undefined) return await replayCall(call, replay);
					const answer = await connect(replay.service).post('/posts', raw, {
						headers: JSON_TYPE,
						transformRequest: (data) => data as string,
					});
					return compareAnswer(answer, call, replay);
				},
				titleOf,
			),
	);

interface Preview {
	title: string;
	preview: string;
	rows: Array<Values & { tags?: string[] }>;
}

async function replayPreview({ preview, rows }: Preview, replay: Replay): Promise<string[]> {
	const { service, names } = replay;
	const { data } = await axios.get<Values[]>(
		`${service.apiUrl}/public/posts/${names.resolve(preview)}`,
	);
	const shown = data.map((row, index) => ({
		...(shownOf(row, rows[index] ?? {}) as Values),
		...(rows[index]?.tags && {
			tags: (row.tags as Array<{ tag: { name: string } }>).map(({ tag }) => tag.name),
		}),
	}));
	return differences(shown, rows, names, 'rows');
}

export const replayChanges = async () =>
	await withReplay(
		async (replay) =>
			await replayAll(
				readCases<Call | Preview>('changes.json'),
				async (entry) =>
					'preview' in entry ? await replayPreview(entry, replay) : await replayCall(entry, replay),
				titleOf,
			),
	);

interface SettingsCase {
	title: string;
	network: string;
	settings: Values;
	image?: object[];
	status: number;
	answer?: unknown;
	kept?: Values;
}

/** A request of one post to a network's own channel. */
const requestFor = (network: string, value: object[], settings: Values, channel?: string) => ({
	type: 'schedule',
	date: DATE,
	shortLink: false,
	tags: [],
	posts: [
		{
			integration: { id: channel ?? `ch-${network}` },
			value,
			settings: { __type: network, ...settings },
		},
	],
});

export const replaySettings = async () =>
	await withReplay(
		async ({ service, names }) =>
			await replayAll(
				readCases<SettingsCase>('settings.json'),
				async ({ network, settings, image = [], status, answer, kept }) => {
					const body = requestFor(network, [{ content: 'Tea', image }], names.resolve(settings));
					const sent = await connect(service).post<unknown>('/posts', body);
					const found = compareStatus(sent.status, status);
					if (!kept || sent.status !== 201)
						return [...found, ...differences(sent.data, answer, names)];
					const [{ postId }] = sent.data as [{ postId: string }];
					const preview = await axios.get<[{ settings: string }]>(
						`${service.apiUrl}/public/posts/${postId}`,
					);
					// Compared as text, as the order of the keys is the service's, too.
					return [...found, ...differences(preview.data[0].settings, JSON.stringify(kept), names)];
				},
				({ network, title, settings }) => `${network}, ${title} ${JSON.stringify(settings)}`,
			),
	);

/** The smallest settings and the file, if any, with which a network takes a post. */
function smallestOf(network: string): Pick<SettingsCase, 'settings' | 'image'> {
	const found = readCases<SettingsCase>('settings.json').find(
		(entry) => entry.network === network && entry.title === 'smallest',
	);
	return found ?? { settings: {} };
}

const PICTURE = 'https://files.example.com/cover.png';

function fileNamed(kind: string) {
	const [ending, cover] = kind.split(' with ');
	return {
		id: `m-${ending}`,
		path: `https://files.example.com/file.${ending}`,
		...(cover && { thumbnail: PICTURE }),
	};
}

interface MediaCase {
	network: string;
	title: string;
	settings?: Values;
	files: string[][];
	taken?: true;
	status?: number;
	message?: string;
}

export const replayMedia = async () =>
	await withReplay(
		async ({ service, names }) =>
			await replayAll(
				readCases<MediaCase>('media.json'),
				async ({ network, settings, files, taken, status, message }) => {
					const value = files.map((kinds) => ({ content: 'Tea', image: kinds.map(fileNamed) }));
					const body = requestFor(network, value, settings ?? smallestOf(network).settings);
					const sent = await connect(service).post<unknown>('/posts', body);
					if (taken) return compareStatus(sent.status, 201);
					const { name } = service.state.channels.find(({ id }) => id === `ch-${network}`)!;
					return [
						...compareStatus(sent.status, status!),
						...differences(
							sent.data,
							{ statusCode: status, provider: network, name, message },
							names,
						),
					];
				},
				({ network, title }) => `${network}, ${title}`,
			),
	);

interface LengthCase {
	network: string;
	channel?: string;
	pieces: Array<[string, number]>;
	length: number;
	taken: boolean;
}

export const replayLengths = async () =>
	await withReplay(
		async ({ service }) =>
			await replayAll(
				readCases<LengthCase>('lengths.json'),
				async ({ network, channel, pieces, length, taken }) => {
					const content = pieces.map(([piece, times]) => piece.repeat(times)).join('');
					const { settings, image = [] } = smallestOf(network);
					const body = requestFor(network, [{ content, image }], settings, channel);
					const { status, data } = await connect(service).post<unknown>('/posts', body);
					const message = isObject(data) ? data.message : undefined;
					const isAsSaid = taken || message === 'post is too long, please fix it';
					return [
						...compareStatus(status, taken ? 201 : 400),
						...(isAsSaid ? [] : [`refused with ${JSON.stringify(data)}`]),
						...(content.length === length ? [] : [`the text has ${content.length} units`]),
					];
				},
				({ network, pieces }) => `${network} ${JSON.stringify(pieces)}`,
			),
	);

interface TextCase {
	sent: string;
	stored: string;
	plain: string;
	markdown: string;
	html: string;
	x: string;
}
/** A network of each kind, and the column that says what it is handed. */
const COLUMNS = {
	plain: 'threads',
	markdown: 'devto',
	html: 'wordpress',
	x: 'x',
} as const;

export const replayTexts = async () =>
	await withReplay(
		async ({ service, names }) =>
			await replayAll(
				readCases<TextCase>('texts.json'),
				async (entry) => {
					// With a picture, as a text that is nothing but a tag is none.
					const value = [{ content: entry.sent, image: [fileNamed('png')] }];
					const [body, ...others] = Object.values(COLUMNS).map((network) =>
						requestFor(network, value, smallestOf(network).settings),
					);
					body.posts.push(...others.flatMap(({ posts }) => posts));
					const { status, data } = await connect(service).post<Array<{ postId: string }>>(
						'/posts',
						body,
					);
					if (status !== 201) return [`refused with ${JSON.stringify(data)}`];
					const preview = await axios.get<[{ content: string }]>(
						`${service.apiUrl}/public/posts/${data[0].postId}`,
					);
					const published = data.map(
						({ postId }) => service.state.posts.find(({ id }) => id === postId)!.parts[0].published,
					);
					const columns = Object.keys(COLUMNS) as Array<keyof typeof COLUMNS>;
					return [
						...differences(preview.data[0].content, entry.stored, names, 'stored'),
						...columns.flatMap((column, index) =>
							differences(published[index], entry[column], names, column),
						),
					];
				},
				({ sent }) => JSON.stringify(sent),
			),
	);

interface UploadBody {
	file?: { name: string; type: string; base64: string } | string;
}

function uploadOf({ title, request }: Call) {
	const body = request.body as UploadBody;
	if (title === 'JSON instead of a form') return body;
	const form = new FormData();
	if (!isObject(body.file)) form.append('x', 'y');
	else {
		const { name, type, base64 } = body.file;
		const size = /^(\d+) bytes$/.exec(base64)?.[1];
		const file = size ? fileOf(PNG, Number(size)) : Buffer.from(base64, 'base64');
		form.append('file', file, { filename: name, contentType: type });
	}
	return form;
}

export const replayUploads = async () =>
	await withReplay(
		async (replay) =>
			await replayAll(
				readCases<Call>('uploads.json'),
				async (call) => {
					const body = uploadOf(call);
					const answer = await connect(replay.service).post('/upload', body, {
						headers: body instanceof FormData ? body.getHeaders() : JSON_TYPE,
						maxBodyLength: Infinity,
					});
					const recorded = call.response.body as { name?: string };
					// The name is random, and was not replaced in each answer.
					const name = recorded.name && `<name>.${recorded.name.split('.').at(-1)}`;
					const response = { ...call.response, body: { ...recorded, ...(name && { name }) } };
					return compareAnswer(answer, { ...call, response }, replay);
				},
				titleOf,
			),
	);

/** A code from the consent page. */
async function approve({ service }: Replay): Promise<string> {
	const { clientId } = service.oauthApp;
	const { headers } = await axios.post(
		`${service.frontendUrl}/oauth/authorize`,
		new URLSearchParams({ client_id: clientId, response_type: 'code', decision: 'approve' }),
		{ maxRedirects: 0, validateStatus: () => true },
	);
	return new URL(String(headers.location)).searchParams.get('code')!;
}

export const replayOauth = async () =>
	await withReplay(async (replay) => {
		const asked = new Set<string>();
		return await replayAll(
			readCases<Call>('oauth.json'),
			async (call) => {
				const { code = '' } = (call.request.body ?? {}) as { code?: string };
				if (code.startsWith('<code') && !asked.has(code)) {
					asked.add(code);
					replay.names.bind(code, await approve(replay));
				}
				return await replayCall(call, replay);
			},
			titleOf,
		);
	});
