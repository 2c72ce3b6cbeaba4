import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { shorten } from '../../common/text';
import { toObject } from '../../common/value';
import { getEnteredText } from '../../execution/inputItems';
import type { SettingField } from '../../networks/networkTypes';
import { getTextRequirements } from '../../networks/textRequirements';
import type { DesiredPost } from '../../posts/desiredPost';
import { describeSimilarPost } from '../../posts/existing/describeSimilarPosts';
import { describeKeptPost } from '../../posts/existing/describeKeptPost';
import { describeUnreadParts } from '../../posts/existing/describeUnreadParts';
import { toNoteSentences } from '../../posts/issue';
import { findUnreachableOrigins, type GetAddress } from '../../posts/issues/unreachableFiles';
import type { Item, PartInput } from '../../posts/item';
import type { PlannedPost } from '../../posts/plannedPost';
import type { Run } from '../../posts/run/run';
import { differsFromDefault } from '../../settings/differsFromDefault';
import { countCharacters } from '../../text/characterCount';
import { isBlank } from '../../text/storedText';
import type { ListedPost } from '../../transport/apiTypes';
import { mergePreview } from './mergePreview';
import type { PreviewPart, PreviewPost } from './previewPost';

/**
 * Creates what a preview shows of a post, except its status. `planned` is undefined if the item failed before matching.
 * `listedPosts`: the posts in the calendar by ID.
 */
export function createPreviewContent(
	post: DesiredPost,
	planned: PlannedPost | undefined,
	listedPosts: ReadonlyMap<string, ListedPost>,
	{ client, timezone }: Pick<Run, 'client' | 'timezone'>,
) {
	const { target, item } = post;
	const { maxLength: channelLimit, network } = target;
	const merged = mergePreview(post, planned, listedPosts);
	const { settings, settingFiles, tags } = merged;
	const { maxLength, guaranteedMaxLength } = getTextRequirements(network, settings);
	const parts = merged.parts.map(({ content, delay = 0, files }): PreviewPart => ({
		content,
		length: countCharacters(content, network?.characterCount),
		// The channel's own limit is only fetched if the text is too long for some accounts.
		limit: channelLimit ?? guaranteedMaxLength ?? maxLength,
		delay,
		files,
	}));
	const fields = network?.fields ?? [];
	return {
		target,
		when: merged.when ?? getWhenOfItem(item),
		changed: merged.changed,
		parts,
		settings: listSettings(
			fields.filter(({ name }) => !(name in settingFiles)),
			settings,
		),
		settingFiles: listSettingFiles(fields, settingFiles),
		tags,
		notes: [
			...(planned ? listNotesOfPlan(planned, merged.changed) : []),
			...(parts[0]?.files.length && isBlank(parts[0].content) ? ['The post has no text.'] : []),
			...findUnreachableNotes(post, client),
			planned ? describeSimilarPost(planned, timezone) : '',
		].filter(Boolean),
	};
}

const listNotesOfPlan = (planned: PlannedPost, changed: string[] | undefined): string[] => [
	describeKeptPost(planned),
	changed?.length === 0 ? describeUnreadParts(planned) : '',
	...toNoteSentences(planned.issues),
];

const listSettingFiles = (
	fields: SettingField[],
	settingFiles: DesiredPost['settingFiles'],
): PreviewPost['settingFiles'] =>
	Object.entries(settingFiles).map(([key, file]) => [
		fields.find(({ name }) => name === key)?.displayName ?? key,
		file,
	]);

/** Creates the content of an item without channels, or of an unreadable item, as entered. */
export function createEnteredContent(
	item: Item | undefined,
	index: number,
	{ context, inspector }: Pick<Run, 'context' | 'inspector'>,
): Omit<PreviewPost, 'index' | 'status' | 'problems'> {
	const input = item?.input;
	const post = input?.kind === 'json' ? input.posts[0] : input?.form;
	const parts = post?.parts ?? [{ text: getEnteredText(context, index, 'content'), files: [] }];
	return {
		when: item && getWhenOfItem(item),
		enteredChannels: getEnteredText(context, index, 'channels') || undefined,
		parts: parts.map(({ text, delay = 0, files }: PartInput): PreviewPart => ({
			content: text,
			length: text.length,
			delay,
			files: files.flatMap((file) => inspector.findInspectedFile(file) ?? []),
		})),
		settings: [],
		settingFiles: [],
		tags: item?.requestFields.tags.map(({ label }) => label) ?? [],
		notes: [],
	};
}

function getWhenOfItem({ requestFields: { type, date }, dateSource, dateProblem }: Item) {
	if (dateProblem) return undefined;
	return { type, ...(dateSource !== 'none' && { date }) };
}

/**
 * Creates notes on files that the network may not reach. If it is unknown where the instance keeps files, assumes
 * `baseUrl`.
 */
function findUnreachableNotes(
	post: DesiredPost,
	{ baseUrl, instance: { filesOrigin } }: Run['client'],
): string[] {
	if (filesOrigin !== undefined) return [];
	const getAddress: GetAddress = ({ reference }) => (reference ? undefined : baseUrl);
	const origins = [
		...findUnreachableOrigins(post, 'never', getAddress),
		...findUnreachableOrigins(post, 'perhaps', getAddress),
	];
	return origins.map((origin) => `The network may not reach files at ${origin}.`);
}

/** In characters. */
const MAX_VALUE_LENGTH = 300;

/** Lists settings that differ from their defaults, by their labels in the form. A group is listed field by field. */
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
			const { value: content = group } = toObject(group);
			return listSettings(nested.fields, toObject(content) as IDataObject);
		});
	});
}

function formatValue(field: SettingField, value: unknown): string {
	if (Array.isArray(value)) return value.map((element) => formatValue(field, element)).join(', ');
	if (value === true) return 'Yes';
	if (value === false) return 'No';
	if (typeof value === 'object') {
		const { label, name, value: content } = toObject(value);
		return String(label ?? name ?? content ?? JSON.stringify(value));
	}
	const choices = field.type === 'options' ? (field.options as INodePropertyOptions[]) : [];
	return choices.find((choice) => choice.value === value)?.name ?? String(value);
}
