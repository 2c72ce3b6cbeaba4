/**
 * Holds an instance of Postiz against what this package knows of it: `pnpm test:live`. Uses the
 * sandbox unless POSTIZ_URL and POSTIZ_API_KEY name another one. CONTRIBUTING.md says more.
 */
import { parseArgs } from 'node:util';

import { normalizeBaseUrl } from '../../nodes/Postiz/transport/credential';
import { endWhenAsked, INTERRUPTED, isEnding } from '../harness/processes.cjs';
import { duration, say as print, step } from '../harness/steps.cjs';
import { cleanUp, deleteOwnPosts } from '../live/cleanUp.cjs';
import { DEFAULT_DATE, Instance, type InstanceOptions } from '../live/instance.cjs';
import { Pace } from '../live/pace.cjs';
import { countsOf, describeOutcomes, describePlan } from '../live/report.cjs';
import { planSuite, requestsOf, runPlan, type Plan } from '../live/suite.cjs';
import { AREAS, type Outcome } from '../live/types.cjs';
import { ALL_VERSIONS, readVersion } from '../service/releases/release.cjs';
import { startService } from '../service/server.cjs';
import { addWarpcast } from '../service/client.cjs';

/** What instances take if nobody has changed it (docs/api.md, Limits). */
const USUAL_PER_HOUR = 90;
const SANDBOX_PER_HOUR = 1_000_000;

const HELP = `Holds an instance of Postiz against what this package knows of it.

  --dry-run          say what would be tried and how many requests that takes, and try nothing
  --only <areas>     only these, with commas: ${AREAS.join(', ')}
  --date <date>      the date of the posts; ${DEFAULT_DATE.slice(0, 10)} if nothing is said
  --no-wait          leave out what the hourly limit of the instance does not let through
  --help             this text

POSTIZ_URL, POSTIZ_API_KEY                            your own instance; the sandbox without them
POSTIZ_VERSION                                        its release: ${ALL_VERSIONS.join(', ')}; found out without it
POSTIZ_TAG                                            a tag of the workspace, for the cases with tags
POSTIZ_OAUTH_CLIENT_ID, POSTIZ_OAUTH_CLIENT_SECRET    an OAuth app, for the cases with one`;

interface Options {
	isDryRun: boolean;
	areas: ReadonlyArray<(typeof AREAS)[number]>;
	date: string;
	waits: boolean;
}

/** Reads the command line; undefined if it only asks for help. Throws for what it does not know. */
function readOptions(): Options | undefined {
	const { values } = parseArgs({
		options: {
			'dry-run': { type: 'boolean', default: false },
			only: { type: 'string' },
			date: { type: 'string', default: DEFAULT_DATE },
			'no-wait': { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	const wanted = values.only?.split(',').map((area) => area.trim());
	const unknown = wanted?.find((area) => !(AREAS as readonly string[]).includes(area));
	if (unknown !== undefined)
		throw new Error(`--only knows no area “${unknown}”. It knows ${AREAS.join(', ')}.`);
	const time = Date.parse(values.date);
	if (Number.isNaN(time)) throw new Error('--date needs a date such as 2031-06-15.');
	return {
		isDryRun: values['dry-run'],
		areas: wanted ? AREAS.filter((area) => wanted.includes(area)) : AREAS,
		date: new Date(time).toISOString(),
		waits: !values['no-wait'],
	};
}

const secrets = new Map<string, string>();

/** Prints a line without the key, the secret and the address of the instance. */
function say(line = ''): void {
	let text = line;
	for (const [secret, name] of secrets) text = text.replaceAll(secret, name);
	print(text);
}

/** The release that a person names. Throws if there is none of that name. */
const askedVersion = () =>
	process.env.POSTIZ_VERSION ? readVersion(process.env.POSTIZ_VERSION) : undefined;

const isSandbox = !process.env.POSTIZ_URL && !process.env.POSTIZ_API_KEY;

type Target = Omit<InstanceOptions, 'date' | 'pace'>;

async function findTarget(): Promise<Target> {
	if (isSandbox) return await startSandbox();
	const { env } = process;
	const { POSTIZ_URL: url, POSTIZ_API_KEY: apiKey } = env;
	const { POSTIZ_OAUTH_CLIENT_ID: clientId, POSTIZ_OAUTH_CLIENT_SECRET: clientSecret } = env;
	if (!url || !apiKey)
		throw new Error('To use your own instance, set both POSTIZ_URL and POSTIZ_API_KEY.');
	secrets.set(apiKey, '<key>');
	if (clientSecret) secrets.set(clientSecret, '<secret>');
	const address = readAddress(url);
	secrets.set(new URL(address).host, '<instance>');
	return {
		url: address,
		apiKey,
		...(clientId && clientSecret && { oauthApp: { clientId, clientSecret } }),
		...(env.POSTIZ_TAG && { tag: env.POSTIZ_TAG }),
	};
}

function readAddress(url: string): string {
	try {
		return normalizeBaseUrl(url);
	} catch {
		throw new Error('POSTIZ_URL is not a web address, such as https://your-domain/api.');
	}
}

async function startSandbox(): Promise<Target> {
	const service = await startService({ hourlyLimit: SANDBOX_PER_HOUR, version: askedVersion() });
	addWarpcast(service);
	const { apiUrl: url, apiKey, oauthApp, state } = service;
	return { url, apiKey, oauthApp, tag: state.tags[0].name };
}

function sayWhatIsNeeded(plan: Plan, { options, channels, release }: Instance): void {
	const requests = requestsOf(plan.flatMap(({ steps }) => steps));
	const networks = new Set(channels.map(({ identifier }) => identifier)).size;
	say(
		`The live suite against ${isSandbox ? 'the sandbox' : 'your instance'}: ${channels.length} channels on ${networks} networks.`,
	);
	say(
		`It is held against Postiz ${release.number}${options.version ? '' : ', as which it answers; POSTIZ_VERSION names another one'}.`,
	);
	if (isSandbox) return;
	say(
		`It creates posts with ${requests} requests. Instances usually take ${USUAL_PER_HOUR} an hour, with which it would take ${Math.ceil(requests / USUAL_PER_HOUR)} h; your own workflows have to share them.`,
	);
	say(`Nothing is published: all posts are drafts, or dated ${options.date.slice(0, 10)}.`);
}

/** What Ctrl+C has to clean up. */
let current: Instance | undefined;

async function run(instance: Instance, plan: Plan): Promise<Outcome[]> {
	current = instance;
	const { deleted } = await deleteOwnPosts(instance);
	if (deleted > 0) say(`> Deleted ${deleted} posts that an earlier run had left`);
	const outcomes: Outcome[] = [];
	try {
		outcomes.push(...(await runPlan(instance, plan, { say, isEnding })));
	} finally {
		if (!isEnding())
			outcomes.push(
				await step('Delete everything that was made', async () => await cleanUp(instance)),
			);
	}
	return outcomes;
}

async function main(): Promise<void> {
	const options = readOptions();
	if (!options) return say(HELP);
	const begun = Date.now();
	const target = await findTarget();
	const { date, waits, areas, isDryRun } = options;
	const instance = await Instance.open({
		...target,
		date,
		pace: new Pace({ waits, say }),
		version: askedVersion(),
	});
	const plan = await planSuite(instance, areas);
	sayWhatIsNeeded(plan, instance);
	if (isDryRun) return ['', ...describePlan(plan)].forEach((line) => say(line));

	const outcomes = await run(instance, plan);
	if (isEnding()) return;
	say();
	describeOutcomes(outcomes).forEach((line) => say(line));
	const counts = countsOf(outcomes);
	say(
		`\n${counts.passed} cases passed, ${counts.failed} failed (${duration(Date.now() - begun)}, ${instance.gate.limit.sent} requests that create posts).`,
	);
	if (counts.failed > 0) process.exitCode = 1;
}

endWhenAsked(async () => {
	if (current) {
		say('\nEnding the suite: deleting everything that was made.');
		await current.gate.end();
		const { failed } = await cleanUp(current);
		failed.forEach(({ name, problem }) => say(`  FAILED ${name}: ${problem}`));
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
		// The sandbox and the gate would keep the process alive.
		if (!isEnding()) process.exit();
	});
