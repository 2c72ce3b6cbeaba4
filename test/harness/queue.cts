import type { ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { startN8n, startWorker, type N8nOptions } from './n8n.cjs';
import { findFreePort } from './ports.cjs';
import { findInstalled, readLogTail, start, stop, waitUntilReady } from './processes.cjs';

/** The path of an installed Redis server, or undefined. */
export const findRedis = () => findInstalled(['redis-server']);

/** Starts n8n in queue mode: Redis, the main process and workers that run one execution at a time. */
export async function startQueue(options: N8nOptions, workers: number) {
	const redisPort = await findFreePort();
	const redis = await startRedis(redisPort, join(options.userFolder, 'redis'));
	const env = {
		...options.env,
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redisPort),
		N8N_ENCRYPTION_KEY: 'the-same-for-main-and-workers',
	};
	const main = await startN8n({ ...options, env });
	// After the main process, which prepares the database.
	const started = await Promise.all(
		Array.from(
			{ length: workers },
			async (_, index) => await startWorker({ ...options, env }, `worker-${index + 1}`),
		),
	);
	return {
		main,
		stop: async () => {
			await main.stop();
			await Promise.all([redis, ...started].map(stop));
		},
	};
}
export type RunningQueue = Awaited<ReturnType<typeof startQueue>>;

async function startRedis(port: number, folder: string): Promise<ChildProcess> {
	const path = findRedis();
	if (!path) throw new Error('No redis-server was found.');
	await mkdir(folder, { recursive: true });
	const log = join(folder, 'redis.log');
	const redis = start(
		path,
		['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder],
		{ log },
	);
	await waitUntilReady(redis, log, () => /ready to accept connections/i.test(readLogTail(log)));
	return redis;
}
