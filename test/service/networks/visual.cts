import { IsDefined, IsString } from 'class-validator';
import {
	boolean,
	custom,
	described,
	group,
	isArray,
	isBoolean,
	isDefined,
	isIn,
	isString,
	isUrl,
	list,
	maxLength,
	minLength,
	optional,
	string,
	type Fields,
} from '../schema.cjs';
import { address, label, mediaFields, sound, words, type OwnProvider } from './types.cjs';

const MAX_TAG_CHARACTERS = 500;
const fitsTogether = custom(
	(tags) =>
		!Array.isArray(tags) ||
		tags.reduce(
			(sum: number, tag: { label?: string } | null) => sum + (tag?.label?.length ?? 0),
			0,
		) <= MAX_TAG_CHARACTERS,
	`The maximum allowed is ${MAX_TAG_CHARACTERS} characters in total for all tags.`,
);

const toggle = (description: string) => described(description, boolean(isBoolean));
const tiktokSettings: Fields = {
	title: described('Only for pictures', optional(string(maxLength(90), isString))),
	privacy_level: described(
		'Who can see it',
		string(
			isString,
			isIn('PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'),
		),
	),
	duet: toggle('Whether others may make duets'),
	stitch: toggle('Whether others may stitch it'),
	comment: toggle('Whether others may comment'),
	autoAddMusic: described('Only for pictures', string(isIn('yes', 'no'))),
	brand_content_toggle: toggle('Paid partnership'),
	video_made_with_ai: described('Made with AI', optional(boolean(isBoolean))),
	brand_organic_toggle: toggle('Promotes the own brand'),
	music: described(
		'Only for businesses',
		optional(group(sound(described('From musicSearch', string(isDefined, isString))))),
	),
	location: described(
		'Only for businesses',
		optional(
			group({
				id: described('From locationSearch', string(isDefined, isString)),
				name: string(isDefined, isString),
				address: words,
			}),
		),
	),
	content_posting_method: described(
		'DIRECT_POST publishes, UPLOAD leaves it in the inbox of the app',
		string(isString, isIn('DIRECT_POST', 'UPLOAD')),
	),
};
const TIKTOK_WORDS = 'A single video, or pictures.';

/** Networks of videos. */
export const videos: Record<string, OwnProvider> = {
	youtube: {
		settings: {
			title: string(isDefined, maxLength(100), minLength(2), isString),
			type: string(isDefined, isIn('public', 'private', 'unlisted')),
			selfDeclaredMadeForKids: optional(string(isIn('yes', 'no'))),
			thumbnail: optional(group(mediaFields)),
			tags: optional(list(label, fitsTogether, isArray)),
		},
		rulesInWords: 'A single video.',
	},
	tiktok: {
		settings: tiktokSettings,
		unused: ['music', 'location'],
		rulesInWords: TIKTOK_WORDS,
	},
	'tiktok-business': {
		settings: tiktokSettings,
		rulesInWords: TIKTOK_WORDS,
	},
};

const NO_BOARD = { message: 'Board is required' };

/** Networks of pictures. */
export const pictures: Record<string, OwnProvider> = {
	pinterest: {
		settings: {
			title: optional(string(maxLength(100), isString)),
			link: optional(string(isUrl)),
			dominant_color: words,
			board: described(
				'From boards',
				string(minLength(1, NO_BOARD), IsString(NO_BOARD), IsDefined(NO_BOARD)),
			),
		},
		rulesInWords:
			'Pinterest takes up to 5 pictures of one size, or a video and the picture that is its cover.',
	},
	dribbble: {
		settings: { title: string(isDefined, minLength(1), isString), team: address },
	},
};
