import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { resources } from '../../../nodes/Postiz/resources';
import { ROOT } from '../../harness/paths.cjs';
import {
	commentsOf,
	declarationsOf,
	exportedNames,
	importsOf,
	readSources,
	type Declared,
} from './sources.cjs';

const POSTIZ = 'nodes/Postiz';
const RESOURCES = `${POSTIZ}/resources`;
const PUBLISHING = `${POSTIZ}/publishing`;
const EVENTS = `${POSTIZ}/events`;
const TRIGGERS = ['nodes/PostizTrigger', 'nodes/PostizWebhookTrigger'];

const resourceFolders = readdirSync(join(ROOT, RESOURCES), { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => `${RESOURCES}/${name}`);

/**
 * The rooms of the package, the lowest first. A room uses itself and what lies below it: neither what
 * lies above it, nor what stands beside it on the same line.
 */
const FLOORS = [
	[`${POSTIZ}/values`],
	[`${POSTIZ}/form`],
	[`${POSTIZ}/transport`],
	[`${POSTIZ}/providers`],
	[`${POSTIZ}/media`],
	[`${POSTIZ}/text`],
	[`${POSTIZ}/channels`],
	[`${PUBLISHING}/types`],
	[`${POSTIZ}/calendar`],
	[`${PUBLISHING}/plan`, `${PUBLISHING}/check`, `${PUBLISHING}/payload`],
	[`${PUBLISHING}/deliver`],
	[`${POSTIZ}/methods`],
	[`${RESOURCES}/shared`, EVENTS],
	resourceFolders.filter((folder) => folder !== `${RESOURCES}/shared`),
	[`${RESOURCES}/index`, `${POSTIZ}/builderHint`],
	[`${POSTIZ}/Postiz.node`, ...TRIGGERS, 'credentials', 'convert'],
];

/** Rooms that not everything above them may use. */
const USED_BY: Record<string, string[]> = { [EVENTS]: TRIGGERS };

/** Rooms that may not use all that lies below them. */
const USES: Record<string, string[]> = {
	credentials: [`${POSTIZ}/transport/credential`, `${POSTIZ}/values`],
};

const isIn = (path: string, room: string) =>
	path.startsWith(`${room}/`) || path.startsWith(`${room}.`);

function roomOf(path: string): { room: string; floor: number } {
	const rooms = FLOORS.flatMap((floor, index) => floor.map((room) => ({ room, floor: index })))
		.filter(({ room }) => isIn(path, room))
		.sort((a, b) => b.room.length - a.room.length);
	if (rooms.length === 0) throw new Error(`${path} is in no room`);
	return rooms[0];
}

function mayImport(from: string, to: string): boolean {
	const own = roomOf(from);
	const other = roomOf(to);
	if (own.room === other.room) return true;
	return (
		other.floor < own.floor &&
		(USED_BY[other.room]?.includes(own.room) ?? true) &&
		(USES[own.room]?.some((room) => isIn(to, room)) ?? true)
	);
}

const packaged = readSources('nodes', 'credentials', 'convert').filter(
	({ path }) => !path.startsWith('convert/test/'),
);
const nodes = packaged.filter(({ path }) => path.startsWith('nodes/'));
const imports = new Map(packaged.map((source) => [source.path, importsOf(source)]));

test('no import runs up or sideways between rooms', () => {
	const arrows = [...imports].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));
	expect(arrows.length).toBeGreaterThan(packaged.length);
	const wrong = arrows.filter(({ from, to }) => !mayImport(from, to));
	expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

describe('no operation is used by another one, only by its resource', () => {
	/** What an index imports of its own folder, or of those below: resources, or operations, a few in a file or folder. */
	const rooms = [RESOURCES, ...resourceFolders].flatMap((folder) =>
		(imports.get(`${folder}/index.ts`) ?? [])
			.filter((path) => isIn(path, folder) && !isIn(path, `${RESOURCES}/shared`))
			.map((path) => ({
				index: `${folder}/index.ts`,
				room:
					folder === RESOURCES ? path.replace(/\.ts$/, '') : path.replace(/(\/index)?\.ts$/, ''),
			})),
	);

	test('no file or folder of an operation is', () => {
		expect(rooms.length).toBeGreaterThan(10);
		const wrong = rooms.flatMap(({ index, room }) =>
			[...imports].flatMap(([from, targets]) =>
				from === index || isIn(from, room)
					? []
					: targets.filter((to) => isIn(to, room)).map((to) => `${from} imports ${to}`),
			),
		);
		expect(wrong).toEqual([]);
	});

	test('none is by what stands in its file, or imports it', () => {
		const files = nodes
			.filter(({ path }) => isIn(path, RESOURCES))
			.map((source) => ({ path: source.path, declared: declarationsOf(source) }));
		const namesOf = (declared: Declared[]) => declared.flatMap(({ names }) => names);
		const operations = namesOf(
			files.flatMap(({ declared }) => declared.filter(({ type }) => type === 'Operation')),
		);
		expect(operations).toHaveLength(resources.flatMap((resource) => resource.operations).length);
		const wrong = files.flatMap(({ path, declared }) => {
			const known = namesOf(declared).filter((name) => operations.includes(name));
			return declared
				.filter(({ type }) => type !== 'Resource')
				.flatMap(({ names, uses }) =>
					uses
						.filter((name) => known.includes(name) && !names.includes(name))
						.map((name) => `${path}: ${names.join()} uses ${name}`),
				);
		});
		expect(wrong).toEqual([]);
	});
});

test('no file imports itself by way of others', () => {
	let left = [...imports.keys()];
	for (let before = NaN; left.length !== before;) {
		before = left.length;
		const used = new Set(left.flatMap((path) => imports.get(path)!));
		left = left.filter(
			(path) => used.has(path) && imports.get(path)!.some((target) => left.includes(target)),
		);
	}
	expect(left).toEqual([]);
});

/** The folders in a folder of the project, at any depth, by their paths in it. */
const foldersIn = (folder: string) =>
	readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isDirectory())
		.map((entry) => relative(join(ROOT, folder), join(entry.parentPath, entry.name)));

test.each(['test/unit', 'test/integration'])('%s has the folders of the code', (tests) => {
	const OTHERS = ['credentials', 'examples', 'project', 'support', 'tools'];
	const rooms = [...foldersIn(POSTIZ), ...OTHERS];
	const folders = foldersIn(tests);
	expect(folders.length).toBeGreaterThan(10);
	expect(folders.filter((folder) => !rooms.includes(folder))).toEqual([]);
	const loose = readdirSync(join(ROOT, tests)).filter((name) => name.endsWith('.cts'));
	expect(loose).toEqual([]);
});

test('no file of nodes/ has more than 400 lines', () => {
	const long = nodes
		.map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
		.filter(({ lines }) => lines > 400);
	expect(long).toEqual([]);
});

test('no name is exported by two files of nodes/', () => {
	const files = new Map<string, string[]>();
	for (const source of nodes) {
		for (const name of exportedNames(source)) {
			files.set(name, [...(files.get(name) ?? []), source.path]);
		}
	}
	expect(files.size).toBeGreaterThan(nodes.length);
	expect([...files].filter(([, paths]) => paths.length > 1)).toEqual([]);
});

describe('comments', () => {
	const comments = readSources('nodes', 'credentials', 'convert', 'test').flatMap((source) =>
		commentsOf(source).map((words) => ({ path: source.path, words })),
	);

	test('cite sections of docs/api.md that exist', () => {
		const page = readFileSync(join(ROOT, 'docs/api.md'), 'utf8');
		const headings = [...page.matchAll(/^##+ (.+)$/gm)].map(([, heading]) => heading);
		expect(new Set(headings).size).toBe(headings.length);
		const cited = comments.flatMap(({ path, words }) =>
			[...words.matchAll(/docs\/api\.md, ([^.;:()`]+)/g)].flatMap(([, sections]) =>
				sections.split(',').map((section) => ({ path, section: section.trim() })),
			),
		);
		expect(cited.length).toBeGreaterThan(20);
		expect(cited.filter(({ section }) => !headings.includes(section))).toEqual([]);
	});

	test('cite no page that is not in the project', () => {
		expect(comments.filter(({ words }) => /\bAPI: /.test(words))).toEqual([]);
	});
});

describe('what tools and tests share lies in test/shared', () => {
	const found = readSources('test').flatMap((source) =>
		importsOf(source).map((to) => [source.path, to] as const),
	);
	const inside = (path: string, rooms: string[]) =>
		rooms.some((room) => isIn(path, `test/${room}`));

	test.each([
		[['unit', 'shared', 'service', 'harness', 'demo', 'tools'], ['e2e']],
		[
			['unit', 'service'],
			['integration', 'live'],
		],
		[['unit'], ['service']],
	])('%j use nothing of %j', (from, to) => {
		expect(found.length).toBeGreaterThan(100);
		const wrong = found.filter(([path, target]) => inside(path, from) && inside(target, to));
		expect(wrong.map(([path, target]) => `${path} imports ${target}`)).toEqual([]);
	});
});
