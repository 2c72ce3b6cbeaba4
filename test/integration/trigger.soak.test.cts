import { PostizTrigger } from '../../nodes/PostizTrigger/PostizTrigger.node';
import { REPEAT_DELAY_MS } from '../../nodes/Postiz/events/postEvents';
import {
	DAY,
	describeEvent,
	HAPPENINGS,
	HOUR,
	MINUTE,
	pickHappening,
	seededRandom,
	World,
} from '../unit/triggerWorld.cjs';
import { ActiveTrigger } from './triggerHarness.cjs';
import { useService } from './useService.cjs';

const START = Date.parse('2026-09-07T00:00:00.000Z');
const WEEK = 7 * DAY;
const EVENTS = [
	'channelNeedsAttention',
	'newNotification',
	'postCreated',
	'postFailed',
	'postPublished',
];
const MOST_STATE_BYTES = 100_000;

let serviceTime = START;
let n8nTime = START;
const service = useService({ now: () => serviceTime });

beforeEach(() => {
	jest.spyOn(Date, 'now').mockImplementation(() => n8nTime);
});
afterEach(() => jest.restoreAllMocks());

/** Makes a poll fail at one of its requests, once in a while after some of them went well. */
function breakPoll(random: () => number): void {
	const path = [/posts/, /notifications/, /integrations/][Math.floor(random() * 3)];
	const status = [401, 429, 404, 403][Math.floor(random() * 4)];
	service.faults.push({ match: { path }, kind: 'status', status, body: { message: 'Not now' } });
}

interface Week {
	seed: number;
	/** How far n8n's clock is ahead of the service's at most. */
	skew: number;
	/** See `TriggerOptions`. */
	stored: 'always' | 'withEvents';
}

async function playWeek({ seed, skew, stored }: Week) {
	const random = seededRandom(seed);
	serviceTime = START;
	const world = new World(service.state, random, START, REPEAT_DELAY_MS);
	// Clocks drift: the difference is never the same for long.
	const setClocks = (time: number) => {
		world.advanceTo(time);
		serviceTime = time;
		n8nTime = time + Math.round(skew * Math.cos((time - START) / DAY));
	};
	setClocks(START);
	const parameters = { events: EVENTS };
	const trigger = new ActiveTrigger({ node: new PostizTrigger(), service, parameters, stored });
	// What n8n did not store, it does not know after a restart: not even that a channel is well again.
	const happenings =
		stored === 'always'
			? HAPPENINGS
			: HAPPENINGS.filter(({ happen }) => !String(happen).includes('enableChannel'));

	const count = { told: new Map<string, number>(), failed: 0, restarts: 0, polls: 0, largest: 0 };
	expect(await trigger.poll()).toBeUndefined();
	let time = START;
	while (time < START + WEEK) {
		time += random() < 0.01 ? (2 + random() * 8) * HOUR : (1 + random() * 20) * MINUTE;
		while (random() < 0.35) {
			setClocks(world.now + random() * (time - world.now));
			pickHappening(random, happenings)(world);
		}
		setClocks(time);

		if (random() < 0.06) {
			trigger.restart();
			count.restarts++;
		}
		if (random() < 0.1) {
			breakPoll(random);
			await expect(trigger.poll()).rejects.toThrow();
			count.failed++;
			continue;
		}
		const before = service.requests.length;
		const items = (await trigger.poll()) ?? [];
		count.polls++;
		expect(items.map(describeEvent).sort()).toEqual(world.expectations(n8nTime));
		const asked = service.requests.slice(before).map(({ path }) => path);
		expect(asked.filter((path) => path.endsWith('/posts'))).toHaveLength(1);
		expect(asked.filter((path) => path.endsWith('/integrations'))).toHaveLength(1);
		for (const { event } of items) {
			count.told.set(String(event), (count.told.get(String(event)) ?? 0) + 1);
		}
		count.largest = Math.max(count.largest, JSON.stringify(trigger.state).length);
	}
	return count;
}

test.each<Week>([
	{ seed: 1, skew: 3 * MINUTE, stored: 'always' },
	{ seed: 2, skew: -3 * MINUTE, stored: 'always' },
	{ seed: 3, skew: 3 * MINUTE, stored: 'withEvents' },
])(
	'a week of events is told without loss or repetition: %j',
	async (week) => {
		const { told, failed, restarts, polls, largest } = await playWeek(week);
		// The week was worth its name.
		for (const event of EVENTS) expect(told.get(event)).toBeGreaterThan(3);
		expect(told.get('newNotification')).toBeGreaterThan(130);
		expect(failed).toBeGreaterThan(20);
		expect(restarts).toBeGreaterThan(10);
		expect(polls).toBeGreaterThan(300);
		expect(largest).toBeLessThan(MOST_STATE_BYTES);
	},
	120_000,
);
