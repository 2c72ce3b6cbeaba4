/** A release of Postiz; `unreleased` is newer than all others (docs/api.md, Releases). */
export type Release = `${number}.${number}.${number}` | 'unreleased';

/** The oldest supported release. */
export const OLDEST_RELEASE = '2.8.0';
/** The newest release. Hosted Postiz is newer. */
export const NEWEST_RELEASE = '2.23.0';

/** Features by release, besides calls, networks and settings (docs/api.md, Releases). */
export const FEATURES_SINCE = {
	/** `delay` of further parts. */
	threadDelays: '2.12.0',
	/** Several files in a story of Instagram. */
	storiesOfSeveral: '2.19.0',
	/** Alt texts on Mastodon. */
	altOnMastodon: '2.21.9',
	/** Tokens of the OAuth2 credential; missing in 2.18.0. */
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

/** Negative if the first release is older, positive if it is newer, 0 if they are the same. */
export function compareReleases(one: Release, other: Release): number {
	const [ours, theirs] = [numbersOf(one), numbersOf(other)];
	const place = ours.findIndex((number, index) => number !== theirs[index]);
	return place < 0 ? 0 : ours[place]! > theirs[place]! ? 1 : -1;
}

/** For messages: `Postiz 2.22.1 or newer`. */
export const orNewer = (release: Release) =>
	release === 'unreleased'
		? `a Postiz newer than ${shortRelease(NEWEST_RELEASE)}`
		: `Postiz ${shortRelease(release)} or newer`;

/** For messages, after `is`: `older than 2.22.1`. */
export const olderThan = (release: Release) =>
	release === 'unreleased'
		? `no newer than ${shortRelease(NEWEST_RELEASE)}`
		: `older than ${shortRelease(release)}`;

/** The usual short form: `2.18` for 2.18.0. */
export const shortRelease = (release: Release) => release.replace(/\.0$/, '');
