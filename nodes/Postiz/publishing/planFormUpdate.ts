import type { CalendarPost } from '../calendar/calendarPost';
import { explainFailure } from '../calendar/explainFailure';
import { resolveSettingChannels } from '../settings/networkSettings';
import { alignWithFiles } from '../settings/settingsFromContent';
import { areLinksStripped } from '../channels/strippedLinks';
import { assertUsable } from '../channels/targets';
import { getPastDateProblem, toUtcDate } from '../common/date';
import { Problem } from '../common/problem';
import { listNames, quote } from '../common/text';
import { isTool } from '../execution/nodeContext';
import { getNetworkName, getTextRequirements, isSameNetwork } from '../networks';
import type { ChannelPost } from '../posts/desiredPost';
import type { UpdateForm } from './readUpdateForm';
import { createNote, type Issue, toErrors } from '../posts/issue';
import { createIssueProblem } from '../posts/issues/explainIssues';
import { measureFiles } from '../posts/issues/postLimits';
import type { Run } from '../posts/run/run';
import { adaptToNetwork } from './resolve/adaptToNetwork';
import { findUnknownSettings } from './resolve/postSettings';
import { getOpenedFiles, listFileSources, renderPart } from './resolve/resolve';
import { resolveNames } from './resolve/resolveNames';
import { SETTING_PREFIX } from './send/updates/findDifferences';
import {
	getPlanningTime,
	type PlanningTime,
	planUpdate,
	type UpdatePlan,
} from './send/updates/planUpdate';
import { type PostUpdate, toChannelPost } from './send/updates/postUpdate';
import { checkLinks } from './validate/checkLinks';
import { findUnsupportedSettings } from './validate/findUnsupportedSettings';
import type { PostToValidate } from './validate/postToValidate';
import { validatePost } from './validate/validatePost';

export type FormUpdateRun = Pick<
	Run,
	'context' | 'client' | 'uploads' | 'getChannelFacts' | 'timezone'
>;

/** An update of a post, with issues that don't prevent it. */
export interface PlannedFormUpdate extends UpdatePlan {
	issues: Issue[];
}

/** Plans what a form changes in a post that was just read. Throws {@link Problem} if that isn't possible. */
export async function planFormUpdate(
	before: CalendarPost,
	form: UpdateForm,
	run: FormUpdateRun,
): Promise<PlannedFormUpdate> {
	const { client } = run;
	const update = await mergeForm(before, form, run);
	const time = getPlanningTime(run);
	const plan = planUpdate(before, update, time);
	if (plan.changed.length === 0) return { ...plan, issues: [] };
	assertSafe(plan, form, time);
	const isToBePublished = plan.requestFields.type === 'schedule';
	if (isToBePublished) assertUsable(plan.post.target, await client.listChannels());
	const post = await prepareForValidation(plan, run);
	const issues = await findNewIssues(plan, post, run);
	assertNoErrors(issues, plan);
	const { dateNote } = form;
	const showsDateNote = dateNote && isToBePublished && plan.changed.includes('date');
	const dateNotes = showsDateNote ? [createNote('Date', dateNote)] : [];
	return { ...plan, post, issues: [...issues, ...dateNotes, ...form.notes] };
}

const isDraft = ({ requestFields }: UpdatePlan) => requestFields.type === 'draft';

/** True if the update schedules a draft. */
const schedulesDraft = (plan: UpdatePlan) => plan.before.state === 'DRAFT' && !isDraft(plan);

/** Adapts the post, and measures its files, to validate it. */
async function prepareForValidation(
	plan: UpdatePlan,
	{ uploads, getChannelFacts }: FormUpdateRun,
): Promise<ChannelPost & PostToValidate> {
	const names = plan.changed.map((name) => name.replace(SETTING_PREFIX, ''));
	const unsupportedSettings = await findUnsupportedSettings(
		plan.post,
		getChannelFacts,
		schedulesDraft(plan) ? undefined : names,
	);
	const post = await adaptToNetwork({ ...plan.post, unsupportedSettings }, { getChannelFacts });
	return isDraft(plan)
		? post
		: await measureFiles(post, async (file) => await uploads.measure(file));
}

/** Finds the issues that an update causes; if it schedules a draft, all issues. */
async function findNewIssues(
	plan: UpdatePlan,
	post: ChannelPost & PostToValidate,
	{ context, client, getChannelFacts }: FormUpdateRun,
): Promise<Issue[]> {
	const { before, changed } = plan;
	// An unreadable draft can't be validated.
	if (plan.changesOnlyState && before.parts.length === 0) return [];
	const existingIssues = schedulesDraft(plan)
		? []
		: validatePost({ ...toChannelPost(before), target: post.target }, { isDraft: isDraft(plan) });
	const issues = validatePost(post, {
		isDraft: isDraft(plan),
		filesOrigin: client.instance.filesOrigin,
		isTool: isTool(context),
	});
	const isTextChanged = changed.includes('text') || changed.includes('thread');
	const isStripped = isTextChanged && (await areLinksStripped([post], getChannelFacts));
	return [
		...issues.filter(({ message }) => existingIssues.every((issue) => issue.message !== message)),
		...(isStripped ? checkLinks(post) : []),
	];
}

function assertNoErrors(issues: Issue[], plan: UpdatePlan): void {
	const errors = toErrors(plan.post.target, issues);
	const closing =
		plan.changesOnlyState && schedulesDraft(plan)
			? 'Nothing was changed. Correct the draft with Post > Update first, or in the same step.'
			: 'Nothing was changed.';
	const problem = createIssueProblem(errors, [closing]);
	if (problem) throw problem;
}

/** Merges what the form enters into the existing post. */
async function mergeForm(
	before: CalendarPost,
	{ entered, format, networkSettings }: UpdateForm,
	{ client, uploads }: Pick<Run, 'client' | 'uploads'>,
): Promise<PostUpdate> {
	const { text, media, thread, ...shared } = entered;
	const existing = toChannelPost(before);
	const { target } = existing;
	const { network } = target;
	const changes = findEnteredSettings(target.identifier, { entered, networkSettings });
	const enteredParts = [{ text: text ?? '', files: media ?? [] }, ...(thread ?? [])];
	await uploads.inspect(listFileSources({ parts: enteredParts, ...changes }));
	const channels = await client.listChannels();
	const changedSettings = resolveSettingChannels(changes.settings, target, channels);
	const settings = { ...existing.settings, ...changedSettings };
	const { markup } = getTextRequirements(network, settings);
	const [newFirst, ...newLater] = enteredParts.map((part) =>
		renderPart(part, format, markup, uploads),
	);
	const [first = { content: '', files: [] }, ...later] = existing.parts;
	const mergedFirst = {
		...first,
		...(text !== undefined && { content: newFirst!.content, source: newFirst!.source }),
		...(media !== undefined && { files: newFirst!.files }),
	};
	const parts = [mergedFirst, ...(thread === undefined ? later : newLater)];
	const post = {
		...existing,
		parts,
		settings: alignWithFiles(settings, network, parts),
		unknownSettings: findUnknownSettings(changes.settings, network),
		settingFiles: getOpenedFiles(changes.settingFiles, uploads),
	};
	return { ...shared, post: await resolveNames(post, client, Object.keys(changes.settings)) };
}

/** The settings that the form enters for a network. Throws {@link Problem} if it only enters those of other networks. */
function findEnteredSettings(
	identifier: string,
	{ entered, networkSettings }: Pick<UpdateForm, 'entered' | 'networkSettings'>,
): Pick<UpdateForm['networkSettings'][number], 'settings' | 'settingFiles'> {
	const entry = networkSettings.find((candidate) =>
		isSameNetwork(candidate.identifier, identifier),
	);
	if (entry) return entry;
	if (Object.keys(entered).length > 0) return { settings: {}, settingFiles: {} };
	const name = getNetworkName(identifier);
	const others = listNames(networkSettings.map((other) => getNetworkName(other.identifier)));
	throw new Problem(
		`Nothing to change: the post is on ${name}`,
		`Network Settings has values for ${others} only. Add an entry for ${name}, or choose another post.`,
	);
}

/** Throws {@link Problem} if an update could publish the post twice, or if its date has passed. */
function assertSafe(
	{ before, requestFields }: UpdatePlan,
	{ entered, allowsPast }: UpdateForm,
	{ now, timezone }: PlanningTime,
): void {
	const { id, state, publishDate } = before;
	// As a draft, it could be scheduled later.
	const mayBePublished = entered.state !== undefined || requestFields.type === 'schedule';
	if (state === 'ERROR' && mayBePublished) assertFailedForGood(before, now);
	if (entered.state !== 'scheduled' || entered.date !== undefined || state !== 'DRAFT') return;
	const date = toUtcDate(publishDate);
	if (date === undefined) {
		throw new Problem(
			`The draft ${quote(id)} has no date`,
			'Postiz needs a date to publish it. Add a Date.',
		);
	}
	const problem = allowsPast ? undefined : getPastDateProblem(date, now, timezone);
	if (problem) throw problem;
}

/** Throws {@link Problem} if a failed post is or may be online, or if Postiz is still trying to publish it. */
function assertFailedForGood(failed: CalendarPost, now: number): void {
	const { failedForGood, isStillTrying, remedy } = explainFailure(failed, now);
	if (failedForGood) return;
	const message = `The post ${quote(failed.id)} failed in Postiz, but`;
	if (isStillTrying) throw new Problem(`${message} Postiz is still trying`, remedy);
	throw new Problem(
		`${message} ${failed.releaseURL ? 'it is online' : 'it may be online'}`,
		'It could be published twice. Check the network. If it is not there, delete the post and create a new one.',
	);
}
