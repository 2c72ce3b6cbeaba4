import { hint, mistake, network, option, setting } from './defineNetwork';
import { MIB, type PostFacts } from './limits';
import { toLabels } from './optionRows';

const TAG_CHARACTERS = 500;
const NO_ANGLES = 'has < or >, which YouTube refuses';

const tagCharacters = (labels: string[]) =>
	labels.reduce((sum, label) => sum + label.length + (label.includes(' ') ? 2 : 0), 0);

const isShort = ({ seconds = Infinity, pixels }: PostFacts['files'][number]) =>
	seconds <= 180 && pixels !== undefined && pixels.width <= pixels.height;

/** YouTube (docs/api.md, Providers). */
export const youtube = network('YouTube', 'youtube', {
	nicknames: ['YT', 'YouTube Shorts', 'YT Shorts'],
	maxLength: 5000,
	rules: [
		{ of: 'bytes', max: 5000, mayPass: true },
		{ of: 'videos', min: 1 },
		{ of: 'files', max: 1, mayPass: true },
		{ of: 'seconds', max: 900, note: 'YouTube takes it only from verified channels' },
		mistake('Title', NO_ANGLES, ({ title }) => /[<>]/.test(String(title))),
		mistake('Text', NO_ANGLES, (_settings, { text }) => /[<>]/.test(text)),
		mistake(
			'Tags',
			`have more than ${TAG_CHARACTERS} characters together, of which a tag with a space costs two more`,
			({ tags }) => tagCharacters(toLabels(tags)) > TAG_CHARACTERS,
			{ mayPass: true, inDrafts: true },
		),
		mistake(
			'Thumbnail',
			'must be JPG or PNG: YouTube refuses others once the video is online',
			(_settings, { fileIn }) => /gif|webp/.test(fileIn('thumbnail')?.ending ?? ''),
			{ mayPass: true },
		),
		hint(
			'Thumbnail',
			'has more than 2 MB, which YouTube may refuse once the video is online',
			(_settings, { fileIn }) => (fileIn('thumbnail')?.bytes ?? 0) > 2 * MIB,
		),
		hint(
			'Thumbnail',
			'is not shown for a Short (up to 3 minutes, not wider than high)',
			(_settings, { fileIn, files }) => fileIn('thumbnail') && files.some(isShort),
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
			description: `Words that describe the video, separated by commas. At most ${TAG_CHARACTERS} characters together.`,
		}),
		setting.file('Thumbnail', 'thumbnail', {
			description:
				'Preview picture of the video: the name of a binary field or a web address. YouTube chooses one if empty.',
		}),
	],
});
