import type { IDataObject } from 'n8n-workflow';

import { parseSettings } from '../../../calendar/post';
import { fetchStatuses } from '../../../channels/status';
import { check, isError } from '../../../publishing/check/check';
import { refusalOf, remedyOf, type FindingOfPost } from '../../../publishing/check/findings';
import {
	hasDailyLimit,
	withMeasuredFiles,
	type CheckedPost,
} from '../../../publishing/check/rules';
import { checkLinks, stripsLinks } from '../../../publishing/check/strippedLinks';
import { unlistedIn } from '../../../publishing/fit';
import type { Observed } from '../../../publishing/observe';
import type { Run } from '../../../publishing/run';
import { postOf } from '../../../publishing/reconcile';
import type { Finding, Item, Step, Wanted } from '../../../publishing/shapes';
import { adviceIfFailed, describeKept, explainRefusal } from '../../../publishing/words';
import type { ListedPost } from '../../../transport/types';
import { DAY_MS, serviceTime, showDate } from '../../../values/date';
import { groupBy } from '../../../values/lists';
import { Problem } from '../../../values/problem';
import { capitalized, sentences } from '../../../values/words';
import type { Failures } from '../../shared/operation';

/** True if the post is to be sent. */
export const isToSend = ({ do: action }: Step): boolean =>
	action === 'create' || action === 'change';

/**
 * The steps with what is to be said of each post, by every rule of every network. Items fail that break one, or leave the
 * channel out; so do those that may be in Postiz, but not as they should. Posts that are there already are left alone.
 */
export async function judge(
	steps: Step[],
	{ listed, stuck }: Pick<Observed, 'listed' | 'stuck'>,
	run: Run,
	failures: Failures,
): Promise<Step[]> {
	for (const step of steps) {
		if (step.do !== 'refuse') continue;
		failures.add(step.wanted.item.index, explainRefusal(step, run));
	}
	const sameDay = daysOf(steps, listed);
	const found = new Map<Wanted, Finding[]>();
	const toSend = steps.filter(isToSend);
	const isStripped = await stripsLinks(
		toSend.map(({ wanted }) => wanted),
		run.factsOf,
	);
	await failures.atOnce(toSend, async ({ wanted }) => {
		const context = { sameDay: sameDay.get(wanted), isStripped };
		found.set(wanted, await examine({ ...wanted, ...context }, run));
	});
	const examined = steps.map((step) => ({ ...step, findings: found.get(step.wanted) ?? [] }));
	const judged = judgeItems(examined, failures, run.timezone);
	const dates = notesOnDates(judged, failures);
	const losses = await notesOnLosses(judged, stuck, run);
	return judged.map((step) => ({
		...step,
		findings: [...step.findings, ...(dates.get(step) ?? []), ...(losses.get(step) ?? [])],
	}));
}

/** What is to be said of a post, with what only the instance and its files tell. */
async function examine(
	one: Wanted & Pick<CheckedPost, 'sameDay'> & { isStripped: boolean },
	{ uploads, client, factsOf, startedAt }: Run,
): Promise<Finding[]> {
	const { item } = one;
	const isDraft = item.shared.type === 'draft';
	const unlisted = item.skipsValidation ? one.unlisted : await unlistedIn(one, factsOf);
	const { parts } = isDraft
		? one
		: await withMeasuredFiles(one, async (file) => await uploads.measure(file));
	const found = check({ ...one, unlisted, parts }, { isDraft, filesAt: client.facts.filesAt });
	const twice = comesTwice(item, startedAt) ? [TWICE] : [];
	const links = one.isStripped ? checkLinks(one) : [];
	const all = [...found, ...links, ...item.notes, ...twice];
	// A person who skips validation still learns what speaks against the post.
	return item.skipsValidation ? all.map((each) => ({ ...each, level: 'note' })) : all;
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

/** What channels with a limit a day get within 24 hours before a post: of this run, and of what is `listed` in the calendar. */
function daysOf(steps: Step[], listed: ListedPost[]): Map<Wanted, IDataObject[]> {
	const changed = new Set(steps.map((step) => postOf(step)?.id));
	const sent = steps.flatMap((step) => {
		const { target, item } = step.wanted;
		const isCounted = isToSend(step) && item.shared.type !== 'draft' && hasDailyLimit(target);
		return isCounted ? [step.wanted] : [];
	});
	const days = groupBy(sent, ({ target }) => target.id).map((own) => {
		const others = listed
			.filter(({ integration }) => integration?.id === own[0].target.id)
			.filter(({ id, state }) => !changed.has(id) && ['QUEUE', 'PUBLISHED'].includes(state))
			.map(({ publishDate, settings }) => ({
				time: serviceTime(publishDate),
				settings: parseSettings(settings) ?? {},
			}));
		const posts = own.sort((one, other) => one.time - other.time);
		return posts.map((one, index) => {
			const day = [...others, ...posts.slice(0, index + 1)].filter(
				({ time }) => time <= one.time && time > one.time - DAY_MS,
			);
			return [one, day.map(({ settings }) => settings)] as const;
		});
	});
	return new Map(days.flat());
}

const dateOnChannel = ({ wanted: { target, item } }: Step) =>
	`${target.id} ${showDate(item.shared.date, 'UTC')}`;

/** Notes on posts whose date is odd, or that go out at the same minute on one channel. */
function notesOnDates(steps: Step[], failures: Failures): Map<Step, Finding[]> {
	const sent = steps.filter(
		({ do: action, wanted: { item } }) =>
			action === 'create' &&
			['schedule', 'now'].includes(item.shared.type) &&
			!failures.has(item.index),
	);
	const notes = groupBy(sent, dateOnChannel).flatMap((own) => {
		const [{ wanted }] = own;
		const { dateNote } = wanted.item;
		const messages = [
			...(dateNote && wanted.time > Date.now() ? [dateNote] : []),
			...(own.length > 1 ? [describeSameMinute(own)] : []),
		];
		return own.map((step) => [step, messages.map((message) => note('Date', message))] as const);
	});
	return new Map(notes);
}

/** Posts that go out at once; with one text and files of different items, they may be meant as one. */
function describeSameMinute(steps: Step[]): string {
	const message = `${steps.length} posts go out at the same time`;
	const [first] = steps;
	const isAlike = steps.every(
		({ wanted: { look, parts } }) => look === first?.wanted.look && parts[0]!.files.length > 0,
	);
	if (!isAlike) return message;
	const files = steps.flatMap(({ wanted: { parts } }) => parts[0]!.files).length;
	return `${message}. If this is one post with ${files} files, put Aggregate with Include Binaries before this node`;
}

const note = (field: string, message: string): Finding => ({ level: 'note', field, message });

/** Items that break a rule fail, unless they leave such channels out and others get the post. */
export function judgeItems(steps: Step[], failures: Failures, timezone: string): Step[] {
	const stepOf = new Map(steps.map((step) => [step.wanted, step]));
	const meantBy = (step: Step) => (step.do === 'same' ? stepOf.get(step.sameAs)! : step);
	const errorsIn = new Map(
		steps.map((step): [Step, FindingOfPost[]] => {
			const { wanted } = step;
			return [step, wanted.item.skipsValidation ? [] : errorsOf(wanted, meantBy(step).findings)];
		}),
	);
	const leftOut = new Set<Step>();
	for (const own of groupBy(steps, ({ wanted }) => wanted.item)) {
		const [{ wanted }] = own;
		const { item } = wanted;
		const errors = own.flatMap((step) => errorsIn.get(step)!);
		const isNew = own.some((step) => meantBy(step).do === 'create');
		const past = isNew ? pastProblemOf(item, own.map(meantBy)) : undefined;
		if (past) failures.add(item.index, withFindings(past, errors));
		if (past || errors.length === 0) continue;
		const broken = own.filter((step) => errorsIn.get(step)!.length > 0);
		const isWhole = errors.some(([, { ofItem }]) => ofItem) || broken.length === own.length;
		if (!item.leavesOut || isWhole) failures.add(item.index, refusalOf(errors, !isWhole));
		else for (const step of broken) leftOut.add(step);
	}
	return steps.map((step) => {
		if (step.do === 'leaveOut' || !leftOut.has(step)) return step;
		const { wanted, findings } = step;
		const whys = errorsIn
			.get(step)!
			.map(([, finding]) => sentences(`${capitalized(finding.message)}.`, remedyOf(finding)));
		return {
			...{ wanted, findings, do: 'leaveOut' },
			why: sentences(...whys, describeKept(step, timezone)),
		};
	});
}

/** That the date has passed; if the item failed on some channels only, how to try these again. */
function pastProblemOf({ pastProblem }: Item, steps: Step[]): Problem | undefined {
	const remedy = adviceIfFailed(steps);
	const isPartlyThere = steps.some(({ do: action }) => action === 'there');
	return pastProblem && remedy && isPartlyThere
		? pastProblem.with({ description: remedy })
		: pastProblem;
}

const errorsOf = ({ target }: Wanted, findings: Finding[]) =>
	findings.filter(isError).map((finding): FindingOfPost => [target, finding]);

/**
 * Notes on channels that lost their connection. Only if posts are `stuck` on one (IDs), as it costs a request
 * (docs/api.md, Notifications).
 */
async function notesOnLosses(
	steps: Step[],
	stuck: ReadonlySet<string>,
	{ client, timezone }: Run,
): Promise<Map<Step, Finding[]>> {
	const open = steps.filter((step) => isToSend(step) && stuck.has(step.wanted.target.id));
	if (open.length === 0) return new Map();
	const channels = await client.channels();
	const statusOf = await fetchStatuses(client, 1);
	const notes = open.flatMap((step): Array<[Step, Finding[]]> => {
		const channel = channels.find(({ id }) => id === step.wanted.target.id);
		const { status, since } = (channel && statusOf(channel)) ?? {};
		if (since === undefined) return [];
		const lost = status === 'to be reconnected' ? 'lost' : 'perhaps lost';
		const message = `Connection ${lost} on ${showDate(since, timezone)}: reconnect the channel in Postiz, unless that was done since`;
		return [[step, [note('Channels', message)]]];
	});
	return new Map(notes);
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
