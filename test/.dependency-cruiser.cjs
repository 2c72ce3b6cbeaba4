const POSTIZ = 'nodes/Postiz';
const PUBLISHING = `${POSTIZ}/publishing`;
const ACTIONS = `${POSTIZ}/actions`;
const TRIGGERS = 'nodes/PostizTrigger';

/**
 * The rooms of the package, the lowest first. A room uses itself and what lies below it: neither what
 * lies above it, nor what stands beside it on the same line.
 */
const FLOORS = [
	[`${POSTIZ}/common`],
	[`${POSTIZ}/form`],
	[`${POSTIZ}/transport`],
	[`${POSTIZ}/networks`],
	[`${POSTIZ}/text`],
	[`${POSTIZ}/media`],
	[`${POSTIZ}/channels`],
	[`${POSTIZ}/calendar`],
	[`${POSTIZ}/execution`],
	[`${PUBLISHING}/model`],
	[`${PUBLISHING}/issues`, `${PUBLISHING}/postLimits`, `${PUBLISHING}/runSummary`],
	[`${PUBLISHING}/unreachableFiles`, `${PUBLISHING}/sameMinute`, `${PUBLISHING}/journal`],
	[`${PUBLISHING}/run`, `${PUBLISHING}/dedupeWindow`, `${PUBLISHING}/earlierAttempt`],
	[
		`${PUBLISHING}/explainPosts`,
		`${PUBLISHING}/candidateFilter`,
		`${PUBLISHING}/loopHistory`,
		`${PUBLISHING}/runProgress`,
	],
	[`${PUBLISHING}/calendarReader`],
	[`${ACTIONS}/shared`, `${POSTIZ}/trigger`],
	[`${PUBLISHING}/read/(expressions|checkExpressions)`],
	[`${ACTIONS}/post/\\w+Fields`],
	['read', 'resolve', 'match', 'validate', 'send', 'report', 'preview'].map(
		(step) => `${PUBLISHING}/${step}`,
	),
	[`${PUBLISHING}/(pipeline|updatePipeline|planUpdate)`],
	[`${POSTIZ}/methods`],
	['analytics', 'integration', 'notification', 'post', 'upload', 'video'].map(
		(resource) => `${ACTIONS}/${resource}`,
	),
	[`${ACTIONS}/index`, `${POSTIZ}/builderHint`],
	[`${ACTIONS}/router`],
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
			{
				path: inside(...ROOMS.filter((other) => !allowed.includes(other))),
				pathNot: inside(...allowed),
			},
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
			{ path: '^nodes/', pathNot: inside(`${POSTIZ}/trigger`, TRIGGERS) },
			{ path: inside(`${POSTIZ}/trigger`) },
		),
		forbid(
			'credentials-know-no-rooms-but-common',
			{ path: '^credentials/' },
			{ path: '^nodes/', pathNot: inside(`${POSTIZ}/transport/credential`, `${POSTIZ}/common`) },
		),
		forbid(
			'matching-stays-pure',
			{ path: `^${PUBLISHING}/match/(?!matchRun|readCalendar|fileComparison)` },
			{
				path: '^nodes/',
				pathNot: inside(
					`${PUBLISHING}/match`,
					`${PUBLISHING}/(model|dedupeWindow|earlierAttempt)`,
					`${POSTIZ}/text/similar`,
					`${POSTIZ}/common`,
				),
			},
		),
		forbid(
			'no-operation-used-by-another',
			{ path: `^${ACTIONS}/post/(?!index\\.)([^/.]+)` },
			{ path: `^${ACTIONS}/post/`, pathNot: `^${ACTIONS}/post/($1|\\w+Fields)[/.]` },
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
