/** What an upload costs a whole n8n: the memory of its process, and the speed beside curl's. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import {
	ensureN8n,
	installPackage,
	PACKAGE_NAME,
	type N8nInstallation,
} from '../harness/install.cjs';
import { startN8n } from '../harness/n8n.cjs';
import { N8nClient, OWNER, type StoredCredential } from '../harness/n8nClient.cjs';
import { n8nFolder } from '../harness/paths.cjs';
import { say } from '../harness/steps.cjs';
import { fileOf, MP4 } from '../shared/samples.cjs';
import type { ServiceAddress } from './mediaService.cjs';
import { curlSeconds, median, ROUNDS, type Row, type Run } from './report.cjs';

const MEGABYTE = 1_048_576;
const SAMPLE_MS = 20;
const START = 'Start';
const READ = 'Read File';
const UPLOAD = 'Upload';

/** Uploads files of these sizes by a workflow, each size in an n8n of its own. */
export async function measureInN8n(service: ServiceAddress, sizesMb: number[]): Promise<Row[]> {
	const installation = await ensureN8n();
	const userFolder = n8nFolder('bench');
	await rm(userFolder, { recursive: true, force: true });
	await installPackage(userFolder);
	const rows: Row[] = [];
	try {
		for (const megabytes of sizesMb) {
			rows.push(await measureSize({ installation, userFolder, service }, megabytes));
		}
	} finally {
		await rm(userFolder, { recursive: true, force: true });
	}
	return rows;
}

interface Place {
	installation: N8nInstallation;
	userFolder: string;
	service: ServiceAddress;
}

async function measureSize(place: Place, megabytes: number): Promise<Row> {
	const { installation, userFolder, service } = place;
	const folder = join(userFolder, 'files');
	await mkdir(folder, { recursive: true });
	const path = await video(folder, megabytes);
	const warmUp = await video(folder, 1);
	const running = await startN8n({
		installation,
		userFolder,
		env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem', N8N_RESTRICT_FILE_ACCESS_TO: folder },
	});
	const memory = new MemoryOf(running.process.pid!);
	try {
		const n8n = new N8nClient(running.url);
		await n8n.signIn(OWNER);
		const credential = await n8n.createCredential('Postiz', 'postizApi', {
			host: service.host,
			apiKey: service.apiKey,
		});
		// The first request of a process loads what later ones find.
		await upload(n8n, credential, warmUp, memory);
		const befores: number[] = [];
		const runs: Run[] = [];
		for (let round = 1; round <= ROUNDS; round++) {
			befores.push(memory.now());
			const run = await upload(n8n, credential, path, memory);
			runs.push({ ...run, curlSeconds: await curlSeconds(service, path) });
			say(
				`  ${megabytes} MB, round ${round} of ${ROUNDS}: ${run.seconds.toFixed(2)} s, peak ${run.peak.toFixed(0)} MB`,
			);
		}
		return { megabytes, before: median(befores), runs };
	} finally {
		memory.stop();
		await running.stop();
		await rm(path);
	}
}

async function video(folder: string, megabytes: number): Promise<string> {
	const path = join(folder, `video-${megabytes}.mp4`);
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

async function upload(
	n8n: N8nClient,
	{ id, name, type }: StoredCredential,
	path: string,
	memory: MemoryOf,
): Promise<Run> {
	const workflow = await n8n.createWorkflow({
		name: 'Upload a video',
		nodes: [
			nodeOf(START, 'n8n-nodes-base.manualTrigger', {}),
			nodeOf(READ, 'n8n-nodes-base.readWriteFile', { fileSelector: path }),
			{
				...nodeOf(UPLOAD, `${PACKAGE_NAME}.postiz`, {
					authentication: 'apiKey',
					resource: 'upload',
					operation: 'file',
					binaryField: 'data',
				}),
				credentials: { [type]: { id, name } },
			},
		],
		connections: {
			[START]: { main: [[{ node: READ, type: 'main', index: 0 }]] },
			[READ]: { main: [[{ node: UPLOAD, type: 'main', index: 0 }]] },
		},
	});
	const execution = await n8n.execute(workflow.id, START);
	if (execution.error || execution.items(UPLOAD).length !== 1) {
		throw new Error(`n8n did not upload the file: ${execution.error?.message}`);
	}
	const [{ startTime, executionTime }] = execution.runData[UPLOAD];
	return {
		seconds: executionTime / 1000,
		peak: memory.peakBetween(startTime, startTime + executionTime),
	};
}

const nodeOf = (name: string, type: string, parameters: IDataObject) => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
});

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
