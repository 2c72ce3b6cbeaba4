/**
 * What uploads cost: the memory of n8n's process by file size, the speed beside curl's, and the requests for one picture
 * on many channels. Run it with
 *
 *     node --require tsx/cjs test/bench/media.cts
 *
 * It needs about 1 GB of free disk space for a minute; all of it is on this machine.
 */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freshN8n, type N8nInstallation } from '../harness/install.cjs';
import { startN8n } from '../harness/n8n.cjs';
import { N8nClient } from '../harness/n8nClient.cjs';
import { median, say } from '../harness/steps.cjs';
import { table } from '../harness/table.cjs';
import { runTool } from '../harness/tool.cjs';
import { memoryFile } from '../integration/support/harness.cjs';
import { channelEntry, createPost, onChannels } from '../integration/support/posts.cjs';
import { startService, type Service } from '../service/server.cjs';
import { enterWorld, ownNode, postizNode, runChain, type World } from '../shared/n8n/world.cjs';
import { fileOf, MP4, PNG } from '../shared/samples.cjs';

const SIZES_MB = [1, 1000];
const ROUNDS = 3;
const ITEMS = 20;
const CHANNELS = ['x', 'linkedin', 'bluesky'];
/** By how much a file of 1 GB may raise the process over one of 1 MB; a copy of it would by 1000. */
const MAX_GROWTH_MB = 128;
const MEGABYTE = 1_048_576;
const SAMPLE_MS = 20;

/** One upload. */
interface Run {
	seconds: number;
	/** The most resident memory in MB. */
	peak: number;
	/** How long curl takes; NaN if there is none. */
	curlSeconds: number;
}

/** All uploads of one size. */
interface Row {
	megabytes: number;
	runs: Run[];
}

/** Uploads a file of this size some times by a workflow, in an n8n of its own. */
async function measureSize(
	installation: N8nInstallation,
	userFolder: string,
	megabytes: number,
): Promise<Row> {
	const folder = join(userFolder, 'files');
	await mkdir(folder, { recursive: true });
	const path = await video(folder, megabytes);
	const running = await startN8n({
		installation,
		userFolder,
		env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem', N8N_RESTRICT_FILE_ACCESS_TO: folder },
	});
	const memory = new MemoryOf(running.process.pid!);
	let world: World | undefined;
	try {
		const n8n = await N8nClient.signIn(running.url);
		world = await enterWorld(n8n, { hourlyLimit: Infinity });
		// The first request of a process loads what later ones find.
		await upload(world, await video(folder, 1), memory);
		const runs: Run[] = [];
		for (let round = 1; round <= ROUNDS; round++) {
			const run = await upload(world, path, memory);
			const size = world.service.state.media.at(-1)?.size;
			if (size !== megabytes * MEGABYTE) throw new Error(`${size} bytes arrived`);
			runs.push({ ...run, curlSeconds: await curlSeconds(world.service, path) });
			say(
				`  ${megabytes} MB, round ${round} of ${ROUNDS}: ${run.seconds.toFixed(2)} s, peak ${run.peak.toFixed(0)} MB`,
			);
		}
		return { megabytes, runs };
	} finally {
		memory.stop();
		await running.stop();
		await world?.close();
		await rm(path);
	}
}

async function video(folder: string, megabytes: number): Promise<string> {
	const path = join(folder, `video-${megabytes}-${Date.now()}.mp4`);
	const file = await open(path, 'w');
	try {
		for (let index = 0; index < megabytes; index++) {
			await file.write(fileOf(index === 0 ? MP4 : Buffer.alloc(0), MEGABYTE, index));
		}
	} finally {
		await file.close();
	}
	return path;
}

async function upload(world: World, path: string, memory: MemoryOf) {
	const read = ownNode('Read', 'readWriteFile', 1, { fileSelector: path });
	const form = { resource: 'upload', operation: 'file', binaryField: 'data' };
	const execution = await runChain(world, [read, postizNode('Upload', world.apiKey, form)]);
	if (execution.error || execution.items('Upload').length !== 1) {
		throw new Error(`n8n did not upload the file: ${execution.error?.message}`);
	}
	const [{ startTime, executionTime }] = execution.runData.Upload;
	return {
		seconds: executionTime / 1000,
		peak: memory.peakBetween(startTime, startTime + executionTime),
	};
}

async function curlSeconds({ apiUrl, apiKey }: Service, path: string): Promise<number> {
	const parameters = [
		...['-sS', '-o', process.platform === 'win32' ? 'NUL' : '/dev/null'],
		...['-w', '%{http_code} %{time_total}'],
		...['-H', `Authorization: ${apiKey}`, '-H', 'Expect:'],
		...['-F', `file=@${path};type=video/mp4;filename=video.mp4`, `${apiUrl}/public/v1/upload`],
	];
	try {
		const { stdout } = await promisify(execFile)('curl', parameters);
		const [status, seconds] = stdout.trim().split(' ');
		if (status !== '201') throw new Error(`curl got status ${status}`);
		return Number(seconds);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NaN;
		throw error;
	}
}

/** Watches the resident memory of a process, in MB. */
class MemoryOf {
	private readonly samples: Array<{ time: number; megabytes: number }> = [];
	private readonly timer: NodeJS.Timeout;

	constructor(private readonly pid: number) {
		this.timer = setInterval(
			() => this.samples.push({ time: Date.now(), megabytes: this.now() }),
			SAMPLE_MS,
		);
	}

	now(): number {
		const status = `/proc/${this.pid}/status`;
		const kilobytes = existsSync(status)
			? /^VmRSS:\s+(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1]
			: String(execFileSync('ps', ['-o', 'rss=', '-p', String(this.pid)])).trim();
		return Number(kilobytes) / 1024;
	}

	peakBetween(start: number, end: number): number {
		const within = this.samples.filter(({ time }) => time >= start && time <= end);
		return Math.max(this.now(), ...within.map(({ megabytes }) => megabytes));
	}

	stop(): void {
		clearInterval(this.timer);
	}
}

/** The requests for items on some channels each that share one picture. */
async function measureSharing(): Promise<string[][]> {
	const service = await startService({ hourlyLimit: Infinity });
	const picture = fileOf(PNG, 2 * MEGABYTE);
	const posts = ITEMS * CHANNELS.length;
	const rows = [['A request for each file and each post', `${posts}`, `${posts}`, `${2 * posts}`]];
	const { error, output } = await createPost(
		service,
		{
			media: { file: [{ source: 'binary', binaryField: 'data' }] },
			...onChannels(...CHANNELS.map((network) => channelEntry(service, network))),
		},
		{
			// As after a download in each row: every item has a copy of its own.
			items: Array.from({ length: ITEMS }, () => ({
				json: {},
				binary: { data: memoryFile(picture, { fileName: 'cup.png' }) },
			})),
		},
	);
	if (error || output[0].length !== posts) throw new Error(`It failed: ${error?.message}`);
	const to = (path: string) =>
		service.requests.filter(
			({ method, path: called }) => method === 'POST' && called.endsWith(path),
		).length;
	rows.push(['This node', ...[to('/upload'), to('/posts'), service.requests.length].map(String)]);
	await service.close();
	return rows;
}

const peakOf = ({ runs }: Row) => Math.max(...runs.map(({ peak }) => peak));
const secondsOf = ({ runs }: Row) => median(runs.map(({ seconds }) => seconds));

async function main(): Promise<void> {
	say(`${ITEMS} items on ${CHANNELS.length} channels each that share one picture`);
	say(`\n${table(['', 'POST /upload', 'POST /posts', 'All'], await measureSharing())}\n`);
	say('Uploads in n8n: this takes about two minutes.');
	const { installation, userFolder } = await freshN8n('bench');
	const rows: Row[] = [];
	try {
		for (const megabytes of SIZES_MB) {
			rows.push(await measureSize(installation, userFolder, megabytes));
		}
	} finally {
		await rm(userFolder, { recursive: true, force: true });
	}
	const [smallest, largest] = rows;
	const growth = peakOf(largest) - peakOf(smallest);
	const figures = rows.map((row) => [
		`${row.megabytes} MB`,
		`${peakOf(row).toFixed(0)} MB`,
		`${(row.megabytes / secondsOf(row)).toFixed(0)} MB/s`,
		(median(row.runs.map(({ curlSeconds: seconds }) => seconds)) / secondsOf(row)).toFixed(2),
	]);
	say(`\n${table(['File', 'Peak', 'Speed', 'To curl'], figures)}\n`);
	say(
		`A file of ${largest.megabytes} MB takes ${growth.toFixed(0)} MB more memory than one of ${smallest.megabytes} MB (at most ${MAX_GROWTH_MB}).`,
	);
	if (growth > MAX_GROWTH_MB) {
		process.exitCode = 1;
		say('Next: look for what keeps or copies chunks in nodes/Postiz/media/.');
	} else {
		say('Next: run it before and after a change to nodes/Postiz/media/ and compare the tables.');
	}
}

runTool(main, '\nEnding the measurement.');
