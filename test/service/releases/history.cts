import since from '../../fixtures/recorded/versions/since.json';

/** Not in a release yet: hosted Postiz, and the next release. */
export const UNRELEASED = 'after 2.23.0';

/**
 * What an instance does differently since a release. What was seen in one recorded release and not in
 * the one before stands at the release that has it.
 */
export const CHANGES = {
	/** Only POST /posts counts against the limit; five other calls had a limit each. */
	countsOnlyPosts: '2.19.0',
	/** /upload rejects other types and files that are too large; it accepted them before. */
	uploadChecks: '2.21.6',
	/** Texts are sanitized when they are stored; they were stored as sent. */
	cleanedTexts: '2.21.7',
	/** An upload is named by its type; it kept the name and the ending that it was sent with. */
	sniffedEndings: '2.21.7',
	/** /upload-from-url says why it rejects a URL; it answered a bare 500. */
	publicAddresses: '2.21.7',
	/** 90 requests an hour by default; it was 30. */
	limitOf90: '2.21.8',
	/** GET /posts and the public data have creationMethod. */
	creationMethods: '2.21.8',
	/** The tags of YouTube are checked one by one. */
	tagChecks: '2.21.9',
	/** Alt texts are published on Mastodon. */
	altOfMastodon: '2.21.9',
	/** GET /integrations looks at group; it returned the channels of all groups. */
	groupFilter: '2.21.9',
	/** /integration-settings states 280 characters for X; it was 200. */
	lengthOfX: '2.21.9',
	/** POST /posts rejects texts that are too long and wrong media. */
	contentChecks: '2.23.0',
	/** /integration-settings answers 404 for an unknown channel; it answered a bare 500. */
	unknownChannels: '2.23.0',
	/** GET /posts lists the settings of a post. */
	settingsInLists: UNRELEASED,
	/** Tweets are converted from HTML; they were plain text before. */
	htmlOfX: UNRELEASED,
	/** The token endpoint answers 401 if client_secret is missing; it answered 400. */
	optionalSecrets: UNRELEASED,
} satisfies Record<string, string>;

export type Change = keyof typeof CHANGES;

/** Of `METHOD /path`, whatever its parameters are called. */
const normalizeRoute = (route: string) => route.replace(/:\w+|\{\w+\}/g, '{}');
const normalizeNetwork = (network: string) => network.toLowerCase().replace(/-/g, '');

/** The release that introduced each call; the file only has those under /public/v1. */
export const ROUTES: Record<string, string> = Object.fromEntries(
	Object.entries({ ...since.routes, 'POST /oauth/token': '2.21.7' }).map(([route, release]) => [
		normalizeRoute(route),
		release,
	]),
);
const NETWORKS: Record<string, string> = Object.fromEntries(
	Object.entries(since.providers).map(([name, release]) => [normalizeNetwork(name), release]),
);
const SETTINGS: Record<string, string> = since.settings;
/** Tools that were added to existing networks. */
const TOOLS: Record<string, string> = {
	'instagram.audioSearch': '2.21.9',
	'wordpress.categoriesList': '2.22.1',
	'wordpress.tagsList': '2.22.1',
};
/** As the file names the settings of networks. */
const FILE_NAMES: Record<string, string> = {
	devto: 'dev.to.settings',
	'linkedin-page': 'linkedin',
	'instagram-standalone': 'instagram',
	'tiktok-business': 'tiktok',
	wrapcast: 'farcaster',
	warpcast: 'farcaster',
	youtube: 'youtube.settings',
	medium: 'medium.settings',
	hashnode: 'hashnode.settings',
	gmb: 'gmb.settings',
};

type Kind = 'changes' | 'routes' | 'networks' | 'settings' | 'tools';

/** The release that introduced something, such as a setting; undefined if it is unknown. */
export function findFirstRelease(kind: Kind, name: string, network = ''): string | undefined {
	switch (kind) {
		case 'changes':
			return CHANGES[name as Change];
		case 'routes':
			return ROUTES[normalizeRoute(name)];
		case 'networks':
			return NETWORKS[normalizeNetwork(name)];
		case 'settings':
			return (
				SETTINGS[`${FILE_NAMES[network] ?? network}.${name}`] ??
				// What is in no release yet was added with its network.
				(findFirstRelease('networks', network) === UNRELEASED ? UNRELEASED : undefined)
			);
		case 'tools':
			return TOOLS[`${network}.${name}`];
	}
}
