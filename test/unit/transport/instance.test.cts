import { endpoints } from '../../../nodes/Postiz/transport/endpoints';
import { Instance, instanceAt } from '../../../nodes/Postiz/transport/instance';

test('nothing is known of an instance but that it is not older than the oldest', () => {
	const instance = new Instance();
	expect([instance.isAtLeast('2.8.0'), instance.isAtLeast('2.8.1')]).toEqual([true, false]);
});

test('what it showed says how old it is at most, and nothing takes that back', () => {
	const instance = new Instance();
	instance.hasAnswered(endpoints.setStatus);
	instance.hasAnswered(endpoints.listNotifications);
	instance.hasAnswered(endpoints.listChannels);
	expect([instance.isAtLeast('2.21.7'), instance.isAtLeast('2.21.8')]).toEqual([true, false]);
	instance.hasShown('2.13.0');
	expect(instance.isAtLeast('2.21.7')).toBe(true);
});

test('who has something that is in no release yet has all of the newest, and may lack the rest', () => {
	const instance = new Instance();
	instance.hasShown('unreleased');
	expect([instance.isAtLeast('2.23.0'), instance.isAtLeast('unreleased')]).toEqual([true, false]);
});

test('its clock is as far ahead as the last answer with a time says', () => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-23T10:00:00Z'));
	const instance = new Instance();
	for (const date of ['Mon, 23 Nov 2026 10:00:05 GMT', undefined, 'soon']) {
		instance.hasTime(date);
		expect(instance.clockAhead).toBe(5000);
	}
	jest.restoreAllMocks();
});

describe('what is known of an instance', () => {
	beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-11-23T10:00:00Z') }));
	afterEach(() => jest.useRealTimers());

	const URL = 'https://postiz.example/api';

	test('is kept for an hour', async () => {
		(await instanceAt(URL, 'hour')).hasShown('2.22.1');
		jest.advanceTimersByTime(59 * 60_000);
		expect((await instanceAt(URL, 'hour')).isAtLeast('2.22.1')).toBe(true);
		jest.advanceTimersByTime(60_000);
		expect((await instanceAt(URL, 'hour')).isAtLeast('2.22.1')).toBe(false);
	});

	test('is kept for each address and credential by itself, and not without one', async () => {
		(await instanceAt(URL, 'own')).hasShown('2.22.1');
		for (const other of [
			await instanceAt(URL, 'other'),
			await instanceAt('https://other.example/api', 'own'),
			await instanceAt(URL, null),
			await instanceAt(URL),
		]) {
			expect(other.isAtLeast('2.22.1')).toBe(false);
		}
		(await instanceAt(URL, null)).hasShown('2.22.1');
		expect((await instanceAt(URL, null)).isAtLeast('2.22.1')).toBe(false);
	});
});
