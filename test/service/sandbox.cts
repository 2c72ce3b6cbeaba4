import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Service, ServiceOptions } from './server.cjs';

// The script runner hands this file to Node 20's module loader, whose own `require` fails on JSON files.
const require_ = createRequire(__filename);
const { startService } = require_('./server.cjs') as typeof import('./server.cjs');
const { readVersion, stateFileOf, VERSIONS } = require_(
	'./releases/release.cjs',
) as typeof import('./releases/release.cjs');

const PROJECT_ROOT = resolve(__dirname, '../..');
const DEFAULT_PORT = 4007;
const PORTS_TO_TRY = 20;

/** Starts on the first free port from `port` on. Rejects if none of them is free. */
async function startOnFreePort(port: number, options: ServiceOptions): Promise<Service> {
	for (let candidate = port; ; candidate += 1) {
		try {
			return await startService({ ...options, port: candidate });
		} catch (error) {
			const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
			if (!isTaken || candidate === port + PORTS_TO_TRY) throw error;
			console.log(`Port ${candidate} is in use, trying ${candidate + 1}.`);
		}
	}
}

async function main(): Promise<void> {
	const version = readVersion(process.env.POSTIZ_VERSION);
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: String(DEFAULT_PORT) },
			state: { type: 'string', default: resolve(PROJECT_ROOT, '.sandbox', stateFileOf(version)) },
			redirect: { type: 'string', default: process.env.SANDBOX_OAUTH_REDIRECT_URL },
		},
	});
	const port = Number(values.port);
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		throw new Error(`--port needs a number from 0 to 65535, not "${values.port}"`);
	const service = await startOnFreePort(port, { stateFile: resolve(values.state), version });
	if (values.redirect) service.state.oauthApp.redirectUrl = values.redirect;

	console.log(`The sandbox is running. Nothing that you post here reaches a network.

  Behaves as Postiz    ${VERSIONS[version]}
  What was posted      ${service.origin}/
  Base URL             ${service.apiUrl}
  API key              ${service.apiKey}
  OAuth client ID      ${service.oauthApp.clientId}
  OAuth client secret  ${service.oauthApp.clientSecret}
  OAuth frontend URL   ${service.frontendUrl}
  OAuth redirect URL   ${service.state.oauthApp.redirectUrl ?? 'the one that the app sends along'}
  Kept in              ${resolve(values.state)}

Press Ctrl+C to stop.`);

	// Ctrl-C arrives twice under a script runner; the second must not cut the first short.
	let ended: Promise<void> | undefined;
	const end = () => void (ended ??= service.close().then(() => process.exit(0)));
	process.on('SIGINT', end);
	process.on('SIGTERM', end);
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
