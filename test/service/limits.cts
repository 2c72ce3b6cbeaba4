import { HttpError } from './http.cjs';
import type { Release } from './releases/release.cjs';
import { HOUR } from '../shared/time.cjs';

const POSTS = 'POST /posts';
/** Each had its own limit before only POST /posts was counted. */
const COUNTED_ONCE = [
	POSTS,
	'GET /posts',
	'DELETE /posts/{}',
	'DELETE /posts/group/{}',
	'POST /upload',
	'POST /upload-from-url',
];

/** The calls that count against the limit of a release. */
export const listCountedCalls = (release: Release): string[] =>
	release.has('countsOnlyPosts') ? [POSTS] : COUNTED_ONCE;

/** The default requests per hour. */
export const getUsualLimit = (release: Release): number => (release.has('limitOf90') ? 90 : 30);

interface Window {
	end: number;
	blockedUntil: number;
	used: number;
}

/**
 * The hourly limit: a window of one hour from the first request, and a whole hour of rejections from
 * the first request too many.
 */
export function createLimits(hourlyLimit: number, now: () => number) {
	const windows = new Map<string, Window>();
	const countSecondsUntil = (time: number) => String(Math.ceil((time - now()) / 1000));

	function getWindow(key: string, time: number): Window {
		const open = windows.get(key);
		if (open && (time < open.end || time < open.blockedUntil)) return open;
		const window = { end: time + HOUR, blockedUntil: -Infinity, used: 0 };
		windows.set(key, window);
		return window;
	}

	return {
		/**
		 * Counts a request of an organization to one of its calls; returns the headers of one that
		 * passes, throws the 429 otherwise.
		 */
		count(organizationId: string, endpoint: string): Record<string, string> {
			const time = now();
			const window = getWindow(`${endpoint} of ${organizationId}`, time);
			window.used += 1;
			if (window.used > hourlyLimit) {
				if (time >= window.blockedUntil) window.blockedUntil = time + HOUR;
				throw new HttpError(
					429,
					{ statusCode: 429, message: 'ThrottlerException: Too Many Requests' },
					{ 'retry-after': countSecondsUntil(window.blockedUntil) },
				);
			}
			return {
				'x-ratelimit-limit': String(hourlyLimit),
				'x-ratelimit-remaining': String(hourlyLimit - window.used),
				'x-ratelimit-reset': countSecondsUntil(window.end),
			};
		},
		reset: () => windows.clear(),
	};
}
