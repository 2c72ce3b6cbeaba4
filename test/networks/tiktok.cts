import {
	boolean,
	described,
	isBoolean,
	isString,
	maxLength,
	optional,
	string,
	group as object,
} from '../service/schema.cjs';
import type { Network } from './network.cjs';
import type { Rule } from './rule.cjs';
import {
	checkSettings,
	createCodecNote,
	createRule,
	createVideoSample,
	withSettings,
} from './ruleBuilders.cjs';
import { createPictures } from './samples.cjs';
import {
	checkbox,
	choice,
	createSoundSettings,
	group,
	optionalText,
	requiredText,
	row,
	text,
	unused,
	type Setting,
} from './settingBuilders.cjs';

const toggle = (name: string, description: string) =>
	checkbox(name, { description, schema: boolean(isBoolean) });
const FOR_BUSINESSES = 'Only for businesses';
const track = text('Track', {
	channelTool: 'musicSearch',
	description: 'From musicSearch',
	schema: requiredText,
});
const music = group('Music', createSoundSettings(track), FOR_BUSINESSES);
const place = {
	id: described('From locationSearch', requiredText),
	name: requiredText,
	address: optionalText,
};
const location = described(FOR_BUSINESSES, optional(object(place)));

const createTiktok = (
	ofBusinesses: Record<'music' | 'location', Setting>,
): Omit<Network, 'name' | 'max'> => ({
	files: 'video',
	fetches: true,
	drops: 'laterParts',
	rulesInWords: 'A single video, or pictures.',
	settings: {
		title: text('Title', {
			description: 'Only for pictures',
			schema: optional(string(maxLength(90), isString)),
		}),
		privacy_level: choice(
			'Who Can View',
			['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'],
			{ rules: [isString], description: 'Who can see it' },
		),
		duet: toggle('Allow Duet', 'Whether others may make duets'),
		stitch: toggle('Allow Stitch', 'Whether others may stitch it'),
		comment: toggle('Allow Comments', 'Whether others may comment'),
		autoAddMusic: choice('Add Music Automatically', ['yes', 'no'], {
			rules: [],
			description: 'Only for pictures',
		}),
		brand_content_toggle: toggle('Promotes Another Brand', 'Paid partnership'),
		video_made_with_ai: checkbox('Made With AI', { description: 'Made with AI' }),
		brand_organic_toggle: toggle('Promotes Your Brand', 'Promotes the own brand'),
		...ofBusinesses,
		content_posting_method: choice('How to Post', ['DIRECT_POST', 'UPLOAD'], {
			rules: [isString],
			description: 'DIRECT_POST publishes, UPLOAD leaves it in the inbox of the app',
		}),
	},
});

export const tiktok: Network = {
	name: 'TikTok',
	max: 2000,
	...createTiktok({ music: unused(music.schema!), location: unused(location) }),
};
export const tiktokBusiness: Network = {
	name: 'TikTok Business',
	max: 2200,
	details: ['thumbnail', 'thumbnailTimestamp'],
	...createTiktok({ music, location: row('Location', 'locationSearch', location) }),
};

const TIKTOKS = 'tiktok tiktok-business';
const DIRECT = { content_posting_method: 'DIRECT_POST' };

export const tiktokRules: Rule[] = [
	createCodecNote(TIKTOKS, 'VP9', 'AV1'),
	createRule(
		'tiktok',
		'mayBeAccepted',
		'Only You',
		['FOLLOWER_OF_CREATOR', 'SELF_ONLY'],
		(level) =>
			withSettings(
				{ ...DIRECT, brand_content_toggle: true, privacy_level: level },
				createPictures(1),
			),
		checkSettings(
			({ content_posting_method: method, brand_content_toggle: isBrand, privacy_level: level }) =>
				method === 'DIRECT_POST' && isBrand === true && level === 'SELF_ONLY',
		),
	),
	createRule(
		TIKTOKS,
		'noted',
		'6 of 5 posts within 24 hours as Send to Inbox',
		[5, 6],
		(postsPerDay) => withSettings({ content_posting_method: 'UPLOAD' }, { postsPerDay }),
	),
	createRule(
		TIKTOKS,
		'noted',
		'Who Can View is Everyone',
		['FOLLOWER_OF_CREATOR', 'PUBLIC_TO_EVERYONE'],
		(level) => withSettings({ ...DIRECT, privacy_level: level }, createPictures(1)),
	),
	createRule(
		'tiktok-business',
		'noted',
		'no effect on videos',
		['PUBLIC_TO_EVERYONE', 'SELF_ONLY'],
		(level) => withSettings({ ...DIRECT, privacy_level: level }, createVideoSample(30)),
	),
	createRule('tiktok-business', 'noted', 'no effect on photos', ['no', 'yes'], (autoAddMusic) =>
		withSettings({ music: { id: '1' }, autoAddMusic }, createPictures(1)),
	),
];
