import fc from 'fast-check';

import type { Row } from '../../../nodes/Postiz/resources/post/create/batches';
import {
	afterRefusal,
	afterSuccess,
	countRows,
	oneByOne,
	restOf,
	toRequests,
	type PendingRequest,
	type Verdict,
} from '../../../nodes/Postiz/resources/post/create/search';
import { channel, post, row } from './rows.cjs';

const SKY = channel('bluesky', 'sky-1', 'acme.bsky.social');
const OTHER_SKY = channel('bluesky', 'sky-2', 'roasters.bsky.social');
const X = channel('x', 'x-1', 'Acme Coffee');

/** The ways in which the service refuses a request: what it says of the posts that are wrong. */
const ANSWERS = {
	everyPlace: (rows: Row[], bad: Set<Row>) => ({
		message: postsOf(rows).flatMap(({ owner }, index) =>
			bad.has(owner) ? [`posts.${index}.value is bad`] : [],
		),
	}),
	firstPlace: (rows: Row[], bad: Set<Row>) => ({
		message: [`posts.${postsOf(rows).findIndex(({ owner }) => bad.has(owner))}.value is bad`],
	}),
	channel: (rows: Row[], bad: Set<Row>) => {
		const { target } = postsOf(rows).find(({ owner }) => bad.has(owner))!.post;
		return { provider: target.identifier, name: target.name, message: 'is bad' };
	},
	network: (rows: Row[], bad: Set<Row>) => {
		const { target } = postsOf(rows).find(({ owner }) => bad.has(owner))!.post;
		return { provider: target.identifier, name: 'unheard of', message: 'is bad' };
	},
	nothing: () => ({}),
};
type Answer = keyof typeof ANSWERS;

const postsOf = (rows: Row[]) =>
	rows.flatMap((owner) => owner.posts.map((own) => ({ owner, post: own })));

/** Makes every later change of a value an error. */
function deepFreeze<T>(value: T): T {
	if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
		Object.freeze(value);
		Object.values(value).forEach(deepFreeze);
	}
	return value;
}

/** Sends what the search says, to a service that refuses every request with a bad row in it. */
function run(rows: Row[], bad: Set<Row>, how: Answer) {
	const created: Row[] = [];
	const refused: Row[] = [];
	let requests = 0;
	let pending = toRequests(deepFreeze(rows));
	while (pending.length > 0) {
		const [request, ...later] = deepFreeze(pending);
		if (++requests > rows.length ** 2 + 1) throw new Error('The search does not end');
		const isRefused = request.rows.some((one) => bad.has(one));
		const answer = deepFreeze(isRefused ? ANSWERS[how](request.rows, bad) : undefined);
		const verdict = isRefused ? afterRefusal(request, answer) : afterSuccess(request);
		// It depends on nothing but what it is given.
		expect(isRefused ? afterRefusal(request, answer) : afterSuccess(request)).toEqual(verdict);
		if (!isRefused) created.push(...request.rows);
		refused.push(...verdict.refused.keys());
		for (const said of verdict.refused.values()) expect(said).toMatch(/\S/);
		pending = [...verdict.next, ...later];
		expect(countRows(pending)).toBe(rows.length - created.length - refused.length);
		for (const next of verdict.next) expect(next.rows.length).toBeGreaterThan(0);
	}
	return { created, refused, requests };
}

/** Rows of one or more posts, and which of them are bad. */
const someRows = fc
	.array(
		fc.record({
			targets: fc.array(fc.constantFrom(SKY, OTHER_SKY, X), { minLength: 1, maxLength: 3 }),
			isBad: fc.boolean(),
		}),
		{ minLength: 1, maxLength: 50 },
	)
	.map((entries) => {
		const rows = entries.map(({ targets }, index) =>
			row(
				index,
				targets.map((target) => post(target, `post ${index}`)),
			),
		);
		return { rows, bad: new Set(rows.filter((_row, index) => entries[index].isBad)) };
	});
const someAnswer = fc.constantFrom(...(Object.keys(ANSWERS) as Answer[]));

const inOrder = (rows: Iterable<Row>) => [...rows].sort((a, b) => a.itemIndex - b.itemIndex);

test('every bad row is found, no good row is lost, and nothing is sent in vain', () => {
	fc.assert(
		fc.property(someRows, someAnswer, ({ rows, bad }, how) => {
			const { created, refused, requests } = run(rows, bad, how);
			expect(inOrder(refused)).toEqual(inOrder(bad));
			expect(inOrder(created)).toEqual(rows.filter((one) => !bad.has(one)));
			// Each search for a bad row halves what is left; the delivery ends it if too many are bad.
			const halvings = Math.ceil(Math.log2(rows.length));
			// A bad row of another network can interrupt it once.
			const searches = bad.size * (how === 'nothing' ? 1 : 2);
			expect(requests).toBeLessThanOrEqual(1 + searches * (1 + halvings));
			if (how === 'firstPlace') expect(requests).toBeLessThanOrEqual(bad.size + 1);
			if (how === 'everyPlace') expect(requests).toBeLessThanOrEqual(2);
			// A service that names a place never costs more requests than there are rows.
			if (/Place$/.test(how)) expect(requests).toBeLessThanOrEqual(rows.length);
		}),
		{ numRuns: 1000 },
	);
});

test('a single bad row that is not named is found in halves', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(), (count, place) => {
			const rows = Array.from({ length: count }, (_, index) => row(index, [post(SKY, 'a')]));
			const { refused, created, requests } = run(rows, new Set([rows[place % count]]), 'nothing');
			expect(refused).toEqual([rows[place % count]]);
			expect(created).toHaveLength(count - 1);
			expect(requests).toBeLessThanOrEqual(2 + Math.ceil(Math.log2(count)));
		}),
	);
});

describe('one step of it', () => {
	const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((text, index) =>
		row(index, [post(index === 4 ? X : SKY, text)]),
	);
	const sky = { provider: 'bluesky', name: SKY.name, message: 'is bad' };
	const none: Verdict['refused'] = new Map();

	test('sends all but the rows that the answer blames', () => {
		const answer = { message: ['posts.1.value is bad'] };
		expect(afterRefusal({ rows: [a, b, c] }, answer)).toEqual({
			refused: new Map([[b, `${SKY.label}: value is bad`]]),
			next: [{ rows: [a, c] }],
		});
		expect(afterRefusal({ rows: [b] }, {}).next).toEqual([]);
	});

	test('sends half of the candidates along with what is not in doubt', () => {
		expect(afterRefusal({ rows: [a, b, c, d, e] }, sky)).toEqual({
			refused: none,
			next: [{ rows: [e, a, b], otherwise: { rows: [c, d], refusal: sky } }],
		});
	});

	test('knows without a request that the other half is bad, once this one went through', () => {
		const request: PendingRequest = {
			rows: [e, a, b],
			otherwise: { rows: [c, d], refusal: sky },
		};
		expect(afterSuccess(request)).toEqual({
			refused: none,
			next: [{ rows: [c], otherwise: { rows: [d], refusal: sky } }],
		});
		expect(afterSuccess({ ...request, otherwise: { rows: [d], refusal: sky } })).toEqual({
			refused: new Map([[d, `${SKY.label}: is bad`]]),
			next: [],
		});
		expect(afterSuccess({ rows: [a] })).toEqual({ refused: none, next: [] });
	});

	test('keeps what it knows nothing of any more until the bad row is found, then sends it together', () => {
		const request: PendingRequest = {
			rows: [a, b],
			otherwise: { rows: [c], refusal: sky },
			later: [d],
		};
		const [next] = afterRefusal(request, sky).next;
		expect(next).toEqual({
			rows: [a],
			otherwise: { rows: [b], refusal: sky },
			later: [c, d],
		});
		expect(afterRefusal(next, sky)).toEqual({
			refused: new Map([[a, `${SKY.label}: is bad`]]),
			next: [{ rows: [b, c, d] }],
		});
		expect(afterSuccess(next)).toEqual({
			refused: new Map([[b, `${SKY.label}: is bad`]]),
			next: [{ rows: [c, d] }],
		});
	});

	test('goes on row by row, and with what is left besides', () => {
		const request: PendingRequest = {
			rows: [a, b],
			otherwise: { rows: [c], refusal: sky },
			later: [d],
		};
		expect(countRows([request, { rows: [e] }])).toBe(5);
		expect(oneByOne(request)).toEqual([{ rows: [a] }, { rows: [b] }, { rows: [c, d] }]);
	});

	test('leaves the other half to a request of its own, if nothing follows from this one', () => {
		expect(restOf({ rows: [a], otherwise: { rows: [b, c], refusal: sky } })).toEqual([
			{ rows: [b, c] },
		]);
		expect(restOf({ rows: [a] })).toEqual([]);
		expect(toRequests([])).toEqual([]);
	});
});
