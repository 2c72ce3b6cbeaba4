/**
 * What came with which release of the service, in the order of the releases: what 2.11 lacks is all
 * that stands below 2.11.3. What was seen in one recorded release and not in the one before stands at
 * the release that has it.
 */

/** What an instance does differently since a release, in words. */
export const CHANGES = {
	webp: 'posts take .webp files',
	delays: 'the delay of a later part is kept; it was dropped',
	pastDates: 'a post with a date in the past goes out at once; it stayed in the queue for good',
	updates:
		'POST /posts takes the type update; other types than draft, schedule and now were refused',
	releaseIds: 'GET /posts lists releaseId, and no longer the two keys of orders',
	styledEntities: 'a bold or underlined < or > arrives; it arrived as &𝗹𝘁; or &𝗴𝘁;',
	groupDeletes: 'DELETE /posts/{id} answers {error: true}; it answered the ID',
	originalNames: 'uploads are answered with originalName',
	countsOnlyPosts: 'only POST /posts counts against the limit; five other calls had a limit each',
	sniffedEndings:
		'an upload is named by its type; it kept the name and the ending that it was sent with',
	publicAddresses: '/upload-from-url says why it refuses an address; it answered a bare 500',
	limitOf90: '90 requests an hour if nothing else is set; it was 30',
	creationMethods: 'GET /posts and the preview have creationMethod',
	groupFilter: 'GET /integrations looks at group; it returned the channels of all groups',
	lengthOfX: '/integration-settings says 280 characters for X; it said 200',
	unknownChannels:
		'/integration-settings answers 404 for an unknown channel; it answered a bare 500',
	contentChecks: 'POST /posts refuses texts that are too long and wrong media',
	optionalSecrets: 'the token endpoint answers 401 where client_secret is missing; it answered 400',
	settingsInLists: 'GET /posts lists the settings of a post',
	htmlOfX: 'tweets are handed on as HTML first; they were plain text at once',
} as const;

export type Change = keyof typeof CHANGES;

/** What a release brought. */
export interface News {
	networks?: string[];
	/** Keys of the settings of networks that were there before. */
	settings?: Record<string, string[]>;
	/** Tools of networks that were there before. */
	tools?: Record<string, string[]>;
	routes?: string[];
	changes?: Change[];
}

/** Where there is no release yet: hosted Postiz, and what comes next. */
export const UNRELEASED = 'after 2.23.0';

export const HISTORY: Record<string, News> = {
	'2.8.1': { settings: { youtube: ['selfDeclaredMadeForKids'] } },
	'2.9.0': { networks: ['gmb'] },
	'2.11.3': { changes: ['webp'] },
	'2.12.0': { changes: ['pastDates', 'delays'] },
	'2.13.0': { networks: ['kick', 'twitch'], changes: ['updates', 'releaseIds'] },
	'2.15.0': { networks: ['moltbook', 'skool'] },
	'2.15.1': {
		settings: { linkedin: ['carousel_name'], 'linkedin-page': ['carousel_name'] },
	},
	'2.16.0': { networks: ['whop'] },
	'2.17.0': {
		settings: {
			instagram: ['is_trial_reel', 'graduation_strategy'],
			'instagram-standalone': ['is_trial_reel', 'graduation_strategy'],
		},
		changes: ['styledEntities'],
	},
	'2.18.0': {
		routes: [
			'GET /integration-settings/{id}',
			'POST /integration-trigger/{id}',
			'GET /analytics/{id}',
			'GET /analytics/post/{id}',
			'GET /notifications',
			'DELETE /posts/group/{group}',
		],
		changes: ['groupDeletes', 'originalNames'],
	},
	'2.19.0': {
		routes: ['GET /posts/{id}/missing', 'PUT /posts/{id}/release-id'],
		changes: ['countsOnlyPosts'],
	},
	'2.20.0': {
		networks: ['mewe'],
		routes: ['DELETE /integrations/{id}', 'GET /social/{provider}'],
	},
	'2.21.3': { settings: { x: ['made_with_ai', 'paid_partnership'] } },
	'2.21.7': {
		routes: ['PUT /posts/{id}/status', 'POST /oauth/token'],
		changes: ['sniffedEndings', 'publicAddresses'],
	},
	'2.21.8': {
		settings: { facebook: ['post_type'] },
		changes: ['limitOf90', 'creationMethods'],
	},
	'2.21.9': {
		settings: { instagram: ['audio'], 'instagram-standalone': ['audio'] },
		tools: { instagram: ['audioSearch'] },
		routes: ['GET /groups'],
		changes: ['groupFilter', 'lengthOfX'],
	},
	'2.22.1': {
		networks: ['tumblr'],
		settings: { facebook: ['text_format_preset_id'], wordpress: ['categories', 'tags', 'status'] },
		tools: { wordpress: ['categoriesList', 'tagsList'] },
	},
	'2.23.0': { changes: ['contentChecks', 'unknownChannels'] },
	[UNRELEASED]: {
		networks: ['tiktok-business'],
		settings: {
			x: ['post_type', 'article_title', 'article_status', 'article_cover'],
			tiktok: ['music', 'location'],
		},
		routes: ['PUT /posts/{id}/settings'],
		changes: ['settingsInLists', 'htmlOfX', 'optionalSecrets'],
	},
};
