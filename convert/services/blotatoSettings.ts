import type { Json } from '../types';
import { madeForKids, storyIf, tiktokSettings } from './networks';
import { given, isWord, type Lost } from './values';

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

/** Fields of the node for other platforms and operations, which n8n keeps. */
export const IDLE = [
	...['facebookPageId', 'pinterestBoardId', 'postContentAdditionalPosts', 'threadInputMethod'],
	...['threadPostsArray', 'mediaUrl', 'useBinaryData', 'binaryPropertyName', 'postSubmissionId'],
];
