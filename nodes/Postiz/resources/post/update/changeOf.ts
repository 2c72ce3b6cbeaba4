import { toPlannedPost, type CalendarPost } from '../../../calendar/post';
import { channelSettings, findSettingChannels } from '../../../channels/settingChannels';
import type { Uploads } from '../../../media/uploads';
import { providerName } from '../../../providers';
import type { Change, WantedState } from '../../../publishing/change/types';
import { SETTING } from '../../../publishing/change/differences';
import { unreadable } from '../../../publishing/change/refuseChange';
import { notesOn } from '../../../publishing/check/notes';
import { filesNamedBy, planPart, planSettingFiles } from '../../../publishing/plan/planItem';
import { followFiles, unknownKeys } from '../../../publishing/plan/settings';
import type { PlannedPart, PlannedPost } from '../../../publishing/types';
import { textRulesFor } from '../../../text/content';
import type { PostizClient } from '../../../transport/client';
import { ALLOW_PAST, IF_PAST, showDate, utcDate } from '../../../values/date';
import { listNames } from '../../../values/lists';
import { Problem, quote } from '../../../values/problem';
import type { Entered } from './fields';
import type { UpdateForm } from './readForm';

/** A post as a form wants it. */
export async function changeOf(
	there: CalendarPost,
	form: UpdateForm,
	{
		client,
		uploads,
		timezone,
	}: { client: Pick<PostizClient, 'channels'>; uploads: Uploads; timezone: string },
): Promise<Change> {
	const { entered, format } = form;
	const { state, date, text, media, thread, tags, inter } = entered;
	const before = toPlannedPost(there);
	const { target } = before;
	const { provider } = target;
	const own = form.settingsFor(target.identifier);
	const keys = Object.keys({ ...own.settings, ...own.settingFiles });
	if (Object.keys(entered).length + keys.length === 0) throw nothingFor(target.identifier, form);
	const refusal = refusalOf(there, form, { hasSettings: keys.length > 0, timezone });
	const written = [{ text: text ?? '', files: media ?? [] }, ...(thread ?? [])];
	await uploads.open(filesNamedBy({ parts: written, settingFiles: own.settingFiles }));
	const channels =
		channelSettings(own.settings, provider).length > 0 ? await client.channels() : [];
	const found = findSettingChannels(own.settings, target, channels);
	const settings = { ...before.settings, ...found };
	const rules = textRulesFor(provider, settings);
	const planned = written.map((part) => planPart(part, format, rules, uploads));
	const parts = withEntered(before.parts, planned, entered);
	const post: PlannedPost = {
		...before,
		parts,
		settings: followFiles(settings, provider, parts),
		unlisted: unknownKeys(own.settings, provider),
		settingFiles: planSettingFiles(own.settingFiles, uploads),
	};
	const isDraft = state === 'draft' || (state === undefined && there.state === 'DRAFT');
	// Only what the form names: the rest was noted when it was made.
	const first = media === undefined ? { ...parts[0]!, files: [] } : parts[0]!;
	const changedParts = [first, ...planned.slice(1)];
	const notes = notesOn({ ...post, parts: changedParts }, { isUnchecked: isDraft, changed: keys });
	const names = Object.keys(entered).filter((name) => name !== 'date' && name !== 'state');
	return {
		post: { ...post, notes },
		state,
		date,
		tags,
		inter,
		named: [...names, ...keys.map((key) => `${SETTING}${key}`)],
		refusal,
	};
}

/** The parts of a post, with what is `entered` of the planned ones in place of its own. */
function withEntered(
	[head = { content: '', files: [] }, ...others]: PlannedPart[],
	[entry, ...later]: PlannedPart[],
	{ text, media, thread }: Entered,
): PlannedPart[] {
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

/** Why the form can't change this post, unless it is so already. */
function refusalOf(
	there: CalendarPost,
	form: UpdateForm,
	{ hasSettings, timezone }: { hasSettings: boolean; timezone: string },
): Problem | undefined {
	const { state, date, ...content } = form.entered;
	const isContent = hasSettings || Object.keys(content).length > 0;
	const isUnread = content.text === undefined || content.media === undefined;
	if (there.parts.length === 0 && (isContent || date !== undefined) && isUnread) {
		return unreadable(
			there,
			state === undefined ? 'Enter both Text and Media, or change the post in Postiz.' : undefined,
		);
	}
	// With other changes, it is refused anyway.
	if (there.state === 'PUBLISHED' && state !== undefined && !form.allowsPublished) {
		return new Problem(`The post ${quote(there.id)} is already published`, PUBLISHED_RISK[state], {
			forPerson: 'If you want that, turn on the option Allow Published Posts.',
		});
	}
	if (state === 'scheduled' && date === undefined && there.state === 'DRAFT') {
		return pastDraftProblem(there, form.allowsPast, timezone);
	}
	return undefined;
}

const PUBLISHED_RISK: Record<WantedState, string> = {
	draft:
		'It would stay on the network, while Postiz keeps it as a draft: scheduled later, it would be published a second time.',
	scheduled: 'Scheduled again, it would be published a second time.',
};

/** The problem of a draft that is to be published at its own date, which has passed. */
function pastDraftProblem(
	there: CalendarPost,
	allowsPast: boolean,
	timezone: string,
): Problem | undefined {
	const date = utcDate(there.publishDate);
	if (date === undefined) {
		return new Problem(
			`The draft ${quote(there.id)} has no date`,
			'Postiz publishes no post without one. Add a Date, at which it is to be published.',
		);
	}
	if (Date.parse(date) > Date.now() || allowsPast) return undefined;
	return new Problem(
		`The date of the draft, ${showDate(date, timezone)}, is in the past`,
		`${IF_PAST} Add a later date.`,
		{ forPerson: ALLOW_PAST },
	);
}
