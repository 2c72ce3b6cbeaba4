import { makeScript, playScript } from '../../faults/scripts.cjs';
import { openStage } from '../../faults/stage.cjs';
import type { Version } from '../../service/releases/release.cjs';
import type { FaultRule } from '../../service/server.cjs';
import { jsonItems, type NodeRun, type NodeRunOptions } from '../support/harness.cjs';
import { createPost, postRequests, storedPosts } from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

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
	const { arrived, said } = compare(await meet(fault));
	const unclear = `${CHANNEL} It is unclear whether Postiz has this post: ${cause()}. Run this again in a few minutes: what has arrived is skipped.`;
	expect(arrived).toEqual([...taken, 'Row 3', 'Row 4']);
	const first = ['Row 1', 'Row 2'].map((text) => (taken.includes(text) ? 'created' : unclear));
	expect(said).toEqual([...first, ...THERE]);
	expect(postRequests(service)).toHaveLength(2);
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
