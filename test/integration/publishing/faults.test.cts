import { makeScript, playScript } from '../../faults/scripts.cjs';
import { openStage } from '../../faults/stage.cjs';
import type { Version } from '../../service/releases/release.cjs';
import { jsonItems } from '../support/harness.cjs';
import { createPost, postRequests } from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

jest.setTimeout(120_000);

const service = useService();

test('if the look-up fails, too, the error that ends the node names every row', async () => {
	// A final answer, so that the node doesn't retry.
	const match = { method: 'GET', path: /\/posts$/ };
	service.faults.push({ match, kind: 'status', status: 404 });
	service.faults.push({ match: { method: 'POST', path: /\/posts$/ }, kind: 'resetAfter' });
	const days = ['01', '01', '02', '02'].map((day, row) => ({ day, text: `Row ${row + 1}` }));
	const { error } = await createPost(
		service,
		{ type: 'schedule', date: '=2099-01-{{ $json.day }} 09:00', content: '={{ $json.text }}' },
		{ items: jsonItems(days) },
	);
	expect(error?.message).toBe(
		`Bluesky: acme-coffee.bsky.social – It is unclear whether Postiz has this post: Postiz could not be reached at ${service.apiUrl}`,
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
