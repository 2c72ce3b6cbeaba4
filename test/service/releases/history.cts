import since from '../../fixtures/recorded/versions/since.json';

/** Where there is no release yet: hosted Postiz, and what comes next. */
export const UNRELEASED = 'after 2.23.0';

/**
 * What an instance does differently since a release. What was seen in one recorded release and not in
 * the one before stands at the release that has it.
 */
export const CHANGES = {
	countsOnlyPosts: [
		'2.19.0',
		'only POST /posts counts against the limit; five other calls had a limit each',
	],
	storiesOfSeveral: [
		'2.19.0',
		'several files of an Instagram story are stories; they were a carousel in the feed',
	],
	uploadChecks: [
		'2.21.6',
		'/upload refuses other types, and files that are too large; it took all of them',
	],
	cleanedTexts: ['2.21.7', 'texts are cleaned when they are stored; they were kept as sent'],
	sniffedEndings: [
		'2.21.7',
		'an upload is named by its type; it kept the name and the ending that it was sent with',
	],
	publicAddresses: [
		'2.21.7',
		'/upload-from-url says why it refuses an address; it answered a bare 500',
	],
	limitOf90: ['2.21.8', '90 requests an hour if nothing else is set; it was 30'],
	creationMethods: ['2.21.8', 'GET /posts and the preview have creationMethod'],
	tagChecks: ['2.21.9', 'the tags of YouTube are checked one by one'],
	altOfMastodon: ['2.21.9', 'alt texts go out on Mastodon'],
	groupFilter: [
		'2.21.9',
		'GET /integrations looks at group; it returned the channels of all groups',
	],
	lengthOfX: ['2.21.9', '/integration-settings says 280 characters for X; it said 200'],
	contentChecks: ['2.23.0', 'POST /posts refuses texts that are too long and wrong media'],
	unknownChannels: [
		'2.23.0',
		'/integration-settings answers 404 for an unknown channel; it answered a bare 500',
	],
	settingsInLists: [UNRELEASED, 'GET /posts lists the settings of a post'],
	htmlOfX: [UNRELEASED, 'tweets are handed on as HTML first; they were plain text at once'],
	optionalSecrets: [
		UNRELEASED,
		'the token endpoint answers 401 where client_secret is missing; it answered 400',
	],
} satisfies Record<string, [since: string, what: string]>;

export type Change = keyof typeof CHANGES;

/** Of `METHOD /path`, whatever its parameters are called. */
const plainRoute = (route: string) => route.replace(/:\w+|\{\w+\}/g, '{}');
const plainNetwork = (network: string) => network.toLowerCase().replace(/-/g, '');

/** With which release each call came; the file has those under /public/v1 only. */
export const ROUTES: Record<string, string> = Object.fromEntries(
	Object.entries({ ...since.routes, 'POST /oauth/token': '2.21.7' }).map(([route, release]) => [
		plainRoute(route),
		release,
	]),
);
const NETWORKS: Record<string, string> = Object.fromEntries(
	Object.entries(since.providers).map(([name, release]) => [plainNetwork(name), release]),
);
const SETTINGS: Record<string, string> = since.settings;
/** Tools of networks that were there before. */
const TOOLS: Record<string, string> = {
	'instagram.audioSearch': '2.21.9',
	'wordpress.categoriesList': '2.22.1',
	'wordpress.tagsList': '2.22.1',
};
/** As the file names the settings of networks. */
const FILED: Record<string, string> = {
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

/** The release with which something came, such as a setting of a network; undefined if nobody knows. */
export function sinceOf(kind: Kind, name: string, network = ''): string | undefined {
	switch (kind) {
		case 'changes':
			return CHANGES[name as Change][0];
		case 'routes':
			return ROUTES[plainRoute(name)];
		case 'networks':
			return NETWORKS[plainNetwork(name)];
		case 'settings':
			return (
				SETTINGS[`${FILED[network] ?? network}.${name}`] ??
				// What is in no release yet came with its network.
				(sinceOf('networks', network) === UNRELEASED ? UNRELEASED : undefined)
			);
		case 'tools':
			return TOOLS[`${network}.${name}`];
	}
}
