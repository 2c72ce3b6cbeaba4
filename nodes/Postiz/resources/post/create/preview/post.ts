import type { MediaFile } from '../../../../media/mediaFile';
import { providerName, rulesFor } from '../../../../providers';
import { placesOf, plannedAddress } from '../../../../publishing/check/fetchable';
import type {
	ItemSharedFields,
	ItemOptions,
	PlannedItem,
	PlannedPost,
	WrittenItem,
} from '../../../../publishing/types';
import type { PostizClient } from '../../../../transport/client';
import { countCharacters } from '../../../../text/length';
import { isBlank } from '../../../../text/stored';
import { capitalized } from '../../../../values/words';
import { showSettings, type ShownSetting } from './settings';

/** What a run would make of a post. `waiting`: it is fine, but another post of its item is not. */
export const STATUSES = [
	'new',
	'changed',
	'there already',
	'left out',
	'to fix',
	'waiting',
] as const;
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
	when?: { type: ItemSharedFields['type']; date?: string };
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

/** A post of an item as it would go out, without its status and problems. */
export function describePost(
	post: PlannedPost,
	item: PlannedItem,
	{ client, timezone }: { client: Pick<PostizClient, 'baseUrl' | 'facts'>; timezone: string },
) {
	const { shared, lacksTime } = item;
	const { target, settingFiles, action } = post;
	const { name, identifier, provider } = target;
	const labelOf = (key: string) =>
		provider?.fields.find((field) => field.name === key)?.displayName ?? key;
	return {
		channel: name,
		network: providerName(identifier),
		identifier,
		when: whenOf(item),
		parts: describeParts(post),
		count: provider?.count,
		settings: showSettings(provider?.fields ?? [], post.settings),
		settingFiles: Object.entries(settingFiles).map(([key, file]): [string, MediaFile] => [
			labelOf(key),
			file,
		]),
		tags: shared.tags.map(({ label }) => label),
		repeats: shared.inter,
		...(action?.kind === 'keep' && { postId: action.postId }),
		...(action?.kind === 'change' && { postId: action.id, changed: action.changed }),
		notes: [
			...(post.notes ?? []).map((note) => `${capitalized(note)}.`),
			...(isBlank(post.parts[0]?.content ?? '') ? ['The post has no text.'] : []),
			...(lacksTime ? [`The date has no time: the post goes out at 00:00 ${timezone}.`] : []),
			...reachNotes(post, client),
		],
	};
}

/** An item that could not be planned: its texts as they were entered, if it was read. */
export function describeWritten(item?: WrittenItem) {
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

function whenOf({ shared: { type, date }, namesDate, dateProblem }: ItemOptions) {
	if (dateProblem) return undefined;
	const isDated = type === 'schedule' || (type === 'draft' && namesDate);
	return { type, ...(isDated && { date }) };
}

function describeParts({ target, parts, settings }: PlannedPost): PreviewPart[] {
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

/** Notes about files that the network may not reach. Until the first upload, they may be stored at `baseUrl`. */
function reachNotes(
	post: PlannedPost,
	{ baseUrl, facts: { filesAt } }: Pick<PostizClient, 'baseUrl' | 'facts'>,
): string[] {
	const places = [
		// Of the others, it is certain.
		...(filesAt === undefined
			? placesOf(post, 'never', ({ reference }) => (reference ? undefined : baseUrl))
			: []),
		...placesOf(post, 'perhaps', plannedAddress(filesAt ?? baseUrl)),
	];
	return places.map((place) => `The network may not reach files at ${place}.`);
}

/** What people call a file: its name, or the end of its address. */
export function fileName({ local, url, reference, kind }: MediaFile): string {
	if (local) return local.name ?? kind ?? 'file';
	const address = url ?? String(reference?.path ?? '');
	const path = address.replace(/[?#].*$/s, '');
	return path.split('/').filter(Boolean).at(-1) ?? address;
}
