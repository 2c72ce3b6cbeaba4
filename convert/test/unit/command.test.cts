import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';

import { ROOT } from '../../../test/harness/paths.cjs';

const { converterBundle, converterPackage } = require('../../../gulpfile.js') as {
	converterBundle: BuildOptions;
	converterPackage: () => { name: string; bin: Record<string, string> };
};
const PACKAGE = converterPackage();
const FIXTURE = JSON.parse(
	readFileSync(join(ROOT, 'convert/test/fixtures/workflows/clean-up.json'), 'utf8'),
) as { old: unknown; new: unknown };

const OLD = JSON.stringify(FIXTURE.old);
const DEEP = `{"nodes":[{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}]}`;

/** A machine of its own: a home with nothing installed but the package, as npm puts it there. */
let home: string;
let folder: string;
let command: string;

beforeAll(async () => {
	home = mkdtempSync(join(tmpdir(), 'converter-'));
	const installed = join(home, 'node_modules', PACKAGE.name);
	command = join(installed, PACKAGE.bin[PACKAGE.name]);
	await build({ ...converterBundle, absWorkingDir: ROOT, outfile: command });
	writeFileSync(join(installed, 'package.json'), JSON.stringify(PACKAGE));
	// What npx does once it has the package.
	const npx = join(home, 'bin', 'npx');
	mkdirSync(dirname(npx));
	writeFileSync(npx, `#!/bin/sh\n[ "$1" = ${PACKAGE.name} ] && shift && exec "${command}" "$@"\n`, {
		mode: 0o755,
	});
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

beforeEach(() => {
	folder = mkdtempSync(join(home, 'work-'));
	writeFileSync(join(folder, 'my-workflow.json'), `\uFEFF${OLD}`);
});

const path = () => [join(home, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter);

function run(args: string[], input = '') {
	const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
		cwd: folder,
		input,
		encoding: 'utf8',
		maxBuffer: 100_000_000,
		env: { HOME: home, PATH: path() },
	});
	return { status, stdout, stderr };
}

const written = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown;

test('the package carries the command that is built', () => {
	expect(`convert/dist/npm/${PACKAGE.bin[PACKAGE.name]}`).toBe(converterBundle.outfile);
	expect(PACKAGE).not.toHaveProperty('dependencies');
	const modules = readFileSync(command, 'utf8').matchAll(/require\("([^"]+)"\)/g);
	for (const [, module] of modules) expect(module).toMatch(/^node:/);
});

describe('the commands of docs/moving.md', () => {
	const page = readFileSync(join(ROOT, 'docs', 'moving.md'), 'utf8');
	const commands = [...page.matchAll(/^ *```sh\n(.*?)\n *```$/gms)].map(([, text]) => text.trim());

	test('there are some', () => expect(commands).toHaveLength(2));

	test.each(commands)('%s', (line) => {
		const { status, stderr } = spawnSync('sh', ['-c', line], {
			cwd: folder,
			encoding: 'utf8',
			env: { HOME: home, PATH: path() },
		});
		expect(stderr).toContain('1 node converted');
		expect(stderr).toContain('Rewritten in other nodes:');
		expect(status).toBe(0);
		expect(written('my-new-workflow.json')).toEqual(FIXTURE.new);
	});
});

test('the workflow goes to the standard output, the list to the standard error', () => {
	const { status, stdout, stderr } = run(['my-workflow.json']);
	expect(JSON.parse(stdout)).toEqual(FIXTURE.new);
	expect(stderr).toMatch(/^1 node converted in “Delete old drafts”\.\n/);
	expect(status).toBe(0);
});

test('a workflow without Postiz comes out as it was', () => {
	const other = { nodes: [{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' }] };
	expect(run(['-'], JSON.stringify(other))).toEqual({
		status: 0,
		stdout: `${JSON.stringify(other, null, 2)}\n`,
		stderr: 'No node was converted.\n',
	});
});

describe('the accounts of other services', () => {
	const node = (name: string, platform: string) => ({
		name,
		type: '@blotato/n8n-nodes-blotato.blotato',
		typeVersion: 2,
		parameters: { platform, accountId: '123', postContentText: 'Tea' },
	});
	const old = JSON.stringify({ nodes: [node('On X', 'twitter'), node('On Bluesky', 'bluesky')] });
	const channels = (stdout: string) =>
		(JSON.parse(stdout) as { nodes: Array<{ parameters: { channelNames?: string } }> }).nodes.map(
			({ parameters }) => parameters.channelNames,
		);

	test('are listed with the options that name their channels', () => {
		const { stdout, stderr } = run(['-'], old);
		expect(stderr).toContain('--channel "blotato:x:123=…" for 123 (X)');
		expect(stderr).toContain('--channel "blotato:bluesky:123=…" for 123 (Bluesky)');
		expect(channels(stdout)).toEqual([undefined, undefined]);
	});

	test('become the channels that are named, and the networks that are guessed', () => {
		const named = ['--channel', 'blotato:x:123=Acme = Tea'];
		const first = run(['-', ...named], old);
		expect(channels(first.stdout)).toEqual(['Acme = Tea', undefined]);
		expect(first.stderr).not.toContain('blotato:x:123');
		const { stdout } = run(['-', ...named, '--guess-channels'], old);
		expect(channels(stdout)).toEqual(['Acme = Tea', 'Bluesky']);
	});

	test.each([
		[
			'blotato:x:99=Acme',
			'has no account blotato:x:99. It has blotato:x:123, blotato:bluesky:123.',
		],
		['blotato:x:123', 'write an account that was listed, =, and the channel.'],
	])('are not mistaken: %s', (channel, message) => {
		const { status, stdout, stderr } = run(['-', '--channel', channel], old);
		expect(stderr).toContain(message);
		expect([status, stdout]).toEqual([2, '']);
	});
});

test('a large export passes through a pipe whole', () => {
	const many = Array.from({ length: 500 }, () => FIXTURE.old);
	const { status, stdout } = run(['-'], JSON.stringify(many));
	expect(status).toBe(0);
	expect((JSON.parse(stdout) as unknown[]).length).toBe(500);
});

test.each([
	['UTF-16, little end first', Buffer.from(`\uFEFF${OLD}`, 'utf16le')],
	['UTF-16, big end first', Buffer.from(`\uFEFF${OLD}`, 'utf16le').swap16()],
])('reads %s', (_name, file) => {
	writeFileSync(join(folder, 'my-workflow.json'), file);
	expect(JSON.parse(run(['my-workflow.json']).stdout)).toEqual(FIXTURE.new);
});

test.each(['my-workflow.json', './my-workflow.json', 'link.json'])(
	'never writes over the old file: %s',
	(to) => {
		linkSync(join(folder, 'my-workflow.json'), join(folder, 'link.json'));
		const { status, stderr } = run(['my-workflow.json', '-o', to]);
		expect(stderr).toBe('my-workflow.json is kept as it is: name another file after -o.\n');
		expect(status).toBe(2);
		expect(readFileSync(join(folder, 'my-workflow.json'), 'utf8')).toBe(`\uFEFF${OLD}`);
	},
);

test('writes over another file', () => {
	writeFileSync(join(folder, 'new.json'), 'before');
	expect(run(['my-workflow.json', '-o', 'new.json']).status).toBe(0);
	expect(written('new.json')).toEqual(FIXTURE.new);
});

test('it says how it is used', () => {
	const { status, stdout, stderr } = run(['--help']);
	expect(stdout).toContain('npx postiz-workflow-converter old.json > new.json');
	expect([status, stderr]).toEqual([0, '']);
});

test.each([
	['no file', [], '', 'Name one file.'],
	['two files', ['a.json', 'b.json'], '', 'Name one file.'],
	['an unknown option', ['--force', 'a.json'], '', 'Unknown option'],
	['a missing file', ['missing.json'], '', 'missing.json cannot be read: ENOENT'],
	['no JSON', ['-'], '{"nodes": [', 'The standard input is not valid JSON: '],
	[
		'too deep',
		['-'],
		DEEP,
		'The standard input is too large, or nested too deeply, to be converted.',
	],
	[
		'no workflow',
		['-'],
		'{"name": "x"}',
		'The standard input is no n8n workflow: it has no nodes.',
	],
	[
		'no place to write',
		['my-workflow.json', '-o', 'nowhere/new.json'],
		'',
		'nowhere/new.json cannot be written: ENOENT',
	],
])('%s: says so, writes nothing and ends with 2', (_name, args, input, message) => {
	const { status, stdout, stderr } = run(args, input);
	expect(stderr).toContain(message);
	expect(stderr).not.toContain('    at ');
	expect([status, stdout]).toEqual([2, '']);
});
