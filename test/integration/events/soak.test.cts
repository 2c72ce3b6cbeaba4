import type { IDataObject } from 'n8n-workflow';

import { REPORT_AGAIN_MS } from '../../../nodes/Postiz/events/channelEvents';
import { REPEAT_DELAY_MS } from '../../../nodes/Postiz/events/postEvents';
import { PostizTrigger } from '../../../nodes/PostizTrigger/PostizTrigger.node';
import { PostizWebhookTrigger } from '../../../nodes/PostizWebhookTrigger/PostizWebhookTrigger.node';
import {
	DAY,
	describeEvent,
	HAPPENINGS,
	happeningsWithout,
	HOUR,
	MINUTE,
	pickHappening,
	seededRandom,
	World,
} from '../../shared/happenings.cjs';
import { ActiveTrigger, loadWebhookTriggerAgain } from '../support/triggerHarness.cjs';
import { callsOf, useService } from '../support/useService.cjs';

// Looks keep their distance, which would only make the tests slow.
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));

const START = Date.parse('2026-09-07T00:00:00.000Z');
const EVENTS = [
	'channelNeedsAttention',
	'newNotification',
	'postCreated',
	'postFailed',
	'postPublished',
];
const EVENTS_OF_CALLS = ['postFailed', 'postPublished'];
const MAX_STATE_BYTES = 100_000;

let serviceTime = START;
let n8nTime = START;
const service = useService({ now: () => serviceTime });

beforeEach(() => {
	serviceTime = START;
	n8nTime = START;
	jest.spyOn(Date, 'now').mockImplementation(() => n8nTime);
});
afterEach(() => jest.restoreAllMocks());

/** A trigger in the course of some days. */
interface Watcher {
	events: string[];
	look: () => Promise<IDataObject[]>;
	restart: () => Promise<void>;
	state: () => IDataObject;
	/** What may be asked in a look, and how often. */
	asks: Record<string, [min: number, max: number]>;
}

interface Course {
	seed: number;
	days: number;
	/** How far n8n's clock is ahead of the service's at most. */
	skew: number;
	/** See `TriggerOptions`. */
	stored?: 'always' | 'withEvents';
}

/** Makes a look fail at one of its requests, once in a while after some of them went well. */
function breakLook({ asks }: Watcher, random: () => number): void {
	const paths = Object.keys(asks).map((call) => new RegExp(`/v1${call.split(' ')[1]}$`));
	const path = paths[Math.floor(random() * paths.length)];
	const status = [401, 429, 404, 403][Math.floor(random() * 4)];
	service.faults.push({ match: { path }, kind: 'status', status, body: { message: 'Not now' } });
}

async function play({ seed, days, skew, stored }: Course, begin: () => Promise<Watcher>) {
	const random = seededRandom(seed);
	const world = new World(service.state, random, START, REPEAT_DELAY_MS, REPORT_AGAIN_MS);
	// Clocks drift: the difference is never the same for long.
	const setClocks = (time: number) => {
		world.advanceTo(time);
		serviceTime = time;
		n8nTime = time + Math.round(skew * Math.cos((time - START) / DAY));
	};
	setClocks(START);
	const watcher = await begin();
	// What n8n did not store, it does not know after a restart: not even that a channel is well again.
	const happenings = stored === 'withEvents' ? happeningsWithout('enableChannel') : HAPPENINGS;

	const count = { reported: new Map<string, number>(), failed: 0, restarts: 0, looks: 0, max: 0 };
	let time = START;
	while (time < START + days * DAY) {
		time += random() < 0.01 ? (2 + random() * 8) * HOUR : (1 + random() * 30) * MINUTE;
		while (random() < 0.45) {
			setClocks(world.now + random() * (time - world.now));
			pickHappening(random, happenings)(world);
		}
		setClocks(time);

		if (random() < 0.06) {
			await watcher.restart();
			count.restarts++;
		}
		if (random() < 0.1) {
			breakLook(watcher, random);
			await expect(watcher.look()).rejects.toThrow();
			count.failed++;
			continue;
		}
		service.requests.length = 0;
		const items = await watcher.look();
		count.looks++;
		expect(items.map(describeEvent).sort()).toEqual(
			world.expectations(n8nTime).filter((event) => watcher.events.includes(event.split(' ')[0])),
		);
		const asked = callsOf(service).filter((call) => !call.includes('undefined'));
		for (const [call, [min, max]] of Object.entries(watcher.asks)) {
			const times = asked.filter((other) => other === call).length;
			expect(times).toBeGreaterThanOrEqual(min);
			expect(times).toBeLessThanOrEqual(max);
		}
		const isPreview = (call: string) => call.startsWith('GET /public/posts/');
		expect(new Set(asked.filter((call) => !isPreview(call)))).toEqual(
			new Set(Object.keys(watcher.asks)),
		);
		expect(asked.filter(isPreview).length).toBeLessThanOrEqual(
			items.filter(({ event }) => event === 'postFailed').length,
		);
		for (const { event } of items) {
			count.reported.set(String(event), (count.reported.get(String(event)) ?? 0) + 1);
		}
		count.max = Math.max(count.max, JSON.stringify(watcher.state()).length);
	}
	// Enough happened.
	for (const event of watcher.events) expect(count.reported.get(event)).toBeGreaterThan(3);
	expect(count.failed).toBeGreaterThan(3 * days);
	expect(count.restarts).toBeGreaterThan(1.5 * days);
	expect(count.looks).toBeGreaterThan(40 * days);
	expect(count.max).toBeLessThan(MAX_STATE_BYTES);
	return count;
}

test.each<Course>([
	{ seed: 2, days: 3, skew: -3 * MINUTE, stored: 'always' },
	{ seed: 3, days: 3, skew: 3 * MINUTE, stored: 'withEvents' },
])(
	'days of events are reported by polls without loss or repetition: %j',
	async (course) => {
		const { reported } = await play(course, async () => {
			const node = new PostizTrigger();
			const parameters = { events: EVENTS };
			const trigger = new ActiveTrigger({ node, service, parameters, stored: course.stored });
			expect(await trigger.poll()).toBeUndefined();
			return {
				events: EVENTS,
				look: async () => (await trigger.poll()) ?? [],
				restart: async () => trigger.restart(),
				state: () => trigger.state,
				asks: {
					'GET /posts': [1, 1],
					'GET /notifications': [1, 8],
					'GET /integrations': [1, 1],
				},
			};
		});
		expect(reported.get('newNotification')).toBeGreaterThan(18 * course.days);
	},
	300_000,
);

test('days of events are reported at calls without loss or repetition', async () => {
	await play({ seed: 5, days: 3, skew: -3 * MINUTE }, async () => {
		const node = new PostizWebhookTrigger();
		const parameters = { events: EVENTS_OF_CALLS };
		let trigger = new ActiveTrigger({ node, service, parameters });
		await trigger.activate();
		return {
			events: EVENTS_OF_CALLS,
			look: async () => (await trigger.receive()).items ?? [],
			restart: async () => {
				trigger = trigger.inAnotherProcess(loadWebhookTriggerAgain());
				await trigger.activate('init');
			},
			state: () => trigger.stored,
			asks: { 'GET /posts': [1, 2] },
		};
	});
}, 300_000);
