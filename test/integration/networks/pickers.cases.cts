/** Every picker of every provider, with the rows that a new workspace of the stand-in service returns. */
import type { IDataObject } from 'n8n-workflow';

import { getPickerMethodName } from '../../../nodes/Postiz/networks';
import {
	createIdLocator,
	listEffectiveSettings,
	createListLocator,
} from '../../networks/kinds.cjs';
import { networks } from '../../networks/table.cjs';
import { createRelease } from '../../service/releases/release.cjs';
import { getTools } from '../../service/tools.cjs';

export interface PickerCase {
	/** The network as named in the form, and the identifier of its channel if different. */
	provider: string;
	channel?: string;
	/** The name of the method. */
	method: string;
	/** A searchable list, or a list for several values. */
	kind: 'search' | 'options';
	/** The path of the field in the entry, and what else the entry contains. */
	field: string;
	form?: IDataObject;
	/** The search text. */
	typed?: string;
	rows: Array<{ name: string; value: string | number }>;
	/** The input of the service's tool. */
	data?: IDataObject;
}

const row = (name: string, value: string | number | IDataObject) => ({
	name,
	value: typeof value === 'object' ? JSON.stringify(value) : value,
});
const search = (
	provider: string,
	method: string,
	field: string,
	rows: PickerCase['rows'],
	more: Partial<PickerCase> = {},
): PickerCase => ({ provider, method, kind: 'search', field, rows, ...more });

const sound = (id: string, title: string): PickerCase['rows'][number] =>
	row(`${title} – Acme House Band`, {
		id,
		title,
		artist: 'Acme House Band',
		image: `https://media.example/${id}.jpg`,
	});

/** Those that need more than a channel, or show more than the name and ID of each row. */
const OWN: PickerCase[] = [
	search('pinterest', 'pinterestBoards', 'board', [row('Latte Art', 'latte-art')], {
		typed: ' LATTE ',
	}),
	search(
		'devto',
		'devtoTags',
		'tags',
		['coffee', 'productivity', 'community'].map((label, index) =>
			row(label, { value: index + 1, label }),
		),
		{ kind: 'options' },
	),
	search(
		'hashnode',
		'hashnodeTagsList',
		'tags',
		[
			row('Coffee', { value: 'tag-coffee', label: 'Coffee' }),
			row('Startup', { value: 'tag-startup', label: 'Startup' }),
		],
		{ kind: 'options' },
	),
	search(
		'reddit',
		'redditSubreddits',
		'subreddit.entry[0].subreddit',
		[row('r/espresso – Espresso', '/r/espresso')],
		{ typed: 'espr', data: { word: 'espr' } },
	),
	search(
		'reddit',
		'redditRestrictions',
		'subreddit.entry[1].flair',
		[
			row('Discussion', { id: 'discussion', name: 'Discussion' }),
			row('Question', { id: 'question', name: 'Question' }),
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
		[row('Coffee – coffee', { id: '301', name: 'coffee' })],
		{ typed: 'coff', data: { word: 'coff' } },
	),
	search('warpcast', 'warpcastSubreddits', 'subreddit.entry[0].id', [row('Home Roasting', '303')], {
		channel: 'wrapcast',
		typed: 'roast',
		data: { word: 'roast' },
	}),
	search('skool', 'skoolLabel', 'label', [row('News', 'news'), row('Questions', 'questions')], {
		form: { group: createListLocator('baristas') },
		data: { id: 'baristas' },
	}),
	search('whop', 'whopExperiences', 'experience', [row('Roast Lab', 'roast-lab')], {
		form: { company: createIdLocator('acme-roasters') },
		data: { id: 'acme-roasters' },
	}),
	search(
		'mewe',
		'meweGroups',
		'group',
		[row('Coffee Lovers', 'coffee-lovers'), row('Latte Artists', 'latte-artists')],
		{ form: { postType: 'group' } },
	),
	search(
		'wordpress',
		'wordpressCategoriesList',
		'categories',
		[row('News', 11), row('Recipes', 12)],
		{ kind: 'options' },
	),
	search(
		'wordpress',
		'wordpressTagsList',
		'tags',
		[row('espresso', 11), row('filter', 12), row('beans', 13)],
		{ kind: 'options' },
	),
	search(
		'instagram',
		'instagramAudioSearch',
		'audio.entry.id',
		[sound('original_sound-1', 'Grinder at Work')],
		{
			form: { audio: { entry: { kind: 'original_sound' } } },
			typed: 'grinder',
			data: { q: 'grinder', type: 'original_sound' },
		},
	),
	search(
		'tiktok-business',
		'tiktokBusinessMusicSearch',
		'music.entry.id',
		[sound('jazz-1', 'Slow Pour'), sound('jazz-2', 'Blue Cup')],
		{ form: { music: { entry: {} } }, typed: 'jazz', data: { genre: 'jazz' } },
	),
	search(
		'tiktok-business',
		'tiktokBusinessLocationSearch',
		'location',
		[
			row('Acme Coffee Harbour, 1 Harbour Street', {
				id: 'place-1',
				name: 'Acme Coffee Harbour',
				address: '1 Harbour Street',
			}),
		],
		{ typed: 'harbour', data: { q: 'harbour' } },
	),
];

const tools = getTools(createRelease());

const plain = Object.entries(networks).flatMap(([provider, network]) =>
	Object.entries(listEffectiveSettings(network)).flatMap(([field, { tool }]) => {
		if (tool === undefined) return [];
		const rows = (tools[provider]?.[tool]?.rows ?? []).map(({ id, name }) =>
			row(String(name), String(id)),
		);
		return [search(provider, getPickerMethodName(provider, { tool }), field, rows)];
	}),
);

export const pickerCases = [
	...OWN,
	...plain.filter(({ method }) => !OWN.some((own) => own.method === method)),
];
