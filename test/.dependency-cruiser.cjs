const POSTIZ = 'nodes/Postiz';
const PUBLISHING = `${POSTIZ}/publishing`;
const RECONCILING = ['newRows', 'occasion', 'partlyOut', 'reconcile', 'replaced', 'strangers'].map(
	(file) => `${PUBLISHING}/${file}`,
);
const RESOURCES = `${POSTIZ}/resources`;
const TRIGGERS = 'nodes/PostizTrigger';

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
	[`${POSTIZ}/calendar`],
	...[
		['shapes'],
		['occasion', 'partlyOut', 'replaced', 'strangers'],
		['candidates', 'newRows'],
		['check', 'key', 'reconcile', 'requests', 'settings'],
		['run'],
		['words'],
		['change', 'fit', 'observe', 'answers'],
		['deliver', 'merge', 'resolve'],
		['link'],
	].map((files) => files.map((file) => `${PUBLISHING}/${file}`)),
	[`${POSTIZ}/methods`],
	[`${RESOURCES}/shared`, `${POSTIZ}/events`],
	['analytics', 'integration', 'notification', 'post', 'upload', 'video'].map(
		(resource) => `${RESOURCES}/${resource}`,
	),
	[`${RESOURCES}/index`, `${POSTIZ}/builderHint`],
	[`${POSTIZ}/Postiz\\.node`, TRIGGERS, 'credentials'],
];
const ROOMS = FLOORS.flat();

const inside = (...rooms) => `^(${rooms.join('|')})[/.]`;
const forbid = (name, from, to) => ({ name, severity: 'error', from, to });

/** What a room may not use: all but itself and the floors below it. */
const upAndSideways = FLOORS.flatMap((floor, index) =>
	floor.map((room) => {
		const allowed = [room, ...FLOORS.slice(0, index).flat()];
		return forbid(
			`no-import-up-or-sideways-from-${room.replace(/.*\//, '')}`,
			{ path: inside(room) },
			{ path: inside(...ROOMS.filter((other) => !allowed.includes(other))) },
		);
	}),
);

module.exports = {
	forbidden: [
		...upAndSideways,
		forbid(
			'every-file-in-a-room',
			{ path: '^(nodes|credentials)/', pathNot: [inside(...ROOMS)] },
			{},
		),
		forbid(
			'events-only-for-triggers',
			{ path: '^nodes/', pathNot: inside(`${POSTIZ}/events`, TRIGGERS) },
			{ path: inside(`${POSTIZ}/events`) },
		),
		forbid(
			'credentials-know-no-rooms-but-values',
			{ path: '^credentials/' },
			{ path: '^nodes/', pathNot: inside(`${POSTIZ}/transport/credential`, `${POSTIZ}/values`) },
		),
		forbid(
			'reconcile-stays-pure',
			{ path: inside(...RECONCILING) },
			{
				path: '^nodes/',
				pathNot: inside(
					...RECONCILING,
					`${PUBLISHING}/shapes`,
					`${POSTIZ}/text/similar`,
					`${POSTIZ}/values`,
				),
			},
		),
		forbid(
			'no-operation-used-by-another',
			{ path: `^${RESOURCES}/post/(?!index\\.)([^/.]+)` },
			{ path: `^${RESOURCES}/post/`, pathNot: `^${RESOURCES}/post/($1|shared)[/.]` },
		),
		forbid('no-cycle', { path: '^(nodes|credentials)/' }, { circular: true }),
		forbid(
			'nothing-of-real-n8n-below-it',
			{
				path: inside(
					...['unit', 'shared', 'service', 'harness', 'demo', 'tools'].map(
						(room) => `test/${room}`,
					),
				),
			},
			{ path: '^test/e2e/' },
		),
		forbid(
			'nothing-of-the-engine-below-it',
			{ path: '^test/(unit|service)/' },
			{ path: '^test/(integration|live)/' },
		),
		forbid('nothing-of-the-sandbox-alone', { path: '^test/unit/' }, { path: '^test/service/' }),
	],
	options: {
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
		exclude: { path: 'node_modules|^test/n8n' },
	},
};
