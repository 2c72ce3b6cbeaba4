import { option } from '../form/fieldBuilders';
import { defineNetwork } from './defineNetwork';
import { MIB } from './measures';
import { noteIf, rejectIf } from './ruleBuilders';
import type { PostFacts } from './rules';
import { setting } from './settingBuilders';
import { toTagLabels } from './tags';

const MAX_TAG_CHARACTERS = 500;
const HAS_ANGLE_BRACKETS = 'has < or >, which YouTube refuses';

const countTagCharacters = (labels: string[]) =>
	labels.reduce((sum, label) => sum + label.length + (label.includes(' ') ? 2 : 0), 0);

const isShort = ({ seconds = Infinity, pixels }: PostFacts['files'][number]) =>
	seconds <= 180 && pixels !== undefined && pixels.width <= pixels.height;

export const youtube = defineNetwork('YouTube', 'youtube', {
	nicknames: ['YT', 'YouTube Shorts', 'YT Shorts'],
	color: '#c4161c',
	maxLength: 5000,
	rules: [
		{ measure: 'bytes', max: 5000, mayBeAccepted: true },
		{ measure: 'videos', min: 1 },
		{ measure: 'files', max: 1, mayBeAccepted: true },
		{ measure: 'seconds', max: 900, note: 'YouTube accepts it only from verified channels' },
		rejectIf('Title', HAS_ANGLE_BRACKETS, ({ title }) => /[<>]/.test(String(title))),
		rejectIf('Text', HAS_ANGLE_BRACKETS, (_settings, { text }) => /[<>]/.test(text)),
		rejectIf(
			'Tags',
			`have more than ${MAX_TAG_CHARACTERS} characters in total; a tag with a space counts two more`,
			({ tags }) => countTagCharacters(toTagLabels(tags)) > MAX_TAG_CHARACTERS,
			{ mayBeAccepted: true, inDrafts: true },
		),
		rejectIf(
			'Thumbnail',
			'must be JPG or PNG: YouTube refuses others once the video is online',
			(_settings, { settingFile }) => /gif|webp/.test(settingFile?.extension ?? ''),
			{ settingFile: 'thumbnail', mayBeAccepted: true },
		),
		noteIf(
			'Thumbnail',
			'is more than 2 MB, which YouTube may refuse once the video is online',
			(_settings, { settingFile }) => (settingFile?.bytes ?? 0) > 2 * MIB,
			{ settingFile: 'thumbnail' },
		),
		noteIf(
			'Thumbnail',
			'is not shown for a Short (up to 3 minutes, not wider than high)',
			(_settings, { settingFile, files }) => settingFile !== undefined && files.some(isShort),
			{ settingFile: 'thumbnail' },
		),
	],
	coverNote: 'the setting Thumbnail',
	ignoresThreads: true,
	fields: [
		setting.title('Title', 'title', {
			minLength: 2,
			maxLength: 100,
			description: 'Title of the video, 2 to 100 characters; the text becomes its description.',
		}),
		setting.choice('Visibility', 'type', {
			required: true,
			default: 'public',
			options: [
				option('Private', 'private', 'Only you and people you choose'),
				option('Public', 'public', 'Everyone can find and watch it'),
				option('Unlisted', 'unlisted', 'Everyone who has the link'),
			],
			description: 'Who can view the video',
		}),
		setting.choice('Made for Kids', 'selfDeclaredMadeForKids', {
			default: 'no',
			options: [option('No', 'no'), option('Yes', 'yes')],
			description: 'Whether the video is made for children, which YouTube asks you to declare',
		}),
		setting.tags({
			placeholder: 'e.g. coffee, roasting',
			description: `Words that describe the video, separated by commas. At most ${MAX_TAG_CHARACTERS} characters in total.`,
		}),
		setting.file('Thumbnail', 'thumbnail', {
			description:
				'Preview picture of the video: the name of a binary field or a web address. YouTube chooses one if empty.',
		}),
	],
});
