/**
 * Measures how much the node reads to look up and change single posts, with more and more repeating
 * posts in the calendar, and compares it with listing the year around them.
 *
 *     node --require tsx/cjs test/bench/calendar.cts
 */
import type { INodeParameters } from 'n8n-workflow';

import { say } from '../harness/steps.cjs';
import { table } from '../harness/table.cjs';
import { runTool } from '../harness/tool.cjs';
import { jsonItems, runNode } from '../integration/support/harness.cjs';
import {
	bytesRead,
	postById,
	storeDaily,
	storePost,
	updatePost,
} from '../integration/support/posts.cjs';
import { connect } from '../service/client.cjs';
import { startService, type Service } from '../service/server.cjs';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_DAYS = 366;
const UPDATES = 200;
const CALENDARS = [
	{ repeating: 0, years: 0 },
	{ repeating: 20, years: 0 },
	{ repeating: 20, years: 3 },
	{ repeating: 200, years: 0 },
	{ repeating: 200, years: 3 },
];

type Calendar = (typeof CALENDARS)[number];

interface Result extends Calendar {
	/** All in bytes. */
	year: number;
	get: number;
	unknown: number;
	updates: number;
}

async function read(service: Service, work: () => Promise<{ error?: object }>, fails = false) {
	service.requests.length = 0;
	const { error } = await work();
	if ((error !== undefined) !== fails) throw new Error(`Not as expected: ${JSON.stringify(error)}`);
	return bytesRead(service);
}

async function measure(service: Service, { repeating, years }: Calendar): Promise<Result> {
	service.reset();
	const now = Date.now();
	const at = (time: number) => new Date(time).toISOString();
	storeDaily(service, repeating, at(now - years * YEAR_DAYS * DAY_MS));
	const channel = service.state.channels.find(({ identifier }) => identifier === 'bluesky')!;
	const posts = Array.from({ length: UPDATES }, (_, index) =>
		storePost(service, channel, {
			publishDate: at(now + DAY_MS + index * HOUR_MS),
			text: `Fresh beans from the roaster, number ${index + 1}`,
		}),
	);
	const run = async (parameters: INodeParameters) =>
		await runNode({ service, parameters: { resource: 'post', operation: 'get', ...parameters } });
	const year = await read(service, async () => {
		const params = {
			startDate: at(now - YEAR_DAYS * DAY_MS),
			endDate: at(now + YEAR_DAYS * DAY_MS),
		};
		await connect(service).get('/posts', { params });
		return {};
	});
	return {
		repeating,
		years,
		year,
		get: await read(service, async () => await run(postById(posts[0].id))),
		unknown: await read(service, async () => await run(postById('mistyped')), true),
		updates: await read(
			service,
			async () =>
				await updatePost(
					service,
					'={{ $json.id }}',
					{ content: '={{ $json.text }}' },
					{ items: jsonItems(posts.map(({ id }, index) => ({ id, text: `New ${index + 1}` }))) },
				),
		),
	};
}

function size(bytes: number): string {
	if (bytes < 1024) return `${bytes} B`;
	return bytes < 1024 ** 2
		? `${(bytes / 1024).toFixed(1)} KB`
		: `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}

function resultTable(results: Result[]): string {
	const head = [
		'Repeating daily',
		'For',
		'1 Get',
		'Unknown ID',
		`${UPDATES} updates`,
		'A list of two years',
	];
	const rows = results.map(({ repeating, years, year, get, unknown, updates }) => [
		String(repeating),
		`${years} years`,
		size(get),
		size(unknown),
		size(updates),
		size(year),
	]);
	return table(head, rows);
}

async function main(): Promise<void> {
	const service = await startService({ hourlyLimit: 1_000_000 });
	const results: Result[] = [];
	for (const calendar of CALENDARS) {
		say(`> ${calendar.repeating} posts that have repeated daily for ${calendar.years} years`);
		results.push(await measure(service, calendar));
	}
	await service.close();
	say(`\n${resultTable(results)}\n`);
	const most = Math.max(...results.map(({ updates }) => updates));
	say(`${UPDATES} updates read ${size(most)} at most; they are to stay below 1 MB.`);
	if (most >= 1024 ** 2) process.exitCode = 1;
}

runTool(main, '\nEnding the measurement.');
