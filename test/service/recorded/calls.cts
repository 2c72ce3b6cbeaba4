import axios from 'axios';
import FormData from 'form-data';
import { connect } from '../client.cjs';
import { fileOf, PNG } from '../../shared/samples.cjs';
import { isObject, type Values } from '../schema.cjs';
import { differences, shownOf } from './matching.cjs';
import { compareAnswer, replayAll, send, titleOf, withReplay } from './replay.cjs';
import { readCases, type Call, type Replay } from './workspace.cjs';

/** The files that hold whole calls, one after the other. */
const JSON_TYPE = { 'content-type': 'application/json' };

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

/** Bodies that a file only describes. */
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
