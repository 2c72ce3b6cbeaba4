import type { IDataObject } from 'n8n-workflow';

import type { PostizClient } from '../transport/client';
import { endpoints } from '../transport/endpoints';
import { REQUEST_TIMEOUT, TOO_MANY_REQUESTS } from '../transport/status';
import type { ImageRef } from '../transport/types';
import { caughtProblem, ignoreProblem, type Problem } from '../values/problem';
import { isObject, propertiesOf, tryJson } from '../values/read';

/** A part of a post as its preview shows it. */
export interface PreviewPart {
	id: string;
	content: string;
	image: ImageRef[];
	/** Minutes. */
	delay: number;
	settings: IDataObject;
	group?: string;
	state?: string;
	publishDate?: string;
	intervalInDays?: number;
	/** Why it failed, as the service stores it: for `reason.ts` alone. */
	error?: string;
	releaseURL?: string;
	integrationId?: string;
	/** The identifier of its network. */
	network?: string;
	/** The part before it; undefined for a post itself. */
	parentPostId?: string;
	/** By name. */
	tags: string[];
}

/** `none`: no previews here. `unknown`: no such post. A `post` has all of its parts, or no part. */
export type Preview =
	| { kind: 'none' }
	| { kind: 'unknown' }
	| { kind: 'post'; publishDate: unknown; parts: PreviewPart[] };

/**
 * The preview of a post, even of other workspaces: for an ID that `GET /posts` did not list, find out whose it is
 * before using anything of it (docs/api.md, Preview of a post). Throws {@link Problem} if the service fails.
 */
export async function fetchPreview(
	client: PostizClient,
	id: string,
	/** Milliseconds to wait for the answer. */
	timeout?: number,
): Promise<Preview> {
	const asked = client.request({ ...endpoints.getPreview(id), timeout });
	const body = await asked.catch((error: unknown) => {
		if (saysMissing(caughtProblem(error))) return undefined;
		throw error;
	});
	if (!Array.isArray(body)) return { kind: 'none' };
	if (body.length === 0) return { kind: 'unknown' };
	const parts = body.map(toPart).filter((part) => part !== undefined);
	return {
		kind: 'post',
		publishDate: propertiesOf(body[0]).publishDate,
		parts: parts.length === body.length ? parts : [],
	};
}

/** The previews of posts by their IDs, until the instance shows that it has none. All throw as {@link fetchPreview}. */
export class Previews {
	private areThere = true;
	private readonly kept = new Map<string, Preview>();

	constructor(private readonly client: PostizClient) {}

	async get(id: string): Promise<Preview> {
		return this.kept.get(id) ?? (await this.getAnew(id));
	}

	async getAnew(id: string): Promise<Preview> {
		this.kept.delete(id);
		if (!this.areThere) return { kind: 'none' };
		const preview = await fetchPreview(this.client, id);
		if (preview.kind === 'none') this.areThere = false;
		return preview;
	}

	/** As {@link get}, and keeps it until {@link forget}. */
	async keep(id: string): Promise<Preview> {
		const preview = await this.get(id);
		this.kept.set(id, preview);
		return preview;
	}

	forget(): void {
		this.kept.clear();
	}
}

/** The parts of a listed post; none if one is unreadable. Throws as {@link fetchPreview}. */
export async function fetchParts(client: PostizClient, id: string): Promise<PreviewPart[]> {
	const preview = await fetchPreview(client, id);
	return preview.kind === 'post' ? preview.parts : [];
}

/** As {@link fetchParts}, but nothing if the service cannot be asked now. */
export async function fetchPartsOrNone(client: PostizClient, id: string): Promise<PreviewPart[]> {
	return (await fetchParts(client, id).catch(ignoreProblem)) ?? [];
}

/** True for an answer that says there are no previews, or none for strangers. */
function saysMissing({ httpCode }: Problem): boolean {
	const status = Number(httpCode ?? 500);
	return status < 500 && status !== REQUEST_TIMEOUT && status !== TOO_MANY_REQUESTS;
}

/** Undefined for a part that cannot be read completely and therefore not be written back. */
function toPart(row: unknown): PreviewPart | undefined {
	if (!isObject(row)) return undefined;
	const image = parsed(row.image) ?? [];
	const settings = parsed(row.settings) ?? {};
	const channel = propertiesOf(row.integration);
	if (!Array.isArray(image) || !image.every(isObject) || !isObject(settings)) return undefined;
	return {
		id: String(row.id ?? ''),
		content: String(row.content ?? ''),
		image: image as ImageRef[],
		delay: Number(row.delay ?? 0) || 0,
		settings,
		group: text(row.group),
		state: text(row.state),
		publishDate: text(row.publishDate),
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

/** What a JSON string holds; the text itself if it is none. */
function parsed(value: unknown): unknown {
	const json = typeof value === 'string' ? tryJson(value) : undefined;
	return json === undefined ? value : json;
}
