import { asList, asObject, type Json } from '../types';
import { madeForKids, storyIf, tiktokSettings } from './networks';
import { given, isGiven, isWord, mayDiffer, NO_FIELDS, notFlag } from './values';

/** The settings of a network, by what Late calls them. */
export const SETTINGS: Record<string, (told: Json, body: Json) => Json> = {
	facebook: ({ contentType }) => storyIf(isWord(contentType, 'story')),
	instagram: ({ contentType, collaborators }) => ({
		...storyIf(isWord(contentType, 'story')),
		...given({
			collaborators: Array.isArray(collaborators) ? collaborators.join(', ') : collaborators,
		}),
	}),
	pinterest: ({ boardId, title, link }, body) =>
		given({ board: boardId, title: title ?? body.title, link }),
	tiktok: (told, body) => {
		const tiktok = { ...asObject(body.tiktokSettings), ...asObject(told.tiktokSettings), ...told };
		return tiktokSettings({
			privacyLevel: tiktok.privacy_level ?? tiktok.privacyLevel,
			disabledComments: notAllowed(tiktok.allow_comment),
			disabledDuet: notAllowed(tiktok.allow_duet),
			disabledStitch: notAllowed(tiktok.allow_stitch),
			isAiGenerated: tiktok.video_made_with_ai,
			autoAddMusic: tiktok.auto_add_music,
			isDraft: tiktok.draft,
		});
	},
	x: ({ replySettings }) => given({ who_can_reply_post: replySettings }),
	youtube: ({ title, visibility, madeForKids: isForKids }, body) => ({
		...given({ title: title ?? body.title, type: visibility ?? 'public' }),
		...madeForKids(isForKids),
	}),
};

/** What of these is read, by the network. */
const KNOWN_ON: Record<string, string[]> = {
	facebook: ['contentType', 'pageId'],
	instagram: [
		'contentType',
		'collaborators',
		'shareToFeed',
		'trialParams',
		'userTags',
		'audioName',
	],
	pinterest: ['boardId', 'title', 'link'],
	x: ['replySettings'],
	youtube: ['title', 'visibility', 'madeForKids', 'containsSyntheticMedia', 'categoryId'],
};

export const KNOWN_OF_TIKTOK = [
	...['privacy_level', 'allow_comment', 'allow_duet', 'allow_stitch', 'video_made_with_ai'],
	...['auto_add_music', 'draft', 'media_type', 'content_preview_confirmed'],
	...['express_consent_given', 'privacyLevel'],
];

/** What is read of what it says for a network. */
export const knownOn = (network: string) => [
	...['threadItems', 'firstComment', 'tiktokSettings'],
	...(network === 'tiktok' ? KNOWN_OF_TIKTOK : (KNOWN_ON[network] ?? [])),
];

export const KNOWN_OF_PLATFORM = [
	...['platform', 'accountId', 'profileId', 'customContent', 'platformSpecificData'],
];

export const KNOWN_OF_BODY = [
	...NO_FIELDS,
	...['content', 'title', 'platforms', 'mediaItems', 'publishNow', 'isDraft', 'scheduledFor'],
	...['timezone', 'tags', 'visibility', 'tiktokSettings', 'threadItems', 'queuedFromProfile'],
	...['queueId', 'profileId', 'metadata'],
];

/** What Postiz has no field for. */
export function lostOf(body: Json, told: Json[]): string[] {
	const has = (key: string) => told.some((one) => isGiven(one[key]));
	return [
		...(has('firstComment') ? ['the first comment'] : []),
		...(told.some(({ shareToFeed }) => mayDiffer(shareToFeed, true))
			? ['that the reel is not shown in the feed']
			: []),
		...(has('trialParams') ? ['that the reel is a trial'] : []),
		...(has('userTags') ? ['the people on it'] : []),
		...(has('audioName') ? ['the name of the sound'] : []),
		...(told.some(({ containsSyntheticMedia }) => mayDiffer(containsSyntheticMedia, false))
			? ['the label for synthetic media']
			: []),
		...(has('categoryId') ? ['the category'] : []),
		...(asList(body.mediaItems).some((item) => isGiven(asObject(item).thumbnail))
			? ['the cover picture']
			: []),
	];
}

const notAllowed = (value: unknown) => (isGiven(value) ? notFlag(value) : false);
