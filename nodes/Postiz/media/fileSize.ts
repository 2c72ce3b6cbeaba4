import { Problem } from '../common/problem';

/** The max size of uploads in bytes (docs/api.md, Limits). */
export const MAX_BYTES = { image: 10_485_760, video: 1_073_741_824 };

/** Creates the problem of a file above {@link MAX_BYTES}. The size is unknown if reading stopped at the limit. */
export function createTooLargeProblem(
	label: string,
	kind: keyof typeof MAX_BYTES,
	size?: number,
): Problem {
	const limit = toMegabytes(MAX_BYTES[kind]);
	const actual = size === undefined ? `more than ${limit}` : toMegabytes(size);
	return new Problem(
		`${label} is ${actual} MB; the maximum for ${kind === 'image' ? 'pictures' : 'videos'} is ${limit} MB`,
		'Make it smaller first.',
	);
}

/** In MB, rounded up. */
const toMegabytes = (bytes: number) => String(Math.ceil((bytes / 1_048_576) * 10) / 10);
