/**
 * How much memory uploads take in a real n8n, by the size of the file. Run it with
 *
 *     node --require tsx/cjs test/bench/media.cts
 *
 * It needs about 1 GB of free disk space for a minute; all of it is on this machine.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { installFreshN8n, type N8nInstallation } from '../harness/install.cjs';
import { startN8n } from '../harness/n8n.cjs';
import { N8nClient } from '../harness/n8nClient.cjs';
import { print } from '../harness/steps.cjs';
import { runTool } from '../harness/tool.cjs';
import {
	createTestContext,
	createCoreNode,
	createPostizNode,
	runChain,
	type TestContext,
} from '../shared/n8n/testContext.cjs';
import { createSampleFile, MP4 } from '../shared/samples.cjs';

const SMALL_MB = 1;
const LARGE_MB = 1000;
const ROUNDS = 3;
/** By how much a file of 1 GB may raise the process over one of 1 MB; a copy of it would by 1000. */
const MAX_GROWTH_MB = 128;
const MEGABYTE = 1_048_576;
const SAMPLE_MS = 20;

/** Uploads a file of this size some times by a workflow, in an n8n of its own; returns the most memory in MB. */
async function measurePeak(
	installation: N8nInstallation,
	userFolder: string,
	megabytes: number,
): Promise<number> {
	const folder = join(userFolder, 'files');
	await mkdir(folder, { recursive: true });
	const path = await createVideo(folder, megabytes);
	const running = await startN8n({
		installation,
		userFolder,
		env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem', N8N_RESTRICT_FILE_ACCESS_TO: folder },
	});
	let context: TestContext | undefined;
	try {
		context = await createTestContext(await N8nClient.signIn(running.url), {
			hourlyLimit: Infinity,
		});
		// The first request of a process loads what later ones find.
		await upload(context, await createVideo(folder, SMALL_MB));
		let peak = 0;
		const timer = setInterval(() => {
			peak = Math.max(peak, readMemory(running.process.pid!));
		}, SAMPLE_MS);
		for (let round = 1; round <= ROUNDS; round++) {
			await upload(context, path);
			const size = context.service.state.media.at(-1)?.size;
			if (size !== megabytes * MEGABYTE) throw new Error(`${size} bytes arrived`);
		}
		clearInterval(timer);
		print(`  ${megabytes} MB: peak ${peak.toFixed(0)} MB`);
		return peak;
	} finally {
		await running.stop();
		await context?.close();
		await rm(path);
	}
}

async function createVideo(folder: string, megabytes: number): Promise<string> {
	const path = join(folder, `video-${megabytes}-${Date.now()}.mp4`);
	const file = await open(path, 'w');
	for (let index = 0; index < megabytes; index++)
		await file.write(createSampleFile(index === 0 ? MP4 : Buffer.alloc(0), MEGABYTE, index));
	await file.close();
	return path;
}

async function upload(context: TestContext, path: string): Promise<void> {
	const read = createCoreNode('Read', 'readWriteFile', 1, { fileSelector: path });
	const form = { resource: 'upload', operation: 'file', binaryField: 'data' };
	const execution = await runChain(context, [
		read,
		createPostizNode('Upload', context.apiKey, form),
	]);
	if (execution.error || execution.items('Upload').length !== 1)
		throw new Error(`n8n did not upload the file: ${execution.error?.message}`);
}

/** The resident memory of a process in MB. */
function readMemory(pid: number): number {
	const status = `/proc/${pid}/status`;
	const kilobytes = existsSync(status)
		? /^VmRSS:\s+(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1]
		: String(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])).trim();
	return Number(kilobytes) / 1024;
}

async function main(): Promise<void> {
	print('Uploads in n8n: this takes about two minutes.');
	const { installation, userFolder } = await installFreshN8n('bench');
	try {
		const small = await measurePeak(installation, userFolder, SMALL_MB);
		const growth = (await measurePeak(installation, userFolder, LARGE_MB)) - small;
		print(
			`A file of ${LARGE_MB} MB takes ${growth.toFixed(0)} MB more memory than one of ${SMALL_MB} MB (at most ${MAX_GROWTH_MB}).`,
		);
		if (growth <= MAX_GROWTH_MB) return;
		process.exitCode = 1;
		print('Next: look for what keeps or copies chunks in nodes/Postiz/media/.');
	} finally {
		await rm(userFolder, { recursive: true, force: true });
	}
}

runTool(main, '\nEnding the measurement.');
