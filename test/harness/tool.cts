import { endOnSignal, INTERRUPTED, isEnding, stopAll } from './processes.cjs';
import { print } from './steps.cjs';

/**
 * Runs a tool, prints its error, ends everything that it started, and exits. On Ctrl+C, prints `farewell`.
 */
export function runTool(main: () => Promise<void>, farewell: string): void {
	endOnSignal(async () => {
		print(farewell);
		return await Promise.resolve(INTERRUPTED);
	});
	void runToEnd(main);
}

async function runToEnd(main: () => Promise<void>): Promise<void> {
	await main().catch((error: Error) => {
		if (isEnding()) return;
		print(error.message);
		process.exitCode = 1;
	});
	await stopAll();
	if (!isEnding()) process.exit();
}
