import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { ROOT } from '../../harness/paths.cjs';

const MANIFEST = readFileSync(join(ROOT, 'package.json'), 'utf8');
const PLAIN = { 'dist/nodes/text.js': '"use strict";\nexports.text = (value) => value.trim();\n' };

const ARCHIVES: Record<string, Record<string, string>> = {
	good: { 'package.json': MANIFEST, ...PLAIN },
	code: {
		'package.json': MANIFEST,
		'dist/module.js': 'require("node:fs");',
		'dist/global.js': '/* eslint-disable */\nprocess.exit();',
		'dist/console.js': '\n\n  console.log(1);',
		'dist/eval.js': 'eval("1");',
		'dist/broken.js': 'const =',
	},
	manifest: {
		'package.json': JSON.stringify({
			...(JSON.parse(MANIFEST) as object),
			name: 'postiz',
			dependencies: { axios: '^1.0.0' },
			overrides: { axios: '1.0.0' },
			scripts: { postinstall: 'node install.js' },
		}),
		...PLAIN,
	},
	hidden: {
		'package.json': MANIFEST,
		...PLAIN,
		'dist/nodes/helper.cjs': 'process.exit();',
	},
};

let folder: string;
/** The output of the scan by archive. */
let printed: Record<string, string>;
let codeOfAll: number | null;

// The rules take seconds to load, so all archives are scanned at once.
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'scan-test-'));
	const { output, code } = scan(Object.keys(ARCHIVES));
	codeOfAll = code;
	printed = Object.fromEntries(
		Object.keys(ARCHIVES).map((name) => [
			name,
			output
				.split(/^(?=\S+\.tgz keeps|n8n's scan would)/m)
				.find((part) => part.includes(`${name}.tgz`)) ?? '',
		]),
	);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Packs and scans these like `pnpm run scan`. */
function scan(names: string[]): { code: number | null; output: string } {
	for (const name of names) {
		for (const [file, content] of Object.entries(ARCHIVES[name])) {
			const path = join(folder, name, 'package', file);
			mkdirSync(dirname(path), { recursive: true });
			writeFileSync(path, content);
		}
		execFileSync('tar', ['-czf', `${name}.tgz`, '-C', name, 'package'], { cwd: folder });
	}
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		[
			'--require',
			'tsx/cjs',
			join(ROOT, 'test', 'tools', 'scan.cts'),
			...names.map((name) => join(folder, `${name}.tgz`)),
		],
		{ cwd: ROOT, encoding: 'utf8' },
	);
	return { code: status, output: stdout + stderr };
}

test('plain code and our manifest pass, with one sentence', () => {
	expect(printed.good).toBe("good.tgz keeps n8n's rules for published packages (2 files).\n");
});

test('what n8n refuses in code is found, with its place, even where a comment switches rules off', () => {
	expect(printed.code).toContain("n8n's scan would refuse code.tgz:\n");
	expect(printed.code).toMatch(/^dist\/module\.js:1:1 .*node:fs.*no-restricted-imports/m);
	expect(printed.code).toMatch(/^dist\/global\.js:2:1 .*process.*no-restricted-globals/m);
	expect(printed.code).toMatch(/^dist\/console\.js:3:3 .*no-console/m);
	expect(printed.code).toMatch(/^dist\/eval\.js:1:1 .*no-dangerous-functions/m);
	expect(printed.code).toMatch(/^dist\/broken\.js:1:7 .*not readable/m);
});

test.each([
	'package-name-convention',
	'no-runtime-dependencies',
	'no-overrides-field',
	'no-forbidden-lifecycle-scripts',
])('what the rule %s refuses in the manifest is found', (rule) => {
	expect(printed.manifest).toContain(`(@n8n/community-nodes/${rule})`);
});

test('code of a kind that the scan does not read is found', () => {
	expect(printed.hidden).toBe(
		[
			"n8n's scan would refuse hidden.tgz:",
			'dist/nodes/helper.cjs is code that the scan does not read\n',
		].join('\n'),
	);
});

test('the exit code says that not all is well', () => {
	expect(codeOfAll).toBe(1);
});
