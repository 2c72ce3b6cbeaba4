import {
	dateOf,
	missingTags,
	settingsOf,
	tagsOf,
	toPlannedPost,
	type CalendarPost,
} from '../../calendar/post';
import { plannedReference, type MediaFile } from '../../media/mediaFile';
import { isSameContent } from '../../text/sameContent';
import { isSameMinute } from '../../values/date';
import { keyIn, withoutKey } from '../../values/postKey';
import { isObject } from '../../values/read';
import { withPlugs } from '../payload';
import type { PlannedPart, PlannedPost } from '../types';
import type { Change, SentChange } from './types';

/** The name of a changed thread, and the prefix of changed settings. */
export const THREAD = 'thread';
export const SETTING = 'settings.';

/** How the content of a post differs from what it should be: `text`, `settings.title` and the like. */
export function differences(
	before: CalendarPost,
	{ post, tags, inter, shortLink }: Pick<Change, 'post' | 'tags' | 'inter' | 'shortLink'>,
): string[] {
	const old = toPlannedPost(before);
	const [first, ...later] = post.parts;
	const [oldFirst, ...oldLater] = old.parts;
	const isSameText = (part?: PlannedPart, other?: PlannedPart) =>
		isSameContent(part?.content ?? '', other?.content ?? '', { isShortened: shortLink });
	const isSamePart = (part: PlannedPart, index: number) =>
		isSameText(part, oldLater[index]) &&
		hasFilesOf(part, oldLater[index]) &&
		(part.delay ?? 0) === (oldLater[index]?.delay ?? 0);
	const isSameThread = later.length === oldLater.length && later.every(isSamePart);
	const isWhole = before.parts.length > 0;
	const labels = tags?.map(({ label }) => label);
	return [
		...(isSameText(first, oldFirst) ? [] : ['text']),
		...(isWhole && !hasFilesOf(first, oldFirst) ? ['media'] : []),
		...(isWhole && !isSameThread ? [THREAD] : []),
		...(labels && !isSame(sorted(labels), sorted(tagsOf(before))) ? ['tags'] : []),
		...(inter !== undefined && (inter ?? 0) !== (before.intervalInDays ?? 0) ? ['inter'] : []),
		...differentSettings(post, old),
	];
}

const sorted = (texts: string[]) => [...new Set(texts)].sort();

/** True if a part has exactly the files of another one. */
function hasFilesOf({ files = [] }: Partial<PlannedPart> = {}, other?: PlannedPart): boolean {
	const referenceOf = ({ reference, alt, cover, coverAt }: MediaFile) =>
		reference && !cover && coverAt === undefined
			? { ...reference, ...(alt && { alt }) }
			: undefined;
	return isSame(files.map(referenceOf), (other?.files ?? []).map(referenceOf));
}

function differentSettings(post: PlannedPost, before: PlannedPost): string[] {
	const [settings, old] = [withPlugs(post.settings), withPlugs(before.settings)];
	return Object.keys({ ...settings, ...old, ...post.settingFiles })
		.filter((key) => key !== '__type')
		.filter((key) => key in post.settingFiles || !isSame(settings[key], old[key]))
		.map((key) => `${SETTING}${key}`);
}

/** True if the service treats both values alike: missing keys are the same as null. */
function isSame(a: unknown, b: unknown): boolean {
	if (Array.isArray(a) && Array.isArray(b)) {
		return a.length === b.length && a.every((element, index) => isSame(element, b[index]));
	}
	if (isObject(a) && isObject(b)) {
		return Object.keys({ ...a, ...b }).every((key) => isSame(a[key], b[key]));
	}
	return (a ?? null) === (b ?? null);
}

/** What the service didn't store as sent, in words. Tags that it doesn't know are told otherwise. */
export function unsavedIn(sent: SentChange, after: CalendarPost): string[] {
	const { type, date } = sent.shared;
	const isDraft = after.state === 'DRAFT';
	const state =
		isDraft === (type === 'draft') ? [] : [`state (it is ${isDraft ? 'a' : 'not a'} draft now)`];
	if (sent.isStateAlone) return state;
	// For "now", the service sets the date by its own clock.
	const isDated = type === 'now' || isSameMinute(date, dateOf(after));
	return [...unsavedContent(sent, after), ...(isDated ? [] : ['date']), ...state];
}

function unsavedContent({ payload, post, shared }: SentChange, after: CalendarPost): string[] {
	const { fields = [] } = post.target.provider ?? {};
	const { tags, inter = null, shortLink } = shared;
	const isShown = after.parts.length > 0 || after.settings !== undefined;
	const unknown = missingTags(tags, after);
	const names = differences(after, {
		post: {
			...toPlannedPost(after),
			// The service may add others.
			settings: isShown ? withoutKey({ ...settingsOf(after), ...payload.settings }) : {},
			parts: payload.value.map(({ content, image, delay }) => ({
				content,
				delay,
				files: image.map(plannedReference),
			})),
		},
		tags: tags.filter(({ label }) => !unknown.includes(label)),
		inter,
		shortLink,
	});
	const words = new Map<string, string>([
		...fields.map(({ name, displayName }) => [`${SETTING}${name}`, displayName] as const),
		['media', 'files'],
		['inter', 'repetition'],
	]);
	return names.map((name) => words.get(name) ?? name.replace(SETTING, ''));
}

/** True if the change was made: each one sets a new ID in the key, or else a new group. */
export function isMade(
	{ before, isStateAlone, payload }: SentChange,
	after: CalendarPost,
): boolean {
	if (isStateAlone) return after.state !== before.state;
	const [own, stored] = [keyIn(payload.settings), keyIn(after.parts[0]?.settings)];
	return own && stored ? own.id === stored.id : after.group !== before.group;
}
