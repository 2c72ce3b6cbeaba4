import { HttpError } from './http.cjs';

const HOUR_MS = 3_600_000;

export interface Limits {
	/** Counts a request; gives the headers of one that passes, throws the 429 otherwise. */
	count(): Record<string, string>;
	reset(): void;
}

/**
 * The hourly limit: a window of one hour from the first request, and a whole hour of refusals from
 * the first request too many. API: Limits.
 */
export function createLimits(hourlyLimit: number, now: () => number): Limits {
	let windowEnd = -Infinity;
	let blockedUntil = -Infinity;
	let used = 0;
	const secondsUntil = (time: number) => String(Math.ceil((time - now()) / 1000));
	return {
		count() {
			const time = now();
			if (time >= windowEnd && time >= blockedUntil) {
				windowEnd = time + HOUR_MS;
				used = 0;
			}
			used += 1;
			if (used > hourlyLimit) {
				if (time >= blockedUntil) blockedUntil = time + HOUR_MS;
				throw new HttpError(
					429,
					{ statusCode: 429, message: 'ThrottlerException: Too Many Requests' },
					{ 'retry-after': secondsUntil(blockedUntil) },
				);
			}
			return {
				'x-ratelimit-limit': String(hourlyLimit),
				'x-ratelimit-remaining': String(hourlyLimit - used),
				'x-ratelimit-reset': secondsUntil(windowEnd),
			};
		},
		reset() {
			windowEnd = blockedUntil = -Infinity;
			used = 0;
		},
	};
}
