import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { build, type BuildOptions } from 'esbuild';

import { ROOT } from '../../harness/paths.cjs';

const { parsersBundle } = require('../../../gulpfile.js') as { parsersBundle: BuildOptions };

const bundle = async () =>
	await build({
		...parsersBundle,
		// It imports modules, which Jest does not let it; what it changes is of the same library.
		plugins: parsersBundle.plugins?.filter(({ name }) => name !== 'tables-as-numbers'),
		absWorkingDir: ROOT,
		metafile: true,
		write: false,
	});

/** The libraries in a bundle, with their versions. */
function listLibraries({ metafile }: Awaited<ReturnType<typeof bundle>>): string[] {
	const inputs = Object.values(metafile.outputs).flatMap((output) =>
		Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) =>
			bytesInOutput > 0 ? [path] : [],
		),
	);
	// Of core-js, the bundle has empty modules.
	const own = inputs.filter((path) => !path.includes('core-js'));
	const folders = own.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
	const names = folders.map((folder) => {
		const file = join(ROOT, folder, 'package.json');
		const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
		return `${name} ${version}`;
	});
	return [...new Set(names)].sort();
}

test('docs/verification.md lists what the package carries', async () => {
	const page = readFileSync(join(ROOT, 'docs', 'verification.md'), 'utf8');
	const rows = [...page.matchAll(/^\| `([^`]+)` +\| ([\d.]+) +\| ([\w.-]+) +\| (.+?) +\|$/gm)];
	const listed = rows.map(([, name, version]) => `${name} ${version}`).sort();
	expect(listed).toEqual(listLibraries(await bundle()));
});

test('the bundled parsers are readable, without linter directives', async () => {
	for (const { path, text } of (await bundle()).outputFiles) {
		expect([path, text.match(/eslint-\S+/g)]).toEqual([path, null]);
		expect(text.split('\n').length).toBeGreaterThan(300);
	}
});
