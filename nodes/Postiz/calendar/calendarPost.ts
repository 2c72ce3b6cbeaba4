import type { IDataObject } from 'n8n-workflow';

import { REQUEST_TIMEOUT, TOO_MANY_REQUESTS } from '../transport/answer';
import type { PostizClient } from '../transport/client';
import { endpoints } from '../transport/endpoints';
import { listPosts, type PostWindow } from '../transport/listPosts';
import type { Channel, ImageRef, ListedPost, SharedFields } from '../transport/apiTypes';
import { DAY_MS, MINUTE_MS, parseServiceTime, toUtcDate } from '../common/date';
import { getOrCreate } from '../common/lists';
import { asProblem, ignoreProblem, Problem, quote } from '../common/problem';
import { type Cache, memoize } from '../common/memoize';
import { previewQueues } from '../common/processState';
import { Queue } from '../common/queue';
import { isObject, getProperties, tryParseJson } from '../common/parseValue';

/** A post of the calendar: its row, and its preview. */
export interface CalendarPost extends ListedPost {
	/** The post itself and its thread; empty if the instance has no previews. */
	parts: PreviewPart[];
}

/** A part of a post in its preview. */
export interface PreviewPart {
	id: string;
	content: string;
	image: ImageRef[];
	/** In minutes. */
	delay: number;
	settings: IDataObject;
	group?: string;
	state?: string;
	publishDate?: string;
	/** In ms. */
	createdAt?: number;
	updatedAt?: number;
	intervalInDays?: number;
	/** Why it failed, as stored by the service: see `reason.ts`. */
	error?: string;
	releaseURL?: string;
	releaseId?: string;
	integrationId?: string;
	/** The network's identifier. */
	network?: string;
	/** The previous part; undefined for the first one. */
	parentPostId?: string;
	/** The names of the tags. */
	tags: string[];
}

/** How many previews are fetched at a time. */
const MAX_PARALLEL = 10;

/**
 * The rows of a post's preview: none if there is no such post, `missing` if the instance has no previews, `unreadable` if
 * the answer is no list, such as one that was cut. It may belong to another workspace: find out whose it is before using
 * it (docs/api.md, Preview of a post). The timeout is in ms. Throws {@link Problem} if the service fails.
 */
async function fetchPreviewRows(
	client: PostizClient,
	id: string,
	timeout?: number,
): Promise<unknown[] | 'missing' | 'unreadable'> {
	const queue = getOrCreate(previewQueues, client, () => new Queue(MAX_PARALLEL));
	const ask = async () => await client.request({ ...endpoints.getPreview(id), timeout });
	const body = await queue.run(ask).catch((error: unknown) => {
		const status = Number(asProblem(error).httpCode ?? 500);
		if (status >= 500 || [REQUEST_TIMEOUT, TOO_MANY_REQUESTS].includes(status)) throw error;
		return status >= 400 ? 'missing' : undefined;
	});
	if (body === 'missing') return body;
	return Array.isArray(body) ? body : 'unreadable';
}

/**
 * The parts of a post; undefined if no list of them came. Like {@link fetchPreviewRows}; throws {@link Problem}, too, if a
 * part is incomplete.
 */
export async function fetchParts(
	client: PostizClient,
	id: string,
	timeout?: number,
): Promise<PreviewPart[] | undefined> {
	return parseParts(await fetchPreviewRows(client, id, timeout));
}

const parseParts = (rows: unknown[] | string) =>
	typeof rows === 'string' ? undefined : rows.map(parsePart);

/** What a preview shows of a post that is listed. */
export interface Preview {
	/** Of the first part; undefined if they aren't shown. */
	settings?: IDataObject;
	/** Undefined if the preview lacks something of them. */
	parts?: PreviewPart[];
}

/** As much as a preview shows. Like {@link fetchPreviewRows}. */
export async function fetchPreview(
	client: PostizClient,
	id: string,
	timeout?: number,
): Promise<Preview> {
	const rows = await fetchPreviewRows(client, id, timeout);
	const [first] = rows;
	if (typeof rows === 'string' || first === undefined) return {};
	const { settings } = getProperties(first);
	try {
		const parts = rows.map(parsePart);
		return { settings: settings === null ? {} : (parseSettings(settings) ?? undefined), parts };
	} catch (error) {
		ignoreProblem(error);
		return { settings: parseSettings(settings) ?? undefined };
	}
}

/** Reads a part. Throws {@link Problem} if it is incomplete: written back, it would lose what isn't shown. */
function parsePart(row: unknown, index: number): PreviewPart {
	const { image: files, tags } = getProperties(row);
	const image = parseJsonText(files);
	const settings = parseJsonText(getProperties(row).settings) ?? {};
	const areFiles = Array.isArray(image) && image.every(isObject);
	if (!isObject(row) || !areFiles || !isObject(settings) || (index === 0 && !Array.isArray(tags))) {
		throw new Problem(
			'Postiz returned a post without its files, settings or tags',
			'Update Postiz, or look for a newer version of this node.',
		);
	}
	const channel = getProperties(row.integration);
	return {
		id: String(row.id ?? ''),
		content: String(row.content ?? ''),
		image: image as ImageRef[],
		delay: Number(row.delay ?? 0) || 0,
		settings,
		group: toText(row.group),
		state: toText(row.state),
		publishDate: toText(row.publishDate),
		createdAt: parseServiceTime(row.createdAt) || undefined,
		updatedAt: parseServiceTime(row.updatedAt) || undefined,
		intervalInDays: Number(row.intervalInDays ?? 0) || undefined,
		error: toText(row.error),
		releaseURL: toText(row.releaseURL),
		releaseId: toText(row.releaseId),
		integrationId: toText(channel.id),
		network: toText(channel.providerIdentifier),
		parentPostId: toText(row.parentPostId),
		tags: (Array.isArray(row.tags) ? row.tags : []).flatMap((element: unknown) => {
			const { name } = getProperties(getProperties(element).tag ?? element);
			return typeof name === 'string' ? [name] : [];
		}),
	};
}

const toText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Parses a JSON string; returns other values as they are. */
function parseJsonText(value: unknown): unknown {
	const json = typeof value === 'string' ? tryParseJson(value) : undefined;
	return json === undefined ? value : json;
}

/** Parses the settings of a row; null if they are invalid or the instance doesn't list any. */
export function parseSettings(settings: unknown): IDataObject | null {
	const read = parseJsonText(settings);
	return isObject(read) ? read : null;
}

/** The settings of a post, with its key. */
export const getSettings = ({ settings, parts: [first] }: CalendarPost): IDataObject =>
	first?.settings ?? parseSettings(settings) ?? {};

/** The names of a post's tags. */
export const getTags = ({ tags, parts: [first] }: CalendarPost): string[] =>
	first?.tags ?? tags?.flatMap(({ tag }) => tag?.name || []) ?? [];

/** Tags that were sent but not stored, because the service doesn't know them. */
export function findMissingTags(sent: SharedFields['tags'], post: CalendarPost): string[] {
	const names = getTags(post);
	return sent.map(({ label }) => label).filter((label) => !names.includes(label));
}

/** The date of a post, in UTC with milliseconds and Z; an invalid one stays as it is. */
export const getDate = ({ publishDate }: CalendarPost): string =>
	toUtcDate(publishDate) ?? publishDate;

const YEAR_MS = 366 * DAY_MS;

const startOfDay = (date: number) => Math.floor(date / DAY_MS) * DAY_MS;

/** Rows by ID; repeating ones with their first date (docs/api.md, Listing posts). */
export const indexById = (rows: ListedPost[]): Map<string, ListedPost> =>
	new Map(rows.map((row) => [row.id, { ...row, publishDate: row.actualDate ?? row.publishDate }]));

/**
 * Finds posts of the credential by ID. Previews exist for everybody's posts: whose one is depends on its channel, or on
 * the list of its day (docs/api.md, Finding a post by its ID). All methods throw {@link Problem} if the service fails.
 */
export class PostFinder {
	private readonly cache: Cache<Map<string, ListedPost>> = new Map();
	/** The posts of a day (ms); of the last and next year if it is NaN. */
	private readonly listAround = memoize(this.fetchAround.bind(this), {
		cache: this.cache,
		toKey: ([date]) => String(startOfDay(date)),
	});

	constructor(private readonly client: PostizClient) {}

	/** Clears the lists, as posts may have changed. */
	clearLists(): void {
		this.cache.clear();
	}

	/** Like {@link fetchIfExists}. Throws {@link Problem} if the post doesn't exist. */
	async fetch(...of: Parameters<PostFinder['fetchIfExists']>): Promise<CalendarPost> {
		const post = await this.fetchIfExists(...of);
		if (post) return post;
		throw new Problem(
			`Postiz has no post with the ID ${quote(of[0])}`,
			"It may have been deleted. Post > Get Many lists the posts with their IDs. IDs of later parts of a thread don't work.",
		);
	}

	/**
	 * A post as it is now. Only lists have `creationMethod` and the `releaseId` of a published post. Throws {@link Problem}
	 * if neither its preview nor a list tells whether it exists.
	 */
	async fetchIfExists(
		id: string,
		{ withReleaseId = false } = {},
	): Promise<CalendarPost | undefined> {
		const preview = await fetchPreviewRows(this.client, id);
		const parts = parseParts(preview);
		const first = parts?.[0];
		if (parts && first?.id !== id) return undefined;
		const own = first && (await this.findByChannel(first));
		if (own && !(withReleaseId && own.state === 'PUBLISHED')) return { ...own, parts: parts! };
		const list = this.listAround(parseServiceTime(first?.publishDate));
		const row = (await (own ? list.catch(ignoreProblem) : list))?.get(id) ?? own;
		if (!row && preview === 'unreadable') {
			throw new Problem(
				`Postiz returned an unreadable answer for the post ${quote(id)}`,
				'Run this again. If that does not help, check the calendar of Postiz.',
			);
		}
		return row && { ...row, parts: parts ?? [] };
	}

	/**
	 * The post first, then the others of its group, on its day or in the last and next year: Postiz deletes them together
	 * (docs/api.md, Deleting posts). Empty if there is none.
	 */
	async findGroup(id: string): Promise<ListedPost[]> {
		const post = await this.fetchIfExists(id);
		if (!post) return [];
		const around = await this.listAround(NaN);
		const ofDay = around.has(id) ? [] : await this.listAround(parseServiceTime(post.publishDate));
		const rows = [...new Map([...around, ...ofDay]).values()];
		const isOther = ({ id: other, group }: ListedPost) => group === post.group && other !== id;
		return [post, ...(post.group ? rows.filter(isOther) : [])];
	}

	private async fetchAround(date: number): Promise<Map<string, ListedPost>> {
		const day = startOfDay(date);
		const now = Date.now();
		const window: PostWindow = Number.isNaN(date)
			? { start: now - YEAR_MS, end: now + YEAR_MS }
			: { start: day - MINUTE_MS, end: day + DAY_MS + MINUTE_MS };
		return indexById(await listPosts(this.client, window));
	}

	/** A post as in its preview, if it is on a channel of the credential; not a later part of a thread. */
	private async findByChannel(first: PreviewPart): Promise<ListedPost | undefined> {
		if (first.parentPostId !== undefined) return undefined;
		// Posts of a removed channel are only listed.
		const channels = await this.client.channels().catch(ignoreProblem);
		const channel = channels?.find(({ id }) => id === first.integrationId);
		return (
			channel && { ...toListedPost(first, channel), previewUrl: this.client.previewUrl(first.id) }
		);
	}
}

function toListedPost(part: PreviewPart, { id, name, identifier, picture }: Channel): ListedPost {
	const { content, publishDate = '', state = '', releaseURL = null, group, settings } = part;
	return {
		id: part.id,
		content,
		publishDate,
		state,
		releaseURL,
		group,
		settings,
		intervalInDays: part.intervalInDays ?? null,
		tags: part.tags.map((tag) => ({ tag: { name: tag } })),
		integration: { id, name, providerIdentifier: part.network ?? identifier, picture },
	};
}

/** Posts that are still scheduled this long after their date are overdue. Most are published within a minute. */
export const OVERDUE_MS = 15 * MINUTE_MS;

/** True if a post is still scheduled {@link OVERDUE_MS} after its date (docs/api.md, Posts that do not go out). */
export const isOverdue = (
	{ state, publishDate }: Pick<ListedPost, 'state' | 'publishDate'>,
	now: number,
): boolean => state === 'QUEUE' && parseServiceTime(publishDate) + OVERDUE_MS <= now;
