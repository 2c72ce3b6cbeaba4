import { withoutQuery } from '../values/webAddress';
import type { ApiCall } from './types';

/** A release of Postiz; `unreleased` is newer than all of them (docs/api.md, Releases). */
export type Release = `${number}.${number}.${number}` | 'unreleased';

/** The oldest release that this package was tried with. */
export const OLDEST_RELEASE = '2.8.0';
/** The newest one. Hosted Postiz has more than it. */
export const NEWEST_RELEASE = '2.23.0';

/** The release with which each call came, if that is younger than the oldest (docs/api.md, Releases). */
export const CALLS_SINCE: Record<string, Release> = {
	'DELETE /posts/group/{group}': '2.18.0',
	'GET /analytics/{integration}': '2.18.0',
	'GET /analytics/post/{postId}': '2.18.0',
	'GET /integration-settings/{id}': '2.18.0',
	'GET /notifications': '2.18.0',
	'POST /integration-trigger/{id}': '2.18.0',
	'GET /posts/{id}/missing': '2.19.0',
	'PUT /posts/{id}/release-id': '2.19.0',
	'DELETE /integrations/{id}': '2.20.0',
	'GET /social/{integration}': '2.20.0',
	'PUT /posts/{id}/status': '2.21.7',
	'GET /groups': '2.21.9',
	'PUT /posts/{id}/settings': 'unreleased',
};

/** The operations that make these calls, as people see them. */
export const OPERATION_OF: Record<string, string> = {
	'GET /analytics/{integration}': 'Analytics > Get Channel Analytics',
	'GET /analytics/post/{postId}': 'Analytics > Get Post Analytics',
	'GET /integration-settings/{id}': 'Channel > Get Settings and Tools',
	'GET /notifications': 'Notification > Get Many',
	'POST /integration-trigger/{id}': 'Channel > Run Tool',
	'GET /posts/{id}/missing': 'Post > Get Missing Content',
	'PUT /posts/{id}/release-id': 'Post > Link Missing Content',
	'DELETE /integrations/{id}': 'Channel > Delete',
	'GET /social/{integration}': 'Channel > Get Connect URL',
	'PUT /posts/{id}/status': 'Post > Set Status',
};

/** What came with a release beside calls, networks and settings (docs/api.md, Releases). */
export const FEATURES_SINCE = {
	/** `delay` of later parts. */
	threadDelays: '2.12.0',
	/** Tokens of the OAuth2 credential; 2.18.0 was seen without them. */
	oAuth2: '2.21.7',
	/** `type: update` of `POST /posts`. */
	updates: '2.13.0',
	/** `releaseId` in the rows of `GET /posts`. */
	releaseIdInLists: '2.13.0',
	/** `creationMethod` in the rows of `GET /posts`. */
	creationMethodInLists: '2.21.8',
	/** `settings` in the rows of `GET /posts`. */
	settingsInLists: 'unreleased',
} as const satisfies Record<string, Release>;

const numbersOf = (release: Release) =>
	release === 'unreleased' ? [Infinity] : release.split('.').map(Number);

/** Negative if the first release is the older one, positive if it is the younger one, else 0. */
export function compareReleases(one: Release, other: Release): number {
	const [ours, theirs] = [numbersOf(one), numbersOf(other)];
	const place = ours.findIndex((number, index) => number !== theirs[index]);
	return place < 0 ? 0 : ours[place]! > theirs[place]! ? 1 : -1;
}

/** The call of the API that a request makes, such as `GET /posts/{id}/missing`; undefined for one that is always there. */
export function callNeedingRelease({ method, path }: ApiCall): string | undefined {
	const parts = withoutQuery(path).split('/');
	const isMeant = (call: string) => {
		const [ownMethod, ownPath = ''] = call.split(' ');
		const own = ownPath.split('/');
		return (
			ownMethod === method &&
			own.length === parts.length &&
			own.every((part, index) => part === parts[index] || part.startsWith('{'))
		);
	};
	// `/analytics/post/{postId}` has more parts than `/analytics/{integration}`: no two of them mean the same request.
	return Object.keys(CALLS_SINCE).find(isMeant);
}

/** The release that a request needs; undefined if every instance takes it. */
export function releaseOfCall(call: ApiCall): Release | undefined {
	return CALLS_SINCE[callNeedingRelease(call) ?? ''];
}

/** What has all that a release has, as the object of a sentence: `Postiz 2.22.1 or newer`. */
export const orNewer = (release: Release) =>
	release === 'unreleased'
		? `a Postiz newer than ${shortRelease(NEWEST_RELEASE)}`
		: `Postiz ${shortRelease(release)} or newer`;

/** What an instance is that lacks what a release has, behind `is`: `older than 2.22.1`. */
export const olderThan = (release: Release) =>
	release === 'unreleased'
		? `no newer than ${shortRelease(NEWEST_RELEASE)}`
		: `older than ${shortRelease(release)}`;

/** As people call it: `2.18` for 2.18.0. */
export const shortRelease = (release: Release) => release.replace(/\.0$/, '');
