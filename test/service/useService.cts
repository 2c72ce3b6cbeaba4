import { startService, type Service, type ServiceOptions } from './server.cjs';

/**
 * A service for the tests of a file or of a `describe` block. It starts before the first of them, so
 * only hooks and tests can use it, and each test finds it as new. `prepare` puts into it what every
 * test needs.
 */
export function useService(
	options: ServiceOptions = {},
	prepare: (service: Service) => void = () => {},
): Service {
	const service = {} as Service;
	beforeAll(async () => {
		const started = await startService(options);
		Object.defineProperties(service, Object.getOwnPropertyDescriptors(started));
		prepare(service);
	});
	afterEach(() => {
		service.reset();
		prepare(service);
	});
	afterAll(async () => await service.close());
	return service;
}

/** A service like that of {@link useService}, with a clock that each test finds at this time, in ms. */
export function useServiceWithClock(time: number): { service: Service; clock: { time: number } } {
	const clock = { time };
	const service = useService({ now: () => clock.time, hourlyLimit: 1000 });
	afterEach(() => {
		clock.time = time;
	});
	return { service, clock };
}

/** Starts services with options for single tests, and closes them after the test. */
export function useOwnServices(): (options?: ServiceOptions) => Promise<Service> {
	const services: Service[] = [];
	afterEach(async () => {
		await Promise.all(services.splice(0).map(async (service) => await service.close()));
	});
	return async (options) => {
		const service = await startService(options);
		services.push(service);
		return service;
	};
}
