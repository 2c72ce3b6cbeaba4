import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { differsFromDefault } from '../../settings/validateSetting';
import { formatDateTimeWithZone } from '../../common/date';
import { getProperties } from '../../common/parseValue';
import { capitalize, shorten } from '../../common/text';
import { getEnteredText } from '../../execution/inputItems';
import type { MediaFile } from '../../media/mediaFile';
import { getTextRequirements } from '../../networks';
import type { SettingField } from '../../networks/networkTypes';
import type { DesiredPost } from '../../posts/desiredPost';
import type { Issue } from '../../posts/issue';
import { findUnreachablePlaces, type GetAddress } from '../../posts/issues/unreachableFiles';
import type { Item, PartInput } from '../../posts/item';
import type { Run } from '../../posts/run/run';
import { isBlank } from '../../text/storedText';
import { countCharacters } from '../../text/characterCount';

/** What a run would do with a post. `waiting`: it could be sent, but another post of its item can't. */
export const STATUSES = ['new', 'updated', 'unchanged', 'skipped', 'to fix', 'waiting'] as const;
export type Status = (typeof STATUSES)[number];

/** True for a post that a run would send. */
export const isReady = ({ status }: Pick<PreviewPost, 'status'>): boolean =>
	status === 'new' || status === 'updated';

/** The number of posts with each status, for statuses that occur. */
export const countStatuses = (posts: Array<Pick<PreviewPost, 'status'>>): Array<[Status, number]> =>
	STATUSES.map((status): [Status, number] => [
		status,
		posts.filter((post) => post.status === status).length,
	]).filter(([, amount]) => amount > 0);

/** A part of a post as it would be published. */
export interface CardPart {
	/** As it is sent. */
	content: string;
	length: number;
	limit?: number;
	/** In minutes. */
	delay: number;
	files: MediaFile[];
}

/** A post as a preview shows it. */
export interface PreviewPost {
	/** The index of its item, and the number of its row. */
	index: number;
	row?: number;
	status: Status;
	/** What is wrong and what to do, one line each. */
	problems: string[];
	/** What may be a mistake, in sentences. */
	notes: string[];
	target?: Pick<DesiredPost['target'], 'id' | 'name' | 'identifier'>;
	/** What was entered, if no channel was found. */
	enteredChannels?: string;
	when?: { type: Item['requestFields']['type']; date?: string };
	parts: CardPart[];
	settings: Array<[label: string, value: string]>;
	settingFiles: Array<[label: string, file: MediaFile]>;
	tags: string[];
	/** The ID of the existing post that is kept or changed. */
	postId?: string;
	/** What differs, such as `text`. */
	changed?: string[];
}

/** What a preview shows of a post, apart from its status. `replacedNote` names a post that it may replace. */
export function createPreviewContent(
	post: DesiredPost,
	issues: Issue[],
	{ client }: Pick<Run, 'client'>,
	replacedNote = '',
) {
	const { target, item, settings } = post;
	const { maxLength: channelLimit, network } = target;
	const { maxLength, guaranteedMaxLength } = getTextRequirements(network, settings);
	const parts = post.parts.map(({ content, delay = 0, files }): CardPart => ({
		content,
		length: countCharacters(content, network?.characterCount),
		// The channel's own limit is only fetched if a text is too long for some accounts.
		limit: channelLimit ?? guaranteedMaxLength ?? maxLength,
		delay,
		files,
	}));
	const fields = network?.fields ?? [];
	return {
		target,
		when: getWhen(item),
		parts,
		settings: listSettings(fields, settings),
		settingFiles: Object.entries(post.settingFiles).map(([key, file]): [string, MediaFile] => [
			fields.find(({ name }) => name === key)?.displayName ?? key,
			file,
		]),
		tags: item.requestFields.tags.map(({ label }) => label),
		notes: [
			...issues.flatMap(({ level, message }) =>
				level === 'note' ? [`${capitalize(message)}.`] : [],
			),
			...(parts[0]?.files.length && isBlank(parts[0].content) ? ['The post has no text.'] : []),
			...findUnreachableNotes(post, client),
			...(replacedNote ? [replacedNote] : []),
		],
	};
}

/** The content of an item without channels, or one that could not be read, as it was entered. */
export function createEnteredContent(
	item: Item | undefined,
	index: number,
	{ context, uploads }: Pick<Run, 'context' | 'uploads'>,
): Omit<PreviewPost, 'index' | 'status' | 'problems'> {
	const [post] = [item?.input ?? []].flat();
	const parts = post?.parts ?? [{ text: getEnteredText(context, index, 'content'), files: [] }];
	return {
		when: item && getWhen(item),
		enteredChannels: getEnteredText(context, index, 'channels') || undefined,
		parts: parts.map(({ text, delay = 0, files }: PartInput): CardPart => ({
			content: text,
			length: text.length,
			delay,
			files: files.flatMap((file) => uploads.getFile(file) ?? []),
		})),
		settings: [],
		settingFiles: [],
		tags: item?.requestFields.tags.map(({ label }) => label) ?? [],
		notes: [],
	};
}

function getWhen({ requestFields: { type, date }, hasFixedDate, dateProblem }: Item) {
	if (dateProblem) return undefined;
	const showsDate = type === 'schedule' || (type === 'draft' && hasFixedDate);
	return { type, ...(showsDate && { date }) };
}

/** Notes on files that the network may not reach. If it is unknown where the instance keeps them, assumes `baseUrl`. */
function findUnreachableNotes(
	post: DesiredPost,
	{ baseUrl, instance: { filesOrigin } }: Run['client'],
): string[] {
	if (filesOrigin !== undefined) return [];
	const getAddress: GetAddress = ({ reference }) => (reference ? undefined : baseUrl);
	const places = [
		...findUnreachablePlaces(post, 'never', getAddress),
		...findUnreachablePlaces(post, 'perhaps', getAddress),
	];
	return places.map((place) => `The network may not reach files at ${place}.`);
}

/** The name of a file, or the end of its address. */
export function getFileName({ local, url, reference, kind }: MediaFile): string {
	if (local) return local.name ?? kind ?? 'file';
	const address = url ?? String(reference?.path ?? '');
	const path = address.replace(/[?#].*$/s, '');
	return path.split('/').filter(Boolean).at(-1) ?? address;
}

/** Formats a length as `27/280`, or as `27` without a limit. */
export const formatLength = ({ length, limit }: Pick<CardPart, 'length' | 'limit'>): string =>
	limit === undefined ? String(length) : `${length}/${limit}`;

/** Formats when a post is published. `timezone` is an IANA name. */
export function formatWhen(when: PreviewPost['when'], timezone: string): string | undefined {
	if (!when) return undefined;
	const date = when.date === undefined ? '' : formatDateTimeWithZone(when.date, timezone);
	if (when.type === 'draft') return date ? `Draft, ${date}` : 'Draft';
	return { now: 'Now', nextSlot: 'Next free slot', schedule: date }[when.type];
}

/** In characters. */
const MAX_VALUE_LENGTH = 300;

/** Lists settings that differ from their defaults, by their labels in the form. Groups are listed field by field. */
export function listSettings(
	fields: SettingField[],
	settings: IDataObject,
): PreviewPost['settings'] {
	return fields.flatMap((field): PreviewPost['settings'] => {
		const { displayName, name, nested } = field;
		const value = settings[name];
		if (!differsFromDefault(field, value)) return [];
		if (!nested) return [[displayName, shorten(formatValue(field, value), MAX_VALUE_LENGTH)]];
		return [value].flat().flatMap((group) => {
			const { value: content = group } = getProperties(group);
			return listSettings(nested.fields, getProperties(content) as IDataObject);
		});
	});
}

function formatValue(field: SettingField, value: unknown): string {
	if (Array.isArray(value)) return value.map((element) => formatValue(field, element)).join(', ');
	if (value === true) return 'Yes';
	if (value === false) return 'No';
	if (typeof value === 'object') {
		const { label, name, value: content } = getProperties(value);
		return String(label ?? name ?? content ?? JSON.stringify(value));
	}
	const choices = field.type === 'options' ? (field.options as INodePropertyOptions[]) : [];
	return choices.find((choice) => choice.value === value)?.name ?? String(value);
}
