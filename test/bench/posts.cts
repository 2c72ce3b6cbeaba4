/**
 * Measures what posting many items costs: requests and time, combined and not, and how much of the
 * time is the node's own.
 *
 *     node --require tsx/cjs test/bench/posts.cts
 */
import { performance } from 'node:perf_hooks';

import { duration, median, say } from '../harness/steps.cjs';
import { table } from '../harness/table.cjs';
import { runTool } from '../harness/tool.cjs';
import { jsonItems } from '../integration/support/harness.cjs';
import { createPost, postRequests, storedPosts } from '../integration/support/posts.cjs';
import { connect } from '../service/client.cjs';
import { startService, type Service } from '../service/server.cjs';

const ROUNDS = 5;
const TEXT = 'Slow mornings taste better with fresh beans. Come in and try the new roast. ';
const SIZES = [
	{ items: 100, dates: 1 },
	{ items: 200, dates: 4 },
	{ items: 1000, dates: 1 },
];

interface Size {
	items: number;
	dates: number;
}

interface Result extends Size {
	requests: number;
	/** In ms, the median of all rounds. */
	wall: number;
	/** The same requests without n8n and the node. */
	service: number;
}

const sheetOf = ({ items, dates }: Size) =>
	Array.from({ length: items }, (_, index) => ({
		text: `${TEXT}(${index + 1})`,
		date: `2099-05-0${1 + (index % dates)}T09:00:00.000Z`,
	}));

async function timed(work: () => Promise<unknown>): Promise<number> {
	const begun = performance.now();
	await work();
	return performance.now() - begun;
}

async function post(service: Service, size: Size): Promise<void> {
	const { error } = await createPost(
		service,
		{
			type: 'schedule',
			date: '={{ $json.date }}',
			content: '={{ $json.text }}',
		},
		{ items: jsonItems(sheetOf(size)) },
	);
	if (error) throw new Error(`${error.message} ${error.description ?? ''}`);
	const arrived = storedPosts(service).length;
	if (arrived !== size.items) throw new Error(`${arrived} of ${size.items} posts arrived.`);
}

async function sendBare(service: Service, bodies: unknown[]): Promise<void> {
	const client = connect(service);
	for (const body of bodies) {
		const { status } = await client.post('/posts', body);
		if (status !== 201) throw new Error(`A request without the node was answered with ${status}.`);
	}
}

async function measure(service: Service, size: Size): Promise<Result> {
	const walls: number[] = [];
	const services: number[] = [];
	let bodies: unknown[] = [];
	// The first round of each case only warms up.
	for (let round = 0; round <= ROUNDS; round++) {
		service.reset();
		const wall = await timed(async () => await post(service, size));
		bodies = postRequests(service).map(({ body }) => body);
		service.reset();
		const bare = await timed(async () => await sendBare(service, bodies));
		if (round === 0) continue;
		walls.push(wall);
		services.push(bare);
	}
	return {
		...size,
		requests: bodies.length,
		wall: median(walls),
		service: median(services),
	};
}

const ms = (value: number) => `${Math.round(value)} ms`;

const rowOf = ({ items, dates, requests, wall, service }: Result) => [
	dates > 1 ? `${items}, of ${dates} dates` : String(items),
	String(requests),
	ms(wall),
	`${(Math.max(0, wall - service) / items).toFixed(2)} ms`,
];

async function main(): Promise<void> {
	const begun = Date.now();
	const service = await startService({ hourlyLimit: 1_000_000 });
	const results: Result[] = [];
	say('> Warm up');
	await measure(service, SIZES[0]);
	say(`> Measure ${SIZES.length} cases, ${ROUNDS} rounds each (about a minute)`);
	for (const size of SIZES) {
		const result = await measure(service, size);
		results.push(result);
		say(
			`  ${results.length} of ${SIZES.length}: ${size.items} items: ${result.requests} requests, ${ms(result.wall)} (${duration(Date.now() - begun)})`,
		);
	}
	await service.close();
	const head = ['Items', 'Requests', 'Time', "Node's own time per item"];
	say(`\n${table(head, results.map(rowOf))}`);
	say(
		'\nWhat to do next: compare the ratios with those before a change; the times are of this machine alone.',
	);
}

runTool(main, '\nEnding the measurement.');
