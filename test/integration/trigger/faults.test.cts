import { playTriggerScript } from '../../faults/triggers/play.cjs';
import { useService } from '../support/useService.cjs';

const clock = { time: Date.parse('2026-09-07T00:00:00.000Z') };
const service = useService({ now: () => clock.time, hourlyLimit: 100_000 });

test('reports each event once in random fault scripts', async () => {
	let eventCount = 0;
	for (let seed = 1; seed <= 15; seed++) {
		const { problems, events } = await playTriggerScript(service, clock, seed);
		expect([seed, problems]).toEqual([seed, []]);
		eventCount += events;
	}
	expect(eventCount).toBeGreaterThan(60);
}, 120_000);
