import axios, { type AxiosResponse } from 'axios';
import type { Values } from '../schema.cjs';
import { differences } from './matching.cjs';
import { openReplay, type Call, type Replay } from './workspace.cjs';

/** What a replay of a file found. */
export interface Outcome {
	cases: number;
	/** One line a case that is answered otherwise. */
	different: string[];
}

/** Replays cases in order; each answers with what is not as recorded. */
export async function replayAll<Case>(
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

/** Runs with the recorded workspace, which is closed at the end. */
export async function withReplay<T>(
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

/** What is wrong with a status, if anything. */
export const compareStatus = (actual: number, recorded: number) =>
	actual === recorded ? [] : [`status is ${actual}, not ${recorded}`];

/** What is wrong with status, body and limits of an answer. */
export function compareAnswer(
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

/** Sends a recorded request. */
export async function send({ request }: Call, { service, names }: Replay) {
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

/** What a case is called. */
export const titleOf = ({ title }: { title: string }) => title;
