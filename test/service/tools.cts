import type { Release } from './releases/release.cjs';
import { without, type Values } from './schema.cjs';

/** A row of a picker; `of` is its parent, which is not in the answer. */
export interface Row extends Values {
	of?: string;
}
export interface Tool {
	description: string;
	dataSchema: Array<{ key: string; type: string; description: string }>;
	/** The key in `data` with the words that the rows must contain. */
	searchBy?: string;
	/** The key in `data` that must equal `of`; an optional one shows all rows if it is missing. */
	belongsTo?: { key: string; optional?: boolean };
	/** Answers an object instead of a list. */
	single?: boolean;
	rows: Row[];
	fail?: { status: number; message: string };
}
export type Tools = Record<string, Record<string, Tool>>;

const ids = (...names: string[]): Row[] =>
	names.map((name) => ({ id: name.toLowerCase().replace(/\W+/g, '-'), name }));
const of = (owner: string, rows: Row[]): Row[] => rows.map((row) => ({ ...row, of: owner }));
const parameter = (key: string, description: string) => ({ key, type: 'string', description });

const rows = (description: string, entries: Row[]): Tool => ({
	description,
	dataSchema: [],
	rows: entries,
});
const searched = (description: string, searchBy: string, entries: Row[]): Tool => ({
	description,
	dataSchema: [parameter(searchBy, 'Words to look for')],
	searchBy,
	rows: entries,
});
const belonging = (description: string, key: string, entries: Row[]): Tool => ({
	description,
	dataSchema: [],
	belongsTo: { key },
	rows: entries,
});

const numbered = (...names: string[]): Row[] =>
	names.map((name, index) => ({ id: index + 11, name }));
const sounds = (kind: string, ...titles: string[]): Row[] =>
	titles.map((title, index) => ({
		id: `${kind}-${index + 1}`,
		title,
		artist: 'Acme House Band',
		image: `https://media.example/${kind}-${index + 1}.jpg`,
		duration: 30 + index,
		previewUrl: `https://media.example/${kind}-${index + 1}.mp3`,
		of: kind,
	}));
const subreddit = (name: string, title: string): Row => ({
	id: `t5_${name}`,
	title,
	name: `/r/${name}/`,
});
const restrictions = (name: string, allow: string[], flairs: Row[]): Row => ({
	subreddit: `/r/${name}`,
	allow,
	is_flair_required: flairs.length > 0,
	flairs,
	of: `/r/${name}`,
});

/** The tools of every provider with the rows of a new workspace. */
function createTools(): Tools {
	const channels = rows('The channels to post to', ids('General', 'Announcements', 'Coffee Talk'));
	const communities = searched('Find a community', 'word', [
		{ id: '301', name: 'coffee', title: 'Coffee' },
		{ id: '302', name: 'espresso', title: 'Espresso Makers' },
		{ id: '303', name: 'roasting', title: 'Home Roasting' },
	]);
	return {
		discord: { channels },
		slack: { channels },
		pinterest: { boards: rows('Your boards', ids('Coffee Corner', 'Latte Art', 'Our Shops')) },
		medium: { publications: rows('Your publications', ids('Acme Stories', 'Bean Notes')) },
		devto: {
			tags: rows('Tags', [
				{ value: 1, label: 'coffee' },
				{ value: 2, label: 'productivity' },
				{ value: 3, label: 'community' },
			]),
			organizations: rows('Your organizations', [
				{ id: '501', name: 'Acme Coffee', username: 'acmecoffee' },
			]),
		},
		hashnode: {
			tagsList: rows('Tags', [
				{ value: 'tag-coffee', label: 'Coffee' },
				{ objectID: 'tag-startup', name: 'Startup' },
			]),
			publications: rows('Your publications', ids('Acme Engineering')),
		},
		listmonk: {
			list: rows('Your lists', ids('Newsletter', 'Shop Customers')),
			templates: rows('Your templates', ids('Plain Letter', 'Weekly Digest')),
		},
		reddit: {
			subreddits: searched('Find a subreddit', 'word', [
				subreddit('coffee', 'Coffee'),
				subreddit('espresso', 'Espresso'),
				subreddit('roasting', 'Home Roasting'),
			]),
			restrictions: {
				...belonging('What a subreddit allows', 'subreddit', [
					restrictions('coffee', ['self', 'link', 'media'], ids('Discussion', 'Question')),
					restrictions('espresso', ['self', 'link', 'media'], []),
					restrictions('roasting', ['self'], []),
				]),
				dataSchema: [parameter('subreddit', 'As /r/name')],
				single: true,
			},
		},
		lemmy: { subreddits: communities },
		warpcast: { subreddits: communities },
		wrapcast: { subreddits: communities },
		skool: {
			groups: rows('Your groups', ids('Baristas', 'Home Brewers')),
			label: belonging('The labels of a group', 'id', [
				...of('baristas', ids('News', 'Questions')),
				...of('home-brewers', ids('Recipes')),
			]),
		},
		whop: {
			companies: rows('Your companies', ids('Acme Coffee', 'Acme Roasters')),
			experiences: belonging('The experiences of a company', 'id', [
				...of('acme-coffee', ids('Tasting Club', 'Forum')),
				...of('acme-roasters', ids('Roast Lab')),
			]),
		},
		mewe: { groups: rows('Your groups', ids('Coffee Lovers', 'Latte Artists')) },
		wordpress: {
			postTypes: rows('Post types', [
				{ id: 'posts', name: 'Posts' },
				{ id: 'pages', name: 'Pages' },
			]),
			categoriesList: rows('Categories', numbered('News', 'Recipes')),
			tagsList: rows('Tags', numbered('espresso', 'filter', 'beans')),
		},
		dribbble: {
			teams: rows('Your teams', [{ id: 'https://dribbble.com/acme', name: 'Acme Design' }]),
		},
		instagram: {
			audioSearch: {
				...searched('Find audio', 'q', [
					...sounds('music', 'Morning Brew', 'Coffee House'),
					...sounds('original_sound', 'Grinder at Work', 'Coffee Drip'),
				]),
				belongsTo: { key: 'type', optional: true },
				dataSchema: [
					parameter('q', 'Words to look for'),
					parameter('type', 'music or original_sound'),
				],
			},
		},
		'tiktok-business': {
			musicSearch: {
				...belonging('Find music', 'genre', [
					...sounds('jazz', 'Slow Pour', 'Blue Cup'),
					...sounds('pop', 'Bright Roast'),
				]),
				belongsTo: { key: 'genre', optional: true },
				dataSchema: [parameter('genre', 'A kind of music')],
			},
			locationSearch: searched('Find a place', 'q', [
				{ id: 'place-1', name: 'Acme Coffee Harbour', address: '1 Harbour Street' },
				{ id: 'place-2', name: 'Acme Coffee Station', address: '20 Station Square' },
			]),
		},
	};
}

/** The tools of a release. */
export const toolsOf = (release: Release): Tools =>
	Object.fromEntries(
		Object.entries(createTools()).map(([network, tools]) => [
			network,
			Object.fromEntries(
				Object.entries(tools).filter(([name]) => !release.lacks('tools', name, network)),
			),
		]),
	);

/** Answers a call of a tool. */
export function runTool(tool: Tool, data: Values): unknown {
	const word = String((tool.searchBy && data[tool.searchBy]) ?? '').toLowerCase();
	const owner = tool.belongsTo && data[tool.belongsTo.key];
	const found = tool.rows
		.filter((row) => !tool.belongsTo || row.of === owner || (tool.belongsTo.optional && !owner))
		.filter((row) => `${row.name ?? ''} ${row.title ?? ''}`.toLowerCase().includes(word))
		.map((row) => without(row, 'of'));
	return tool.single ? found[0] : found;
}
