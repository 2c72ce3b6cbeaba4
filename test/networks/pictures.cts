/** Networks of pictures: Pinterest, Dribbble and Tumblr. */
import { IsDefined, IsString } from 'class-validator';
import { isLink } from '../service/networks/types.cjs';
import {
	isString,
	maxLength,
	minLength,
	optional,
	string,
	type Values,
} from '../service/schema.cjs';
import type { Network } from './network.cjs';
import type { Rule } from './rule.cjs';
import {
	checkSettings,
	createFileSample,
	createRule,
	rejectOnArrival,
	withSettings,
} from './ruleBuilders.cjs';
import { createPicture, createText, toText } from './samples.cjs';
import { text, title, url } from './settingBuilders.cjs';

const NO_BOARD = { message: 'Board is required' };

export const pinterest: Network = {
	name: 'Pinterest',
	files: 'image',
	fetches: true,
	max: 500,
	drops: 'laterParts',
	rulesInWords:
		'Pinterest takes up to 5 pictures of one size, or a video and the picture that is its cover.',
	settings: {
		title: text('Title', { schema: optional(string(maxLength(100), isString)) }),
		link: url('Link'),
		dominant_color: text('Dominant Color'),
		board: text('Board', {
			channelTool: 'boards',
			like: '549755885175',
			description: 'From boards',
			schema: string(minLength(1, NO_BOARD), IsString(NO_BOARD), IsDefined(NO_BOARD)),
		}),
	},
};

export const dribbble: Network = {
	name: 'Dribbble',
	files: 'shot',
	max: 40_000,
	drops: 'laterParts',
	settings: { title: title(1), team: url('Team', { channelTool: 'teams' }) },
};

const link = optional(string(isLink));

export const tumblr: Network = {
	name: 'Tumblr',
	details: ['alt'],
	max: 32_768,
	drops: 'laterParts',
	settings: {
		title: text('Title', { schema: optional(string(maxLength(4096), isString, minLength(1))) }),
		link: url('Link', { schema: link }),
		sourceUrl: url('Source', { schema: link }),
		tags: text('Tags', { schema: optional(string(maxLength(4096), isString)) }),
	},
};

const isInHouse = (link: string) =>
	/^https?:\/\/(localhost|127\.\d|10\.\d|192\.168\.\d)/.test(link.toLowerCase());
const SHOTS = ['400x300', '800x600'];

export const pictureRules: Rule[] = [
	createRule(
		'pinterest',
		'mayBeAccepted',
		'Link must be a public address',
		['http://10.example.com/menu', 'http://10.0.0.5/menu'],
		(link) => withSettings({ link }),
		checkSettings(({ link }) => isInHouse(toText(link))),
	),
	createRule(
		'pinterest',
		'mayBeAccepted',
		'Link',
		[2048, 2049],
		(count) => withSettings({ link: `https://e.example/${createText(count - 18)}` }),
		checkSettings(({ link }) => toText(link).length > 2048),
	),
	createRule(
		'dribbble',
		'noted',
		'Team',
		[{}, { team: 'https://dribbble.com/acme' }],
		(settings: Values) => withSettings(settings),
	),
	...SHOTS.map((size) => {
		const [width, height] = size.split('x').map(Number);
		return createRule(
			'dribbble',
			'mayBeAccepted',
			'the size in pixels',
			[width, width + 1],
			(tried) => createFileSample(createPicture({ width: tried, height })),
			({ files: [own] }) => own.some((file) => !SHOTS.includes(`${file.width}x${file.height}`)),
			{ ...rejectOnArrival('A picture must have 400x300 or 800x600 pixels'), opens: true },
		);
	}),
];
