import type { IDataObject } from 'n8n-workflow';

import { parseSettings } from '../../calendar/calendarPost';
import {
	FailureList,
	mapAtOnce,
	type ItemFailures,
	type ItemResults,
} from '../../execution/itemResults';
import { applyIssues } from './applyIssues';
import { validatePost } from './validatePost';
import { toNote } from '../issues';
import type { CheckedPost } from './rules';
import { hasDailyLimit, withMeasuredFiles } from '../postLimits';
import { areLinksStripped } from '../../channels/strippedLinks';
import { checkLinks } from './checkLinks';
import { findUnlisted } from './unlistedSettings';
import type { Run } from '../run';
import {
	getExistingPost,
	isToSend,
	type CalendarSnapshot,
	type Issue,
	type Item,
	type PlannedPost,
	type DesiredPost,
} from '../model';
import type { ListedPost } from '../../transport/apiTypes';
import { isTool } from '../../transport/nodeError';
import { DAY_MS, parseServiceTime } from '../../common/date';
import { groupBy } from '../../common/lists';

/**
 * The steps with what is to be said of each post, by every rule of every network. Items fail that break one, or leave the
 * channel out. Posts that are there already are left alone, and so are items that `failed` before.
 */
export async function validate(
	steps: PlannedPost[],
	{ listed }: Pick<CalendarSnapshot, 'listed'>,
	run: Run,
	failed: ItemFailures,
): Promise<ItemResults<PlannedPost>> {
	const failures = new FailureList(failed);
	const sameDay = getDays(steps, listed);
	const found = new Map<DesiredPost, Issue[]>();
	const toSend = steps.filter(isToSend);
	const isStripped = await areLinksStripped(
		toSend.map(({ desired }) => desired),
		run.factsOf,
	);
	const checked = await mapAtOnce(toSend, async ({ desired }) => {
		const context = { sameDay: sameDay.get(desired), isStripped };
		found.set(desired, await findIssues({ ...desired, ...context }, run));
	});
	failures.addAll(checked.failures);
	const examined = steps.map((step) => ({ ...step, issues: found.get(step.desired) ?? [] }));
	const judged = applyIssues(examined, failures, run);
	failures.addAll(judged.failures);
	const values = judged.values.map((step) => withNotes(step, findDateNotes(step, failures)));
	return { values, failures };
}

const withNotes = (step: PlannedPost, notes: Issue[] = []): PlannedPost => ({
	...step,
	issues: [...step.issues, ...notes],
});

/** What is to be said of a post, with what only the instance and its files tell. */
async function findIssues(
	one: DesiredPost & Pick<CheckedPost, 'sameDay'> & { isStripped: boolean },
	{ context, uploads, client, factsOf, startedAt }: Run,
): Promise<Issue[]> {
	const { item } = one;
	const isDraft = item.shared.type === 'draft';
	const unlisted = item.skipsValidation ? one.unlisted : await findUnlisted(one, factsOf);
	const measured = isDraft
		? one
		: await withMeasuredFiles(one, async (file) => await uploads.measure(file));
	const found = validatePost(
		{ ...measured, unlisted },
		{ isDraft, filesAt: client.facts.filesOrigin, isTool: isTool(context) },
	);
	const twice = isRepeated(item, startedAt) ? [REPEATED] : [];
	const links = one.isStripped ? checkLinks(one) : [];
	const all = [...found, ...links, ...item.notes, ...twice];
	// A person who skips validation still learns what speaks against the post.
	return item.skipsValidation ? all.map((each) => ({ ...each, level: 'note' })) : all;
}

/** The service counts a repetition from when the post is made, not from its date. */
const isRepeated = ({ shared: { type, date, inter = 0 } }: Item, now: number) =>
	type === 'schedule' && inter > 0 && Date.parse(date) - now >= inter * DAY_MS;

const REPEATED: Issue = {
	level: 'error',
	mayPass: true,
	isOfItem: true,
	field: 'inter',
	message: 'the post would go out twice, as Postiz counts “inter” from today',
	remedy: 'Choose a date that is fewer days away than “inter”, or remove “inter”.',
};

/** What channels with a limit a day get within 24 hours before a post: of this run, and of what is `listed` in the calendar. */
function getDays(steps: PlannedPost[], listed: ListedPost[]): Map<DesiredPost, IDataObject[]> {
	const changed = new Set(steps.map((step) => getExistingPost(step)?.id));
	const sent = steps.flatMap((step) => {
		const { target, item } = step.desired;
		const isCounted = isToSend(step) && item.shared.type !== 'draft' && hasDailyLimit(target);
		return isCounted ? [step.desired] : [];
	});
	const days = groupBy(sent, ({ target }) => target.id).map((own) => {
		const others = listed
			.filter(({ integration }) => integration?.id === own[0].target.id)
			.filter(({ id, state }) => !changed.has(id) && ['QUEUE', 'PUBLISHED'].includes(state))
			.map(({ publishDate, settings }) => ({
				time: parseServiceTime(publishDate),
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

/** Notes on new posts whose date is odd. */
function findDateNotes({ action, desired }: PlannedPost, failures: ItemFailures): Issue[] {
	const { item, time } = desired;
	const { dateNote, shared } = item;
	const isNew = action === 'create' && ['schedule', 'now'].includes(shared.type);
	const isNoted = isNew && !failures.has(item.index) && time > Date.now();
	return dateNote && isNoted ? [toNote('Date', dateNote)] : [];
}
