import { startService, type Service, type ServiceOptions } from '../service/server.cjs';
import { cleanUp } from './cleanUp.cjs';
import { DEFAULT_DATE, Instance, type InstanceOptions } from './instance.cjs';
import { planSuite, runPlan } from './suite.cjs';
import type { AREAS, Outcome } from './types.cjs';
import { addWarpcast } from '../service/client.cjs';

export type AreaName = (typeof AREAS)[number];

/** What the tests of a file run the suite on; everything is closed after each test. */
export function useStage() {
	const toClose: Array<{ close(): Promise<void> }> = [];
	afterEach(async () => {
		for (const entry of toClose.splice(0).reverse()) await entry.close();
	});
	return {
		/** Starts a sandbox. */
		async start(options: ServiceOptions = {}) {
			const service = await startService({ hourlyLimit: 10_000, ...options });
			addWarpcast(service);
			toClose.push(service);
			return service;
		},
		/** Opens a sandbox as the suite does. */
		async open(service: Service, more: Partial<InstanceOptions> = {}) {
			const { apiUrl: url, apiKey, oauthApp, state } = service;
			const [{ name: tag }] = state.tags;
			const own = { url, apiKey, oauthApp, tag, date: DEFAULT_DATE };
			const instance = await Instance.open({ ...own, ...more });
			toClose.push(instance);
			return instance;
		},
	};
}

/** Runs areas to the end, with the clean-up. */
export async function runAreas(
	instance: Instance,
	areas?: readonly AreaName[],
): Promise<Outcome[]> {
	const outcomes = await runPlan(instance, await planSuite(instance, areas));
	return [...outcomes, await cleanUp(instance)];
}

/** Everything that failed, in sentences. */
export const failuresIn = (outcomes: Outcome[]): string[] =>
	outcomes.flatMap(({ area, failed }) =>
		failed.map(({ name, problem }) => `${area}, ${name}: ${problem}`),
	);
