import type { CalendarPost } from '../../../calendar/post';
import { parseFailure } from '../../../calendar/reason';
import type { FactsOf } from '../../../channels/facts';
import { channelSettings, findSettingChannels } from '../../../channels/settingChannels';
import { refuseUnusableChannel } from '../../../channels/targets';
import { providerName } from '../../../providers';
import { check, isError } from '../../../publishing/check/check';
import { refuseFindings, type FindingOfPost } from '../../../publishing/check/findings';
import { withIds } from '../../../publishing/check/names';
import { withMeasuredFiles } from '../../../publishing/check/rules';
import {
	contentOfPost,
	planChange,
	SETTING,
	type Change,
	type PlannedChange,
	type WantedState,
} from '../../../publishing/change';
import { unlistedIn } from '../../../publishing/fit';
import { filesNamedBy, openedFiles, renderPart } from '../../../publishing/resolve';
import { followFiles, unknownKeys } from '../../../publishing/settings';
import type { Content, Finding, Part } from '../../../publishing/shapes';
import { textRulesFor } from '../../../text/content';
import type { Uploads } from '../../../media/uploads';
import type { PostizClient } from '../../../transport/client';
import { ALLOW_PAST, IF_PAST, showDate, utcDate } from '../../../values/date';
import { listNames } from '../../../values/lists';
import { Problem, quote } from '../../../values/problem';
import type { Entered } from './fields';
import type { UpdateForm } from './readForm';

interface Tools {
	client: PostizClient;
	uploads: Uploads;
	factsOf: FactsOf;
	timezone: string;
}

/**
 * Plans what a form changes of a post that was just read, with what is to be said of it. Throws {@link Problem} if it
 * can't be changed so.
 */
export async function planUpdate(
	there: CalendarPost,
	form: UpdateForm,
	tools: Tools,
): Promise<PlannedChange & { findings: Finding[] }> {
	const change = await changeOf(there, form, tools);
	const plan = planChange(there, change, tools.timezone);
	if (plan.changed.length === 0) return { ...plan, findings: [] };
	refuseRisk(there, form, plan, tools.timezone);
	const { type } = plan.shared;
	if (type === 'schedule' || type === 'now') {
		refuseUnusableChannel(plan.post.target, await tools.client.channels());
	}
	const keys = becomesScheduled(plan)
		? undefined
		: plan.changed.map((name) => name.replace(SETTING, ''));
	const unlisted = await unlistedIn(plan.post, tools.factsOf, keys);
	const post = { ...(await measured(plan, tools.uploads)), unlisted };
	return { ...plan, post, findings: judge({ ...plan, post }, tools.client.facts.filesAt) };
}

/** A post as a form wants it. */
async function changeOf(
	there: CalendarPost,
	form: UpdateForm,
	{ client, uploads }: Tools,
): Promise<Change> {
	const { entered, format } = form;
	const { state, date, text, media, thread, tags, inter } = entered;
	const before = contentOfPost(there);
	const { target } = before;
	const { provider } = target;
	const own = form.settingsFor(target.identifier);
	const keys = Object.keys({ ...own.settings, ...own.settingFiles });
	if (Object.keys(entered).length + keys.length === 0) throw nothingFor(target.identifier, form);
	const written = [{ text: text ?? '', files: media ?? [] }, ...(thread ?? [])];
	await uploads.open(filesNamedBy({ parts: written, settingFiles: own.settingFiles }));
	const channels =
		channelSettings(own.settings, provider).length > 0 ? await client.channels() : [];
	const settings = { ...before.settings, ...findSettingChannels(own.settings, target, channels) };
	const rules = textRulesFor(provider, settings);
	const rendered = written.map((part) => renderPart(part, format, rules, uploads));
	const parts = withEntered(before.parts, rendered, entered);
	const post: Content = {
		...before,
		parts,
		settings: followFiles(settings, provider, parts),
		unlisted: unknownKeys(own.settings, provider),
		settingFiles: openedFiles(own.settingFiles, uploads),
	};
	return { post: await withIds(post, client, keys), state, date, tags, inter };
}

/** The parts of a post, with what is `entered` of the rendered ones in place of its own. */
function withEntered(
	[head = { content: '', files: [] }, ...others]: Part[],
	[entry, ...later]: Part[],
	{ text, media, thread }: Entered,
): Part[] {
	const first = {
		...head,
		...(text !== undefined && { content: entry!.content }),
		...(media !== undefined && { files: entry!.files }),
	};
	return [first, ...(thread === undefined ? others : later)];
}

/** The problem of a form that has values for other networks only. */
const nothingFor = (network: string, { networks }: UpdateForm) =>
	new Problem(
		`Nothing to change: the post is on ${providerName(network)}`,
		`Network Settings have values for ${listNames(networks.map(providerName))} only. Add an entry for ${providerName(network)}, or choose another post.`,
	);

/** Throws {@link Problem} if a change would publish the post again, or for a date that has passed. */
function refuseRisk(
	there: CalendarPost,
	form: UpdateForm,
	{ shared }: PlannedChange,
	timezone: string,
): void {
	const { state, date } = form.entered;
	const { id, releaseURL, parts } = there;
	if (there.state === 'PUBLISHED' && state !== undefined && !form.allowsPublished) {
		throw new Problem(`The post ${quote(id)} is already published`, PUBLISHED_RISK[state], {
			forPerson: 'if you want that, turn on the option Allow Published Posts.',
		});
	}
	const { maybeOnline } = parseFailure(parts[0]?.error, releaseURL);
	// As a draft, it could be scheduled later.
	const mayGoOut = state !== undefined || shared.type === 'schedule' || shared.type === 'now';
	if (there.state === 'ERROR' && maybeOnline && mayGoOut && !form.allowsPublished) {
		throw new Problem(
			`The post ${quote(id)} failed in Postiz, but ${releaseURL ? 'it is online' : 'it may be online'}`,
			'Scheduled again, it could be published twice. Look on the network first.',
			{ forPerson: 'if it is not there, turn on the option Allow Published Posts.' },
		);
	}
	if (state === 'scheduled' && date === undefined && there.state === 'DRAFT') {
		refusePastDraft(there, form.allowsPast, timezone);
	}
}

const PUBLISHED_RISK: Record<WantedState, string> = {
	draft:
		'It would stay on the network, while Postiz keeps it as a draft: scheduled later, it would be published a second time.',
	scheduled: 'Scheduled again, it would be published a second time.',
};

/** A draft that is to be published at its own date needs one that hasn't passed. */
function refusePastDraft(there: CalendarPost, allowsPast: boolean, timezone: string): void {
	const date = utcDate(there.publishDate);
	if (date === undefined) {
		throw new Problem(
			`The draft ${quote(there.id)} has no date`,
			'Postiz publishes no post without one. Add a Date, at which it is to be published.',
		);
	}
	if (Date.parse(date) > Date.now() || allowsPast) return;
	throw new Problem(
		`The date of the draft, ${showDate(date, timezone)}, is in the past`,
		`${IF_PAST} Add a later date.`,
		{ forPerson: ALLOW_PAST },
	);
}

/** The post with what only its files tell. */
async function measured({ post, shared }: PlannedChange, uploads: Uploads): Promise<Content> {
	if (shared.type === 'draft') return post;
	return await withMeasuredFiles(post, async (file) => await uploads.measure(file));
}

/** True for a draft that is to be published. */
const becomesScheduled = ({ before, shared }: Pick<PlannedChange, 'before' | 'shared'>) =>
	before.state === 'DRAFT' && shared.type !== 'draft';

/** What a change brings up. Throws {@link Problem} if the post would be rejected, or fail, because of it. */
function judge({ before, post, shared, isStateAlone }: PlannedChange, filesAt?: string): Finding[] {
	// An unreadable draft can't be checked.
	if (isStateAlone && before.parts.length === 0) return [];
	const isDraft = shared.type === 'draft';
	const isScheduled = becomesScheduled({ before, shared });
	// What the post has already doesn't prevent other changes, unless a draft is to be published.
	const known = isScheduled
		? []
		: check(contentOfPost(before), { isDraft }).map(({ message }) => message);
	const found = check(post, { isDraft, filesAt }).filter(({ message }) => !known.includes(message));
	refuseFindings(
		found.filter(isError).map((finding): FindingOfPost => [post.target, finding]),
		isStateAlone && isScheduled
			? 'Nothing was changed. Correct the draft with Post > Update first, or in the same step.'
			: 'Nothing was changed.',
	);
	return found;
}
