import { errorDetail, TOO_MANY_REQUESTS, type ApiAnswer } from '../transport/answer';
import { Problem, type Explanation } from '../values/problem';
import { megabytes } from './acceptFile';
import type { LocalFile } from './localFile';

const RAISE_LIMIT =
	'On your own instance, the web server in front of Postiz may have an upload limit that you can raise.';

/** Explains a rejected upload. */
export function explainRefused(
	{ status, body }: ApiAnswer,
	{ label, size }: Pick<LocalFile, 'label' | 'size'>,
): Explanation | undefined {
	if (status === 413) {
		return {
			message: `${label} has ${megabytes(size)} MB, more than this Postiz instance allows`,
			description: `Make it smaller. ${RAISE_LIMIT}`,
		};
	}
	if (status !== 400 && status !== 422) return undefined;
	const detail = errorDetail(body);
	return {
		message: `${label} was rejected by Postiz${detail && `: ${detail}`}`,
		description: 'Open the file to see whether it is intact, or save it again in another format.',
	};
}

/** The file had the wrong length, while the connection to the service is fine. */
export class BrokenOff extends Problem {
	constructor(label: string) {
		super(
			`${label} could not be read completely`,
			'It ended early or changed during the upload. Run the workflow again.',
		);
	}
}

/** The connection was lost before the service answered. */
export function connectionLost(
	{ label, size }: Pick<LocalFile, 'label' | 'size'>,
	{ message }: Explanation,
): Problem {
	return new Problem(
		`The connection to Postiz was lost while a file was uploaded (${megabytes(size)} MB)`,
		`${label} may not have arrived. ${message}. Try again. ${RAISE_LIMIT}`,
	);
}

/** The problem of files that weren't sent because another one failed. */
export function notUploaded({ message, description, httpCode }: Explanation): Problem {
	return new Problem(
		`A file was not uploaded, because another one failed: ${message}`,
		description,
		// The answer was to another file, but the hourly limit applies to all.
		{ isFollowUp: true, ...(httpCode === String(TOO_MANY_REQUESTS) && { httpCode }) },
	);
}
