/** Every picker of every network, with the rows of a new workspace in the sandbox. */
import type { IDataObject } from 'n8n-workflow';

import { getPickerMethodName } from '../../../nodes/Postiz/networks/settingFields';
import {
	createIdLocator,
	listEffectiveSettings,
	createListLocator,
} from '../../networks/settingBuilders.cjs';
import { networks } from '../../networks/table.cjs';
import { createRelease } from '../../service/releases/release.cjs';
import { getTools } from '../../service/seedTools.cjs';

export interface PickerCase {
	/** The network as named in the form, and the identifier of its channel if different. */
	network: string;
	channel?: string;
	/** The name of the method. */
	method: string;
	/** A searchable list, or a list for several values. */
	kind: 'search' | 'options';
	/** The path of the field in the entry, and what else the entry contains. */
	field: string;
	form?: IDataObject;
	/** The search text. */
	filter?: string;
	rows: Array<{ name: string; value: string | number }>;
	/** The input of the service's tool. */
	data?: IDataObject;
}

const createRow = (name: string, value: string | number | IDataObject) => ({
	name,
	value: typeof value === 'object' ? JSON.stringify(value) : value,
});
const search = (
	network: string,
	method: string,
	field: string,
	rows: PickerCase['rows'],
	more: Partial<PickerCase> = {},
): PickerCase => ({ network, method, kind: 'search', field, rows, ...more });

const createSound = (id: string, title: string): PickerCase['rows'][number] =>
	createRow(`${title} – Acme House Band`, {
		id,
		title,
		artist: 'Acme House Band',
		image: `https://media.example/${id}.jpg`,
	});

/** Those that need more than a channel, or show more than the name and ID of each row. */
const OWN: PickerCase[] = [
	search('pinterest', 'pinterestBoards', 'board', [createRow('Latte Art', 'latte-art')], {
		filter: ' LATTE ',
	}),
	search(
		'devto',
		'devtoTags',
		'tags',
		['coffee', 'productivity', 'community'].map((label, index) =>
			createRow(label, { value: index + 1, label }),
		),
		{ kind: 'options' },
	),
	search(
		'hashnode',
		'hashnodeTagsList',
		'tags',
		[
			createRow('Coffee', { value: 'tag-coffee', label: 'Coffee' }),
			createRow('Startup', { value: 'tag-startup', label: 'Startup' }),
		],
		{ kind: 'options' },
	),
	search(
		'reddit',
		'redditSubreddits',
		'subreddit.entry[0].subreddit',
		[createRow('r/espresso – Espresso', '/r/espresso')],
		{ filter: 'espr', data: { word: 'espr' } },
	),
	search(
		'reddit',
		'redditRestrictions',
		'subreddit.entry[1].flair',
		[
			createRow('Discussion', { id: 'discussion', name: 'Discussion' }),
			createRow('Question', { id: 'question', name: 'Question' }),
		],
		{
			form: {
				subreddit: {
					entry: [
						{ subreddit: createListLocator('/r/espresso') },
						{ subreddit: createIdLocator('reddit.com/r/coffee'), is_flair_required: true },
					],
				},
			},
			data: { subreddit: '/r/coffee' },
		},
	),
	search(
		'lemmy',
		'lemmySubreddits',
		'subreddit.entry[0].subreddit',
		[createRow('Coffee – coffee', { id: '301', name: 'coffee' })],
		{ filter: 'coff', data: { word: 'coff' } },
	),
	search(
		'warpcast',
		'warpcastSubreddits',
		'subreddit.entry[0].id',
		[createRow('Home Roasting', '303')],
		{
			channel: 'wrapcast',
			filter: 'roast',
			data: { word: 'roast' },
		},
	),
	search(
		'skool',
		'skoolLabel',
		'label',
		[createRow('News', 'news'), createRow('Questions', 'questions')],
		{
			form: { group: createListLocator('baristas') },
			data: { id: 'baristas' },
		},
	),
	search('whop', 'whopExperiences', 'experience', [createRow('Roast Lab', 'roast-lab')], {
		form: { company: createIdLocator('acme-roasters') },
		data: { id: 'acme-roasters' },
	}),
	search(
		'mewe',
		'meweGroups',
		'group',
		[createRow('Coffee Lovers', 'coffee-lovers'), createRow('Latte Artists', 'latte-artists')],
		{ form: { postType: 'group' } },
	),
	search(
		'wordpress',
		'wordpressCategoriesList',
		'categories',
		[createRow('News', 11), createRow('Recipes', 12)],
		{ kind: 'options' },
	),
	search(
		'wordpress',
		'wordpressTagsList',
		'tags',
		[createRow('espresso', 11), createRow('filter', 12), createRow('beans', 13)],
		{ kind: 'options' },
	),
	search(
		'instagram',
		'instagramAudioSearch',
		'audio.entry.id',
		[createSound('original_sound-1', 'Grinder at Work')],
		{
			form: { audio: { entry: { kind: 'original_sound' } } },
			filter: 'grinder',
			data: { q: 'grinder', type: 'original_sound' },
		},
	),
	search(
		'tiktok-business',
		'tiktokBusinessMusicSearch',
		'music.entry.id',
		[createSound('jazz-1', 'Slow Pour'), createSound('jazz-2', 'Blue Cup')],
		{ form: { music: { entry: {} } }, filter: 'jazz', data: { genre: 'jazz' } },
	),
	search(
		'tiktok-business',
		'tiktokBusinessLocationSearch',
		'location',
		[
			createRow('Acme Coffee Harbour, 1 Harbour Street', {
				id: 'place-1',
				name: 'Acme Coffee Harbour',
				address: '1 Harbour Street',
			}),
		],
		{ filter: 'harbour', data: { q: 'harbour' } },
	),
];

const tools = getTools(createRelease());

const plain = Object.entries(networks).flatMap(([identifier, network]) =>
	Object.entries(listEffectiveSettings(network)).flatMap(([field, { channelTool }]) => {
		if (channelTool === undefined) return [];
		const rows = (tools[identifier]?.[channelTool]?.rows ?? []).map(({ id, name }) =>
			createRow(String(name), String(id)),
		);
		return [search(identifier, getPickerMethodName(identifier, { channelTool }), field, rows)];
	}),
);

export const pickerCases = [
	...OWN,
	...plain.filter(({ method }) => !OWN.some((own) => own.method === method)),
];
