import type { IDataObject } from 'n8n-workflow';

import { REQUEST_TIMEOUT, TOO_MANY_REQUESTS } from '../transport/answer';
import type { PostizClient } from '../transport/client';
import { endpoints } from '../transport/endpoints';
import type { ImageRef, ListedPost, SharedFields } from '../transport/types';
import { serviceTime, utcDate } from '../values/date';
import { getOrMake } from '../values/lists';
import { caughtProblem, Problem } from '../values/problem';
import { Queue } from '../values/turns';
import { isObject, propertiesOf, tryJson } from '../values/read';

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
	integrationId?: string;
	/** The network's identifier. */
	network?: string;
	/** The previous part; undefined for the first one. */
	parentPostId?: string;
	/** The names of the tags. */
	tags: string[];
}

/** How many previews are fetched at a time. */
const AT_ONCE = 10;
const queues = new WeakMap<PostizClient, Queue>();

/**
 * The parts of a post, from its preview: none if there is no such post, undefined if the instance has no previews. It may
 * belong to another workspace: find out whose it is before using it (docs/api.md, Preview of a post). The timeout is in
 * ms. Throws {@link Problem} if the service fails.
 */
export async function fetchParts(
	client: PostizClient,
	id: string,
	timeout?: number,
): Promise<PreviewPart[] | undefined> {
	const queue = getOrMake(queues, client, () => new Queue(AT_ONCE));
	const ask = async () => await client.request({ ...endpoints.getPreview(id), timeout });
	const body = await queue.run(ask).catch((error: unknown) => {
		const status = Number(caughtProblem(error).httpCode ?? 500);
		if (status >= 500 || [REQUEST_TIMEOUT, TOO_MANY_REQUESTS].includes(status)) throw error;
	});
	return Array.isArray(body) ? body.map((row, index) => toPart(row, index === 0)) : undefined;
}

/** Reads a part. Throws {@link Problem} if it is incomplete: written back, it would lose what isn't shown. */
function toPart(row: unknown, isFirst: boolean): PreviewPart {
	const { image: files, tags } = propertiesOf(row);
	const image = parsed(files);
	const settings = parsed(propertiesOf(row).settings) ?? {};
	const areFiles = Array.isArray(image) && image.every(isObject);
	if (!isObject(row) || !areFiles || !isObject(settings) || (isFirst && !Array.isArray(tags))) {
		throw new Problem(
			'Postiz returned a post that cannot be read: its files, settings or tags are missing',
			'Update Postiz, or look for a newer version of this node.',
		);
	}
	const channel = propertiesOf(row.integration);
	return {
		id: String(row.id ?? ''),
		content: String(row.content ?? ''),
		image: image as ImageRef[],
		delay: Number(row.delay ?? 0) || 0,
		settings,
		group: text(row.group),
		state: text(row.state),
		publishDate: text(row.publishDate),
		createdAt: serviceTime(row.createdAt) || undefined,
		updatedAt: serviceTime(row.updatedAt) || undefined,
		intervalInDays: Number(row.intervalInDays ?? 0) || undefined,
		error: text(row.error),
		releaseURL: text(row.releaseURL),
		integrationId: text(channel.id),
		network: text(channel.providerIdentifier),
		parentPostId: text(row.parentPostId),
		tags: (Array.isArray(row.tags) ? row.tags : []).flatMap((element: unknown) => {
			const { name } = propertiesOf(propertiesOf(element).tag ?? element);
			return typeof name === 'string' ? [name] : [];
		}),
	};
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Parses a JSON string; returns other values as they are. */
function parsed(value: unknown): unknown {
	const json = typeof value === 'string' ? tryJson(value) : undefined;
	return json === undefined ? value : json;
}

/** Parses the settings of a row; null if they are invalid or the instance doesn't list any. */
export function parseSettings(settings: unknown): IDataObject | null {
	const read = parsed(settings);
	return isObject(read) ? read : null;
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
