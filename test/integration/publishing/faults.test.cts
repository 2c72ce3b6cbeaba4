import { makeScript, playScript } from '../../faults/scripts.cjs';
import { openRoad, openStage } from '../../faults/stage.cjs';
import type { Version } from '../../service/releases/release.cjs';
import type { FaultRule } from '../../service/server.cjs';
import { jsonItems, type NodeRun, type NodeRunOptions } from '../support/harness.cjs';
import { createPost, postRequests, storedPosts } from '../support/posts.cjs';
import { callsOf, LOOK_UP, useService } from '../support/useService.cjs';

jest.setTimeout(120_000);

const service = useService({ hourlyLimit: 10_000 });

const POSTS = { method: 'POST', path: /\/posts$/ };
/** A final answer, so that the node doesn't retry. */
const FAILING_LOOK_UP: FaultRule = {
	match: { method: 'GET', path: /\/posts$/ },
	kind: 'status',
	status: 404,
	body: { message: 'Cannot GET /public/v1/posts' },
};
const DATES = ['2099-01-01T09:00:00.000Z', '2099-01-02T09:00:00.000Z'];
const ROWS = [0, 0, 1, 1].map((date, index) => ({
	text: `Row ${index + 1}`,
	date: DATES[date],
}));

type Fault = Omit<FaultRule, 'match'>;

/** Posts four rows in two requests, the first of which fails. */
async function meet(
	fault: Fault,
	more: Partial<NodeRunOptions> = { onError: 'continueErrorOutput' },
): Promise<NodeRun> {
	service.faults.push({ match: POSTS, ...fault });
	return await createPost(
		service,
		{
			type: 'schedule',
			date: '={{ $json.date }}',
			content: '={{ $json.text }}',
		},
		{ items: jsonItems(ROWS), ...more },
	);
}

/** What the service received, and what the node says about each row. */
function compare({ output: [created, failed = []] }: NodeRun) {
	const said = ROWS.map(({ text }, index) => {
		const isOf = ({ pairedItem }: (typeof created)[number]) =>
			(pairedItem as { item: number }).item === index;
		const post = created.find(isOf)?.json;
		if (post) {
			const stored = storedPosts(service).find(({ id }) => id === post.postId);
			expect(stored?.parts[0].published).toBe(text);
			return 'created';
		}
		const { error } = failed.find(isOf)!.json;
		return String(error);
	});
	return { arrived: storedPosts(service).map(({ parts }) => parts[0].published), said };
}

const unreachable = () => `Postiz could not be reached at ${service.apiUrl}`;
const THERE = ['created', 'created'];
const CHANNEL = 'Bluesky: acme-coffee.bsky.social –';

/** Faults with an unknown outcome: name, fault, what arrived of the first request, and the cause. */
const UNCLEAR: Array<[string, Fault, string[], () => string]> = [
	['the connection lost half-way', { kind: 'resetAfter', keep: 1 }, ['Row 1'], unreachable],
	[
		'half an answer',
		{ kind: 'truncatedJson' },
		['Row 1', 'Row 2'],
		() => 'its answer names no posts',
	],
];

test.each(UNCLEAR)('%s: nothing is sent again, and each row is told as it is', async (...row) => {
	const [, fault, taken, cause] = row;
	service.faults.push(FAILING_LOOK_UP);
	const unclear = compare(await meet(fault));
	const sentence = `${CHANNEL} It is unclear whether Postiz has this post: ${cause()}. Run this again in a few minutes: what has arrived is skipped.`;
	expect(unclear).toEqual({
		arrived: [...taken, 'Row 3', 'Row 4'],
		said: [sentence, sentence, ...THERE],
	});
	expect(postRequests(service)).toHaveLength(2);

	service.reset();
	const { arrived, said } = compare(await meet(fault));
	expect(arrived).toEqual(unclear.arrived);
	expect(said).toEqual([
		...['Row 1', 'Row 2'].map((text): unknown =>
			taken.includes(text)
				? 'created'
				: expect.stringMatching(/– It is unclear whether Postiz has this post: /),
		),
		...THERE,
	]);
	const calls = callsOf(service).map((call) => call.replace(/(public\/posts)\/.*/, '$1'));
	// What was lost may still arrive.
	const later = Array<string>(fault.kind === 'resetAfter' ? 5 : 0).fill('GET /posts');
	expect(calls).toEqual([...[LOOK_UP, 'POST /posts', 'GET /posts'], ...[...later, 'POST /posts']]);
});

test('if the look-up fails, the error that ends the node names every row', async () => {
	service.faults.push(FAILING_LOOK_UP);
	const { error } = await meet({ kind: 'resetAfter' }, {});
	expect(error?.message).toBe(
		`${CHANNEL} It is unclear whether Postiz has this post: ${unreachable()}`,
	);
	expect(error?.description).toContain(
		'It is also unclear whether Postiz has item 1. 2 other items were not sent (2–3).',
	);
	expect(postRequests(service)).toHaveLength(1);
});

test('a thread that breaks off in the middle is not called created, and keeps no other item back', async () => {
	service.state.unwritable = 'bad';
	const { output } = await createPost(
		service,
		{
			type: 'schedule',
			date: DATES[0],
			content: '={{ $json.text }}',
			thread: { segment: [{ content: '={{ $json.text === "Two" ? "bad" : "on" }}' }] },
		},
		{
			items: jsonItems(['One', 'Two', 'Three'].map((text) => ({ text }))),
			onError: 'continueErrorOutput',
		},
	);
	const posts = storedPosts(service);
	expect(posts.map(({ parts }) => parts.map(({ content }) => content))).toEqual([
		['One', 'on'],
		['Two'],
		['Three', 'on'],
	]);
	expect(output[0].map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
	expect(output[1].map(({ json, pairedItem }) => [pairedItem, json.error])).toEqual([
		[
			{ item: 1 },
			`${CHANNEL} Postiz has only the start of this thread, “${posts[1].id}”: Postiz failed (status 500). Delete it with Post > Delete and run this again.`,
		],
	]);
});

test('a run that goes on after its crash meets nobody: no later road has its port', async () => {
	const addresses: string[] = [];
	for (let count = 0; count < 300; count++) {
		const { apiUrl, shut } = await openRoad(service);
		shut();
		addresses.push(apiUrl);
	}
	expect(new Set(addresses).size).toBe(300);
	await expect(fetch(addresses[0])).rejects.toThrow('fetch failed');
});

/** Like `test:faults`, but fewer; FAULT_SEED selects others. */
const SCRIPTS: Array<[count: number, version: Version]> = [
	[12, 'newest'],
	[6, '2.18'],
	[6, '2.21'],
];
const FIRST = Number(process.env.FAULT_SEED ?? 1);

test.each(SCRIPTS)(
	'%d random scripts of faults on %s: nothing lost without an error, nothing twice',
	async (count, version) => {
		const seeds = Array.from({ length: count }, (_, index) => FIRST + index);
		const problems: Record<number, string[]> = {};
		await Promise.all(
			[0, 1, 2, 3].map(async () => {
				const own = await openStage(version);
				for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
					const verdict = await playScript(own, makeScript(seed));
					if (verdict.problems.length > 0) problems[seed] = verdict.problems;
				}
				await own.close();
			}),
		);
		expect(problems).toEqual({});
	},
);
