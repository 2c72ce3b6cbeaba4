import { propertiesOf } from '../values/read';
import { network, option, problemIf, setting } from './declare';

const TAG_CHARACTERS = 500;

/** YouTube (docs/api.md, Providers). */
export const youtube = network('YouTube', 'youtube', {
	nicknames: ['YT', 'YouTube Shorts', 'YT Shorts'],
	maxLength: 5000,
	media: { required: 'video', max: 1 },
	coverNote: 'the setting Thumbnail',
	ignoresThreads: true,
	fields: [
		setting.title('Title', 'title', {
			minLength: 2,
			maxLength: 100,
			placeholder: 'e.g. How we roast our beans',
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
			placeholder: 'e.g. data or https://example.com/thumbnail.png',
			description:
				'Preview picture of the video: the name of a binary field or a web address. YouTube chooses one if empty.',
		}),
	],
	check: ({ tags }) => {
		const labels = Array.isArray(tags) ? tags.map((tag) => propertiesOf(tag).label) : [];
		const characters = labels.join('').length;
		const message = `has ${characters} characters together; the maximum is ${TAG_CHARACTERS}`;
		return problemIf(characters > TAG_CHARACTERS, 'Tags', message, { mayPass: true });
	},
});
