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

/** Packs these files into an archive of that name. */
function pack(name: string, files: Record<string, string>): string {
	for (const [file, content] of Object.entries(files)) {
		const path = join(folder, name, 'package', file);
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, content);
	}
	execFileSync('tar', ['-czf', `../${name}.tgz`, 'package'], { cwd: join(folder, name) });
	return join(folder, `${name}.tgz`);
}

test("accepts plain code, and reports what n8n's scan rejects with its place", () => {
	const archives = [pack('good', GOOD), pack('bad', BAD)];
	const tool = ['--require', 'tsx/cjs', join(ROOT, 'test', 'tools', 'scan.cts')];
	const { status, stdout } = spawnSync(process.execPath, [...tool, ...archives], {
		cwd: ROOT,
		encoding: 'utf8',
	});
	const [good, bad] = stdout.split(/^(?=n8n's scan)/m);
	expect([good, status]).toEqual([
		"good.tgz keeps n8n's rules for published packages (2 files).\n",
		1,
	]);
	for (const line of [
		"n8n's scan would refuse bad.tgz:",
		/^package\.json:.*no-runtime-dependencies/m,
		/^dist\/module\.js:1:1 .*no-restricted-imports/m,
		// A comment switches nothing off.
		/^dist\/global\.js:2:1 .*no-restricted-globals/m,
		/^dist\/helper\.cjs is code that the scan does not read$/m,
	])
		expect(bad).toMatch(line);
}, 120_000);
