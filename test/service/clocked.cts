import { startService, type Service } from './server.cjs';

/**
 * Starts a service for the tests of a file, with a clock (ms) that they set; after each of them both
 * are as they were.
 */
export function startClocked(now: number, use: (service: Service) => void): { time: number } {
	const clock = { time: now };
	let service: Service;
	beforeAll(async () => {
		service = await startService({ now: () => clock.time, hourlyLimit: 1000 });
		use(service);
	});
	afterEach(() => {
		clock.time = now;
		service.reset();
	});
	afterAll(async () => await service.close());
	return clock;
}
