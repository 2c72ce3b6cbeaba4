/** Rows, requests and stored posts in a form that can be compared. */
import type { IDataObject } from 'n8n-workflow';

import type { ServiceState, StoredPost } from '../../service/state.cjs';
import type { ScriptRow } from './script.cjs';

/** The names of pictures by the path of their uploads. */
const fileNames = new Map<string, string>();

export const hasDateOfRow = (post: StoredPost, { date }: ScriptRow) =>
	Date.parse(post.publishDate) === Date.parse(date);

/** Remembers the names of uploaded pictures. */
export function rememberFileNames({ media }: ServiceState): void {
	for (const { path, originalName } of media) fileNames.set(path, originalName);
}

export const getTexts = ({ parts }: StoredPost) => parts.map(({ content }) => content);
const getFileName = (image: unknown) => {
	const [file] = (image ?? []) as Array<{ path: string }>;
	return file && (fileNames.get(file.path) ?? file.path);
};

const toComparable = (texts: string[], file?: string) => JSON.stringify([file ?? null, ...texts]);

/** A row as one string: its picture and the texts of its parts. */
export const getRowContent = ({ text, thread, file }: ScriptRow) =>
	toComparable([text, ...thread], file);
export const getStoredContent = (post: StoredPost) =>
	toComparable(getTexts(post), getFileName(post.parts[0].image));
export const getSentContent = (value: IDataObject[]) =>
	toComparable(
		value.map(({ content }) => content as string),
		getFileName(value[0].image),
	);

/** True if the post was made from the row, even if only its beginning was stored. */
export function belongsToRow(post: StoredPost, { text, thread, file }: ScriptRow): boolean {
	const expected = [text, ...thread];
	return (
		getFileName(post.parts[0].image) === file &&
		getTexts(post).every((content, index) => content === expected[index])
	);
}
