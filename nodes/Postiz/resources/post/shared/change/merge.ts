import type { IDataObject } from 'n8n-workflow';

import { toPlannedPost, type WholePost } from '../../../../calendar/row';
import { channelSettings, findSettingChannels } from '../../../../channels/settingChannels';
import type { FileSource } from '../../../../media/fileSource';
import { atOnceIfDue } from '../../../../publishing/atOnce';
import { mendFiles, mendParts, mendSettings } from '../../../../publishing/plan/mend';
import { followFiles, unknownKeys } from '../../../../publishing/plan/settings';
import { notesOn } from '../../../../publishing/check/notes';
import { planPart, planSettingFiles, type OpenedFiles } from '../../../../publishing/plan/plan';
import type { PlannedPost, WrittenPart } from '../../../../publishing/types';
import { toTextTarget, type ContentFormat } from '../../../../text/content';
import type { PostizClient } from '../../../../transport/client';
import type { SharedFields } from '../../../../transport/types';
import { removeUnstorable } from '../../../../values/characters';
import { Problem, quote } from '../../../../values/problem';
import {
	isSameMinute,
	momentOf,
	refuseDoubled,
	refusePastDraft,
	refuseUnchangeable,
	SETTING,
	STATE_OF,
	type ChangeType,
	type WantedPost,
	type WantedState,
} from './wantedPost';

/** A change of a post; undefined properties stay as they are. */
export interface PostChange {
	/** In UTC, with milliseconds and Z. */
	date?: string;
	/** Whether to publish it at its date. */
	state?: WantedState;
	text?: string;
	format: ContentFormat;
	media?: FileSource[];
	thread?: WrittenPart[];
	tags?: SharedFields['tags'];
	/** In days; null ends the repetition. */
	inter?: number | null;
	/** Settings by API keys, and files by the setting that uses them. */
	settings?: { settings: IDataObject; settingFiles: Record<string, FileSource> };
}

/** Applies a change to a post, at `now` (ms). Throws {@link Problem} (docs/api.md, Changing a post). */
export function mergePost(
	whole: WholePost,
	change: PostChange,
	{
		opened,
		now,
		timezone,
		allowsPast = false,
	}: { opened: OpenedFiles; now: number; timezone: string; allowsPast?: boolean },
): WantedPost {
	const { listed, parts: shown } = whole;
	const { state, date } = momentOf(whole);
	refuseUnchangeable(whole, { now, timezone });
	if (shown.length === 0 && (change.text === undefined || change.media === undefined)) {
		throw new Problem(
			`The post ${quote(listed.id)} cannot be read completely`,
			`This Postiz instance does not show the files of a post, and a change would remove them. ${
				change.state === undefined
					? 'Enter both Text and Media, or change the post in Postiz.'
					: 'Change it in the calendar of Postiz, then run this with State alone.'
			}`,
		);
	}
	const before = toPlannedPost(whole);
	const { target } = before;
	const mended = new Set<string>();
	const note = (place: string) => mended.add(place);
	if (change.state === 'scheduled' && change.date === undefined) {
		refusePastDraft(whole, { now, timezone, allowsPast });
	}
	const isDraft = change.state === 'draft';
	if (target.provider?.onlyDrafts && state === 'ERROR' && change.date === undefined && !isDraft) {
		throw new Problem(
			`The failed post ${quote(listed.id)} has no new date`,
			`${target.provider.displayName} accepts only drafts, which the node schedules afterwards. Enter a Date, to try it again then.`,
		);
	}
	const settings = {
		...before.settings,
		...mendSettings(change.settings?.settings ?? {}, target.provider, note),
	};
	const text = toTextTarget(target.provider, settings);
	const plan = (parts: WrittenPart[]) => {
		const planned = mendParts(parts, note).map((part) =>
			planPart(part, change.format, text, opened),
		);
		return mendFiles(planned, note);
	};
	const [head = { content: '', files: [] }, ...keptParts] = before.parts;
	const [written, ...thread] = plan([
		{ text: change.text ?? '', files: change.media ?? [] },
		...(change.thread ?? []),
	]);
	const first = {
		...head,
		...(change.text !== undefined && { content: written!.content }),
		...(change.media !== undefined && { files: written!.files }),
	};
	const parts = [first, ...(change.thread === undefined ? keptParts : thread)];
	const post: PlannedPost = {
		...before,
		parts,
		settings: followFiles(settings, target.provider, parts),
		unknown: unknownKeys(change.settings?.settings ?? {}, target.provider),
		settingFiles: planSettingFiles(change.settings?.settingFiles ?? {}, opened),
	};
	const moment = atOnceIfDue(typeOf(state, date, change), change.date ?? date, now);
	const { settings: given = {}, settingFiles = {} } = change.settings ?? {};
	// Only what the change names: the rest was noted when it was made.
	const changedParts = [
		change.media === undefined ? { ...first, files: [] } : first,
		...(change.thread === undefined ? [] : thread),
	];
	const notes = notesOn(
		{ ...post, parts: changedParts },
		{ isUnchecked: moment.type === 'draft', changed: Object.keys({ ...given, ...settingFiles }) },
	);
	const wanted = {
		post: { ...post, notes },
		...moment,
		tags: removeUnstorable(change.tags, () => note('Tags')),
		inter: change.inter,
		changed: changedBy(change, { state, date }),
		mended,
	};
	refuseDoubled(whole, wanted, timezone);
	return wanted;
}

/** Resolves the channels that its settings name. Throws {@link Problem}. */
export async function withChannels(
	before: WholePost,
	change: PostChange,
	client: Pick<PostizClient, 'channels'>,
): Promise<PostChange> {
	const { target } = toPlannedPost(before);
	const { settings: changed } = change;
	if (!changed || channelSettings(changed.settings, target.provider).length === 0) return change;
	const channels = await client.channels();
	const settings = findSettingChannels(changed.settings, target, channels);
	return { ...change, settings: { ...changed, settings } };
}

/** What a change contains, as the output names it, without a state or date that the post already has. */
function changedBy(change: PostChange, { state, date }: { state: string; date: string }): string[] {
	const { settings } = change;
	const settingKeys = Object.keys({ ...settings?.settings, ...settings?.settingFiles });
	const isSame: Partial<Record<keyof PostChange, boolean>> = {
		state: state === STATE_OF[change.state ?? 'draft'],
		date: state !== 'ERROR' && isSameMinute(change.date, date),
	};
	const named = (Object.keys(change) as Array<keyof PostChange>).filter(
		(key) => key !== 'settings' && key !== 'format' && !isSame[key],
	);
	return [...named, ...settingKeys.map((key) => `${SETTING}${key}`)];
}

function typeOf(
	state: string,
	date: string,
	{ date: newDate, state: wanted }: PostChange,
): ChangeType {
	const isWanted = wanted === 'scheduled';
	if (wanted === 'draft' || (state === 'DRAFT' && !isWanted)) return 'draft';
	const isTriedAgain = state === 'ERROR' && (isWanted || newDate !== undefined);
	const isNew = state === 'DRAFT' || isTriedAgain;
	return isNew || (newDate ?? date) !== date ? 'schedule' : 'update';
}
