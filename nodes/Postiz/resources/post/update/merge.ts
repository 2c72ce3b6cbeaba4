import type { IDataObject } from 'n8n-workflow';

import { isSameNetwork } from '../../../channels/targets';
import { parseSettings } from '../../../posts/row';
import type { WholePost } from '../../../posts/whole';
import { findProvider, providerName } from '../../../providers';
import { toServiceContent, toTextTarget } from '../../../text/content';
import type { PostRow, PostSettings, PostType, SharedFields } from '../../../transport/types';
import { showDate } from '../../../values/date';
import { Problem } from '../../../values/problem';
import { quote } from '../../../values/quote';
import { DAY_MS, MINUTE_MS, utcDate } from '../../../values/time';
import type { Draft } from '../create/types';
import type { PostChange, SettingsChange } from './types';

/** A post that goes out sooner is not changed: it could go out in between. */
export const MIN_LEAD_MS = 5 * MINUTE_MS;

/** A post as it is to be written back. */
export interface MergedPost {
	draft: Draft;
	/** The IDs of the parts; undefined for new ones. */
	ids: Array<string | undefined>;
	/** `update` leaves the state, and the time at which the post goes out, as they are. */
	type: Exclude<PostType, 'now'> | 'update';
	date: string;
	tags: SharedFields['tags'];
	inter?: number;
	/** Parts that it has now are not among those to write. */
	removesParts: boolean;
}

/**
 * The post with a change made to it: what the change does not name stays as the service has it.
 * Throws {@link Problem} for a post that cannot be changed (docs/api.md, Changing a post).
 */
export function mergePost(whole: WholePost, change: PostChange, now: number): MergedPost {
	const { row, parts } = whole;
	const date = utcDate(row.publishDate) ?? row.publishDate;
	refuseUnchangeable(row, date, now);
	if (parts.length === 0 && (change.text === undefined || change.media === undefined)) {
		throw new Problem(
			`The post ${quote(row.id)} cannot be read whole`,
			'This Postiz instance does not show the files of a post, and a change would remove them. Give both Text and Media, or change the post in Postiz.',
		);
	}
	const [first, ...later] = parts;
	const identifier = row.integration?.providerIdentifier ?? '';
	const provider = findProvider(identifier);
	const before = first?.settings ?? parseSettings(row.settings);
	const settings = mergeSettings(before, identifier, change.settings);
	const toContent = converter(identifier, settings, change);
	const head = {
		content: change.text === undefined ? (first?.content ?? '') : toContent(change.text),
		files: change.media ?? first?.image ?? [],
	};
	const thread = change.thread?.map(({ text, ...part }) => ({ ...part, content: toContent(text) }));
	const kept = later.map(({ content, image, delay }) => ({
		content,
		files: image,
		...(delay > 0 && { delay }),
	}));
	const tags = first?.tags ?? (row.tags ?? []).flatMap(({ tag }) => tag?.name ?? []);
	const inter = change.inter === undefined ? (row.intervalInDays ?? undefined) : change.inter;
	const all = [head, ...(thread ?? kept)];
	return {
		draft: {
			target: {
				id: row.integration?.id ?? '',
				name: row.integration?.name ?? '',
				identifier,
				provider,
				label: `The post (${providerName(identifier)}, ${row.integration?.name ?? ''})`,
				isDetected: false,
			},
			parts: all,
			settings,
			settingFiles: change.settings?.settingFiles ?? {},
		},
		ids: all.map((_part, index) => (index === 0 ? row.id : later[index - 1]?.id)),
		type: typeOf(row, change.date !== undefined && change.date !== date),
		date: change.date ?? date,
		tags: change.tags ?? tags.map((name) => ({ value: name, label: name })),
		...(inter ? { inter } : {}),
		removesParts:
			change.thread !== undefined && (parts.length === 0 || change.thread.length < later.length),
	};
}

function typeOf({ state }: PostRow, isNewDate: boolean): MergedPost['type'] {
	if (state === 'DRAFT') return 'draft';
	return isNewDate ? 'schedule' : 'update';
}

function refuseUnchangeable(row: PostRow, date: string, now: number): void {
	const { id, state } = row;
	if (state === 'PUBLISHED') {
		throw new Problem(
			`The post ${quote(id)} is published already`,
			'What is on the network cannot be changed from here. Create a new post instead.',
		);
	}
	const next = nextDate(date, row.intervalInDays ?? 0, now);
	if (state === 'QUEUE' && next < now + MIN_LEAD_MS) {
		throw new Problem(
			`The post ${quote(id)} goes out at ${showDate(new Date(next).toISOString())}`,
			'A post that is due within five minutes is not changed, as it could go out in between. Take it back to draft in Postiz first if you must change it.',
		);
	}
}

/** When a post goes out next, in ms; a repeating one may have gone out before. */
function nextDate(date: string, intervalInDays: number, now: number): number {
	const first = Date.parse(date);
	if (intervalInDays <= 0 || first >= now) return first;
	const step = intervalInDays * DAY_MS;
	return first + Math.ceil((now - first) / step) * step;
}

function mergeSettings(
	before: IDataObject,
	identifier: string,
	change: SettingsChange | undefined,
): PostSettings {
	if (change?.identifier && !isSameNetwork(change.identifier, identifier)) {
		throw new Problem(
			`The post is no ${providerName(change.identifier)} post, but one on ${providerName(identifier)}`,
			'Choose its own network under Network Settings, or keep the settings.',
		);
	}
	return { ...before, ...change?.settings, __type: identifier };
}

function converter(
	identifier: string,
	settings: IDataObject,
	{ format }: PostChange,
): (text: string) => string {
	const target = toTextTarget(findProvider(identifier), settings);
	return (text) => toServiceContent(text, format, target);
}
