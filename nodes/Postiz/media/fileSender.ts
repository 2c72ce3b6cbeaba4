import type { IExecuteFunctions } from 'n8n-workflow';

import { toProblemOrRethrow, Problem } from '../common/problem';
import { ConcurrencyLimiter } from '../common/concurrencyLimiter';
import { isObject } from '../common/value';
import { removeFragment } from '../common/webAddress';
import { shouldContinueOnError } from '../execution/nodeContext';
import type { ApiRequest } from '../transport/apiRequest';
import type { UploadedFile } from '../transport/apiTypes';
import type { PostizClient } from '../transport/client';
import { endpoints } from '../transport/endpoints';
import {
	FORBIDDEN,
	isServerError,
	NOT_ACCEPTABLE,
	PAYMENT_REQUIRED,
	TOO_LARGE,
	TOO_MANY_REQUESTS,
	UNAUTHORIZED,
} from '../transport/httpStatus';
import {
	type ApiResponse,
	getErrorDetail,
	isContentRejection,
	type RequestResult,
	isSuccess,
} from '../transport/response';
import { useAndDestroy } from './byteStream';
import { openDownload } from './download';
import { assertPostablePath, isPostablePath } from './fileType';
import type { MediaFile } from './mediaFile';
import { getUrlLabel } from './shareLinks';
import { createFileForm, type StreamedFile, UploadStream } from './uploadStream';

/** Until Postiz responds: downloading and storing 1 GB takes a while. */
const UPLOAD_TIMEOUT_MS = 30 * 60_000;
const MAX_PARALLEL_UPLOADS = 3;

/** Statuses that all uploads would get, because of the API key, the plan or the hourly limit (docs/api.md, Errors). */
const STATUSES_OF_ALL_UPLOADS = [
	UNAUTHORIZED,
	PAYMENT_REQUIRED,
	FORBIDDEN,
	NOT_ACCEPTABLE,
	TOO_MANY_REQUESTS,
];

/** Sends files to the service, a few at a time (docs/api.md, Uploads). */
export class FileSender {
	private readonly uploadLimiter = new ConcurrencyLimiter(MAX_PARALLEL_UPLOADS);
	/** Why no more files are sent. */
	private stopReason?: Problem;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: PostizClient,
	) {}

	/**
	 * Sends a file of an item or on the web. Throws {@link Problem}. If later files would fail, too, throws the same
	 * for these.
	 */
	async send({ local, url }: MediaFile): Promise<UploadedFile> {
		const label = local?.label ?? getUrlLabel(url!);
		return await this.uploadLimiter.run(async () => {
			if (this.stopReason) throw this.stopReason;
			try {
				return await (local
					? this.streamFile(label, async () => local)
					: this.sendUrl(label, url!));
			} catch (error) {
				const problem = toProblemOrRethrow(error);
				if (this.stopsUploads(problem)) this.stopReason ??= problem.with({ isConsequence: true });
				if (!isServerError(Number(problem.httpCode))) throw problem;
				throw problem.with({ message: `${label} was not uploaded: ${problem.message}` });
			}
		});
	}

	private stopsUploads({ httpCode }: Problem): boolean {
		return (
			STATUSES_OF_ALL_UPLOADS.includes(Number(httpCode)) || !shouldContinueOnError(this.context)
		);
	}

	private async sendUrl(label: string, url: string): Promise<UploadedFile> {
		const open = async () => await openDownload(this.context, url);
		const uploaded =
			(await this.letPostizDownload(removeFragment(url))) ?? (await this.streamFile(label, open));
		// The type of a file on the web is only known after the upload.
		assertPostablePath(uploaded.path, label);
		return uploaded;
	}

	/** Lets Postiz download a file. Undefined if it can't: it requires HTTPS and a known extension. */
	private async letPostizDownload(url: string): Promise<UploadedFile | undefined> {
		if (!/^https:/i.test(url) || !isPostablePath(url)) return undefined;
		const request: ApiRequest = {
			...endpoints.uploadFromUrl(),
			timeout: UPLOAD_TIMEOUT_MS,
			body: { url: new URL(url).href },
		};
		const result = await this.client.send(request);
		const { kind, response } = result;
		const isFinal = response
			? isSuccess(response) || STATUSES_OF_ALL_UPLOADS.includes(response.status)
			: kind === 'unreachable';
		return isFinal ? this.getUploadedFileOrThrow(result, request) : undefined;
	}

	/** Opens the file again for each try, as n8n may have read some of it before it connected. */
	private async streamFile(
		label: string,
		open: () => Promise<StreamedFile>,
	): Promise<UploadedFile> {
		const request: ApiRequest = {
			...endpoints.upload(),
			timeout: UPLOAD_TIMEOUT_MS,
			createErrorProblem: (response) => createRejectedUploadProblem(response, label),
		};
		const result = await this.client.send(request, async (send) => {
			const file = await open();
			return await useAndDestroy(await file.open(), async (opened) => {
				const stream = new UploadStream(file, opened);
				const sent = await send({ ...request, body: createFileForm(file, stream.read()) });
				if (sent.kind !== 'noResponse') return sent;
				const problem = stream.readProblem ?? createLostUploadProblem(sent.problem, label);
				return { ...sent, problem };
			});
		});
		return this.getUploadedFileOrThrow(result, request);
	}

	/** Returns the uploaded file in a response. Throws {@link Problem} if the upload failed. */
	private getUploadedFileOrThrow(result: RequestResult, request: ApiRequest): UploadedFile {
		const file = this.client.getBodyOrThrow(result, request);
		if (!isUploadedFile(file)) {
			throw new Problem(
				"Postiz accepted the file, but didn't return its address",
				'Try again. If it happens again, update Postiz.',
				{ hasRetryAdvice: true },
			);
		}
		return file;
	}
}

const isUploadedFile = (body: unknown): body is UploadedFile =>
	isObject(body) && typeof body.id === 'string' && typeof body.path === 'string';

const RAISE_LIMIT =
	'On your own instance, the web server in front of Postiz may have an upload limit that you can increase.';

const createLostUploadProblem = ({ message }: Problem, label: string) =>
	new Problem(
		`${label} may not have arrived: ${message}`,
		`Run the workflow again. ${RAISE_LIMIT}`,
		{ hasRetryAdvice: true },
	);

/** Creates the problem of an upload that was rejected because of the file. Undefined for other responses. */
function createRejectedUploadProblem(response: ApiResponse, label: string): Problem | undefined {
	if (response.status === TOO_LARGE) {
		return new Problem(
			`${label} is larger than this Postiz instance allows`,
			`Make it smaller. ${RAISE_LIMIT}`,
		);
	}
	if (!isContentRejection(response)) return undefined;
	const detail = getErrorDetail(response.body);
	return new Problem(
		`${label} was rejected by Postiz${detail && `: ${detail}`}`,
		'Check that the file is intact, or save it in another format.',
	);
}
