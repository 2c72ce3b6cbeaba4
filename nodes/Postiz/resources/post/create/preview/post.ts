import type { MediaFile } from '../../../../media/mediaFile';
import { providerName, rulesFor } from '../../../../providers';
import { placesOf, type AddressOf } from '../../../../publishing/check/fetchable';
import type { Item, Wanted } from '../../../../publishing/shapes';
import type { PostizClient } from '../../../../transport/client';
import { countCharacters } from '../../../../text/length';
import { isBlank } from '../../../../text/stored';
import { capitalized } from '../../../../values/words';
import { showSettings, type ShownSetting } from './settings';

/** What a run would make of a post. `waiting`: it is fine, but another post of its item is not. */
export const STATUSES = ['new', 'changed', 'there', 'left out', 'to fix', 'waiting'] as const;
export type Status = (typeof STATUSES)[number];

/** How many posts have each status, without those that none has. */
export const amountsOf = (posts: Array<Pick<PreviewPost, 'status'>>): Array<[Status, number]> =>
	STATUSES.map((status): [Status, number] => [
		status,
		posts.filter((post) => post.status === status).length,
	]).filter(([, amount]) => amount > 0);

/** A part of a post as it would go out. */
export interface PreviewPart {
	/** As it is sent. */
	content: string;
	length: number;
	limit?: number;
	/** In minutes. */
	delay: number;
	files: MediaFile[];
}

/** A post as a preview shows it; of an item that could not be read, only what is wrong. */
export interface PreviewPost {
	/** The number of its row or item. */
	row?: number;
	status: Status;
	/** What is wrong, and what to do: a problem a line. */
	problems: string[];
	/** What may be a mistake. */
	notes: string[];
	channel?: string;
	network?: string;
	/** The network's identifier. */
	identifier?: string;
	when?: { type: Item['shared']['type']; date?: string };
	parts: PreviewPart[];
	count?: 'plain' | 'x' | 'mastodon';
	settings: ShownSetting[];
	settingFiles: Array<[label: string, file: MediaFile]>;
	tags: string[];
	/** In days. */
	repeats?: number;
	/** Of the post that is there, or is changed. */
	postId?: string;
	/** What differs, such as `text`. */
	changed?: string[];
}

/** A post as it would go out, without its status and problems. */
export function describePost(
	one: Wanted,
	{ client, timezone }: { client: Pick<PostizClient, 'baseUrl' | 'facts'>; timezone: string },
) {
	const { target, settingFiles, item, parts, settings, findings } = one;
	const { shared, lacksTime } = item;
	const { name, identifier, provider } = target;
	const labelOf = (key: string) =>
		provider?.fields.find((field) => field.name === key)?.displayName ?? key;
	return {
		channel: name,
		network: providerName(identifier),
		identifier,
		when: whenOf(item),
		parts: describeParts(one),
		count: provider?.count,
		settings: showSettings(provider?.fields ?? [], settings),
		settingFiles: Object.entries(settingFiles).map(([key, file]): [string, MediaFile] => [
			labelOf(key),
			file,
		]),
		tags: shared.tags.map(({ label }) => label),
		repeats: shared.inter,
		notes: [
			...findings.flatMap(({ level, message }) =>
				level === 'note' ? [`${capitalized(message)}.`] : [],
			),
			...(isBlank(parts[0]?.content ?? '') ? ['The post has no text.'] : []),
			...(lacksTime ? [`The date has no time: the post goes out at 00:00 ${timezone}.`] : []),
			...reachNotes(one, client),
		],
	};
}

/** An item that could not be planned: its texts as they were entered, if it was read. */
export function describeWritten(item?: Item) {
	const written = item?.written ?? [];
	const { parts = [] } = (Array.isArray(written) ? written[0] : written) ?? {};
	return {
		when: item && whenOf(item),
		parts: parts.map(({ text, delay = 0 }): PreviewPart => ({
			content: text,
			length: text.length,
			delay,
			files: [],
		})),
		settings: [],
		settingFiles: [],
		tags: item?.shared.tags.map(({ label }) => label) ?? [],
		notes: [],
	};
}

function whenOf({ shared: { type, date }, isDated: hasDate, dateProblem }: Item) {
	if (dateProblem) return undefined;
	const isDated = type === 'schedule' || (type === 'draft' && hasDate);
	return { type, ...(isDated && { date }) };
}

function describeParts({ target, parts, settings }: Wanted): PreviewPart[] {
	const { maxLength: ownLimit, provider } = target;
	const { maxLength, minMaxLength } = rulesFor(provider, settings);
	return parts.map(({ content, delay = 0, files }) => ({
		content,
		length: countCharacters(content, provider?.count),
		// The channel's own limit is only fetched if a text is too long for some accounts.
		limit: ownLimit ?? minMaxLength ?? maxLength,
		delay,
		files,
	}));
}

/** Notes about files that the network may not reach, if the instance stores them at `baseUrl`. */
function reachNotes(
	post: Wanted,
	{ baseUrl, facts: { filesAt } }: Pick<PostizClient, 'baseUrl' | 'facts'>,
): string[] {
	if (filesAt !== undefined) return [];
	const addressOf: AddressOf = ({ reference }) => (reference ? undefined : baseUrl);
	const places = [...placesOf(post, 'never', addressOf), ...placesOf(post, 'perhaps', addressOf)];
	return places.map((place) => `The network may not reach files at ${place}.`);
}

/** What people call a file: its name, or the end of its address. */
export function fileName({ local, url, reference, kind }: MediaFile): string {
	if (local) return local.name ?? kind ?? 'file';
	const address = url ?? String(reference?.path ?? '');
	const path = address.replace(/[?#].*$/s, '');
	return path.split('/').filter(Boolean).at(-1) ?? address;
}
