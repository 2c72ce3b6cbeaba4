import {
	boolean,
	isArray,
	isDefined,
	optional,
	list as listOf,
	type Values,
} from '../service/schema.cjs';
import type { Network } from './network.cjs';
import type { Rule } from './rule.cjs';
import {
	POST,
	STORY,
	checkSettings,
	createCodecNote,
	createFileSample,
	createNote,
	createRule,
	isStory,
	listLabels,
	rejectOnArrival,
	toStory,
	withSettings,
	withText,
} from './ruleBuilders.cjs';
import {
	createPictures,
	createVideo,
	createVideos,
	repeat,
	toList,
	type Sample,
} from './samples.cjs';
import {
	checkbox,
	choice,
	createSoundSettings,
	group,
	list,
	requiredText,
	text,
	unused,
	type Setting,
} from './settingBuilders.cjs';

const audio = group(
	'Audio',
	createSoundSettings(text('Sound', { channelTool: 'audioSearch', schema: requiredText })),
);

const createInstagram = (ownAudio: Setting): Omit<Network, 'name'> => ({
	max: 2200,
	files: 'video',
	fullest: { post_type: 'post' },
	fetches: true,
	details: ['thumbnailTimestamp'],
	drops: 'laterMedia',
	rulesInWords: 'A post needs a picture or a video.',
	settings: {
		post_type: choice('Post Type', ['post', 'story'], { rules: [isDefined] }),
		is_trial_reel: checkbox('Trial Reel', { schema: optional(boolean()) }),
		graduation_strategy: choice('Trial Reel Ends', ['MANUAL', 'SS_PERFORMANCE']),
		collaborators: list(
			'Collaborators',
			{ label: 'acme' },
			{ word: '@acme', schema: optional(listOf({ label: requiredText }, isArray)) },
		),
		audio: ownAudio,
	},
});

export const instagram: Network = {
	name: 'Instagram (Facebook Business)',
	...createInstagram(audio),
};
export const instagramStandalone: Network = {
	name: 'Instagram (Standalone)',
	...createInstagram(unused(audio.schema!)),
};

const INSTAGRAMS = 'instagram instagram-standalone';
const WITH_AUDIO = { ...POST, audio: { id: '1' } };
const hasAudio = ({ audio }: Values) => Boolean(audio);
const createCollaborators = (...names: string[]): Sample =>
	withSettings({ ...POST, collaborators: names.map((label) => ({ label })) }, createPictures(1));

export const instagramRules: Rule[] = [
	createRule(
		'instagram',
		'rejected',
		'Audio cannot',
		['post', 'story'],
		(type) => withSettings({ ...WITH_AUDIO, post_type: type }, createVideos(1)),
		checkSettings((settings) => hasAudio(settings) && isStory(settings)),
		rejectOnArrival('Audio can only be added to Reels, not to Stories'),
	),
	createNote(
		INSTAGRAMS,
		'no text',
		toStory(createPictures(1)),
		withText('Tea', withSettings(STORY, createPictures(1))),
	),
	createCodecNote(INSTAGRAMS, 'HEVC', 'AV1'),
	createNote(
		INSTAGRAMS,
		'a story of its own',
		toStory(createPictures(1)),
		toStory(createPictures(2)),
	),
	createRule(
		INSTAGRAMS,
		'mayBeAccepted',
		'1 cover after the end',
		[30, 31],
		(coverAt) => createFileSample(createVideo({ coverAt })),
		({ files }) => files.flat().some(({ coverAt = 0, seconds = Infinity }) => coverAt > seconds),
	),
	createRule(
		INSTAGRAMS,
		'mayBeAccepted',
		'Collaborators',
		[1, 2],
		(count) => ({ ...createCollaborators('acme'), ...createPictures(count) }),
		({ files, settings }) => files[0].length > 1 && toList(settings.collaborators).length > 0,
	),
	createRule(
		INSTAGRAMS,
		'mayBeAccepted',
		'Collaborators',
		['acme', 'Acme Coffee'],
		(name) => createCollaborators(name),
		checkSettings((settings) =>
			listLabels(settings.collaborators).some((name) => /[^a-z\d._]/i.test(name)),
		),
	),
	createRule(
		INSTAGRAMS,
		'mayBeAccepted',
		'maximum is 3',
		[3, 4],
		(count) => createCollaborators(...repeat(count, 'acme')),
		checkSettings((settings) => toList(settings.collaborators).length > 3),
	),
	createRule(
		'instagram',
		'mayBeAccepted',
		'Volume of the Video must be 0',
		[{ video_volume: 0 }, {}],
		(volume) =>
			withSettings(
				{ ...POST, audio: { id: '1', ...volume } },
				createFileSample(createVideo({ isSilent: true })),
			),
		// Postiz mixes the music with the sound of the video, so there must be one.
		({ files, settings }) => {
			const { audio } = settings as { audio?: Values };
			const isMixed = Boolean(audio?.id) && audio?.video_volume !== 0;
			return isMixed && files.flat().some(({ isSilent }) => isSilent);
		},
	),
];
