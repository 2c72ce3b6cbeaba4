import { isWithinAMinute } from '../../common/date';
import { isObject } from '../../common/value';
import type { MediaFile } from '../../media/mediaFile';
import { withPlugs } from '../../settings/withPlugs';
import { isSameContent } from '../../text/sameContent';
import type { PostContent, Part } from '../desiredPost';
import { API_STATES, type EditableState, type PostUpdate, SETTING_PREFIX } from '../postUpdate';
import type { UpdatableFields } from './updatableFields';

/** Lists what differs between an update and its post, named as in the output, such as `text` and `settings.title`. */
export function findDifferences(current: UpdatableFields, update: PostUpdate): string[] {
	const { post, tags, repeatDays, shortLink } = update;
	const [first, ...later] = post.parts;
	const [oldFirst, ...oldLater] = current.post.parts;
	const isSameText = (part?: Part, other?: Part) =>
		isSameContent(part?.content ?? '', other?.content ?? '', { isShortened: shortLink });
	const isSamePart = (part: Part, index: number) =>
		isSameText(part, oldLater[index]) &&
		hasSameFiles(part, oldLater[index]) &&
		(part.delay ?? 0) === (oldLater[index]?.delay ?? 0);
	const isSameThread = later.length === oldLater.length && later.every(isSamePart);
	const state = getStateToWrite(current, update);
	const labels = tags?.map(({ label }) => label);
	return [
		...(isMoved(current, update) ? ['date'] : []),
		...(state && API_STATES[state] !== current.state ? ['state'] : []),
		...(isSameText(first, oldFirst) ? [] : ['text']),
		...(hasSameFiles(first, oldFirst) ? [] : ['media']),
		...(isSameThread ? [] : ['thread']),
		...(labels && !isSameValue(toSorted(labels), toSorted(current.tags)) ? ['tags'] : []),
		...(repeatDays !== undefined && repeatDays !== current.repeatDays ? ['inter'] : []),
		...findDifferentSettings(post, current.post),
	];
}

/** True if a difference shows in a list of posts, which has no files and no later parts. */
export const showsInList = (difference: string): boolean =>
	!['media', 'thread'].includes(difference);

const isMoved = (current: UpdatableFields, { date, isForSlot = false }: PostUpdate) =>
	isForSlot || (date !== undefined && !isWithinAMinute(date, current.date));

/** Returns the state that an update writes. A new date retries a failed post. */
const getStateToWrite = (
	current: UpdatableFields,
	{ state, date }: Pick<PostUpdate, 'state' | 'date'>,
): EditableState | undefined =>
	state ?? (current.state === 'ERROR' && date !== undefined ? 'scheduled' : undefined);

/** True if the post is a draft once it is updated. */
export function isDraftAfter(
	current: UpdatableFields,
	update: Pick<PostUpdate, 'state' | 'date'>,
): boolean {
	const state = getStateToWrite(current, update);
	return state ? state === 'draft' : current.state === 'DRAFT';
}

const toSorted = (texts: string[]) => [...new Set(texts)].sort();

function hasSameFiles({ files = [] }: Partial<Part> = {}, other?: Part): boolean {
	const getReference = ({ reference, alt, cover, coverAt }: MediaFile) =>
		reference && !cover && coverAt === undefined
			? { ...reference, ...(alt && { alt }) }
			: undefined;
	return isSameValue(files.map(getReference), (other?.files ?? []).map(getReference));
}

function findDifferentSettings(post: PostContent, before: PostContent): string[] {
	const [settings, old] = [withPlugs(post.settings), withPlugs(before.settings)];
	return Object.keys({ ...settings, ...old, ...post.settingFiles })
		.filter((key) => key !== '__type')
		.filter((key) => key in post.settingFiles || !isSameValue(settings[key], old[key]))
		.map((key) => `${SETTING_PREFIX}${key}`);
}

/** True if the service treats both values alike: a missing key equals null. */
function isSameValue(a: unknown, b: unknown): boolean {
	if (Array.isArray(a) && Array.isArray(b)) {
		return a.length === b.length && a.every((element, index) => isSameValue(element, b[index]));
	}
	if (isObject(a) && isObject(b)) {
		return Object.keys({ ...a, ...b }).every((key) => isSameValue(a[key], b[key]));
	}
	return (a ?? null) === (b ?? null);
}
