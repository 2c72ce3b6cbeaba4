import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { renderPages } from '../../tools/docs.cjs';

const written = renderPages();

test.each(Object.entries(written))(
	'%s is what `npx --yes pnpm@10 run docs` writes',
	(path, text) => {
		expect(readFileSync(resolve(path), 'utf8')).toBe(text);
	},
);

const WORKFLOWS = resolve('.github/workflows');

test('a workflow tests the supported versions of n8n, and the newest', () => {
	const page = readFileSync(resolve('docs/compatibility.md'), 'utf8');
	const working = [...page.matchAll(/^\| (\d\S+) +\|(?:[^|]*\|){2} yes /gm)].map(([, n8n]) => n8n);
	const { dependencies } = JSON.parse(readFileSync(resolve('test/n8n/package.json'), 'utf8')) as {
		dependencies: { n8n: string };
	};
	const workflow = readFileSync(join(WORKFLOWS, 'compatibility.yml'), 'utf8');
	const usual = [...workflow.matchAll(/\{ n8n: ([\w.]+), node:/g)].map(([, version]) => version);
	const tried = [...usual, dependencies.n8n];
	expect(working.length).toBeGreaterThan(3);
	expect(tried).toEqual(expect.arrayContaining([...working, 'latest']));
});

test('every action belongs to GitHub, and is pinned to a commit', () => {
	const used = readdirSync(WORKFLOWS).flatMap((file) =>
		readFileSync(join(WORKFLOWS, file), 'utf8').match(/uses: .*/g)!,
	);
	expect(used.length).toBeGreaterThan(8);
	for (const line of used) {
		expect(line).toMatch(/^uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	}
});
