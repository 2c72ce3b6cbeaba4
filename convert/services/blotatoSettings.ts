import type { Json } from '../types';
import { madeForKids, storyIf, tiktokSettings } from './networks';
import { given, isWord, NO_FIELDS, type Lost } from './values';

/** The settings of a network, by what Blotato calls them. */
export const SETTINGS: Record<string, (target: Json) => Json> = {
	facebook: ({ link }) => given({ url: link }),
	instagram: ({ mediaType, collaborators }) => ({
		...storyIf(isWord(mediaType, 'story')),
		...given({ collaborators }),
	}),
	pinterest: ({ boardId, title, link }) => given({ board: boardId, title, link }),
	tiktok: tiktokSettings,
	youtube: ({ title, privacyStatus = 'public', isMadeForKids }) => ({
		...given({ title, type: privacyStatus }),
		...madeForKids(isMadeForKids),
	}),
};

/** The keys of a target that are read, by the platform. */
export const TARGET_KEYS: Record<string, string[]> = {
	facebook: ['link', 'mediaType'],
	instagram: ['mediaType', 'collaborators'],
	pinterest: ['boardId', 'title', 'link'],
	tiktok: [
		...['privacyLevel', 'disabledComments', 'disabledDuet', 'disabledStitch', 'isBrandedContent'],
		...['isYourBrand', 'isAiGenerated', 'autoAddMusic', 'isDraft', 'title'],
	],
	youtube: ['title', 'privacyStatus', 'isMadeForKids', 'madeForKids'],
};

/** What Postiz has no field for. */
export const LOST: Lost[] = [
	['altText', 'the alt text'],
	['audioName', 'the name of the sound'],
	['coverImageUrl', 'the cover picture'],
	['imageCoverIndex', 'the cover among the pictures', '0'],
	['videoCoverTimestamp', 'the moment of the cover', '0'],
	['replyControl', 'who may reply', 'everyone'],
	['containsSyntheticMedia', 'the label for synthetic media', 'false'],
	['shouldNotifySubscribers', 'that subscribers get no notice', 'true'],
];

export const KNOWN_OF_TARGET = [
	'targetType',
	'pageId',
	'scheduledTime',
	...LOST.map(([key]) => key),
];

export const KNOWN_OF_NODE = [
	...NO_FIELDS,
	...['resource', 'operation', 'platform', 'accountId', 'facebookPageId', 'options'],
	...['postContentText', 'postContentMediaUrls', 'postContentAdditionalPosts'],
	...['threadInputMethod', 'threadPostsArray', 'useNextFreeSlot', 'pinterestBoardId'],
	// Of other operations, which n8n keeps.
	...['mediaUrl', 'useBinaryData', 'binaryPropertyName', 'postSubmissionId'],
];
