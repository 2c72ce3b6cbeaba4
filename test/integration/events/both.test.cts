import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { REPORT_AGAIN_MS } from '../../../nodes/Postiz/events/channelEvents';
import { REPEAT_DELAY_MS } from '../../../nodes/Postiz/events/postEvents';
import { PostizTrigger } from '../../../nodes/PostizTrigger/PostizTrigger.node';
import { PostizWebhookTrigger } from '../../../nodes/PostizWebhookTrigger/PostizWebhookTrigger.node';
import {
	describeEvent,
	happeningsWithout,
	HOUR,
	MINUTE,
	pickHappening,
	seededRandom,
	World,
} from '../../shared/happenings.cjs';
import { ActiveTrigger } from '../support/triggerHarness.cjs';
import { useService } from '../support/useService.cjs';

// Looks keep their distance, which would only make the tests slow.
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));

const START = Date.parse('2026-09-07T00:00:00.000Z');
const parameters = { events: ['postFailed', 'postPublished'] };

let time = START;
const service = useService({ now: () => time });

beforeEach(() => {
	jest.spyOn(Date, 'now').mockImplementation(() => time);
});
afterEach(() => jest.restoreAllMocks());

/** A new world with a trigger of each kind that was just activated in it. */
async function begin() {
	service.reset();
	time = START;
	const world = new World(service.state, seededRandom(1), START, REPEAT_DELAY_MS, REPORT_AGAIN_MS);
	const polling = new ActiveTrigger({ node: new PostizTrigger(), service, parameters });
	const called = new ActiveTrigger({ node: new PostizWebhookTrigger(), service, parameters });
	await polling.poll();
	await called.activate();
	return {
		world,
		polled: async () => (await polling.poll()) ?? [],
		called: async () => (await called.receive()).items ?? [],
		wait: (duration: number) => {
			time += duration;
			world.advanceTo(time);
		},
	};
}

const inWords = (items: IDataObject[]) => items.map(describeEvent).sort();
/** What happens, how much later somebody looks, and who; a number stands for what happens. */
const story = (looks: Array<'both' | 'polling' | 'called'>) =>
	fc.array(
		fc.record({
			happens: fc.array(fc.nat(), { maxLength: 6 }),
			minutes: fc.integer({ min: 0, max: 600 }),
			look: fc.constantFrom(...looks),
		}),
		{ minLength: 5, maxLength: 15 },
	);

test('the two triggers report the same if they look at the same time', async () => {
	let reported = 0;
	await fc.assert(
		fc.asyncProperty(story(['both']), async (chapters) => {
			const { world, polled, called, wait } = await begin();
			for (const { happens, minutes } of chapters) {
				for (const seed of happens) pickHappening(seededRandom(seed))(world);
				wait(minutes * MINUTE);
				const items = await polled();
				expect(await called()).toEqual(items);
				reported += items.length;
			}
		}),
		{ numRuns: 25, seed: 1 },
	);
	expect(reported).toBeGreaterThan(20);
}, 120_000);

// What is taken back before anyone looked is seen by one trigger only.
const LASTING = happeningsWithout('queueAgain', 'deletePost', 'removeChannel');

test('the two triggers report the same in the end, whenever each of them looks', async () => {
	let reported = 0;
	await fc.assert(
		fc.asyncProperty(story(['both', 'polling', 'called']), async (chapters) => {
			const { world, polled, called, wait } = await begin();
			const byPolls: IDataObject[] = [];
			const byCalls: IDataObject[] = [];
			for (const { happens, minutes, look } of chapters) {
				for (const seed of happens) pickHappening(seededRandom(seed), LASTING)(world);
				wait(minutes * MINUTE);
				if (look !== 'called') byPolls.push(...(await polled()));
				if (look !== 'polling') byCalls.push(...(await called()));
			}
			wait(HOUR);
			byPolls.push(...(await polled()));
			byCalls.push(...(await called()));
			expect(inWords(byCalls)).toEqual(inWords(byPolls));
			reported += byCalls.length;
		}),
		{ numRuns: 25, seed: 2 },
	);
	expect(reported).toBeGreaterThan(20);
}, 120_000);
