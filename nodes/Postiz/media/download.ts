import type { IExecuteFunctions } from 'n8n-workflow';

import {
	getMessageUnlessBug,
	ignoreUnlessBug,
	toProblemOrRethrow,
	Problem,
	type PersonRemedy,
} from '../common/problem';
import { removeQuery } from '../common/webAddress';
import { getConnectionErrorCode } from '../transport/connectionError';
import { GONE } from '../transport/httpStatus';
import { peek, useAndDestroy } from './byteStream';
import { inspectStart, START_LENGTH } from './fileStart';
import { requireFileType, SNIFF_LENGTH } from './fileType';
import { getUrlLabel, shortenFileAddress } from './shareLinks';

/** Of inactivity: a large file may take longer in total. */
const TIMEOUT_MS = 10 * 60_000;
/** Shorter for the start of a file, as the node doesn't need it. */
const START_TIMEOUT_MS = 20_000;

/** Opens a file on the web as a stream. Not every server returns its length. */
export async function openDownload(context: IExecuteFunctions, url: string) {
	const { headers, body } = await startDownload(context, url);
	try {
		const { start, bytes } = await peek(body, SNIFF_LENGTH).catch(throwCutOffProblem(url));
		const label = getUrlLabel(url);
		const size = getLength(headers);
		const type = requireFileType(label, start, size ?? start.length);
		const stream = Object.assign(bytes, { destroy: () => body.destroy() });
		const name = removeQuery(url).replace(/.*\//, '');
		return { label, name, size, type, open: async () => stream };
	} catch (error) {
		body.destroy();
		throw toProblemOrRethrow(error);
	}
}

/** Reads the facts of a file on the web from its first bytes, and its size if known. */
export async function inspectDownload(context: IExecuteFunctions, url: string) {
	const { headers, start } = await downloadRange(context, url, 0);
	const sizeIfAllRead = start.length < START_LENGTH ? start.length : undefined;
	const size = getTotalLength(headers) ?? sizeIfAllRead;
	return { size, ...inspectStart(getUrlLabel(url), start, size) };
}

/** Reads {@link START_LENGTH} bytes of a file on the web from `at`. Undefined if its server ignores ranges. */
export async function downloadBytesFrom(context: IExecuteFunctions, url: string, at: number) {
	const { headers, start } = await downloadRange(context, url, at);
	return headers['content-range'] === undefined ? undefined : start;
}

async function downloadRange(context: IExecuteFunctions, url: string, at: number) {
	const range = { Range: `bytes=${at}-${at + START_LENGTH - 1}` };
	const { headers, body } = await startDownload(context, url, range, START_TIMEOUT_MS);
	const read = useAndDestroy(body, async () => await peek(body, START_LENGTH));
	return { headers, ...(await read.catch(throwCutOffProblem(url))) };
}

interface StreamResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;
}

async function startDownload(
	context: IExecuteFunctions,
	url: string,
	headers: Record<string, string> = {},
	timeout = TIMEOUT_MS,
): Promise<StreamResponse> {
	const request = context.helpers.httpRequest({
		method: 'GET',
		url,
		// The length of a compressed response isn't that of the file.
		headers: { 'Accept-Encoding': 'identity', ...headers },
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		timeout,
		abortSignal: context.getExecutionCancelSignal(),
	}) as Promise<StreamResponse>;
	const response = await request.catch((error: unknown) => {
		throw createConnectionProblem(url, error);
	});
	const { statusCode, body } = response;
	if (statusCode >= 200 && statusCode < 300) return response;
	const page = await useAndDestroy(body, async () => await peek(body, ERROR_LENGTH)).catch(
		ignoreUnlessBug,
	);
	throw statusCode === GONE || EXPIRED_LINK.test(String(page?.start))
		? createDownloadProblem(url, 'this link has expired', {
				remedy: 'Such links expire. Get a new one just before this step, or use a different file.',
			})
		: createDownloadProblem(url, `its server answered with status ${statusCode}`);
}

/** How many bytes of an error response are read. */
const ERROR_LENGTH = 4096;
/** Matches the errors of S3, Google, Azure and Meta for an expired link. */
const EXPIRED_LINK =
	/Request has expired|ExpiredToken|token has expired|signature expired|not valid in the specified time frame/i;

const CERTIFICATE_ERRORS: Array<[code: RegExp, cause: string]> = [
	[
		/SELF_SIGNED_CERT|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/,
		'is self-signed or incomplete, so n8n does not trust it',
	],
	[/^CERT_HAS_EXPIRED$/, 'has expired'],
	[/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'is for a different host'],
];

function createConnectionProblem(url: string, error: unknown): Problem {
	// The message names the cause instead of the code, as n8n replaces messages that contain one.
	const code = getConnectionErrorCode(error);
	if (code === undefined) return createDownloadProblem(url, getMessageUnlessBug(error));
	const [, cause] = CERTIFICATE_ERRORS.find(([pattern]) => pattern.test(code)) ?? [];
	if (cause === undefined) return createDownloadProblem(url, 'its server could not be reached');
	return createDownloadProblem(url, `the certificate of its server ${cause}`, {
		remedy: 'Use an address with a valid certificate.',
		forPerson: { or: 'load the file with an HTTP Request node with Ignore SSL Issues turned on.' },
	});
}

/** Returns the length of the whole file, even if the response is only a range of it. */
function getTotalLength(headers: StreamResponse['headers']): number | undefined {
	const range = headers['content-range'];
	if (range === undefined) return getLength(headers);
	const [, total] = /\/(\d+)$/.exec(String(range)) ?? [];
	return total === undefined ? undefined : Number(total);
}

function getLength(headers: StreamResponse['headers']): number | undefined {
	const length = headers['content-length'];
	const isCompressed = Boolean(headers['content-encoding']);
	return !isCompressed && /^\d+$/.test(String(length)) ? Number(length) : undefined;
}

const CHECK_ADDRESS =
	'Check that the address opens the file in a browser without signing in, or use another one.';

const createDownloadProblem = (
	url: string,
	cause: string,
	{ remedy = CHECK_ADDRESS, forPerson }: { remedy?: string; forPerson?: PersonRemedy } = {},
) =>
	new Problem(`${shortenFileAddress(url)} could not be downloaded: ${cause}`, remedy, {
		forPerson,
	});

const throwCutOffProblem = (url: string) => (error: unknown) => {
	ignoreUnlessBug(error);
	throw createDownloadProblem(url, 'the connection was cut off');
};
