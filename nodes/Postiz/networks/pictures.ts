import { getReachability, isWebAddress } from '../common/webAddress';
import { defineNetwork } from './defineNetwork';
import { toList } from './listValues';
import { MIB } from './measures';
import { noteIf, rejectIf } from './ruleBuilders';
import { setting } from './settingBuilders';
import { getTagLabel } from './tags';

export const dribbble = defineNetwork('Dribbble', 'dribbble', {
	maxLength: 40_000,
	rules: [
		{ measure: 'pictures', min: 1 },
		{ measure: 'files', max: 1, mayBeAccepted: true },
		{ measure: 'videos', max: 0, mayBeAccepted: true },
		{ measure: 'pictureSize', oneOf: ['400x300', '800x600'], mayBeAccepted: true },
		{ measure: 'pictureBytes', max: 8 * MIB, note: 'Dribbble may refuse it' },
		noteIf('Team', 'is ignored by Postiz: the shot appears on your own account', ({ team }) =>
			Boolean(team),
		),
	],
	ignoresThreads: true,
	fields: [
		setting.title('Title', 'title', { description: 'Title of the shot' }),
		setting.locator('Team', 'team', {
			isUrl: true,
			placeholder: 'e.g. https://dribbble.com/acme',
			channelTool: 'teams',
			idPattern: /^https?:/,
			manualModeLabel: 'URL',
			description: 'The team that the shot is published for. Your own account if empty.',
		}),
	],
});

export const pinterest = defineNetwork('Pinterest', 'pinterest', {
	color: '#bd081c',
	maxLength: 500,
	rules: [
		{ measure: 'files', min: 1 },
		{ measure: 'files', max: 5, mayBeAccepted: true },
		{ measure: 'pictureSizes', max: 1, mayBeAccepted: true },
		{
			measure: 'filesBesideVideo',
			min: 1,
			max: 1,
			mayBeAccepted: true,
			remedy: 'Add one picture to the video, as its cover.',
		},
		{ measure: 'seconds', min: 4, max: 900, mayBeAccepted: true },
		{ measure: 'videoRatio', min: 0.5, max: 1.91, note: 'Pinterest may refuse it' },
		rejectIf(
			'Link',
			'must be a public address, as Pinterest looks at it',
			({ link }) =>
				typeof link === 'string' && isWebAddress(link) && getReachability(link) === 'never',
			{ mayBeAccepted: true },
		),
	],
	coverNote: 'the picture beside the video',
	ignoresThreads: true,
	fetchesFiles: true,
	fields: [
		setting.locator('Board', 'board', {
			required: true,
			placeholder: 'e.g. 549755885175',
			channelTool: 'boards',
			idPattern: /^\d+$/,
			description: 'The board to pin to',
		}),
		setting.color('Dominant Color', 'dominant_color', {
			description: 'Color that Pinterest shows while the picture loads',
		}),
		setting.link('Link', 'link', {
			maxLength: 2048,
			description: 'Web address that the pin links to',
		}),
		setting.text('Title', 'title', {
			maxLength: 100,
			placeholder: 'e.g. Latte art for beginners',
			description: 'Title of the pin, at most 100 characters',
		}),
	],
});

export const tumblr = defineNetwork('Tumblr', 'tumblr', {
	maxLength: 32_768,
	rules: [
		{ measure: 'pictures', max: 30, mayBeAccepted: true },
		{ measure: 'videos', max: 1, mayBeAccepted: true },
		{ measure: 'seconds', max: 600, mayBeAccepted: true },
		{ measure: 'videoBytes', max: 500 * MIB, mayBeAccepted: true },
	],
	fileDetails: ['alt'],
	ignoresThreads: true,
	fields: [
		setting.link('Link', 'link', { description: 'Web address that the post shows as a link' }),
		setting.link('Source', 'sourceUrl', {
			placeholder: 'e.g. https://example.com/blog/roasting',
			description: 'Web address that Tumblr credits as the source of the post',
		}),
		setting.text('Tags', 'tags', {
			maxLength: 4096,
			placeholder: 'e.g. coffee, winter menu',
			toApiValue: (value) => {
				const tags = toList(value);
				const labels = tags.map(getTagLabel);
				return labels.includes(undefined) ? tags : labels.join(',');
			},
			description: 'Tags of the post, separated by commas',
		}),
		setting.text('Title', 'title', {
			maxLength: 4096,
			placeholder: 'e.g. Our winter menu',
			description: 'Title of the post. None if empty.',
		}),
	],
});
