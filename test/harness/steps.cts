import { isEnding } from './processes.cjs';

const HEARTBEAT_MS = 5000;

/** Formats a time in ms: `4 s`, `1 min 20 s`. */
export function formatDuration(milliseconds: number): string {
	const seconds = Math.round(milliseconds / 1000);
	return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Prints a line. */
export function print(text = ''): void {
	process.stdout.write(`${text}\n`);
}

/**
 * Runs a step of a long task: prints its title, a sign of life every five seconds, and how long it took.
 */
export async function runStep<T>(title: string, work: () => Promise<T>): Promise<T> {
	const start = Date.now();
	print(`> ${title}`);
	const heartbeat = setInterval(
		() => isEnding() || print(`  … still running (${formatDuration(Date.now() - start)})`),
		HEARTBEAT_MS,
	);
	try {
		const result = await work();
		print(`  done in ${formatDuration(Date.now() - start)}`);
		return result;
	} catch (error) {
		if (!isEnding()) print(`  failed after ${formatDuration(Date.now() - start)}`);
		throw error;
	} finally {
		clearInterval(heartbeat);
	}
}
