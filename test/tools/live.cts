/**
 * Compares an instance of Postiz with what this package knows about it: `pnpm test:live`. Uses the
 * sandbox unless POSTIZ_URL and POSTIZ_API_KEY name another one. CONTRIBUTING.md says more.
 */
import { parseArgs } from 'node:util';

import { parseBaseUrl } from '../../nodes/Postiz/transport/baseUrl';
import { endOnSignal, INTERRUPTED, isEnding } from '../harness/processes.cjs';
import { formatDuration, print, runStep } from '../harness/steps.cjs';
import { AREAS, type Area, type Case } from '../live/cases.cjs';
import { Instance, type InstanceOptions } from '../live/instance.cjs';
import { listCases, cleanUp, describeSkipped, runCases } from '../live/suite.cjs';
import { openReferenceSandbox } from '../live/referenceSandbox.cjs';
import { addWarpcast } from '../service/client.cjs';
import { ALL_VERSIONS, readVersion, createRelease } from '../service/releases/release.cjs';
import { startService } from '../service/server.cjs';

/** What instances accept by default (docs/api.md, Limits). */
const USUAL_PER_HOUR = 90;
const SANDBOX_PER_HOUR = 1_000_000;

const HELP = `Holds an instance of Postiz against what this package knows of it.

  --dry-run          say what would be tried, and try nothing
  --only <areas>     only these, with commas: ${AREAS.join(', ')}
  --help             this text

POSTIZ_URL, POSTIZ_API_KEY    your own instance; the sandbox without them
POSTIZ_VERSION                its release: ${ALL_VERSIONS.join(', ')}; the newest without it
POSTIZ_TAG                    a tag of the workspace, for the cases with tags`;

interface Options {
	isDryRun: boolean;
	areas: readonly Area[];
}

/** Reads the command line; undefined if it only asks for help. Throws for unknown options. */
function readOptions(): Options | undefined {
	const { values } = parseArgs({
		options: {
			'dry-run': { type: 'boolean', default: false },
			only: { type: 'string' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	const selectedAreas = values.only?.split(',').map((area) => area.trim());
	const unknown = selectedAreas?.find((area) => !(AREAS as readonly string[]).includes(area));
	if (unknown !== undefined)
		throw new Error(`--only knows no area “${unknown}”. It knows ${AREAS.join(', ')}.`);
	return {
		isDryRun: values['dry-run'],
		areas: selectedAreas ? AREAS.filter((area) => selectedAreas.includes(area)) : AREAS,
	};
}

const secrets = new Map<string, string>();

/** Prints a line without the key, the secret and the address of the instance. */
function say(line = ''): void {
	let text = line;
	for (const [secret, name] of secrets) text = text.replaceAll(secret, name);
	print(text);
}

const isSandbox = !process.env.POSTIZ_URL && !process.env.POSTIZ_API_KEY;

async function findTarget(): Promise<InstanceOptions> {
	if (isSandbox) return await startSandbox();
	const { env } = process;
	const { POSTIZ_URL: url, POSTIZ_API_KEY: apiKey } = env;
	if (!url || !apiKey)
		throw new Error('To use your own instance, set both POSTIZ_URL and POSTIZ_API_KEY.');
	secrets.set(apiKey, '<key>');
	const address = readAddress(url);
	secrets.set(new URL(address).host, '<instance>');
	return {
		url: address,
		apiKey,
		...(env.POSTIZ_TAG && { tag: env.POSTIZ_TAG }),
	};
}

function readAddress(url: string): string {
	try {
		return parseBaseUrl(url);
	} catch {
		throw new Error('POSTIZ_URL is not a web address, such as https://your-domain/api.');
	}
}

async function startSandbox(): Promise<InstanceOptions> {
	const service = await startService({
		hourlyLimit: SANDBOX_PER_HOUR,
		version: readVersion(process.env.POSTIZ_VERSION),
	});
	addWarpcast(service);
	const { apiUrl: url, apiKey, state } = service;
	return { url, apiKey, tag: state.tags[0].name };
}

function sayWhatIsNeeded(cases: Case[], { channels, date }: Instance): void {
	const networks = new Set(channels.map(({ identifier }) => identifier)).size;
	const release = createRelease(readVersion(process.env.POSTIZ_VERSION)).number;
	say(
		`The live suite against ${isSandbox ? 'the sandbox' : 'your instance'}, held against Postiz ${release} (POSTIZ_VERSION): ${channels.length} channels on ${networks} networks.`,
	);
	if (!isSandbox)
		say(
			`Nearly every case creates a post, and instances usually take ${USUAL_PER_HOUR} an hour: raise that limit, or use --only. Nothing is published: all posts are drafts, or dated ${date.slice(0, 10)}.`,
		);
	for (const area of AREAS) {
		const count = cases.filter((liveCase) => liveCase.area === area).length;
		if (count > 0) say(`  ${area}: ${count} cases`);
	}
}

/** What Ctrl+C has to clean up. */
let current: Instance | undefined;

async function run(instance: Instance, reference: Instance, cases: Case[]): Promise<void> {
	current = instance;
	const begun = Date.now();
	const { deleted } = await instance.deleteOwnPosts();
	if (deleted > 0) say(`> Deleted ${deleted} posts that an earlier run had left`);
	const tried = await runCases({ instance, reference }, cases, { say, isEnding });
	if (isEnding()) return;
	const cleaned = await runStep(
		'Delete everything that was made',
		async () => await cleanUp(instance),
	);
	const failed = [...tried.failed, ...cleaned.failed];
	say();
	describeSkipped(tried.skipped).forEach((line) => say(line));
	failed.forEach((problem) => say(`  FAILED ${problem}`));
	say(
		`${tried.passed + cleaned.passed} cases passed, ${failed.length} failed (${formatDuration(Date.now() - begun)}).`,
	);
	if (failed.length > 0) process.exitCode = 1;
}

async function main(): Promise<void> {
	const options = readOptions();
	if (!options) return say(HELP);
	const target = await findTarget();
	const { areas, isDryRun } = options;
	const instance = await Instance.open(target);
	const { sandbox } = await openReferenceSandbox(instance, readVersion(process.env.POSTIZ_VERSION));
	const cases = listCases(instance, areas);
	sayWhatIsNeeded(cases, instance);
	if (!isDryRun) await run(instance, sandbox, cases);
}

endOnSignal(async () => {
	if (current) {
		say('\nEnding the suite: deleting everything that was made.');
		await current.proxy.end();
		const { failed } = await cleanUp(current);
		failed.forEach((problem) => say(`  FAILED ${problem}`));
		if (failed.length === 0) say('  Nothing is left.');
	}
	return INTERRUPTED;
});

main()
	.catch((error: Error) => {
		if (isEnding()) return;
		say(error.message);
		process.exitCode = 1;
	})
	.finally(() => {
		// The sandbox and the proxy would keep the process alive.
		if (!isEnding()) process.exit();
	});
