/**
 * What uploads cost: the memory of n8n's process by file size, the throughput beside curl, and the
 * requests for one picture on many channels. Run it with
 *
 *     node --require tsx/cjs test/bench/media.cts
 *
 * It needs about 1 GB of free disk space for a minute; all of it is on this machine.
 */
import { execFile, fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Measured, Stored, Task } from './mediaSender.cjs';
import type { ServiceAddress, ServiceCount } from './mediaService.cjs';

const SIZES_MB = [1, 100, 1000];
const ROUNDS = 3;
const ITEMS = 20;
const CHANNELS_PER_ITEM = 3;
/** About the most by which a file of 1 GB may raise the process over one of 1 MB. */
const ALLOWED_GROWTH_MB = 64;
/** Node 24 lets 64 MB of buffers gather before it collects them: runs differ by about this much. */
const TOLERANCE_MB = 16;

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

/** Seconds that curl takes for the same request; undefined where there is no curl. */
async function curl({ address }: Bench, path: string): Promise<number | undefined> {
	const form = `file=@${path};type=video/mp4;filename=video.mp4`;
	const url = `${address.host}/public/v1/upload`;
	const header = `Authorization: ${address.apiKey}`;
	const report = [
		'-sS',
		'-o',
		process.platform === 'win32' ? 'NUL' : '/dev/null',
		'-w',
		'%{http_code} %{time_total}',
	];
	try {
		const { stdout } = await promisify(execFile)('curl', [
			...report,
			...['-H', header, '-H', 'Expect:', '-F', form, url],
		]);
		const [status, seconds] = stdout.trim().split(' ');
		if (status !== '201') throw new Error(`curl got status ${status}`);
		return Number(seconds);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw error;
	}
}

interface Row {
	megabytes: number;
	runs: Array<Measured & { curlSeconds?: number }>;
}

async function measureSize(bench: Bench, megabytes: number): Promise<Row> {
	const { binary, path } = await send<Stored>(bench, { task: 'store', megabytes });
	const runs: Row['runs'] = [];
	for (let round = 1; round <= ROUNDS; round++) {
		const measured = await send<Measured>(bench, {
			task: 'upload',
			service: bench.address,
			binary,
		});
		const { lastSize } = await count(bench);
		if (lastSize !== megabytes * 1_048_576) throw new Error(`${lastSize} bytes arrived`);
		const curlSeconds = await curl(bench, path);
		await count(bench);
		runs.push({ ...measured, curlSeconds });
		console.log(
			`  ${megabytes} MB, round ${round} of ${ROUNDS}: ${measured.seconds.toFixed(2)} s, peak ${measured.peak.toFixed(0)} MB` +
				(curlSeconds === undefined ? '' : `; curl ${curlSeconds.toFixed(2)} s`),
		);
	}
	await rm(path);
	return { megabytes, runs };
}

function median(values: number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return ['', line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n');
}

const peakOf = ({ runs }: Row) => Math.max(...runs.map(({ peak }) => peak));

function memoryTable(rows: Row[]): string {
	const smallest = peakOf(rows[0]);
	return table(
		[
			'File',
			'Before the upload (median)',
			`Peak (highest of ${ROUNDS})`,
			`Over the ${rows[0].megabytes} MB file`,
		],
		rows.map((row) => [
			`${row.megabytes} MB`,
			`${median(row.runs.map(({ before }) => before)).toFixed(0)} MB`,
			`${peakOf(row).toFixed(0)} MB`,
			`${(peakOf(row) - smallest).toFixed(0)} MB`,
		]),
	);
}

function throughputTable(rows: Row[]): string {
	return table(
		['File', 'Node', 'curl', 'Node / curl'],
		rows.map(({ megabytes, runs }) => {
			const node = megabytes / median(runs.map(({ seconds }) => seconds));
			const times = runs.flatMap(({ curlSeconds }) => curlSeconds ?? []);
			const cell = (speed: number) => `${speed.toFixed(0)} MB/s`;
			if (times.length === 0) return [`${megabytes} MB`, cell(node), 'not installed', '–'];
			const reference = megabytes / median(times);
			return [`${megabytes} MB`, cell(node), cell(reference), (node / reference).toFixed(2)];
		}),
	);
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
	const rows: Row[] = [];
	for (const megabytes of SIZES_MB) rows.push(await measureSize(bench, megabytes));
	console.log(`  ${ITEMS} items on ${CHANNELS_PER_ITEM} channels each`);
	const sharing = await measureSharing(bench);

	console.log(
		`\n## Memory of the sending process, file in n8n's files (Node ${process.version})\n${memoryTable(rows)}`,
	);
	console.log(
		`## Throughput to a service on this machine, second upload of a process (median of ${ROUNDS})\n${throughputTable(rows)}`,
	);
	console.log(
		`## Requests for ${ITEMS} items on ${CHANNELS_PER_ITEM} channels that share one picture\n${table(['', 'POST /upload', 'POST /posts', 'All'], sharing)}`,
	);
	const growth = peakOf(rows.at(-1)!) - peakOf(rows[0]);
	if (growth > ALLOWED_GROWTH_MB + TOLERANCE_MB) {
		process.exitCode = 1;
		console.log(
			`A file of ${SIZES_MB.at(-1)} MB raised the process by ${growth.toFixed(0)} MB, more than the ${ALLOWED_GROWTH_MB} MB that are allowed. Next: look for what keeps chunks in nodes/Postiz/media/multipart.ts and localFile.ts.`,
		);
	} else {
		console.log(
			`A file of ${SIZES_MB.at(-1)} MB raised the process by ${growth.toFixed(0)} MB; about ${ALLOWED_GROWTH_MB} MB are allowed. Next: run it before and after a change to nodes/Postiz/media/ and compare the tables.`,
		);
	}
}

async function main(): Promise<void> {
	console.log('Starting a service and measuring; this takes a minute or two.');
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

const stop = () => {
	for (const child of children) child.kill();
	process.exitCode = 130;
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);

main().catch((error: Error) => {
	for (const child of children) child.kill();
	console.error(`The measurement failed: ${error.message}`);
	process.exitCode ||= 1;
});
