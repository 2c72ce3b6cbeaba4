import type { IDataObject } from 'n8n-workflow';

import { changesPost, withoutWhat } from '../../channels/checkSetting';
import type { MediaFile } from '../../media/mediaFile';
import type { Provider, SettingField } from '../../providers/types';
import { changesOf } from '../../text/written';
import { propertiesOf } from '../../values/read';
import type { PlannedItem, PlannedPart, PlannedPost } from '../types';
import { checkSettings, checkThread, sizeOf } from './checkPost';

type Noted = Pick<
	PlannedPost,
	'target' | 'parts' | 'settings' | 'settingFiles' | 'origin' | 'notes'
>;

/** Adds {@link notesOn} to the posts of an item. */
export const withNotes = (item: PlannedItem): PlannedItem => ({
	...item,
	posts: item.posts.map((post) => ({
		...post,
		notes: notesOn(post, { isUnchecked: item.skipsValidation || item.shared.type === 'draft' }),
	})),
});

/**
 * What the service accepts of a post although the network doesn't publish it, in sentences without the network. Those
 * of an unchecked post, such as a draft, include what would otherwise be refused (docs/api.md, Media rules, Threads).
 */
export function notesOn(
	post: Noted,
	{ isUnchecked, changed }: { isUnchecked: boolean; changed?: string[] },
): string[] {
	const { parts, settings, settingFiles, target } = post;
	const { provider } = target;
	const changes = parts.flatMap(({ written }) => (written ? changesOf(written) : []));
	const notes = [...new Set(changes), ...(post.notes ?? [])];
	if (!provider) return notes;
	const given = { ...settings, ...settingFiles } as IDataObject;
	return [
		...notes,
		...unusedDetails(
			provider,
			parts.flatMap(({ files }) => files),
		),
		...(parts[0]?.delay ? ['the delay of the post itself has no effect'] : []),
		...unusedSettings(provider.fields, given, parts)
			.filter(({ key }) => changed?.includes(key) ?? true)
			.map(({ note }) => note),
		...(isUnchecked ? lostLater(post, provider) : []),
	];
}

const DETAILS = {
	alt: ['Alt Text', 'alt'],
	cover: ['Cover', 'thumbnail'],
	coverAt: ['Cover Timestamp (Seconds)', 'thumbnailTimestamp'],
} as const;

type Detail = keyof typeof DETAILS;

/** Details of files that the network doesn't use (docs/api.md, Files of a post). */
function unusedDetails({ fileDetails = [], coverNote }: Provider, files: MediaFile[]): string[] {
	return (Object.keys(DETAILS) as Detail[])
		.filter((detail) => !fileDetails.includes(detail) && files.some((file) => has(file, detail)))
		.map((detail) => {
			const instead = coverNote && detail !== 'alt' ? `: use ${coverNote}` : '';
			return `${DETAILS[detail][0]} is not published${instead}`;
		});
}

function has(file: MediaFile, detail: Detail): boolean {
	const [, key] = DETAILS[detail];
	return Boolean(file[detail] ?? file.reference?.[key]);
}

const OTHER_FILES: Record<NonNullable<SettingField['onlyFor']>, MediaFile['kind'] | 'any'> = {
	pictures: 'video',
	videos: 'image',
	'posts without files': 'any',
};

/** Settings without effect beside the others and these files. */
function unusedSettings(
	fields: SettingField[],
	settings: IDataObject,
	[first]: PlannedPart[],
): Array<{ key: string; note: string }> {
	const files = first?.files ?? [];
	return fields.flatMap((field) => {
		const { displayName, name: key, nested, onlyFor } = field;
		const value = settings[key];
		if (!changesPost(field, value)) return [];
		const without = withoutWhat(field, fields, settings);
		if (without !== undefined) return [{ key, note: `${displayName} has no effect ${without}` }];
		const other = onlyFor && OTHER_FILES[onlyFor];
		if (other && files.length > 0 && files.every(({ kind }) => other === 'any' || kind === other)) {
			return [{ key, note: `${displayName} has no effect: it is only for ${onlyFor}` }];
		}
		const groups = nested?.name ? [value].flat().map((group) => propertiesOf(group)) : [];
		return groups.flatMap((group) =>
			unusedSettings(nested!.fields, propertiesOf(group.value ?? group) as IDataObject, []).map(
				({ note }) => ({ key, note }),
			),
		);
	});
}

function lostLater(post: Noted, { ignoresLaterMedia }: Provider): string[] {
	const { parts } = post;
	const ofDraft = checkSettings(post).map(({ message }) => message);
	const losesFiles = ignoresLaterMedia && parts.slice(1).some(({ files }) => files.length > 0);
	return [
		...checkThread(post).map(({ message }) => message),
		...(losesFiles ? ['the files of the thread are not published'] : []),
		...checkSettings(post, sizeOf(parts))
			.filter(({ message }) => !ofDraft.includes(message))
			.map(({ field, message }) => `${field} ${message}`),
	];
}
