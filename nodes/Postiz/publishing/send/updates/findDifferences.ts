import { type CalendarPost, getTags } from '../../../calendar/calendarPost';
import { isObject } from '../../../common/value';
import type { MediaFile } from '../../../media/mediaFile';
import type { Part, ChannelPost } from '../../../posts/desiredPost';
import { type PostUpdate, SETTING_PREFIX } from '../../../posts/postUpdate';
import { toChannelPost } from '../../../posts/toChannelPost';
import { isSameContent } from '../../../text/sameContent';
import { withPlugs } from '../payload';

/** Lists what differs between the content of a post and its update, such as `text` and `settings.title`. */
export function findDifferences(
	before: CalendarPost,
	{ post, tags, inter, shortLink }: Pick<PostUpdate, 'post' | 'tags' | 'inter' | 'shortLink'>,
): string[] {
	const old = toChannelPost(before);
	const [first, ...later] = post.parts;
	const [oldFirst, ...oldLater] = old.parts;
	const isSameText = (part?: Part, other?: Part) =>
		isSameContent(part?.content ?? '', other?.content ?? '', { isShortened: shortLink });
	const isSamePart = (part: Part, index: number) =>
		isSameText(part, oldLater[index]) &&
		hasSameFiles(part, oldLater[index]) &&
		(part.delay ?? 0) === (oldLater[index]?.delay ?? 0);
	const isSameThread = later.length === oldLater.length && later.every(isSamePart);
	const isReadable = before.parts.length > 0;
	const labels = tags?.map(({ label }) => label);
	return [
		...(isSameText(first, oldFirst) ? [] : ['text']),
		...(isReadable && !hasSameFiles(first, oldFirst) ? ['media'] : []),
		...(isReadable && !isSameThread ? ['thread'] : []),
		...(labels && !isSameValue(toSorted(labels), toSorted(getTags(before))) ? ['tags'] : []),
		...(inter !== undefined && inter !== (before.intervalInDays ?? 0) ? ['inter'] : []),
		...findDifferentSettings(post, old),
	];
}

const toSorted = (texts: string[]) => [...new Set(texts)].sort();

function hasSameFiles({ files = [] }: Partial<Part> = {}, other?: Part): boolean {
	const getReference = ({ reference, alt, cover, coverAt }: MediaFile) =>
		reference && !cover && coverAt === undefined
			? { ...reference, ...(alt && { alt }) }
			: undefined;
	return isSameValue(files.map(getReference), (other?.files ?? []).map(getReference));
}

function findDifferentSettings(post: ChannelPost, before: ChannelPost): string[] {
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
