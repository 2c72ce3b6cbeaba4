import {
	getDate,
	findMissingTags,
	getSettings,
	getTags,
	type CalendarPost,
	PostFinder,
} from '../../calendar/calendarPost';
import { createReferenceFile, type MediaFile } from '../../media/mediaFile';
import type { Uploads } from '../../media/uploads';
import { findNetwork } from '../../networks';
import { isSameContent } from '../../text/storedText';
import type { PostizClient } from '../../transport/client';
import type { PostPayload, SharedFields } from '../../transport/apiTypes';
import { capitalize, joinSentences, removeUnstorable } from '../../common/wording';
import { DAY_MS, isSameMinute, MINUTE_MS, formatDate } from '../../common/date';
import { readKey, removeKey, type PostKey } from '../../common/postKey';
import { Problem, quote } from '../../common/problem';
import { isObject } from '../../common/parseValue';
import { hasLink, LINKS_STRIPPED } from '../../channels/strippedLinks';
import { getFiles, toPayload, withKey, withPlugs, type OutgoingPost } from './requests';
import { STATES_BY_TYPE, type Content, type DesiredState, type Part } from '../model';

/** The prefix of changed settings. */
export const SETTING = 'settings.';

/** A post of the calendar as it should be. What is undefined stays. */
export interface Change {
	/** Complete; only its files may still have to be uploaded. */
	post: Content;
	/** What its row says. */
	key?: PostKey;
	state?: DesiredState;
	/** In UTC, with milliseconds and Z. */
	date?: string;
	tags?: SharedFields['tags'];
	/** In days; null ends the repetition. */
	inter?: number | null;
	/** Links may be replaced with short ones. */
	shortLink?: boolean;
}

/** What is left to do: the whole post to write, with what stays (docs/api.md, Changing a post). */
export interface PlannedChange extends Pick<Change, 'post' | 'key'> {
	before: CalendarPost;
	/** What changes, such as `text` or `settings.title`; empty if the post is as it should be. */
	changed: string[];
	/** Nothing else changes, which takes no rewriting. */
	isStateAlone: boolean;
	shared: OutgoingPost['shared'];
}

/** A post of the calendar as content; without a preview, it lacks files and further parts. */
export function toPostContent(post: CalendarPost): Content {
	const { id = '', name = '', providerIdentifier: identifier = '' } = post.integration ?? {};
	const parts = post.parts.map(({ content, image, delay }) => ({
		content,
		files: image.map(createReferenceFile),
		...(delay > 0 && { delay }),
	}));
	return {
		origin: 'calendar',
		target: { id, name, identifier, network: findNetwork(identifier) },
		settings: removeKey(getSettings(post)),
		settingFiles: {},
		parts: parts.length > 0 ? parts : [{ content: post.content ?? '', files: [] }],
	};
}

/** Plans a change of a post that was just read. Throws {@link Problem} if it can't be changed any more. */
export function planChange(before: CalendarPost, change: Change, timezone: string): PlannedChange {
	const { post, key, shortLink = false } = change;
	const isMoved = change.date !== undefined && !isSameMinute(change.date, getDate(before));
	// With a date, a failed post is tried again.
	const isTriedAgain = before.state === 'ERROR' && change.date !== undefined;
	const state = change.state ?? (isTriedAgain ? 'scheduled' : undefined);
	const changed = [
		...(isMoved ? ['date'] : []),
		...(state && STATES_BY_TYPE[state] !== before.state ? ['state'] : []),
		...findDifferences(before, change),
	];
	const inter = (change.inter === undefined ? before.intervalInDays : change.inter) ?? 0;
	const plan: PlannedChange = {
		before,
		changed,
		isStateAlone: changed.join() === 'state' && change.date === undefined && !key,
		post,
		key: key ?? readKey(getSettings(before)),
		shared: {
			type: toType(before.state, state, isMoved),
			date: isMoved ? change.date! : getDate(before),
			tags: change.tags ?? getTags(before).map((name) => ({ value: name, label: name })),
			...(inter > 0 && { inter }),
			shortLink,
		},
	};
	if (changed.length > 0) assertChangeable(plan, timezone);
	return plan;
}

function toType(
	state: string,
	wanted: DesiredState | undefined,
	isMoved: boolean,
): OutgoingPost['shared']['type'] {
	if (wanted === 'draft' || (state === 'DRAFT' && !wanted)) return 'draft';
	return isMoved || (wanted && state !== STATES_BY_TYPE[wanted]) ? 'schedule' : 'update';
}

/** Posts that are due sooner aren't changed, as they may be published in between. */
const MIN_LEAD_MS = 5 * MINUTE_MS;
/** Posts may be published this late; later, they are stuck. */
const MAX_DELAY_MS = 60 * MINUTE_MS;

/** Throws {@link Problem} if the post is published, or about to be, or can't be read. */
export function assertChangeable(
	{ before: post, isStateAlone }: Pick<PlannedChange, 'before' | 'isStateAlone'>,
	timezone: string,
): void {
	if (post.state === 'PUBLISHED') {
		throw new Problem(
			`The post ${quote(post.id)} is already published`,
			'Published posts cannot be changed. Create a new post instead.',
		);
	}
	if (isStateAlone) return;
	if (post.parts.length === 0) throw unreadable(post);
	const now = Date.now();
	const next = toNextDate(post, now);
	if (post.state === 'QUEUE' && next < now + MIN_LEAD_MS && next > now - MAX_DELAY_MS) {
		throw new Problem(
			`The post ${quote(post.id)} is due at ${formatDate(new Date(next).toISOString(), timezone)}`,
			'A post that is due within five minutes is not changed, as it could be published meanwhile. To change it anyway, make it a draft first, by a Post > Update of its State alone.',
		);
	}
}

/** The next occurrence of a post in ms; earlier ones of a repeating post may have been published. */
function toNextDate(post: CalendarPost, now: number): number {
	const first = Date.parse(getDate(post));
	const step = (post.intervalInDays ?? 0) * DAY_MS;
	return step <= 0 || first >= now ? first : first + Math.ceil((now - first) / step) * step;
}

/** The problem of a post of an instance that doesn't show all of it. */
const unreadable = ({ id }: CalendarPost) =>
	new Problem(
		`The post ${quote(id)} cannot be read completely`,
		'This Postiz instance does not show the files of a post, and a change would remove them. Change it in the calendar of Postiz, then run this with State alone.',
	);

/**
 * Plans a change, and uploads its files. It is planned once more after an upload, during which the post may have been
 * changed or published. Throws {@link Problem}.
 */
export async function prepareChange<Plan extends PlannedChange>(
	plan: () => Promise<Plan>,
	run: { client: PostizClient; uploads: Uploads },
): Promise<Plan & SentChange> {
	let planned = await plan();
	const files = getFiles(planned.post);
	if (planned.changed.length > 0 && files.some(({ reference, cover }) => cover ?? !reference)) {
		await run.uploads.uploadAll(files);
		planned = await plan();
	}
	return { ...planned, payload: await changePayload(planned, run) };
}

/** The post as it is sent: parts with an ID are those of the post; with `group`, others are deleted. */
async function changePayload(
	{ before, post, key }: PlannedChange,
	{ client, uploads }: { client: PostizClient; uploads: Uploads },
): Promise<PostPayload> {
	const references = await uploads.uploadAll(getFiles(post));
	// As it is sent, for what is read again.
	const payload = removeUnstorable(toPayload(post, references));
	const ids = [before.id, ...before.parts.slice(1).map(({ id }) => id)];
	const value = payload.value.map((part, index) => ({ id: ids[index], ...part }));
	const isShorter = post.parts.length < before.parts.length;
	const group = isShorter ? await findOwnGroup(client, before) : undefined;
	const whole = { ...payload, value, ...(group !== undefined && { group }) };
	return key ? withKey(whole, key) : whole;
}

/**
 * The group of a post, with which Postiz deletes what isn't written back, of whatever post (docs/api.md, Changing a post).
 * Throws {@link Problem} unless it has all parts of this post, and no other posts.
 */
async function findOwnGroup(client: PostizClient, post: CalendarPost): Promise<string> {
	const { id, group, parts } = post;
	const [, ...neighbours] = await new PostFinder(client).findGroup(id);
	const isOwn = neighbours.length === 0 && parts.every((part) => part.group === group);
	if (group !== undefined && isOwn) return group;
	throw new Problem(
		`The thread of the post ${quote(id)} cannot be shortened`,
		'Its group has posts on other channels, which Postiz would delete as well. Change something else of this post first, such as its text: it then gets a group of its own.',
	);
}

/** How the content of a post differs from what it should be: `text`, `settings.title` and the like. */
function findDifferences(
	before: CalendarPost,
	{ post, tags, inter, shortLink }: Pick<Change, 'post' | 'tags' | 'inter' | 'shortLink'>,
): string[] {
	const old = toPostContent(before);
	const [first, ...later] = post.parts;
	const [oldFirst, ...oldLater] = old.parts;
	const isSameText = (part?: Part, other?: Part) =>
		isSameContent(part?.content ?? '', other?.content ?? '', { isShortened: shortLink });
	const isSamePart = (part: Part, index: number) =>
		isSameText(part, oldLater[index]) &&
		hasFilesOf(part, oldLater[index]) &&
		(part.delay ?? 0) === (oldLater[index]?.delay ?? 0);
	const isSameThread = later.length === oldLater.length && later.every(isSamePart);
	const isWhole = before.parts.length > 0;
	const labels = tags?.map(({ label }) => label);
	return [
		...(isSameText(first, oldFirst) ? [] : ['text']),
		...(isWhole && !hasFilesOf(first, oldFirst) ? ['media'] : []),
		...(isWhole && !isSameThread ? ['thread'] : []),
		...(labels && !isSame(toSorted(labels), toSorted(getTags(before))) ? ['tags'] : []),
		...(inter !== undefined && (inter ?? 0) !== (before.intervalInDays ?? 0) ? ['inter'] : []),
		...findDifferentSettings(post, old),
	];
}

const toSorted = (texts: string[]) => [...new Set(texts)].sort();

/** True if a part has exactly the files of another one. */
function hasFilesOf({ files = [] }: Partial<Part> = {}, other?: Part): boolean {
	const referenceOf = ({ reference, alt, cover, coverAt }: MediaFile) =>
		reference && !cover && coverAt === undefined
			? { ...reference, ...(alt && { alt }) }
			: undefined;
	return isSame(files.map(referenceOf), (other?.files ?? []).map(referenceOf));
}

function findDifferentSettings(post: Content, before: Content): string[] {
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

/** A change as it was sent. */
export type SentChange = PlannedChange & { payload: PostPayload };

/**
 * Reads a post again after its change. Throws {@link Problem} if it isn't as sent, or can't be read; tags that Postiz
 * doesn't have are returned.
 */
export async function readAgain(
	sent: SentChange,
	posts: PostFinder,
): Promise<{ after: CalendarPost; missingTags: string[] }> {
	posts.clearLists();
	const after = await posts.fetch(sent.before.id).catch((error: unknown) => {
		if (!(error instanceof Problem)) throw error;
		throw error.with({
			message: `The post was changed, but could not be read again: ${error.message}`,
			description: 'Check the post with Post > Get.',
		});
	});
	const unsaved = findUnsaved(sent, after);
	if (unsaved.length > 0) {
		throw new Problem(
			`Postiz didn't save all changes: ${unsaved.join(', ')}`,
			joinSentences(
				losesLinks(sent, after) && `${capitalize(LINKS_STRIPPED)}.`,
				'The rest was changed. Check the post with Post > Get.',
			),
		);
	}
	return { after, missingTags: findMissingTags(sent.shared.tags, after) };
}

/** True if the links of a post on X are gone. */
const losesLinks = ({ payload, post }: SentChange, after: CalendarPost): boolean =>
	post.target.identifier === 'x' &&
	payload.value.some(({ content }) => hasLink(content)) &&
	!after.parts.some(({ content }) => hasLink(content));

/** What the service didn't store as sent. Tags that it doesn't know are told otherwise. */
function findUnsaved(sent: SentChange, after: CalendarPost): string[] {
	const { type, date } = sent.shared;
	const isDraft = after.state === 'DRAFT';
	const isKept = type === 'update' || isDraft === (type === 'draft');
	const state = isKept ? [] : [`state (it is ${isDraft ? 'a' : 'not a'} draft now)`];
	if (sent.isStateAlone) return state;
	// For "now", the service sets the date by its own clock.
	const isDated = type === 'now' || isSameMinute(date, getDate(after));
	return [...findUnsavedContent(sent, after), ...(isDated ? [] : ['date']), ...state];
}

function findUnsavedContent({ payload, shared }: SentChange, after: CalendarPost): string[] {
	const { tags, inter = null, shortLink } = shared;
	const isShown = after.parts.length > 0 || after.settings !== undefined;
	const unknown = findMissingTags(tags, after);
	return findDifferences(after, {
		post: {
			...toPostContent(after),
			// The service may add others.
			settings: isShown ? removeKey({ ...getSettings(after), ...payload.settings }) : {},
			parts: payload.value.map(({ content, image, delay }) => ({
				content,
				delay,
				files: image.map(createReferenceFile),
			})),
		},
		tags: tags.filter(({ label }) => !unknown.includes(label)),
		inter,
		shortLink,
	});
}
