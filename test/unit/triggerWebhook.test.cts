import fc from 'fast-check';

import { MOST_BYTES, readDelivery } from '../../nodes/PostizWebhookTrigger/delivery';
import { inTurn } from '../../nodes/PostizWebhookTrigger/memory';
import {
	isNews,
	KEEP_MS,
	MOST_SEEN,
	MOST_TOLD,
	publicationKey,
	remember,
	REPETITION_MS,
	tell,
	wasSeen,
	type Seen,
	type Told,
} from '../../nodes/PostizWebhookTrigger/seen';

const NOW = Date.parse('2026-09-01T12:00:00.000Z');
const event = (more: object = {}) => ({
	id: 'post-1',
	content: '<p>Fresh beans</p>',
	publishDate: '2026-09-01T12:00:00.000Z',
	releaseURL: 'https://x.example/1',
	state: 'PUBLISHED',
	integration: {
		id: 'channel-1',
		name: 'Acme Coffee',
		providerIdentifier: 'x',
		picture: 'https://media.example/1.png',
		type: 'social',
	},
	...more,
});

describe('the body of a call', () => {
	test('is read as far as it is documented', () => {
		expect(readDelivery([event({ constructor: 1, settings: '{"a":1}' })], 100)).toEqual([
			{
				id: 'post-1',
				content: '<p>Fresh beans</p>',
				publishDate: '2026-09-01T12:00:00.000Z',
				releaseURL: 'https://x.example/1',
				state: 'PUBLISHED',
				integration: { id: 'channel-1', name: 'Acme Coffee', providerIdentifier: 'x' },
			},
		]);
	});

	test.each<[string, unknown]>([
		['an object', event()],
		['an empty list', []],
		['a list of lists', [[event()]]],
		['text', 'hello'],
		['a web page', '<html><body>Not here</body></html>'],
		['nothing', undefined],
		['null', [null]],
		['an event without an id', [event({ id: undefined })]],
		['an event with an empty id', [event({ id: ' ' })]],
		['an event with a number as id', [event({ id: 7 })]],
		['an event with an endless id', [event({ id: 'x'.repeat(1000) })]],
		['a good event beside a bad one', [event(), {}]],
		['more events than the service sends', Array.from({ length: 50 }, () => event())],
	])('is refused where it is %s', (_name, body) => {
		expect(readDelivery(body, 100)).toBeUndefined();
	});

	test('is refused where it is huge', () => {
		expect(readDelivery([event()], MOST_BYTES)).toBeDefined();
		expect(readDelivery([event()], MOST_BYTES + 1)).toBeUndefined();
	});

	test('is never trusted to have the right types', () => {
		fc.assert(
			fc.property(
				fc.array(fc.dictionary(fc.constantFrom(...Object.keys(event())), fc.jsonValue())),
				(body) => {
					for (const post of readDelivery(body, 100) ?? []) {
						expect(typeof post.id).toBe('string');
						expect(typeof post.content).toBe('string');
						expect(typeof post.publishDate).toBe('string');
						expect(typeof post.state).toBe('string');
						expect(typeof (post.integration?.id ?? '')).toBe('string');
					}
				},
			),
		);
	});
});

describe('repetitions', () => {
	const [post] = readDelivery([event()], 100)!;
	const key = publicationKey(post);

	test('are known for some hours', () => {
		const seen = remember({}, key, NOW);
		expect(wasSeen({}, key, NOW)).toBe(false);
		expect(wasSeen(seen, key, NOW + REPETITION_MS - 1)).toBe(true);
		expect(wasSeen(seen, key, NOW + REPETITION_MS)).toBe(false);
	});

	test.each([
		{ id: 'post-2' },
		{ publishDate: '2026-09-02T12:00:00.000Z' },
		{ releaseURL: 'https://x.example/2' },
		{ state: 'ERROR' },
	])('another publication is none: %j', (more) => {
		expect(publicationKey({ ...post, ...more })).not.toBe(key);
	});

	test('a date written in another way is the same', () => {
		expect(publicationKey({ ...post, publishDate: '2026-09-01T12:00:00Z' })).toBe(key);
	});

	test('the memory is bounded, and keeps the latest', () => {
		fc.assert(
			fc.property(
				fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 1500, size: 'max' }),
				(steps) => {
					let seen: Seen = {};
					let time = NOW;
					const keys: string[] = [];
					for (const [index, wait] of steps.entries()) {
						time += wait;
						keys.push(`key-${index}`);
						seen = remember(seen, keys[index], time);
					}
					expect(Object.keys(seen).length).toBeLessThanOrEqual(MOST_SEEN);
					for (const latest of keys.slice(-5)) {
						expect(latest in seen).toBe(true);
					}
				},
			),
			{ numRuns: 5 },
		);
	});
});

describe('confirmed publications', () => {
	const at = (date: number, id = 'post-1') => ({
		id,
		state: 'PUBLISHED',
		publishDate: new Date(date).toISOString(),
	});

	test('count once, and not at all when they are older than what is remembered', () => {
		const told = tell({}, at(NOW), NOW);
		expect(isNews({}, at(NOW), NOW)).toBe(true);
		for (const days of [0, 1, 30, 31, 32, 400]) {
			expect(isNews(told, at(NOW), NOW + days * 86_400_000)).toBe(false);
		}
		expect(isNews({}, at(NOW - KEEP_MS + 1000), NOW)).toBe(true);
		expect(isNews({}, at(NOW - KEEP_MS), NOW)).toBe(false);
		expect(isNews({}, { ...at(NOW), publishDate: 'soon' }, NOW)).toBe(false);
	});

	test('never count twice, also where they are more than there is room for', () => {
		const minute = 60_000;
		const all = Array.from({ length: MOST_TOLD - 20 }, (_, index) =>
			at(NOW + index * minute, `post-${index}`),
		);
		let told: Told = Object.fromEntries(
			all.map((post) => [publicationKey(post), Date.parse(post.publishDate)]),
		);
		let now = NOW + all.length * minute;
		for (let index = 0; index < 100; index++) {
			now += minute;
			// Some go out late.
			const post = at(now - (index % 7) * 3_600_000, `later-${index}`);
			expect(isNews(told, post, now)).toBe(true);
			told = tell(told, post, now);
			all.push(post);
		}
		expect(Object.keys(told)).toHaveLength(MOST_TOLD);
		const oldAndNew = [...all.slice(0, 50), ...all.slice(-150)];
		expect(oldAndNew.filter((post) => isNews(told, post, now))).toEqual([]);
		expect(isNews(told, at(now, 'fresh'), now)).toBe(true);
	});
});

describe('turns', () => {
	test('a copy waits for the first, and further ones are not needed', async () => {
		const done: string[] = [];
		const task = (name: string) => async () => {
			await new Promise((resolve) => setTimeout(resolve, 5));
			done.push(name);
			return name;
		};
		const first = inTurn('a', task('first'));
		await Promise.resolve().then(() => undefined);
		const others = [inTurn('a', task('second')), inTurn('a', task('third'))];
		const another = inTurn('b', task('another'));
		expect(await Promise.all([first, ...others, another])).toEqual([
			'first',
			'second',
			undefined,
			'another',
		]);
		expect(done).toEqual(['first', 'another', 'second']);
		expect(await inTurn('a', task('later'))).toBe('later');
	});

	test('a copy of one that failed is tried by itself', async () => {
		const first = inTurn('a', async () => await Promise.reject(new Error('Not now')));
		await Promise.resolve();
		const second = inTurn('a', async () => await Promise.resolve('done'));
		await expect(first).rejects.toThrow('Not now');
		expect(await second).toBe('done');
	});
});
