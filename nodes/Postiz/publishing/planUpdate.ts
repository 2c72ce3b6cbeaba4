import type { CalendarPost } from '../calendar/calendarPost';
import { explainFailure } from '../calendar/failureReason';
import { findSettingChannels } from '../channels/networkSettings';
import { isSameNetwork, assertUsable } from '../channels/targets';
import { getNetworkName, getTextRules } from '../networks';
import { planChange, type PlannedChange } from './send/planChange';
import { SETTING_PREFIX, toPostContent, type Change } from './send/postDifferences';
import { validatePost } from './validate/validatePost';
import { rejectIssues, type PostIssue } from './issues';
import { resolveNames } from './resolve/resolveNames';
import { withMeasuredFiles } from './postLimits';
import { areLinksStripped } from '../channels/strippedLinks';
import { checkLinks } from './validate/checkLinks';
import { adaptToNetwork } from './resolve/adapt';
import { findUnlisted } from './validate/unlistedSettings';
import { findNamedFiles, openAll, renderPart } from './resolve/resolve';
import { findUnknownKeys } from './resolve/postSettings';
import { alignWithFiles } from '../channels/settingsFromContent';
import type { Run } from './run';
import { isError, type Issue } from './model';
import { isTool } from '../transport/nodeError';
import { getPastDateProblem, toUtcDate } from '../common/date';
import { listNames } from '../common/lists';
import { Problem, quote } from '../common/problem';
import type { UpdateForm } from '../actions/post/updateFields';

export type UpdateTools = Pick<Run, 'context' | 'client' | 'uploads' | 'factsOf' | 'timezone'>;

/**
 * Plans what a form changes of a post that was just read, with what is to be said of it. Throws {@link Problem} if it
 * can't be changed so.
 */
export async function planUpdate(
	there: CalendarPost,
	form: UpdateForm,
	tools: UpdateTools,
): Promise<PlannedChange & { findings: Issue[] }> {
	const { context, client, uploads, factsOf, timezone } = tools;
	const plan = planChange(there, await toChange(there, form, tools), timezone);
	const { changed, shared, isStateAlone } = plan;
	if (changed.length === 0) return { ...plan, findings: [] };
	assertSafe(there, form, plan, timezone);
	const goesOut = shared.type === 'schedule' || shared.type === 'now';
	if (goesOut) assertUsable(plan.post.target, await client.channels());
	const isDraft = shared.type === 'draft';
	const isScheduled = there.state === 'DRAFT' && !isDraft;
	const keys = isScheduled ? undefined : changed.map((name) => name.replace(SETTING_PREFIX, ''));
	const unlisted = await findUnlisted(plan.post, factsOf, keys);
	const fitting = await adaptToNetwork({ ...plan.post, unlisted }, { factsOf });
	const measure = async () =>
		withMeasuredFiles(fitting, async (file) => await uploads.measure(file));
	const post = isDraft ? fitting : await measure();
	// An unreadable draft can't be checked.
	if (isStateAlone && there.parts.length === 0) return { ...plan, post, findings: [] };
	// What the post has already doesn't prevent other changes, unless a draft is to be published.
	const before = isScheduled
		? []
		: validatePost({ ...toPostContent(there), target: post.target }, { isDraft });
	const known = before.map(({ message }) => message);
	const { filesOrigin: filesAt } = client.facts;
	const findings = validatePost(post, { isDraft, filesAt, isTool: isTool(context) }).filter(
		({ message }) => !known.includes(message),
	);
	const isWritten = changed.includes('text') || changed.includes('thread');
	if (isWritten && (await areLinksStripped([post], factsOf))) findings.push(...checkLinks(post));
	rejectIssues(
		findings.filter(isError).map((finding): PostIssue => [post.target, finding]),
		isStateAlone && isScheduled
			? ['Nothing was changed. Correct the draft with Post > Update first, or in the same step.']
			: ['Nothing was changed.'],
	);
	const { dateNote } = form;
	if (dateNote && goesOut && changed.includes('date')) {
		findings.push({ level: 'note', field: 'Date', message: dateNote });
	}
	return { ...plan, post, findings: [...findings, ...form.notes] };
}

/** A post as a form wants it. */
async function toChange(
	there: CalendarPost,
	{ entered, format, networks }: UpdateForm,
	{ client, uploads }: Pick<Run, 'client' | 'uploads'>,
): Promise<Change> {
	const { text, media, thread, ...shared } = entered;
	const before = toPostContent(there);
	const { target } = before;
	const { network, identifier } = target;
	const own = networks.find((network) => isSameNetwork(network.identifier, identifier));
	if (!own && Object.keys(entered).length === 0) {
		const names = networks.map((network) => getNetworkName(network.identifier));
		throw new Problem(
			`Nothing to change: the post is on ${getNetworkName(identifier)}`,
			`Network Settings has values for ${listNames(names)} only. Add an entry for ${getNetworkName(identifier)}, or choose another post.`,
		);
	}
	const { settings: changed, settingFiles } = own ?? { settings: {}, settingFiles: {} };
	const written = [{ text: text ?? '', files: media ?? [] }, ...(thread ?? [])];
	await uploads.open(findNamedFiles({ parts: written, settingFiles }));
	const channels = await client.channels();
	const settings = { ...before.settings, ...findSettingChannels(changed, target, channels) };
	const { textForm } = getTextRules(network, settings);
	const [entry, ...later] = written.map((part) => renderPart(part, format, textForm, uploads));
	const [head = { content: '', files: [] }, ...others] = before.parts;
	const first = {
		...head,
		...(text !== undefined && { content: entry!.content, source: entry!.source }),
		...(media !== undefined && { files: entry!.files }),
	};
	const parts = [first, ...(thread === undefined ? others : later)];
	const post = {
		...before,
		parts,
		settings: alignWithFiles(settings, network, parts),
		unlisted: findUnknownKeys(changed, network),
		settingFiles: openAll(settingFiles, uploads),
	};
	return { ...shared, post: await resolveNames(post, client, Object.keys(changed)) };
}

/** Throws {@link Problem} if a change would publish the post again, or for a date that has passed. */
function assertSafe(
	there: CalendarPost,
	{ entered, allowsPast }: UpdateForm,
	{ shared }: PlannedChange,
	timezone: string,
): void {
	const { id, state, publishDate } = there;
	// As a draft, it could be scheduled later.
	const mayGoOut =
		entered.state !== undefined || shared.type === 'schedule' || shared.type === 'now';
	if (state === 'ERROR' && mayGoOut) refuseUnlessGone(there);
	if (entered.state !== 'scheduled' || entered.date !== undefined || state !== 'DRAFT') return;
	const date = toUtcDate(publishDate);
	if (date === undefined) {
		throw new Problem(
			`The draft ${quote(id)} has no date`,
			'Postiz needs a date to publish it. Add a Date.',
		);
	}
	const past = allowsPast ? undefined : getPastDateProblem(date, Date.now(), timezone);
	if (past) throw past;
}

/** Throws {@link Problem} if a failed post is online, may be, or may still get there. */
function refuseUnlessGone(there: CalendarPost): void {
	const { id, releaseURL } = there;
	const { failedForGood, isStillTrying, remedy } = explainFailure(there);
	if (failedForGood) return;
	const doubt = releaseURL ? 'it is online' : 'it may be online';
	throw new Problem(
		`The post ${quote(id)} failed in Postiz, but ${isStillTrying ? 'Postiz is still trying' : doubt}`,
		isStillTrying
			? remedy
			: 'It could be published twice. Check the network. If it is not there, delete the post and create a new one.',
	);
}
