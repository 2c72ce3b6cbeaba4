import type { IDataObject } from 'n8n-workflow';

import { REQUEST_TIMEOUT, TOO_MANY_REQUESTS } from '../transport/answer';
import type { PostizClient } from '../transport/client';
import { endpoints } from '../transport/endpoints';
import type { ImageRef } from '../transport/types';
import { serviceTime } from '../values/date';
import { getOrMake } from '../values/getOrMake';
import { caughtProblem, ignoreProblem, Problem } from '../values/problem';
import { Queue } from '../values/queue';
import { isObject, propertiesOf, tryJson } from '../values/read';

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

/** `none`: the instance has no previews. `unknown`: no such post. A `post` has all of its parts. */
export type Preview =
	| { kind: 'none' }
	| { kind: 'unknown' }
	| { kind: 'post'; publishDate: unknown; parts: PreviewPart[] };

/** How many are fetched at a time. */
const AT_ONCE = 10;
const queues = new WeakMap<PostizClient, Queue>();

/**
 * Fetches the preview of a post, which may belong to another workspace: if `GET /posts` doesn't list the ID, find out
 * whose it is before using it (docs/api.md, Preview of a post). Throws {@link Problem} if the service fails.
 */
export async function fetchPreview(
	client: PostizClient,
	id: string,
	/** In ms. */
	timeout?: number,
): Promise<Preview> {
	const queue = getOrMake(queues, client, () => new Queue(AT_ONCE));
	const ask = async () => await client.request({ ...endpoints.getPreview(id), timeout });
	const body = await queue.run(ask).catch((error: unknown) => {
		if (saysMissing(caughtProblem(error))) return undefined;
		throw error;
	});
	if (!Array.isArray(body)) return { kind: 'none' };
	if (body.length === 0) return { kind: 'unknown' };
	const parts = body.map((row, index) => toPart(row, index === 0));
	return { kind: 'post', publishDate: propertiesOf(body[0]).publishDate, parts };
}

/** The parts of a listed post; none if the instance has no previews. Throws like {@link fetchPreview}. */
export async function fetchParts(client: PostizClient, id: string): Promise<PreviewPart[]> {
	const preview = await fetchPreview(client, id);
	return preview.kind === 'post' ? preview.parts : [];
}

/** Like {@link fetchParts}, but returns none if the service can't be reached. */
export async function fetchPartsOrNone(client: PostizClient, id: string): Promise<PreviewPart[]> {
	return (await fetchParts(client, id).catch(ignoreProblem)) ?? [];
}

/** True if the instance has no previews, or none for other users. */
function saysMissing({ httpCode }: Problem): boolean {
	const status = Number(httpCode ?? 500);
	return status < 500 && status !== REQUEST_TIMEOUT && status !== TOO_MANY_REQUESTS;
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
