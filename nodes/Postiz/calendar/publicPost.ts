import type { IDataObject } from 'n8n-workflow';

import { getOrCreate } from '../common/collections';
import { tryParseJson } from '../common/parseJson';
import { toProblemOrRethrow, ignoreIfProblem, Problem } from '../common/problem';
import { publicPostLimiters } from '../common/processState';
import { ConcurrencyLimiter } from '../common/concurrencyLimiter';
import { parseServiceTime } from '../common/serviceTime';
import { isObject, toObject } from '../common/value';
import type { FileReference, PostState } from '../transport/apiTypes';
import type { PostizClient } from '../transport/client';
import { endpoints } from '../transport/endpoints';
import { BAD_REQUEST, isTemporaryStatus, SERVER_ERROR } from '../transport/httpStatus';

/** A part of a post in the service's public data. */
export interface PublicPart {
	id: string;
	content: string;
	image: FileReference[];
	/** In minutes. */
	delay: number;
	settings: IDataObject;
	group?: string;
	state?: PostState;
	publishDate?: string;
	createdAt?: number;
	updatedAt?: number;
	intervalInDays?: number;
	/** Why it failed, as the service stores it (failures/storedFailure.ts). */
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

/** How many public posts are fetched at a time. */
const MAX_PARALLEL = 10;

/**
 * Fetches the public data of a post. Check the channel before using it, as the post may belong to another workspace
 * (docs/api.md, Public data of a post). `rawParts` is empty if the post doesn't exist, and undefined if the instance
 * shows no parts or the response isn't a list. Throws {@link Problem} if the service fails.
 */
export async function fetchRawParts(
	client: PostizClient,
	id: string,
	timeout?: number,
): Promise<{ rawParts?: unknown[]; isUnreadable?: boolean }> {
	const limiter = getOrCreate(
		publicPostLimiters,
		client,
		() => new ConcurrencyLimiter(MAX_PARALLEL),
	);
	const send = async () => await client.request({ ...endpoints.getPublicPost(id), timeout });
	return await limiter.run(send).then(
		(body) => (Array.isArray(body) ? { rawParts: body } : { isUnreadable: true }),
		(error: unknown) => {
			const status = Number(toProblemOrRethrow(error).httpCode ?? SERVER_ERROR);
			if (isTemporaryStatus(status)) throw error;
			return { isUnreadable: status < BAD_REQUEST };
		},
	);
}

/**
 * Fetches the parts of a post like {@link fetchRawParts}. Undefined if the instance shows none, or if the post doesn't
 * exist. Also throws {@link Problem} if a part is incomplete: use {@link fetchSettingsAndParts} where the settings are
 * enough.
 */
export async function fetchCompleteParts(
	client: PostizClient,
	id: string,
	timeout?: number,
): Promise<PublicPart[] | undefined> {
	const { rawParts = [] } = await fetchRawParts(client, id, timeout);
	return rawParts.length > 0 ? rawParts.map(parsePublicPart) : undefined;
}

/**
 * Fetches a post like {@link fetchRawParts}. Returns the settings of its first part if they are readable, and its parts
 * if all are complete.
 */
export async function fetchSettingsAndParts(
	client: PostizClient,
	id: string,
	timeout?: number,
): Promise<{ settings?: IDataObject; parts?: PublicPart[] }> {
	const { rawParts = [] } = await fetchRawParts(client, id, timeout);
	if (rawParts.length === 0) return {};
	const { settings } = toObject(rawParts[0]);
	try {
		const parts = rawParts.map(parsePublicPart);
		return { settings: settings === null ? {} : parseSettings(settings), parts };
	} catch (error) {
		ignoreIfProblem(error);
		return { settings: parseSettings(settings) };
	}
}

/**
 * Parses a part of a public post. Throws {@link Problem} if the part is incomplete: an update would delete what is
 * missing.
 */
export function parsePublicPart(rawPart: unknown, index: number): PublicPart {
	const { image: files, tags } = toObject(rawPart);
	const image = parseJsonText(files);
	const settings = parseJsonText(toObject(rawPart).settings) ?? {};
	const areFiles = Array.isArray(image) && image.every(isObject);
	const lacksTags = index === 0 && !Array.isArray(tags);
	if (!isObject(rawPart) || !areFiles || !isObject(settings) || lacksTags) {
		throw new Problem(
			'Postiz returned a post without its files, settings or tags',
			'Update Postiz, or look for a newer version of this node.',
		);
	}
	const channel = toObject(rawPart.integration);
	return {
		id: String(rawPart.id ?? ''),
		content: String(rawPart.content ?? ''),
		image: image as FileReference[],
		delay: Number(rawPart.delay ?? 0) || 0,
		settings,
		group: toOptionalText(rawPart.group),
		state: toOptionalText(rawPart.state) as PostState | undefined,
		publishDate: toOptionalText(rawPart.publishDate),
		createdAt: parseServiceTime(rawPart.createdAt) || undefined,
		updatedAt: parseServiceTime(rawPart.updatedAt) || undefined,
		intervalInDays: Number(rawPart.intervalInDays ?? 0) || undefined,
		error: toOptionalText(rawPart.error),
		releaseURL: toOptionalText(rawPart.releaseURL),
		releaseId: toOptionalText(rawPart.releaseId),
		integrationId: toOptionalText(channel.id),
		network: toOptionalText(channel.providerIdentifier),
		parentPostId: toOptionalText(rawPart.parentPostId),
		tags: parseTags(tags),
	};
}

const parseTags = (tags: unknown): string[] =>
	(Array.isArray(tags) ? tags : []).flatMap((element: unknown) => {
		const { name } = toObject(toObject(element).tag ?? element);
		return typeof name === 'string' ? [name] : [];
	});

const toOptionalText = (value: unknown) =>
	typeof value === 'string' && value !== '' ? value : undefined;

/** Parses a JSON string. Returns other values unchanged. */
function parseJsonText(value: unknown): unknown {
	const json = typeof value === 'string' ? tryParseJson(value) : undefined;
	return json === undefined ? value : json;
}

/** Parses the settings of a post. Undefined if they are invalid, or if the instance doesn't show them. */
export function parseSettings(settings: unknown): IDataObject | undefined {
	const parsed = parseJsonText(settings);
	return isObject(parsed) ? parsed : undefined;
}
