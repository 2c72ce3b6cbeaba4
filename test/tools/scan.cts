/**
 * Checks the packed package as n8n scans published packages: `pnpm run scan`, or with the paths of packed archives.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';

import { ESLint, type Linter } from 'eslint';

import { packPackage } from '../harness/install.cjs';
import { run } from '../harness/processes.cjs';
import { print } from '../harness/steps.cjs';

/** What n8n's scan lints of an archive. */
const SCANNED = ['**/*.js', 'package.json'];

/** What n8n loads as code though its scan skips it. */
const CODE_NOT_SCANNED = /\.([cm]js|[cm]?ts|jsx|tsx|node|wasm)$/;

/** Applies the rules of n8n's scan to an unpacked package, which must not have code that the scan skips. */
async function scanPackage(folder: string) {
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: loadRules(),
	});
	const results = await eslint.lintFiles(SCANNED);
	const found = results.flatMap(({ filePath, messages }) =>
		messages.map(
			({ line, column, message, ruleId }) =>
				`${relative(folder, filePath)}:${line}:${column} ${message} (${ruleId ?? 'not readable'})`,
		),
	);
	return { scanned: results.length, lines: [...found, ...(await findHiddenCode(folder))] };
}

/** The rules come with n8n's command-line tool, so that lint and scan have the same version. */
function loadRules(): Linter.Config[] {
	const requireOfTool = createRequire(require.resolve('@n8n/node-cli/eslint'));
	const { n8nCommunityNodesPlugin } = requireOfTool('@n8n/eslint-plugin-community-nodes') as {
		n8nCommunityNodesPlugin: { configs: { recommended: Linter.Config } };
	};
	const n8nNodesBase = requireOfTool('eslint-plugin-n8n-nodes-base') as ESLint.Plugin & {
		configs: { community: { rules: Linter.RulesRecord } };
	};
	const { parser } = requireOfTool('typescript-eslint') as { parser: Linter.Parser };
	return [
		n8nCommunityNodesPlugin.configs.recommended,
		{ rules: { 'no-console': 'error' } },
		{ plugins: { 'n8n-nodes-base': n8nNodesBase } },
		{
			files: ['package.json'],
			rules: n8nNodesBase.configs.community.rules,
			languageOptions: {
				parser,
				parserOptions: { extraFileExtensions: ['.json'] },
			},
		},
	];
}

async function findHiddenCode(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile() && CODE_NOT_SCANNED.test(entry.name))
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)))
		.map((file) => `${file} is code that the scan does not read`);
}

async function scanArchive(archive: string): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'scan-'));
	try {
		await run('tar', ['-xzf', archive, '--strip-components=1'], { cwd: folder });
		const { scanned, lines } = await scanPackage(folder);
		if (lines.length === 0) {
			print(`${basename(archive)} keeps n8n's rules for published packages (${scanned} files).`);
			return;
		}
		print(`n8n's scan would refuse ${basename(archive)}:\n${lines.join('\n')}`);
		process.exitCode = 1;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function main(given: string[]): Promise<void> {
	const archives = given.length > 0 ? given : [await packPackage()];
	for (const archive of archives) await scanArchive(archive);
}

void main(process.argv.slice(2));
