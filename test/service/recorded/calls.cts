import FormData from 'form-data';
import { connect, fetchPublicPost, visit } from '../client.cjs';
import { createSampleFile, PNG } from '../../shared/samples.cjs';
import { isObject, type Values } from '../schema.cjs';
import { listDifferences, pickRecordedKeys } from './placeholders.cjs';
import { compareResponse, JSON_TYPE, replayFile, send } from './replay.cjs';
import type { Call, Replay } from './workspace.cjs';

/** The recorded part of a list that was not recorded whole. */
function pickShownPart(
	data: unknown,
	{ title, note, response }: Call,
	{ placeholders }: Replay,
): unknown {
	if (title.includes('rows of it shown')) {
		const { notifications } = response.body as { notifications: unknown[] };
		const page = data as { notifications: unknown[] };
		return { ...page, notifications: page.notifications.slice(0, notifications.length) };
	}
	if (note === 'only the rows of that post are shown') {
		const [{ id }] = placeholders.resolve(response.body as { posts: Array<{ id: string }> }).posts;
		const { posts } = data as { posts: Array<{ id: string }> };
		return { posts: posts.filter((post) => post.id === id) };
	}
	return data;
}

async function replayCall(call: Call, replay: Replay): Promise<string[]> {
	const answer = await send(call, replay);
	return compareResponse(
		{ ...answer, data: pickShownPart(answer.data, call, replay) },
		call,
		replay,
	);
}

export const replayReading = async () =>
	await replayFile('reading.json', replayCall, { onlyListed: true });

export const replayBodies = async () => await replayFile('bodies.json', replayCall);

interface PublicPostCall {
	title: string;
	publicPost: string;
	rows: Array<Values & { tags?: string[] }>;
}

async function replayPublicPost(
	{ publicPost, rows }: PublicPostCall,
	replay: Replay,
): Promise<string[]> {
	const { service, placeholders } = replay;
	const { data } = await fetchPublicPost(service, placeholders.resolve(publicPost));
	const shown = data.map((row, index) => ({
		...(pickRecordedKeys(row, rows[index] ?? {}) as Values),
		...(rows[index]?.tags && {
			tags: (row.tags as Array<{ tag: { name: string } }>).map(({ tag }) => tag.name),
		}),
	}));
	return listDifferences(shown, rows, placeholders, 'rows');
}

export const replayChanges = async () =>
	await replayFile<Call | PublicPostCall>('changes.json', async (entry, replay) =>
		'publicPost' in entry ? await replayPublicPost(entry, replay) : await replayCall(entry, replay),
	);

/** The file of a recorded upload, if it has one; of a large one, only the size is recorded. */
function getUploadedFile({ request }: Call) {
	const { file } = request.body as { file?: { name: string; type: string; base64: string } };
	if (!isObject(file)) return undefined;
	const { name, type, base64 } = file;
	const size = /^(\d+) bytes$/.exec(base64)?.[1];
	const bytes = size ? createSampleFile(PNG, Number(size)) : Buffer.from(base64, 'base64');
	return { name, type, bytes };
}

/** The body of a recorded upload. */
function createUploadBody(call: Call): unknown {
	if (call.title === 'JSON instead of a form') return call.request.body;
	const form = new FormData();
	const file = getUploadedFile(call);
	if (file) form.append('file', file.bytes, { filename: file.name, contentType: file.type });
	else form.append('x', 'y');
	return form;
}

export const replayUploads = async () =>
	await replayFile<Call>('uploads.json', async (call, replay) => {
		const body = createUploadBody(call);
		const answer = await connect(replay.service).post('/upload', body, {
			headers: body instanceof FormData ? body.getHeaders() : JSON_TYPE,
			maxBodyLength: Infinity,
		});
		const recorded = call.response.body as { name?: string };
		// The name is random, and was not replaced in each answer.
		const name = recorded.name && `<name>.${recorded.name.split('.').at(-1)}`;
		const response = { ...call.response, body: { ...recorded, ...(name && { name }) } };
		return compareResponse(answer, { ...call, response }, replay);
	});

/** A code from the consent page. */
async function approve({ service }: Replay): Promise<string> {
	const { clientId } = service.oauthApp;
	const { headers } = await visit(service).post(
		'/oauth/authorize',
		new URLSearchParams({ client_id: clientId, response_type: 'code', decision: 'approve' }),
	);
	return new URL(String(headers.location)).searchParams.get('code')!;
}

export async function replayOauth() {
	const requested = new Set<string>();
	return await replayFile<Call>('oauth.json', async (call, replay) => {
		const { code = '' } = (call.request.body ?? {}) as { code?: string };
		if (code.startsWith('<code') && !requested.has(code)) {
			requested.add(code);
			replay.placeholders.bind(code, await approve(replay));
		}
		return await replayCall(call, replay);
	});
}
