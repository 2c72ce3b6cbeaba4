/** Names in place of IDs, on a network that asks for IDs of each kind. */
import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../../../../nodes/Postiz/common/problem';
import type { Network } from '../../../../nodes/Postiz/networks/networkTypes';
import { mapList } from '../../../../nodes/Postiz/networks/listValues';
import { parseEntry, createEntryOption } from '../../../../nodes/Postiz/networks/entries';
import type { Issue } from '../../../../nodes/Postiz/posts/issue';
import { resolveNames } from '../../../../nodes/Postiz/publishing/resolve/resolveNames';
import type { PostizClient } from '../../../../nodes/Postiz/transport/client';
import { createFake } from '../../../shared/fakes.cjs';
import { createField } from '../../support/createField.cjs';
import { createContent } from '../createContent.cjs';

const BOARDS = [
	{ id: '11', name: 'Tea' },
	{ id: '12', name: '#Cake' },
	{ id: '13', name: 'milk' },
	{ id: '14', name: 'Milk' },
	{ id: '15', name: 'Te#' },
];
const FLAIR = { id: 'f1', name: 'Question' };
const ANSWERS: Record<string, unknown> = {
	boards: { output: BOARDS },
	clubs: { output: [{ id: 'c1', name: 'Brewers' }, { id: 'c2' }, { id: 'c3', name: 'c1' }] },
	labels: { output: [{ id: 'l1', name: 'Recipes' }] },
	tags: { output: [{ value: 1, name: 'coffee' }] },
	flairs: { output: [FLAIR] },
	songs: { output: [] },
	links: new Problem('No such tool', 'Update Postiz.'),
	teams: new Problem('No answer', 'Try later.'),
	shops: 'a page',
};

const board = createField('board', { channelTool: 'boards', idPattern: /^\d+$/ });
const network: Network = {
	identifier: 'network',
	displayName: 'Network',
	fields: [
		board,
		createField('club', { channelTool: 'clubs', optionsLabel: 'groups' }),
		createField('label', {
			channelTool: 'labels',
			channelToolData: {
				group: { field: 'club', label: 'Club' },
				kind: { field: 'kind', label: 'Kind', read: (kind) => kind ?? 'any' },
			},
		}),
		createField('tags', {
			channelTool: 'tags',
			toOption: createEntryOption(['value', 'label']),
			toApiValue: mapList((tag) => parseEntry(tag, ['value', 'label'])),
			element: { type: 'object', expected: 'a name' },
		}),
		createField('flair', {
			channelTool: 'flairs',
			toOption: createEntryOption(['id', 'name']),
			toApiValue: (row) => parseEntry(row),
		}),
		createField('song', { channelTool: 'songs' }),
		createField('link', { channelTool: 'links', idPattern: /^https:/ }),
		createField('team', { channelTool: 'teams' }),
		createField('shop', { channelTool: 'shops', idPattern: /^\d+$/ }),
		createField('found', { channelTool: 'boards', searchKey: 'q', idPattern: /^\d+$/ }),
		createField('groups', { nested: { name: 'Group', fields: [board, createField('text')] } }),
	],
};

/** Returns the resolved settings, their issues, and the tools that were called. */
async function resolve(settings: IDataObject, keys?: string[]) {
	const requests: unknown[] = [];
	const client = createFake<PostizClient>({
		send: async ({ body }: { body: { methodName: string; data: object } }) => {
			requests.push([body.methodName, body.data]);
			return await Promise.resolve(ANSWERS[body.methodName]);
		},
		getBodyOrThrow: (answer: unknown) => {
			if (answer instanceof Problem) throw answer;
			return answer;
		},
	});
	const target = { id: 'n1', name: 'n1', identifier: 'network', network };
	const post = await resolveNames(createContent({ target, settings }), client, { keys });
	return { settings: post.settings, nameIssues: post.nameIssues, requests };
}

const BOARDS_REQUEST = ['boards', {}];
const TAG = { value: '1', label: 'coffee' };

test.each<[IDataObject, IDataObject, unknown[]]>([
	[{ board: 'tea' }, { board: '11' }, [BOARDS_REQUEST]],
	[{ board: '#tea' }, { board: '11' }, [BOARDS_REQUEST]],
	[{ board: 'Cake' }, { board: '12' }, [BOARDS_REQUEST]],
	[{ board: { id: 'Tea', name: 'Tea' } }, { board: '11' }, [BOARDS_REQUEST]],
	[{ board: { id: 'Tea', name: 'Cake' } }, { board: { id: 'Tea', name: 'Cake' } }, []],
	[{ board: '12' }, { board: '12' }, []],
	[{ board: ' ' }, { board: ' ' }, []],
	[{ board: 7 }, { board: 7 }, []],
	[{ board: { id: ' ' } }, { board: { id: ' ' } }, []],
	[{ found: 'tea', own: 'tea' }, { found: 'tea', own: 'tea' }, []],
	[{ board: ['tea', 'cake', 1] }, { board: ['11', '12', 1] }, [BOARDS_REQUEST]],
	[{ club: 'c1' }, { club: 'c1' }, [['clubs', {}]]],
	[{ club: 'c2' }, { club: 'c2' }, [['clubs', {}]]],
	[{ flair: 'f1' }, { flair: FLAIR }, [['flairs', {}]]],
	[{ flair: 'question' }, { flair: FLAIR }, [['flairs', {}]]],
	[
		{ label: 'recipes', club: 'brewers' },
		{ label: 'l1', club: 'c1' },
		[
			['clubs', {}],
			['labels', { group: 'c1', kind: 'any' }],
		],
	],
	[{ label: 'recipes' }, { label: 'recipes' }, []],
	[{ tags: ['Coffee'] }, { tags: [TAG] }, [['tags', {}]]],
	[{ tags: ['1'] }, { tags: [TAG] }, [['tags', {}]]],
	[{ song: 'Tea Time' }, { song: 'Tea Time' }, [['songs', {}]]],
	[
		{ groups: [{ value: { board: 'tea', text: 'tea' }, own: 1 }, { value: 'tea' }, 'tea'] },
		{ groups: [{ value: { board: '11', text: 'tea' }, own: 1 }, { value: 'tea' }, 'tea'] },
		[BOARDS_REQUEST],
	],
	[{ groups: 'tea' }, { groups: 'tea' }, []],
])('resolves %j to %j', async (settings, expected, requests) => {
	expect(await resolve(settings)).toEqual({ settings: expected, nameIssues: [], requests });
});

const FEW = 'Choose one of these: Brewers (c1), c2, c1 (c3).';
const ALL = 'Choose one of these: Tea (11), #Cake (12), milk (13), Milk (14), Te# (15).';
const explainNoMatch = (label: string, word = 'Te') =>
	`${label} must be an ID, or the name of one of the boards, not “${word}”`;

test.each<[IDataObject, Issue]>([
	[
		{ board: 'Te' },
		{
			level: 'error',
			field: 'Board',
			message: explainNoMatch('Board'),
			remedy: ALL,
			mayBeAccepted: true,
		},
	],
	[
		{ board: 'milk' },
		{
			level: 'error',
			field: 'Board',
			message: 'Board: 2 boards are named “milk”',
			remedy: 'Choose one of these: milk (13), Milk (14).',
		},
	],
	[
		{ club: 'c4' },
		{
			level: 'note',
			field: 'Club',
			message: 'Club is not one of the groups of this channel: “c4”',
			remedy: FEW,
			mayBeAccepted: true,
		},
	],
	[
		{ club: 'my club' },
		{
			level: 'error',
			field: 'Club',
			message: 'Club must be an ID, or the name of one of the groups, not “my club”',
			remedy: FEW,
			mayBeAccepted: true,
		},
	],
	[
		{ link: 'tea' },
		{
			level: 'error',
			field: 'Link',
			message: 'Link: the links could not be read to find “tea”: No such tool',
			remedy: 'Update Postiz. You can also enter an ID: Channel > Look Up (links) returns the IDs.',
			mayBeAccepted: true,
		},
	],
	[
		{ shop: 'tea' },
		{
			level: 'error',
			field: 'Shop',
			message: 'Shop: the shops could not be read to find “tea”: Postiz returned no list',
			remedy:
				'Try again later. You can also enter an ID: Channel > Look Up (shops) returns the IDs.',
			mayBeAccepted: true,
		},
	],
	[
		{ team: 'Tea lovers' },
		{
			level: 'error',
			field: 'Team',
			message: 'Team: the teams could not be read to find “Tea lovers”: No answer',
			remedy: 'Try later. You can also enter an ID: Channel > Look Up (teams) returns the IDs.',
			mayBeAccepted: true,
		},
	],
	[
		{ groups: [{ value: { board: 'Te' } }] },
		{
			level: 'error',
			field: 'Group: Board',
			message: explainNoMatch('Group: Board'),
			remedy: ALL,
			mayBeAccepted: true,
		},
	],
	[
		{ groups: [{ value: {} }, { value: { board: 'T#ea' } }] },
		{
			level: 'error',
			field: 'Group 2: Board',
			message: explainNoMatch('Group 2: Board', 'T#ea'),
			remedy: ALL,
			mayBeAccepted: true,
		},
	],
])('keeps %j, and returns an issue', async (given, finding) => {
	const { settings, nameIssues } = await resolve(given);
	expect(settings).toEqual(given);
	const [settingKey] = Object.keys(given);
	expect(nameIssues).toEqual([{ ...finding, settingKey }]);
});

test('resolves only the given settings', async () => {
	const settings = { board: 'tea', club: 'brewers' };
	expect((await resolve(settings, ['club'])).settings).toEqual({ board: 'tea', club: 'c1' });
});

/** Resolves the name of a board twice, with these results of its tool. */
async function resolveTwice(results: unknown[], options?: { skipsValidation: boolean }) {
	const client = createFake<PostizClient>({
		send: async () => await Promise.resolve(results.shift()),
		getBodyOrThrow: (result: unknown) => {
			if (result instanceof Problem) throw result;
			return result;
		},
	});
	const target = { id: 'n1', name: 'n1', identifier: 'network', network };
	const post = createContent({ target, settings: { board: 'tea' } });
	await resolveNames(post, client, options);
	return await resolveNames(post, client, options);
}

test('reads a list again that could not be read', async () => {
	const post = await resolveTwice([new Problem('No answer', ''), { output: BOARDS }]);
	expect(post).toMatchObject({ settings: { board: '11' }, nameIssues: [] });
});

const limit = new Problem('Too many requests', 'Wait.', { httpCode: '429' });

test('fails with the error of the lookup if every other request would fail too', async () => {
	await expect(resolveTwice([limit])).rejects.toBe(limit);
});

test('with Skip Validation, keeps the name if every other request would fail too', async () => {
	const post = await resolveTwice([limit, limit], { skipsValidation: true });
	expect(post.settings).toEqual({ board: 'tea' });
	expect(post.nameIssues).toEqual([
		expect.objectContaining({ field: 'Board', message: expect.stringContaining('“tea”') }),
	]);
});
