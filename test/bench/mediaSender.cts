/** Runs the node in n8n's engine, in a process of its own whose memory is measured. */
import type { IBinaryData, INodeParameters } from 'n8n-workflow';
import { Readable } from 'node:stream';

import { runNode, storedFile, storedPath } from '../integration/support/harness.cjs';
import { fileOf, MP4, PNG } from '../shared/samples.cjs';
import type { ServiceAddress } from './mediaService.cjs';
import { onChannels } from '../integration/support/posts.cjs';

const MEGABYTE = 1_048_576;
const SAMPLE_MS = 10;

/** What the process can do on request. */
export type Task =
	| { task: 'store'; megabytes: number }
	| { task: 'upload'; service: ServiceAddress; binary: IBinaryData }
	| { task: 'share'; service: ServiceAddress; items: number; combine: boolean };

export interface Stored {
	binary: IBinaryData;
	path: string;
}

export interface Measured {
	/** Of the last execution, from the first node to the last. */
	seconds: number;
	/** Resident memory in MB: before the first execution, and the most during all. */
	before: number;
	peak: number;
	outputItems: number;
}

const residentMegabytes = () => process.memoryUsage.rss() / MEGABYTE;

/** A video in n8n's files; it never is in memory as a whole. */
async function store(megabytes: number): Promise<Stored> {
	const chunks = (function* () {
		for (let index = 0; index < megabytes; index++) {
			yield fileOf(index === 0 ? MP4 : Buffer.alloc(0), MEGABYTE, index);
		}
	})();
	const binary = await storedFile(Readable.from(chunks, { objectMode: false }), {
		fileName: 'video.mp4',
		mimeType: 'video/mp4',
	});
	return { binary, path: await storedPath(binary) };
}

async function measure(
	{ host, apiKey }: ServiceAddress,
	parameters: INodeParameters,
	files: IBinaryData[],
	{ executions = 1 } = {},
): Promise<Measured> {
	const before = residentMegabytes();
	let peak = before;
	const sample = () => {
		peak = Math.max(peak, residentMegabytes());
	};
	const sampling = setInterval(sample, SAMPLE_MS);
	let seconds = 0;
	let outputItems = 0;
	for (let execution = 0; execution < executions; execution++) {
		const start = performance.now();
		const { output, error } = await runNode({
			parameters,
			credentials: { host, apiKey },
			items: files.map((data) => ({ json: {}, binary: { data } })),
		});
		seconds = (performance.now() - start) / 1000;
		sample();
		if (error) throw new Error(`${error.message}. ${error.description}`);
		outputItems = output[0].length;
	}
	clearInterval(sampling);
	return { seconds, before, peak, outputItems };
}

async function share(service: ServiceAddress, items: number, combine: boolean): Promise<Measured> {
	const picture = fileOf(PNG, 2 * MEGABYTE);
	// As after a download in each row: every item has a copy of its own.
	const files = await Promise.all(
		Array.from({ length: items }, async () => await storedFile(picture, { fileName: 'cup.png' })),
	);
	return await measure(
		service,
		{
			resource: 'post',
			operation: 'create',
			type: 'now',
			content: 'Fresh beans',
			combineItems: combine,
			media: { file: [{ source: 'binary', binaryField: 'data' }] },
			...onChannels(
				...Object.entries(service.channels).map(([provider, id]) => ({
					provider,
					integrationId: { __rl: true, mode: 'id', value: id },
				})),
			),
		},
		files,
	);
}

async function run(task: Task): Promise<Stored | Measured> {
	switch (task.task) {
		case 'store':
			return await store(task.megabytes);
		case 'upload':
			// n8n has its files at hand before the first execution.
			await storedPath(task.binary);
			return await measure(
				task.service,
				{ resource: 'upload', operation: 'file', binaryField: 'data' },
				[task.binary],
				// The first one loads what n8n needs for its first request ever.
				{ executions: 2 },
			);
		case 'share':
			return await share(task.service, task.items, task.combine);
	}
}

// What n8n wrote is removed when the process exits, but not when a signal kills it.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

async function answer(task: Task): Promise<void> {
	const message = await run(task).then(
		(result) => ({ result }),
		(error: Error) => ({ error: error.message }),
	);
	process.send!(message, () => process.disconnect());
}

process.once('message', (task: Task) => void answer(task));
