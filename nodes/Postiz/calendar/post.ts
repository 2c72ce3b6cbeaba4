import type { IDataObject } from 'n8n-workflow';

import type { ListedPost, SharedFields } from '../transport/types';
import { madeAt, utcDate } from '../values/date';
import { isObject, tryJson } from '../values/read';
import type { PreviewPart } from './preview';

/** A post of the calendar: its row, and its preview. */
export interface CalendarPost extends ListedPost {
	/** The post itself and its thread; empty if the instance has no previews. */
	parts: PreviewPart[];
}

/** Parses the settings of a row; null if they are invalid or the instance doesn't list any. */
export function parseSettings(settings: unknown): IDataObject | null {
	const parsed = typeof settings === 'string' ? tryJson(settings) : settings;
	return isObject(parsed) ? parsed : null;
}

/** The settings of a post, with its key. */
export const settingsOf = ({ settings, parts: [first] }: CalendarPost): IDataObject =>
	first?.settings ?? parseSettings(settings) ?? {};

/** The names of a post's tags. */
export const tagsOf = ({ tags = [], parts: [first] }: CalendarPost): string[] =>
	first?.tags ?? tags.flatMap(({ tag }) => tag?.name ?? []);

/** Tags that were sent but not stored, because the service doesn't know them. */
export function missingTags(sent: SharedFields['tags'], post: CalendarPost): string[] {
	const names = tagsOf(post);
	return sent.map(({ label }) => label).filter((label) => !names.includes(label));
}

/** The date of a post, in UTC with milliseconds and Z; an invalid one stays as it is. */
export const dateOf = ({ publishDate }: CalendarPost): string =>
	utcDate(publishDate) ?? publishDate;

/** When a post was made, in ms, from its preview or else its ID; undefined if neither tells. */
export const whenMade = ({ id, parts: [first] }: CalendarPost) => first?.createdAt ?? madeAt(id);
