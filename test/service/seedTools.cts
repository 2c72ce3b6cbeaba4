import type { Release } from './releases/release.cjs';
import type { Row, Tool, Tools } from './tools.cjs';

const createIdRows = (...names: string[]): Row[] =>
	names.map((name) => ({ id: name.toLowerCase().replace(/\W+/g, '-'), name }));
const withParent = (owner: string, rows: Row[]): Row[] =>
	rows.map((row) => ({ ...row, of: owner }));
const createParameter = (key: string, description: string) => ({
	key,
	type: 'string',
	description,
});

const createTool = (description: string, entries: Row[]): Tool => ({
	description,
	dataSchema: [],
	rows: entries,
});
const createSearchTool = (description: string, searchBy: string, entries: Row[]): Tool => ({
	description,
	dataSchema: [createParameter(searchBy, 'Words to look for')],
	searchBy,
	rows: entries,
});
const createDependentTool = (description: string, key: string, entries: Row[]): Tool => ({
	description,
	dataSchema: [],
	belongsTo: { key },
	rows: entries,
});

const createNumberedRows = (...names: string[]): Row[] =>
	names.map((name, index) => ({ id: index + 11, name }));
const createSounds = (kind: string, ...titles: string[]): Row[] =>
	titles.map((title, index) => ({
		id: `${kind}-${index + 1}`,
		title,
		artist: 'Acme House Band',
		image: `https://media.example/${kind}-${index + 1}.jpg`,
		duration: 30 + index,
		previewUrl: `https://media.example/${kind}-${index + 1}.mp3`,
		of: kind,
	}));
const createSubreddit = (name: string, title: string): Row => ({
	id: `t5_${name}`,
	title,
	name: `/r/${name}/`,
});
const createRestrictions = (name: string, allow: string[], flairs: Row[]): Row => ({
	subreddit: `/r/${name}`,
	allow,
	is_flair_required: flairs.length > 0,
	flairs,
	of: `/r/${name}`,
});

function createChatTools(): Tools {
	const channels = createTool(
		'The channels to post to',
		createIdRows('General', 'Announcements', 'Coffee Talk'),
	);
	return {
		discord: { channels },
		slack: { channels },
	};
}

function createCommunityTools(): Tools {
	const communities = createSearchTool('Find a community', 'word', [
		{ id: '301', name: 'coffee', title: 'Coffee' },
		{ id: '302', name: 'espresso', title: 'Espresso Makers' },
		{ id: '303', name: 'roasting', title: 'Home Roasting' },
	]);
	return {
		reddit: {
			subreddits: createSearchTool('Find a subreddit', 'word', [
				createSubreddit('coffee', 'Coffee'),
				createSubreddit('espresso', 'Espresso'),
				createSubreddit('roasting', 'Home Roasting'),
			]),
			restrictions: {
				...createDependentTool('What a subreddit allows', 'subreddit', [
					createRestrictions(
						'coffee',
						['self', 'link', 'media'],
						createIdRows('Discussion', 'Question'),
					),
					createRestrictions('espresso', ['self', 'link', 'media'], []),
					createRestrictions('roasting', ['self'], []),
				]),
				dataSchema: [createParameter('subreddit', 'As /r/name')],
				single: true,
			},
		},
		lemmy: { subreddits: communities },
		warpcast: { subreddits: communities },
		wrapcast: { subreddits: communities },
		skool: {
			groups: createTool('Your groups', createIdRows('Baristas', 'Home Brewers')),
			label: createDependentTool('The labels of a group', 'id', [
				...withParent('baristas', createIdRows('News', 'Questions')),
				...withParent('home-brewers', createIdRows('Recipes')),
			]),
		},
		whop: {
			companies: createTool('Your companies', createIdRows('Acme Coffee', 'Acme Roasters')),
			experiences: createDependentTool('The experiences of a company', 'id', [
				...withParent('acme-coffee', createIdRows('Tasting Club', 'Forum')),
				...withParent('acme-roasters', createIdRows('Roast Lab')),
			]),
		},
		mewe: { groups: createTool('Your groups', createIdRows('Coffee Lovers', 'Latte Artists')) },
	};
}

const createArticleTools = (): Tools => ({
	medium: {
		publications: createTool('Your publications', createIdRows('Acme Stories', 'Bean Notes')),
	},
	devto: {
		tags: createTool('Tags', [
			{ value: 1, label: 'coffee' },
			{ value: 2, label: 'productivity' },
			{ value: 3, label: 'community' },
		]),
		organizations: createTool('Your organizations', [
			{ id: '501', name: 'Acme Coffee', username: 'acmecoffee' },
		]),
	},
	hashnode: {
		tagsList: createTool('Tags', [
			{ value: 'tag-coffee', label: 'Coffee' },
			{ objectID: 'tag-startup', name: 'Startup' },
		]),
		publications: createTool('Your publications', createIdRows('Acme Engineering')),
	},
	listmonk: {
		list: createTool('Your lists', createIdRows('Newsletter', 'Shop Customers')),
		templates: createTool('Your templates', createIdRows('Plain Letter', 'Weekly Digest')),
	},
	wordpress: {
		postTypes: createTool('Post types', [
			{ id: 'posts', name: 'Posts' },
			{ id: 'pages', name: 'Pages' },
		]),
		categoriesList: createTool('Categories', createNumberedRows('News', 'Recipes')),
		tagsList: createTool('Tags', createNumberedRows('espresso', 'filter', 'beans')),
	},
});

const createMediaTools = (): Tools => ({
	pinterest: {
		boards: createTool('Your boards', createIdRows('Coffee Corner', 'Latte Art', 'Our Shops')),
	},
	dribbble: {
		teams: createTool('Your teams', [{ id: 'https://dribbble.com/acme', name: 'Acme Design' }]),
	},
	instagram: {
		audioSearch: {
			...createSearchTool('Find audio', 'q', [
				...createSounds('music', 'Morning Brew', 'Coffee House'),
				...createSounds('original_sound', 'Grinder at Work', 'Coffee Drip'),
			]),
			belongsTo: { key: 'type', optional: true },
			dataSchema: [
				createParameter('q', 'Words to look for'),
				createParameter('type', 'music or original_sound'),
			],
		},
	},
	'tiktok-business': {
		musicSearch: {
			...createDependentTool('Find music', 'genre', [
				...createSounds('jazz', 'Slow Pour', 'Blue Cup'),
				...createSounds('pop', 'Bright Roast'),
			]),
			belongsTo: { key: 'genre', optional: true },
			dataSchema: [createParameter('genre', 'A kind of music')],
		},
		locationSearch: createSearchTool('Find a place', 'q', [
			{ id: 'place-1', name: 'Acme Coffee Harbour', address: '1 Harbour Street' },
			{ id: 'place-2', name: 'Acme Coffee Station', address: '20 Station Square' },
		]),
	},
});

/** The tools of every network with the rows of a new workspace. */
const createTools = (): Tools => ({
	...createChatTools(),
	...createCommunityTools(),
	...createArticleTools(),
	...createMediaTools(),
});

/** The tools of a release. */
export const getTools = (release: Release): Tools =>
	Object.fromEntries(
		Object.entries(createTools()).map(([network, tools]) => [
			network,
			Object.fromEntries(
				Object.entries(tools).filter(([name]) => !release.lacks('tools', name, network)),
			),
		]),
	);
