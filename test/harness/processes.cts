import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RunOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** A file for everything the command prints; errors point to it. */
	log?: string;
	/** Prints the output of the command instead of collecting it. */
	showsOutput?: boolean;
}

/** The exit code of a command that Ctrl-C ended. */
export const INTERRUPTED = 130;

const running = new Set<ChildProcess>();
let ending: Promise<void> | undefined;
let killsAtEnd = false;
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const GRACE_MS = 8000;
const LOG_TAIL = 25;
const START_LIMIT_MS = 180_000;
const POLL_MS = 500;

/** The path of the first of these programs that is installed, or of the first existing other path. */
export function findInstalled(names: string[], otherPlaces: string[] = []): string | undefined {
	const folders = (process.env.PATH ?? '').split(delimiter);
	const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
	return [...onPath, ...otherPlaces].find((path) => existsSync(path));
}

/** Runs a command and returns its output. Throws with the end of the output. */
export async function run(
	command: string,
	parameters: string[],
	options: RunOptions = {},
): Promise<string> {
	const child = start(command, parameters, options);
	let output = '';
	child.stdout?.on('data', (chunk) => (output += String(chunk)));
	child.stderr?.on('data', (chunk) => (output += String(chunk)));
	const code = await new Promise<number | null>((resolve, reject) => {
		child.on('error', reject);
		child.on('close', resolve);
	});
	if (code === 0) return output;
	throw new Error(
		`${[command, ...parameters].join(' ')} ended with ${code}:\n${getTail(output)}${options.log ? `\nAll of it: ${options.log}` : ''}`,
	);
}

/** Runs a command with its output on the screen; returns its exit code. */
export async function runVisibly(
	command: string,
	parameters: string[],
	options: Omit<RunOptions, 'log'> = {},
): Promise<number> {
	const child = start(command, parameters, { ...options, showsOutput: true });
	return await new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (code) => resolve(code ?? 1));
	});
}

/** Starts a command in its own process group, so that its child processes can be ended with it. */
export function start(
	command: string,
	parameters: string[],
	{ cwd, env, log, showsOutput }: RunOptions = {},
): ChildProcess {
	const child = spawn(command, parameters, {
		cwd,
		env: env ?? process.env,
		detached: process.platform !== 'win32',
		shell: process.platform === 'win32',
		stdio: [
			'ignore',
			...(showsOutput ? (['inherit', 'inherit'] as const) : (['pipe', 'pipe'] as const)),
		],
	});
	killAllAtEnd();
	running.add(child);
	child.once('close', () => running.delete(child));
	child.on('error', () => running.delete(child));
	if (log) {
		mkdirSync(dirname(log), { recursive: true });
		const file = createWriteStream(log);
		child.stdout?.pipe(file, { end: false });
		child.stderr?.pipe(file, { end: false });
		child.once('close', () => file.end());
	}
	return child;
}

/** Waits until a started command is ready; otherwise ends it, and throws with the end of its log. */
export async function waitUntilReady(
	child: ChildProcess,
	log: string,
	isReady: () => boolean | Promise<boolean>,
): Promise<void> {
	const end = Date.now() + START_LIMIT_MS;
	while (!(await isReady())) {
		const hasEnded =
			child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
		if (hasEnded || Date.now() > end) {
			await stop(child);
			throw new Error(`It did not start. The end of its log (${log}):\n${readLogTail(log)}`);
		}
		await sleep(POLL_MS);
	}
}

/** Ends a command and its child processes, by force if necessary. */
export async function stop(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
	sendSignal(child, 'SIGTERM');
	const insist = setTimeout(() => sendSignal(child, 'SIGKILL'), GRACE_MS);
	await closed;
	clearTimeout(insist);
}

/** Kills a command and its child processes, as in a crash of the machine. */
export async function kill(child: ChildProcess): Promise<void> {
	const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
	sendSignal(child, 'SIGKILL');
	await closed;
}

/** Ends everything that {@link start} started. */
export async function stopAll(): Promise<void> {
	await Promise.all([...running].map(stop));
}

/** True once this process is asked to end. */
export function isEnding(): boolean {
	return ending !== undefined;
}

/**
 * Ends all started processes, and then this one, on Ctrl-C, a closed terminal or a shutdown. What {@link start} starts
 * has process groups of its own, which Ctrl-C doesn't reach. `finish` ends the rest, and returns the exit code.
 */
export function endOnSignal(finish: () => Promise<number>): void {
	const end = (): void => {
		// Ctrl-C arrives twice under a script runner; the second must not cut the first short.
		ending ??= endWith(finish);
	};
	for (const name of END_SIGNALS) process.prependListener(name, end);
}

async function endWith(finish: () => Promise<number>): Promise<void> {
	const code = await finish().catch(() => 1);
	await stopAll();
	process.exit(code);
}

/** The last lines of a log file. */
export function readLogTail(file: string): string {
	try {
		return getTail(readFileSync(file, 'utf8'));
	} catch {
		return '';
	}
}

function getTail(text: string): string {
	return text.trimEnd().split('\n').slice(-LOG_TAIL).join('\n');
}

function sendSignal(child: ChildProcess, name: NodeJS.Signals): void {
	try {
		if (process.platform === 'win32' || !child.pid) child.kill(name);
		else process.kill(-child.pid, name);
	} catch {
		// It has already ended.
	}
}

/** Kills what is left when this process ends. Without {@link endOnSignal}, as in tests, also if a signal ends it. */
function killAllAtEnd(): void {
	if (killsAtEnd) return;
	killsAtEnd = true;
	const killAll = () => running.forEach((child) => sendSignal(child, 'SIGKILL'));
	process.once('exit', killAll);
	for (const name of END_SIGNALS) {
		process.once(name, () => {
			if (isEnding()) return;
			killAll();
			// Ends this process, as it would have without a listener.
			process.kill(process.pid, name);
		});
	}
}
