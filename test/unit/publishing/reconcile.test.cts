/** What is to be done for each row: small random lives of sheets and calendars, whatever the rules are called. */
import fc from 'fast-check';

import { reconcile } from '../../../nodes/Postiz/publishing/reconcile';
import type { There } from '../../../nodes/Postiz/publishing/shapes';
import { byTheRules } from './byTheRules.cjs';
import { HOUR, Life, wantedOf, words, type Row } from './sheet.cjs';

/** 20,000 take half a minute. */
const LIVES = Number(process.env.LIVES ?? 5_000);

const row: fc.Arbitrary<Row> = fc
	.record({
		channel: fc.constantFrom('x', 'x', 'in'),
		at: fc.constantFrom(10, 10, 20, 2, null),
		text: fc.constantFrom('tea', 'tea', 'milk', ''),
		parts: fc.constantFrom(1, 1, 2),
		file: fc.constantFrom('', 'a', 'a2', 'b', 'u1', 'u2'),
		rest: fc.constantFrom('', '', 'tag'),
		isDraft: fc.boolean(),
		again: fc.constantFrom(false, false, false, true),
		id: fc.constantFrom('May 1', 'May 2', 'May 3', 'recABCDEFGHIJKLMN'),
	})
	.map((one) => ({ ...one, file: one.text === '' ? one.file || 'a' : one.file }));

const DEEDS = {
	approve: (post: There) => post.state === 'DRAFT' && (post.state = 'QUEUE'),
	holdBack: (post: There) => post.state === 'QUEUE' && (post.state = 'DRAFT'),
	publish: (post: There) => post.state === 'QUEUE' && (post.state = 'PUBLISHED'),
	failUnsure: (post: There) => Object.assign(post, { state: 'ERROR', isUnsure: true }),
	failForCertain: (post: There) => Object.assign(post, { state: 'ERROR', isDead: true }),
	loseKey: (post: There) => (post.key = undefined),
	/** Create made it. */
	loseRow: (post: There) => post.key && (post.key = { ...post.key, row: null }),
	cutOff: (post: There) => (post.parts = 1),
	trim: (post: There) => Object.assign(post, { parts: 1, isEdited: true }),
	drag: (post: There) => (post.time += HOUR),
	rewrite: (post: There) => Object.assign(post, { look: 'by hand', isEdited: true }),
	double: (post: There, posts: There[]) =>
		posts.push({ ...structuredClone(post), id: String(posts.length) }),
	remove: (post: There, posts: There[]) => posts.splice(posts.indexOf(post), 1),
};

/** What happens before a run. */
const round = fc.record({
	after: fc.constantFrom(0, 1, 10, 12, 300),
	deeds: fc.array(fc.tuple(fc.nat(9), fc.constantFrom(...Object.values(DEEDS))), { maxLength: 3 }),
	/** A row says something else in one or two parts, or a row is new. */
	edits: fc.array(
		fc.tuple(
			fc.nat(9),
			row,
			fc.subarray(['at', 'text', 'file', 'rest', 'isDraft', 'id'] as const, { maxLength: 2 }),
		),
		{ maxLength: 2 },
	),
});
const life = fc.record({
	rows: fc.array(row, { minLength: 1, maxLength: 5 }),
	rounds: fc.array(round, { minLength: 1, maxLength: 4 }),
	isByRow: fc.boolean(),
	keepsKeys: fc.constantFrom(true, true, true, false),
});

test('in random lives, the node does what the rules say, and a second run does nothing more', () => {
	fc.assert(
		fc.property(life, ({ rows, rounds, isByRow, keepsKeys }) => {
			const own = new Life(keepsKeys || isByRow);
			let sheet = rows.map((each) => ({ ...each }));
			const run = () => {
				const wanted = wantedOf(sheet, isByRow, own.now);
				const { steps } = reconcile(wanted, own.calendar);
				const said = steps.map((step) => words(step, steps)).join('\n');
				const ruled = byTheRules(wanted, own.calendar).join('\n');
				// Asked only where it fails, as so many expectations take minutes.
				if (said !== ruled) expect(said).toBe(ruled);
				own.carryOut(steps);
				return steps.map((step) => (step.do === 'refuse' ? step.refusal : step.do));
			};
			run();
			for (const { after, deeds, edits } of rounds) {
				own.advance(after);
				for (const [place, deed] of deeds) {
					const post = own.posts[place % Math.max(1, own.posts.length)];
					if (post) deed(post, own.posts);
				}
				for (const [place, { ...fresh }, parts] of edits) {
					if (parts.length === 0) sheet = [...sheet, fresh];
					else
						Object.assign(
							sheet[place % sheet.length],
							Object.fromEntries(parts.map((part) => [part, fresh[part]])),
						);
				}
				const first = run();
				const isOpen = (what: string, index: number) =>
					['create', 'change'].includes(what) &&
					!(sheet[index].again && !isByRow) &&
					// A row that was refused alone is known once others of its sheet are.
					first[index] !== 'other';
				const open = run().filter(isOpen);
				if (open.length > 0) expect(open).toEqual([]);
			}
		}),
		{ numRuns: LIVES },
	);
});

/** A life in which one row was run once. */
function afterOneRun(isByRow: boolean, id = 'May 1') {
	const own = new Life(true);
	const one: Row = {
		...{ id, channel: 'x', at: 10, text: 'tea', parts: 1 },
		...{ file: '', rest: '', isDraft: false, again: false },
	};
	const run = (edit: Partial<Row> = {}) =>
		reconcile(wantedOf([{ ...one, ...edit }], isByRow, own.now), own.calendar).steps;
	own.carryOut(run());
	return { own, run };
}

test.each([false, true])(
	'doubles of a post are told, unless they failed (by Row ID: %j)',
	(isByRow) => {
		const { own, run } = afterOneRun(isByRow);
		const [post] = own.posts;
		expect(run()).toMatchObject([{ do: 'there', post, twins: [] }]);
		DEEDS.double(post, own.posts);
		DEEDS.double(post, own.posts);
		DEEDS.failForCertain(own.posts[1]);
		expect(run()).toMatchObject([{ do: 'there', post, twins: [{ id: '2' }] }]);
	},
);

test.each([
	['recA1b2C3d4E5f6G7', true],
	['May recA1b2C3d4E5f6G7', true],
	['recording 14 of May', false],
	['recA1b2C3d4E5f6G7h', false],
	['1f0c3a52-7c1e-4d2b-9a55-0123456789ab', true],
	['1f0c3a527c1e4d2b9a550123456789ab', true],
	['1f0c3a52-7c1e-4d2b-9a55-0123456789ag', false],
	['65f0c3a527c1e4d2b9a55012', true],
	['x65f0c3a527c1e4d2b9a55012', false],
	['May 1', false],
])(
	'a row whose date and text are others may change its post if no other sheet has its ID: %s',
	(id, may) => {
		const [step] = afterOneRun(true, id).run({ text: 'milk', at: 20 });
		expect(step).toMatchObject(may ? { do: 'change' } : { do: 'refuse', refusal: 'other' });
	},
);
