const POSTIZ = 'nodes/Postiz';
const PUBLISHING = `${POSTIZ}/publishing`;
const POSTS = `${POSTIZ}/posts`;
const POST_TYPES = `${POSTS}/(issue|item|existingPost|desiredPost|plannedPost|postUpdate|updateForm|postResult|toPostContent)`;
const ACTIONS = `${POSTIZ}/actions`;
const TRIGGERS = 'nodes/PostizTrigger';

/** The folders and files of the package, in layers. Each imports only itself and the layers above it in this list. */
const LAYERS = [
	[`${POSTIZ}/common`],
	[`${POSTIZ}/form`],
	[`${POSTIZ}/execution`],
	[`${POSTIZ}/transport`],
	[`${POSTIZ}/networks`],
	[`${POSTIZ}/text`],
	[`${POSTIZ}/media`],
	[`${POSTIZ}/channels`],
	[`${POSTIZ}/settings`],
	[`${POSTIZ}/calendar`],
	[`${POSTIZ}/trigger`],
	[POST_TYPES],
	[`${POSTS}/limits`],
	[`${POSTS}/issues`],
	[`${POSTS}/run`],
	[`${POSTS}/form`],
	[`${POSTS}/existing`],
	[`${POSTS}/merge`],
	['read', 'resolve', 'match', 'validate', 'send', 'report', 'preview'].map(
		(step) => `${PUBLISHING}/${step}`,
	),
	[`${PUBLISHING}/(pipeline|updatePipeline)`],
	[`${POSTIZ}/methods`],
	[`${ACTIONS}/shared`],
	['analytics', 'integration', 'notification', 'post', 'upload', 'video'].map(
		(resource) => `${ACTIONS}/${resource}`,
	),
	[`${ACTIONS}/index`, `${POSTIZ}/builderHint`],
	[`${ACTIONS}/router`],
	[`${POSTIZ}/Postiz\\.node`, TRIGGERS, 'credentials'],
];
const FOLDERS = LAYERS.flat();

const inside = (...folders) => `^(${folders.join('|')})[/.]`;
const forbid = (name, from, to) => ({ name, severity: 'error', from, to });

/** What a folder may not import: all but itself and the layers above it. */
const importsOfOtherLayers = LAYERS.flatMap((layer, index) =>
	layer.map((folder) => {
		const allowed = [folder, ...LAYERS.slice(0, index).flat()];
		return forbid(
			`only-layers-above-${folder.replace(/.*\//, '')}`,
			{ path: inside(folder) },
			{
				path: inside(...FOLDERS.filter((other) => !allowed.includes(other))),
				pathNot: inside(...allowed),
			},
		);
	}),
);

module.exports = {
	forbidden: [
		...importsOfOtherLayers,
		forbid(
			'every-file-in-a-layer',
			{ path: '^(nodes|credentials)/', pathNot: [inside(...FOLDERS)] },
			{},
		),
		forbid(
			'events-only-for-triggers',
			{ path: '^nodes/', pathNot: inside(`${POSTIZ}/trigger`, TRIGGERS) },
			{ path: inside(`${POSTIZ}/trigger`) },
		),
		forbid(
			'credentials-import-only-common',
			{ path: '^credentials/' },
			{
				path: '^nodes/',
				pathNot: inside(
					`${POSTIZ}/transport/baseUrl`,
					`${POSTIZ}/transport/secret`,
					`${POSTIZ}/common`,
				),
			},
		),
		forbid(
			'matching-stays-pure',
			{ path: `^${PUBLISHING}/match/(?!match\\.|fetchCalendar|compareFiles|loopHistory)` },
			{
				path: '^nodes/',
				pathNot: inside(
					`${PUBLISHING}/match`,
					POST_TYPES,
					`${POSTS}/existing/(dedupeWindow|findSentPost)`,
					`${POSTIZ}/text/comparableTexts`,
					`${POSTIZ}/common`,
				),
			},
		),
		forbid(
			'no-operation-used-by-another',
			{ path: `^${ACTIONS}/post/(?!index\\.)([^/.]+)` },
			{ path: `^${ACTIONS}/post/`, pathNot: `^${ACTIONS}/post/$1[.]` },
		),
		forbid('no-cycle', { path: '^(nodes|credentials)/' }, { circular: true }),
		forbid(
			'only-e2e-uses-real-n8n',
			{
				path: inside(
					...['unit', 'shared', 'service', 'harness', 'demo', 'tools'].map(
						(folder) => `test/${folder}`,
					),
				),
			},
			{ path: '^test/e2e/' },
		),
		forbid(
			'no-engine-in-unit-tests',
			{ path: '^test/(unit|service)/' },
			{ path: '^test/(integration|live)/' },
		),
		forbid('no-sandbox-in-unit-tests', { path: '^test/unit/' }, { path: '^test/service/' }),
	],
	options: {
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
		exclude: { path: 'node_modules|^test/n8n' },
	},
};
