/**
 * What uploads cost: the memory of n8n's process by file size, the throughput beside curl, and the
 * requests for one picture on many channels. Run it with
 *
 *     node --require tsx/cjs test/bench/media.cts
 *
 * It needs about 1 GB of free disk space for a minute; all of it is on this machine.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { endWhenAsked, INTERRUPTED } from '../harness/processes.cjs';
import { say } from '../harness/steps.cjs';
import { measureInN8n } from './mediaInN8n.cjs';
import type { Measured, Stored, Task } from './mediaSender.cjs';
import type { ServiceAddress, ServiceCount } from './mediaService.cjs';
import {
	curlSeconds,
	median,
	peakOf,
	ROUNDS,
	speedRatio,
	table,
	uploadTable,
	type Row,
	type Run,
} from './report.cjs';

const SIZES_MB = [1, 100, 1000];
const ITEMS = 20;
const CHANNELS_PER_ITEM = 3;
/** By how much a file of 1 GB may raise the process over one of 1 MB. */
const MAX_GROWTH_MB = 64;
/** How fast an upload is at least, curl taken as 1. */
const MIN_SPEED = 0.8;

const children = new Set<ChildProcess>();

function start(script: string, env: NodeJS.ProcessEnv = {}): ChildProcess {
	const child = fork(join(__dirname, script), { env: { ...process.env, ...env } });
	children.add(child);
	child.once('exit', () => children.delete(child));
	return child;
}

/** The next message of a process; rejects where it ends without one. */
const answerOf = async <T,>(child: ChildProcess): Promise<T> =>
	await new Promise((resolve, reject) => {
		const ended = (code: number | null) => reject(new Error(`A process ended with code ${code}`));
		child.once('exit', ended);
		child.once('message', (message) => {
			child.off('exit', ended);
			resolve(message as T);
		});
	});

interface Bench {
	service: ChildProcess;
	address: ServiceAddress;
	/** Where n8n keeps its files here. */
	folder: string;
}

/** Runs one task in a new process of its own. */
async function send<T extends Stored | Measured>({ folder }: Bench, task: Task): Promise<T> {
	const child = start('mediaSender.cts', {
		N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
		N8N_BINARY_DATA_STORAGE_PATH: folder,
	});
	child.send(task);
	const { result, error } = await answerOf<{ result: T; error?: string }>(child);
	if (error) throw new Error(error);
	return result;
}

async function count({ service }: Bench): Promise<ServiceCount> {
	const answer = answerOf<ServiceCount>(service);
	service.send('count');
	return await answer;
}

async function measureSize(bench: Bench, megabytes: number): Promise<Row> {
	const { binary, path } = await send<Stored>(bench, { task: 'store', megabytes });
	const befores: number[] = [];
	const runs: Run[] = [];
	for (let round = 1; round <= ROUNDS; round++) {
		const { before, seconds, peak } = await send<Measured>(bench, {
			task: 'upload',
			service: bench.address,
			binary,
		});
		const { lastSize } = await count(bench);
		if (lastSize !== megabytes * 1_048_576) throw new Error(`${lastSize} bytes arrived`);
		befores.push(before);
		runs.push({ seconds, peak, curlSeconds: await curlSeconds(bench.address, path) });
		await count(bench);
		say(
			`  ${megabytes} MB, round ${round} of ${ROUNDS}: ${seconds.toFixed(2)} s, peak ${peak.toFixed(0)} MB`,
		);
	}
	await rm(path);
	return { megabytes, before: median(befores), runs };
}

async function measureSharing(bench: Bench): Promise<string[][]> {
	const posts = ITEMS * CHANNELS_PER_ITEM;
	const rows: string[][] = [
		['A request for each file and each post', `${posts}`, `${posts}`, `${2 * posts}`],
	];
	for (const combine of [false, true]) {
		const task: Task = { task: 'share', service: bench.address, items: ITEMS, combine };
		const { outputItems } = await send<Measured>(bench, task);
		if (outputItems !== posts) throw new Error(`${outputItems} posts came out instead of ${posts}`);
		const counted = await count(bench);
		rows.push([
			combine ? 'This node, Combine Items on' : 'This node, Combine Items off',
			`${counted.uploads}`,
			`${counted.posts}`,
			`${counted.uploads + counted.posts + counted.others}`,
		]);
	}
	return rows;
}

async function measureAll(bench: Bench): Promise<void> {
	say('In n8n’s engine alone');
	const inEngine: Row[] = [];
	for (const megabytes of SIZES_MB) inEngine.push(await measureSize(bench, megabytes));
	say(`${ITEMS} items on ${CHANNELS_PER_ITEM} channels each`);
	const sharing = await measureSharing(bench);
	say('In a whole n8n');
	const inN8n = await measureInN8n(bench.address, [SIZES_MB[0], SIZES_MB.at(-1)!]);

	say(`
## Uploads in n8n’s engine, Node ${process.version}
${uploadTable(inEngine)}
## Uploads in a whole n8n, on the Node.js it runs on
${uploadTable(inN8n)}
## Requests for ${ITEMS} items on ${CHANNELS_PER_ITEM} channels that share one picture
${table(['', 'POST /upload', 'POST /posts', 'All'], sharing)}`);
	const [smallest, largest] = inN8n;
	const growth = peakOf(largest) - peakOf(smallest);
	const ratio = speedRatio(largest) ?? MIN_SPEED;
	say(
		`A file of ${largest.megabytes} MB takes ${growth.toFixed(0)} MB more memory than one of ${smallest.megabytes} MB (at most ${MAX_GROWTH_MB}), at ${ratio.toFixed(2)} of curl’s speed (at least ${MIN_SPEED}).`,
	);
	if (growth > MAX_GROWTH_MB || ratio < MIN_SPEED) {
		process.exitCode = 1;
		say('Next: look for what keeps or copies chunks in nodes/Postiz/media/.');
	} else {
		say('Next: run it before and after a change to nodes/Postiz/media/ and compare the tables.');
	}
}

async function main(): Promise<void> {
	say('Starts a service and measures; this takes about five minutes.');
	const folder = await mkdtemp(join(tmpdir(), 'postiz-bench-'));
	const service = start('mediaService.cts');
	try {
		const address = await answerOf<ServiceAddress>(service);
		await measureAll({ service, address, folder });
	} finally {
		if (service.connected) service.disconnect();
		await rm(folder, { recursive: true, force: true });
	}
}

endWhenAsked(async () => {
	for (const child of children) child.kill();
	return INTERRUPTED;
});

main().catch((error: Error) => {
	for (const child of children) child.kill();
	console.error(`The measurement failed: ${error.message}`);
	process.exitCode ||= 1;
});
