import { parseSettings } from '../../../calendar/post';
import { fetchStatuses } from '../../../channels/status';
import { check, isError } from '../../../publishing/check/check';
import { refusalOf, remedyOf, type FindingOfPost } from '../../../publishing/check/findings';
import { hasDailyLimit, withMeasuredFiles } from '../../../publishing/check/rules';
import { unlistedIn } from '../../../publishing/fit';
import type { Run } from '../../../publishing/run';
import type { Finding, Item, Step, Wanted } from '../../../publishing/shapes';
import { explainRefusal } from '../../../publishing/words';
import type { ListedPost } from '../../../transport/types';
import { DAY_MS, serviceTime, showDate } from '../../../values/date';
import { groupBy } from '../../../values/lists';
import { Problem } from '../../../values/problem';
import { sentences } from '../../../values/words';
import type { Failures } from '../../shared/operation';

/** True if the post is to be sent. */
export const isToSend = ({ do: action }: Step): boolean =>
	action === 'create' || action === 'change';

/**
 * Judges what is to be done by every rule of every network, once. Items fail that break one, or leave the channel out; so
 * do those that may be in Postiz, but not as they should. Posts that are there already are left alone.
 */
export async function judge(
	steps: Step[],
	listed: ListedPost[],
	run: Run,
	failures: Failures,
): Promise<void> {
	for (const step of steps.filter(({ do: action }) => action === 'refuse')) {
		failures.add(step.wanted.item.index, explainRefusal(step, run));
	}
	countDays(steps, listed);
	const open = steps.filter(isToSend).map(({ wanted }) => wanted);
	await failures.atOnce(open, async (one) => await examine(one, run));
	for (const own of groupBy(steps.filter(isNew), dateOnChannel)) noteDates(own, run.timezone);
	for (const own of groupBy(steps, ({ wanted }) => wanted.item)) judgeItem(own, failures);
}

/** Adds what is to be said of a post, with what only the instance and its files tell. */
async function examine(one: Wanted, { uploads, client, factsOf, startedAt }: Run): Promise<void> {
	const isDraft = one.item.shared.type === 'draft';
	if (!one.item.skipsValidation) one.unlisted = await unlistedIn(one, factsOf);
	if (!isDraft) {
		const measured = await withMeasuredFiles(one, async (file) => await uploads.measure(file));
		one.parts = measured.parts;
	}
	const found = check(one, { isDraft, filesAt: client.facts.filesAt });
	const all = comesTwice(one.item, startedAt) ? [...found, TWICE] : found;
	// A person who skips validation still learns what speaks against the post.
	one.findings = one.item.skipsValidation ? all.map((each) => ({ ...each, level: 'note' })) : all;
}

/** The service counts a repetition from when the post is made, not from its date. */
const comesTwice = ({ shared: { type, date, inter = 0 } }: Item, now: number) =>
	type === 'schedule' && inter > 0 && Date.parse(date) - now >= inter * DAY_MS;

const TWICE: Finding = {
	level: 'error',
	mayPass: true,
	ofItem: true,
	field: 'inter',
	message: 'at this date, the post would go out twice, as Postiz counts “inter” from today',
	remedy: 'Choose a date that is fewer days away than “inter”, or leave “inter” out.',
};

const isNew = ({ do: action, wanted: { item } }: Step) =>
	action === 'create' && ['schedule', 'now'].includes(item.shared.type);

/** Collects what channels with a limit a day get within 24 hours: of this run, and of what is `listed` in the calendar. */
function countDays(steps: Step[], listed: ListedPost[]): void {
	const isCounted = (step: Step) =>
		isToSend(step) && step.wanted.item.shared.type !== 'draft' && hasDailyLimit(step.wanted.target);
	const changed = new Set(steps.map(({ post }) => post?.id));
	const sent = steps.filter(isCounted).map(({ wanted }) => wanted);
	for (const own of groupBy(sent, ({ target }) => target.id)) {
		const others = listed
			.filter(({ integration }) => integration?.id === own[0].target.id)
			.filter(({ id, state }) => !changed.has(id) && ['QUEUE', 'PUBLISHED'].includes(state))
			.map(({ publishDate, settings }) => ({
				time: serviceTime(publishDate),
				settings: parseSettings(settings) ?? {},
			}));
		const posts = own.sort((one, other) => one.time - other.time);
		for (const [index, one] of posts.entries()) {
			one.sameDay = [...others, ...posts.slice(0, index + 1)]
				.filter(({ time }) => time <= one.time && time > one.time - DAY_MS)
				.map(({ settings }) => settings);
		}
	}
}

const dateOnChannel = ({ wanted: { target, item } }: Step) =>
	`${target.id} ${showDate(item.shared.date, 'UTC')}`;

/** Adds notes on the date of posts that go out at the same minute on one channel. */
function noteDates(steps: Step[], timezone: string): void {
	for (const { wanted } of steps) {
		const messages = [
			...(wanted.item.lacksTime
				? [`the date has no time: the post goes out at 00:00 ${timezone}`]
				: []),
			...(steps.length > 1 ? [`${steps.length} posts go out at the same time`] : []),
		];
		wanted.findings.push(
			...messages.map((message): Finding => ({ level: 'note', field: 'Date', message })),
		);
	}
}

/** An item that breaks a rule fails, unless it leaves such channels out and others get the post. */
function judgeItem(steps: [Step, ...Step[]], failures: Failures): void {
	const [{ wanted }] = steps;
	const { item } = wanted;
	const errors = errorsIn(item, steps);
	const isBroken = ({ wanted: one }: Step) => errors.some(([target]) => target === one.target);
	const past = steps.some(({ do: action }) => action === 'create') ? item.pastProblem : undefined;
	if (past) return failures.add(item.index, withFindings(past, errors));
	if (errors.length === 0) return undefined;
	const isWhole = errors.some(([, { ofItem }]) => ofItem) || steps.every(isBroken);
	if (!item.leavesOut || isWhole) return failures.add(item.index, refusalOf(errors));
	for (const step of steps.filter(isBroken)) {
		leaveOut(
			step,
			errors.filter(([target]) => target === step.wanted.target),
		);
	}
	return undefined;
}

/** Leaves a channel out, because of what is wrong with its post. */
export function leaveOut(step: Step, errors: FindingOfPost[]): void {
	const whys = errors.map(([, finding]) => sentences(`${finding.message}.`, remedyOf(finding)));
	Object.assign(step, { do: 'leaveOut', why: whys.join(' '), sameAs: undefined });
}

const errorsIn = ({ skipsValidation }: Item, steps: Step[]): FindingOfPost[] =>
	skipsValidation
		? []
		: steps.flatMap(({ wanted, sameAs }) => errorsOf(wanted, (sameAs ?? wanted).findings));

const errorsOf = ({ target }: Wanted, findings: Finding[]) =>
	findings.filter(isError).map((finding): FindingOfPost => [target, finding]);

/**
 * Notes which channels lost their connection. Only if posts are `stuck` on one (IDs), as it costs a request
 * (docs/api.md, Notifications).
 */
export async function noteLosses(
	steps: Step[],
	stuck: ReadonlySet<string>,
	{ client, timezone }: Run,
): Promise<void> {
	const open = steps.filter((step) => isToSend(step) && stuck.has(step.wanted.target.id));
	if (open.length === 0) return;
	const channels = await client.channels();
	const statusOf = await fetchStatuses(client, 1);
	for (const { wanted } of open) {
		const channel = channels.find(({ id }) => id === wanted.target.id);
		const { status, since } = (channel && statusOf(channel)) ?? {};
		if (since === undefined) continue;
		const lost = status === 'to be reconnected' ? 'lost' : 'perhaps lost';
		const message = `Connection ${lost} on ${showDate(since, timezone)}: reconnect the channel in Postiz, unless that was done since`;
		wanted.findings = [...wanted.findings, { level: 'note', field: 'Channels', message }];
	}
}

/** An item whose date can't be read fails, with what else is wrong with it. */
export function failUndated(wanted: Wanted[], failures: Failures): void {
	for (const own of groupBy(wanted, ({ item }) => item)) {
		const [{ item }] = own;
		if (!item.dateProblem) continue;
		const isDraft = item.shared.type === 'draft';
		const found = item.skipsValidation
			? []
			: own.flatMap((one) => errorsOf(one, check(one, { isDraft })));
		failures.add(item.index, withFindings(item.dateProblem, found));
	}
}

/** Both what is wrong with a date and with its post. */
function withFindings(problem: Problem, errors: FindingOfPost[]): Problem {
	if (errors.length === 0) return problem;
	const refusal = refusalOf(errors);
	return new Problem(
		`${problem.message}; ${refusal.message}`,
		`${problem.description}
${refusal.description}`,
	);
}
