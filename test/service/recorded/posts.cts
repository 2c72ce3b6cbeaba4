import { connect, fetchPublicPost, createPostRequest } from '../client.cjs';
import { isObject, type Values } from '../schema.cjs';
import { listDifferences } from './placeholders.cjs';
import { compareStatus, replayFile } from './replay.cjs';
import { readCases } from './workspace.cjs';

const DATE = '2028-11-01T10:00:00.000Z';

/** Settings of a network, and what was stored of them or answered. */
export interface SettingsCase {
	title: string;
	network: string;
	settings: Values;
	image?: object[];
	status: number;
	answer?: unknown;
	kept?: Values;
}

/** A request with a single post for the channel of a network. */
export const createRequestFor = (
	network: string,
	value: object[],
	settings: Values,
	channel = `ch-${network}`,
) =>
	createPostRequest(
		[{ integration: { id: channel }, value, settings: { __type: network, ...settings } }],
		{
			date: DATE,
		},
	);

export const replaySettings = async () =>
	await replayFile<SettingsCase>(
		'settings.json',
		async ({ network, settings, image = [], status, answer, kept }, { service, placeholders }) => {
			const body = createRequestFor(
				network,
				[{ content: 'Tea', image }],
				placeholders.resolve(settings),
			);
			const sent = await connect(service).post<unknown>('/posts', body);
			const found = compareStatus(sent.status, status);
			if (!kept || sent.status !== 201)
				return [...found, ...listDifferences(sent.data, answer, placeholders)];
			const [{ postId }] = sent.data as [{ postId: string }];
			const publicPost = await fetchPublicPost(service, postId);
			// Compared as text, because the service decides the order of the keys, too.
			return [
				...found,
				...listDifferences(publicPost.data[0].settings, JSON.stringify(kept), placeholders),
			];
		},
	);

const SMALLEST_CASES = new Map(
	readCases<SettingsCase>('settings.json')
		.filter(({ title }) => title === 'smallest')
		.map((entry) => [entry.network, entry]),
);

/** The smallest settings, and the file if it needs one, with which a network accepts a post. */
const findSmallestCase = (network: string): Pick<SettingsCase, 'settings' | 'image'> =>
	SMALLEST_CASES.get(network) ?? { settings: {} };

const PICTURE = 'https://files.example.com/cover.png';

/** The file that a kind such as `mp4 with a cover` stands for. */
export function createFileOfKind(kind: string) {
	const [ending, cover] = kind.split(' with ');
	return {
		id: `m-${ending}`,
		path: `https://files.example.com/file.${ending}`,
		...(cover && { thumbnail: PICTURE }),
	};
}

/** Files of a post and its later parts, by their kinds, and what was answered. */
export interface MediaCase {
	network: string;
	title: string;
	settings?: Values;
	files: string[][];
	taken?: true;
	status?: number;
	message?: string;
}

export const replayMedia = async () =>
	await replayFile<MediaCase>(
		'media.json',
		async ({ network, settings, files, taken, status, message }, { service, placeholders }) => {
			const value = files.map((kinds) => ({ content: 'Tea', image: kinds.map(createFileOfKind) }));
			const body = createRequestFor(network, value, settings ?? findSmallestCase(network).settings);
			const sent = await connect(service).post<unknown>('/posts', body);
			if (taken) return compareStatus(sent.status, 201);
			const { name } = service.state.channels.find(({ id }) => id === `ch-${network}`)!;
			return [
				...compareStatus(sent.status, status!),
				...listDifferences(
					sent.data,
					{ statusCode: status, provider: network, name, message },
					placeholders,
				),
			];
		},
	);

export interface LengthCase {
	network: string;
	channel?: string;
	pieces: Array<[string, number]>;
	length: number;
	taken: boolean;
}

export const replayLengths = async () =>
	await replayFile<LengthCase>(
		'lengths.json',
		async ({ network, channel, pieces, length, taken }, { service }) => {
			const content = pieces.map(([piece, times]) => piece.repeat(times)).join('');
			const { settings, image = [] } = findSmallestCase(network);
			const body = createRequestFor(network, [{ content, image }], settings, channel);
			const { status, data } = await connect(service).post<unknown>('/posts', body);
			const message = isObject(data) ? data.message : undefined;
			const isAsExpected = taken || message === 'post is too long, please fix it';
			return [
				...compareStatus(status, taken ? 201 : 400),
				...(isAsExpected ? [] : [`rejected with ${JSON.stringify(data)}`]),
				...(content.length === length ? [] : [`the text has ${content.length} units`]),
			];
		},
	);

/** A content as it was sent, as it was stored, and as networks of each kind received it. */
export interface TextCase {
	sent: string;
	stored: string;
	plain: string;
	markdown: string;
	html: string;
	x: string;
}
/** A network of each kind, and the column with what it receives. */
const COLUMNS = {
	plain: 'threads',
	markdown: 'devto',
	html: 'wordpress',
	x: 'x',
} as const;

export const replayTexts = async () =>
	await replayFile<TextCase>('texts.json', async (entry, { service, placeholders }) => {
		// With a picture, because a text with nothing but a tag counts as empty.
		const value = [{ content: entry.sent, image: [createFileOfKind('png')] }];
		const [body, ...others] = Object.values(COLUMNS).map((network) =>
			createRequestFor(network, value, findSmallestCase(network).settings),
		);
		body.posts.push(...others.flatMap(({ posts }) => posts));
		const { status, data } = await connect(service).post<Array<{ postId: string }>>('/posts', body);
		if (status !== 201) return [`rejected with ${JSON.stringify(data)}`];
		const publicPost = await fetchPublicPost(service, data[0].postId);
		const published = data.map(
			({ postId }) => service.state.posts.find(({ id }) => id === postId)!.parts[0].published,
		);
		const columns = Object.keys(COLUMNS) as Array<keyof typeof COLUMNS>;
		return [
			...listDifferences(publicPost.data[0].content, entry.stored, placeholders, 'stored'),
			...columns.flatMap((column, index) =>
				listDifferences(published[index], entry[column], placeholders, column),
			),
		];
	});

interface KeyCase {
	version: string;
	network: string;
	type?: string;
	status: number | null;
}

/** Whether a network of the newest source keeps an unknown setting, and which answers return it. */
export const replayKeys = async () =>
	await replayFile<KeyCase>(
		'keys.json',
		async ({ version, network, type, status }, { service }) => {
			if (status === null || !version.startsWith('after')) return [];
			const { settings, image = [] } = findSmallestCase(network);
			const body = createRequestFor(network, [{ content: 'Tea', image }], {
				...settings,
				n8n: 'k1',
			});
			const sent = await connect(service).post<[{ postId: string }]>('/posts', { ...body, type });
			if (sent.status !== status) return compareStatus(sent.status, status);
			const [{ postId }] = sent.data;
			const [{ settings: shown }] = (await fetchPublicPost(service, postId)).data;
			const kept = (JSON.parse(shown as string) as { n8n?: string }).n8n;
			return kept === 'k1' ? [] : [`the public data has ${kept}`];
		},
	);
