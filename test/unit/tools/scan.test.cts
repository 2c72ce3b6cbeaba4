import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { ROOT } from '../../harness/paths.cjs';

const MANIFEST = readFileSync(join(ROOT, 'package.json'), 'utf8');
const GOOD = { 'package.json': MANIFEST, 'dist/text.js': '"use strict";\nexports.text = "";\n' };
const BAD = {
	'package.json': MANIFEST.replace('{', '{"dependencies": {"axios": "1.0.0"},'),
	'dist/module.js': 'require("node:fs");',
	'dist/global.js': '/* eslint-disable */\nprocess.exit();',
	'dist/helper.cjs': 'process.exit();',
};

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'scan-test-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Packs these files and scans them like `pnpm run scan`. */
function scan(files: Record<string, string>) {
	for (const [file, content] of Object.entries(files)) {
		const path = join(folder, 'package', file);
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, content);
	}
	execFileSync('tar', ['-czf', 'a.tgz', 'package'], { cwd: folder });
	const tool = ['--require', 'tsx/cjs', join(ROOT, 'test', 'tools', 'scan.cts')];
	return spawnSync(process.execPath, [...tool, join(folder, 'a.tgz')], {
		cwd: ROOT,
		encoding: 'utf8',
	});
}

test("plain code passes, and what n8n's scan refuses is found with its place", () => {
	const good = scan(GOOD);
	expect(good.stdout).toBe("a.tgz keeps n8n's rules for published packages (2 files).\n");
	const bad = scan(BAD);
	expect([good.status, bad.status]).toEqual([0, 1]);
	for (const line of [
		"n8n's scan would refuse a.tgz:",
		/^package\.json:.*no-runtime-dependencies/m,
		/^dist\/module\.js:1:1 .*no-restricted-imports/m,
		// A comment switches nothing off.
		/^dist\/global\.js:2:1 .*no-restricted-globals/m,
		/^dist\/helper\.cjs is code that the scan does not read$/m,
	])
		expect(bad.stdout).toMatch(line);
}, 120_000);
