import { HttpError } from './http.cjs';

const HOUR_MS = 3_600_000;

export interface Limits {
	/**
	 * Counts a request of an organization; returns the headers of one that passes, throws the 429
	 * otherwise.
	 */
	count(organizationId: string): Record<string, string>;
	reset(): void;
}

interface Window {
	end: number;
	blockedUntil: number;
	used: number;
}

/**
 * The hourly limit: a window of one hour from the first request, and a whole hour of refusals from
 * the first request too many.
 */
export function createLimits(hourlyLimit: number, now: () => number): Limits {
	const windows = new Map<string, Window>();
	const secondsUntil = (time: number) => String(Math.ceil((time - now()) / 1000));

	function windowOf(organizationId: string, time: number): Window {
		const open = windows.get(organizationId);
		if (open && (time < open.end || time < open.blockedUntil)) return open;
		const window = { end: time + HOUR_MS, blockedUntil: -Infinity, used: 0 };
		windows.set(organizationId, window);
		return window;
	}

	return {
		count(organizationId) {
			const time = now();
			const window = windowOf(organizationId, time);
			window.used += 1;
			if (window.used > hourlyLimit) {
				if (time >= window.blockedUntil) window.blockedUntil = time + HOUR_MS;
				throw new HttpError(
					429,
					{ statusCode: 429, message: 'ThrottlerException: Too Many Requests' },
					{ 'retry-after': secondsUntil(window.blockedUntil) },
				);
			}
			return {
				'x-ratelimit-limit': String(hourlyLimit),
				'x-ratelimit-remaining': String(hourlyLimit - window.used),
				'x-ratelimit-reset': secondsUntil(window.end),
			};
		},
		reset: () => windows.clear(),
	};
}
