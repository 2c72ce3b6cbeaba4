import { playPostScript } from '../../faults/posts/play.cjs';
import { makeScript } from '../../faults/posts/script.cjs';
import { startEnvironment } from '../../faults/environment.cjs';
import type { Version } from '../../service/releases/release.cjs';

jest.setTimeout(120_000);

/** Like `test:faults`, but fewer; FAULT_SEED selects others. */
const SCRIPTS: Array<[count: number, version: Version]> = [
	[8, 'newest'],
	[4, '2.18'],
	[4, '2.21'],
];
const FIRST = Number(process.env.FAULT_SEED ?? 1);

test.each(SCRIPTS)(
	'runs %d random fault scripts on %s: loses nothing without an error, and posts nothing twice',
	async (count, version) => {
		const seeds = Array.from({ length: count }, (_, index) => FIRST + index);
		const problems: Record<number, string[]> = {};
		await Promise.all(
			[0, 1, 2, 3].map(async () => {
				const own = await startEnvironment(version);
				for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
					const verdict = await playPostScript(own, makeScript(seed));
					if (verdict.problems.length > 0) problems[seed] = verdict.problems;
				}
				await own.close();
			}),
		);
		expect(problems).toEqual({});
	},
);
