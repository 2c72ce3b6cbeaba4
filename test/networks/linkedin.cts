import { anything, boolean } from '../service/schema.cjs';
import type { Network } from './network.cjs';
import type { Rule } from './rule.cjs';
import { createFileSample, createRule, withSettings } from './ruleBuilders.cjs';
import { createPicture } from './samples.cjs';
import { checkbox, createPlugByOthers, text } from './settingBuilders.cjs';

const settings: Omit<Network, 'name'> = {
	max: 3000,
	files: 'images',
	hidesSettings: true,
	rulesInWords: 'A post has pictures or a single video; comments have neither.',
	settings: {
		post_as_images_carousel: checkbox('Carousel', { schema: boolean() }),
		carousel_name: text('Carousel Name', { schema: anything }),
		...createPlugByOthers('linkedin-repost-post-users', 'Repost'),
		...createPlugByOthers('linkedin-add-comment', 'Comment'),
		'plug--linkedin-add-comment--comment': {
			...text('Comment Text'),
			schema: undefined,
			beside: { 'plug--linkedin-add-comment--integrations': [{ id: 'cm1' }] },
		},
	},
	needed: [
		[{}, []],
		[{ 'plug--linkedin-add-comment--integrations': [{ id: 'cm1' }] }, ['Comment Text']],
	],
};

export const linkedin: Network = { name: 'LinkedIn', ...settings };
export const linkedinPage: Network = { name: 'LinkedIn Page', ...settings };

const LINKEDINS = 'linkedin linkedin-page';
const CAROUSEL = { post_as_images_carousel: true };

export const linkedinRules: Rule[] = [
	createRule(LINKEDINS, 'noted', '1 picture rotated by EXIF', [false, true], (turned) =>
		createFileSample(createPicture({ turned })),
	),
	createRule(LINKEDINS, 'noted', '1 transparent picture', [false, true], (transparent) =>
		withSettings(CAROUSEL, {
			files: [createPicture(), createPicture({ ending: 'png', transparent })],
		}),
	),
	createRule(LINKEDINS, 'rejected', 'Comment Text', ['Nice', ''], (comment) =>
		withSettings({
			'plug--linkedin-add-comment--integrations': [{ id: 'Acme Roasters' }],
			'plug--linkedin-add-comment--comment': comment,
		}),
	),
];
