import { createApp } from './app.cjs';
import { createControls } from './controls.cjs';
import { publishDue } from './publishing.cjs';
import { createSandbox, type ServiceOptions } from './sandbox.cjs';

export type { FaultRule } from './faults.cjs';
export type { RecordedRequest } from './recording.cjs';
export type { ServiceOptions } from './sandbox.cjs';
export type { ServiceState } from './state.cjs';

/** Between two checks for due posts. */
const PUBLISH_EVERY_MS = 1000;

/**
 * Starts the sandbox: a real HTTP server that responds as a running instance was seen to.
 * Rejects if the port is taken.
 */
export async function startService(options: ServiceOptions = {}) {
	const sandbox = createSandbox(options);
	const app = await createApp(sandbox, options.bodyLimit);
	sandbox.site.origin = await app.listen({
		host: '127.0.0.1',
		port: options.port ?? 0,
	});
	// With its own clock, the caller also triggers the checks.
	const timer = options.now
		? undefined
		: setInterval(() => publishDue(sandbox.context), PUBLISH_EVERY_MS);
	timer?.unref();
	return createControls(app, sandbox, timer);
}

export type Service = Awaited<ReturnType<typeof startService>>;
