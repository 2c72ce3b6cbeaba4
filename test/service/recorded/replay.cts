import axios, { type AxiosResponse } from 'axios';
import type { Values } from '../schema.cjs';
import { listDifferences } from './placeholders.cjs';
import { openReplay, readCases, type Call, type Replay } from './workspace.cjs';

/** What the replay of a file found. */
export interface Outcome {
	cases: number;
	/** A line for each case that is answered differently. */
	different: string[];
}

const MAX_NAME = 150;

/** Replays cases in order; each returns what differs from the recording. */
export async function replayAll<Case>(
	cases: Case[],
	replay: (entry: Case) => Promise<string[]>,
): Promise<Outcome> {
	const different: string[] = [];
	for (const entry of cases) {
		const found = await replay(entry);
		const name = JSON.stringify(entry).slice(0, MAX_NAME);
		if (found.length > 0) different.push(`${name}: ${found.join('; ')}`);
	}
	return { cases: cases.length, different };
}

/** Runs with the recorded workspace, and closes it at the end. */
export async function runInReplay<T>(
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

/** Replays the cases of a file in the recorded workspace. */
export const replayFile = async <Case,>(
	file: string,
	replayCase: (entry: Case, replay: Replay) => Promise<string[]>,
	options?: Parameters<typeof openReplay>[0],
): Promise<Outcome> =>
	await runInReplay(
		async (replay) =>
			await replayAll(readCases<Case>(file), async (entry) => await replayCase(entry, replay)),
		options,
	);

/** What is wrong with a status, if anything. */
export const compareStatus = (actual: number, recorded: number) =>
	actual === recorded ? [] : [`status is ${actual}, not ${recorded}`];

/** What is wrong with status, body and limits of an answer. */
export function compareResponse(
	{ status, headers, data }: Pick<AxiosResponse<unknown>, 'status' | 'headers' | 'data'>,
	{ response }: Call,
	{ placeholders }: Replay,
): string[] {
	const limits = Object.fromEntries(
		Object.entries(headers as Values).filter(([name]) => name.startsWith('x-ratelimit')),
	);
	return [
		...compareStatus(status, response.status),
		...listDifferences(data, response.body, placeholders),
		...listDifferences(limits, response.headers ?? {}, placeholders, 'headers'),
	];
}

/** The header that a recorded request had; undefined for the key. */
const CREDENTIALS: Record<string, string | undefined> = { none: '', wrong: 'wrong' };

/** Bodies that a file only describes. */
const RAW_BODIES: Record<string, string> = {
	'<102,6xx bytes>': JSON.stringify({ text: 'a'.repeat(102_600) }),
	'<broken>': '{"type":',
};
export const JSON_TYPE = { 'content-type': 'application/json' };

/** Sends a recorded request. */
export async function send({ request }: Call, { service, placeholders }: Replay) {
	const { method, path, auth = '<key>', body, as } = placeholders.resolve(request);
	const authorization = CREDENTIALS[auth] ?? placeholders.resolve(auth);
	const basic = authorization.startsWith('Basic ')
		? `Basic ${Buffer.from(authorization.slice('Basic '.length)).toString('base64')}`
		: authorization;
	const raw = RAW_BODIES[String(request.body)];
	const fields = as === 'form' ? new URLSearchParams(body as Record<string, string>) : body;
	return await axios.request<unknown>({
		method,
		url: path.startsWith('http') ? path : `${service.apiUrl}/public/v1${path}`,
		headers: { ...(basic && { authorization: basic }), ...(raw && JSON_TYPE) },
		data: raw ?? fields,
		...(raw && { transformRequest: (data: string) => data }),
		validateStatus: () => true,
	});
}
