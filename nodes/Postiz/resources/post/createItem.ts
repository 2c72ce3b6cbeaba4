import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ReadyPost, Row } from '../../post/batches';
import { checkPost, summarize } from '../../post/checks';
import { toServiceContent, type ContentFormat } from '../../post/content';
import { refusePast, toServiceDate } from '../../post/date';
import { DETECT, OTHER } from '../../post/form';
import { readJsonInput, type JsonInput } from '../../post/json';
import {
	filesOf,
	nameFiles,
	readMediaEntries,
	type MediaEntry,
	type NamedFile,
} from '../../post/media';
import { Problem } from '../../post/problem';
import { toTags } from '../../post/request';
import { buildSettings, isEmpty, parseSettingsJson } from '../../post/settings';
import { channelPosition, resolveTarget, type TargetLookup } from '../../post/targets';
import type {
	ImageRef,
	PostItem,
	PostType,
	PostValue,
	SharedFields,
	Target,
} from '../../post/types';
import { numberIn, quote, readSwitch } from '../../post/values';
import { textKind } from '../../providers';
import type { PostizClient } from '../../transport/client';
import type { Uploads } from '../../transport/upload';
import { previewFiles, readSettingFiles, uploadFiles, type MediaSession } from './itemFiles';

/** The option collection of Post: Create, as the form or an expression fills it. */
export interface CreateOptions {
	allowPastDates?: unknown;
	contentFormat?: ContentFormat;
	downloadMedia?: unknown;
	inter?: unknown;
	limitReached?: unknown;
	lookUpUnclear?: unknown;
	maxKilobytes?: unknown;
	maxPosts?: unknown;
	maxWait?: unknown;
	requestsPerHour?: unknown;
	shortLink?: unknown;
	skipChecks?: unknown;
	tags?: unknown;
	verifyChannels?: unknown;
}

/** What the items of one execution have in common. */
export interface CreateSession {
	context: IExecuteFunctions;
	client: PostizClient;
	uploads: Uploads;
	/** The moment of the execution: all its posts for "now" share it, and so can share a request. */
	now: number;
}

/** An item that is read and checked; nothing has been sent for it yet. */
export interface CheckedItem {
	itemIndex: number;
	shared: Omit<SharedFields, 'type'> & { type: PostType | 'nextSlot' };
	pastAllowed: boolean;
	/** The posts, once the service has their files. */
	posts: () => Promise<ReadyPost[]>;
	targets: Target[];
}

/** A post whose files are named, but not uploaded. */
interface Draft {
	target: Target;
	toItem: (reference: (source: NamedFile) => ImageRef) => PostItem;
}

/**
 * Reads one input item and checks it without sending anything but, where a network is to be
 * detected, the question for the channels. Throws `Problem` (API: POST /posts).
 */
export async function readItem(session: CreateSession, itemIndex: number): Promise<CheckedItem> {
	const { context, client } = session;
	const options = context.getNodeParameter('options', itemIndex, {}) as CreateOptions;
	const skipChecks = readSwitch(options.skipChecks, 'Skip Checks');
	const isJson = context.getNodeParameter('inputMode', itemIndex, 'fields') === 'json';
	const json = isJson ? readJsonInput(context.getNodeParameter('json', itemIndex)) : undefined;
	const pastAllowed = readSwitch(options.allowPastDates, 'Allow Past Dates');
	const given = json?.shared ?? {};
	const shared = readShared(session, itemIndex, options, { given, pastAllowed });
	const isVerified = readSwitch(options.verifyChannels, 'Verify Channels');
	const lookup: TargetLookup = {
		channels: async () => await client.channels(),
		// The service never answers a question for the slot of an unknown or disabled channel.
		verify: isVerified || shared.type === 'nextSlot',
	};
	const drafts = json
		? await toDrafts(json, lookup)
		: await readFields(session, itemIndex, options, lookup);
	const toPosts = (references: Map<NamedFile, ImageRef>): ReadyPost[] =>
		drafts.map(({ target, toItem }) => ({
			target,
			item: toItem((file) => references.get(file) as ImageRef),
		}));
	const check = (posts: ReadyPost[]) => {
		const type = shared.type === 'draft' ? 'draft' : 'schedule';
		if (skipChecks) return;
		refuse(posts.flatMap(({ item, target }) => checkPost(item, target, type)));
	};
	const media: MediaSession = {
		uploads: session.uploads,
		itemIndex,
		downloadAllowed: readSwitch(options.downloadMedia, 'Download Files if Needed'),
	};
	const files = namedFiles(drafts);
	// One text that is missing is not the fault of each channel.
	if (!skipChecks && drafts.length > 1 && drafts.every(isBlank)) {
		throw new Problem(
			'The text is empty. A post needs text or media',
			'Nothing was sent for this item. Write something under Text, or add files under Media.',
		);
	}
	if (!skipChecks) check(toPosts(await previewFiles(media, files)));
	return {
		itemIndex,
		shared,
		pastAllowed,
		targets: drafts.map(({ target }) => target),
		posts: async () => {
			const posts = toPosts(await uploadFiles(media, files));
			// What lay at an address without a file ending is known only now.
			check(posts);
			return posts;
		},
	};
}

/** True where neither a text nor a file was entered for the post itself. */
function isBlank({ toItem }: Draft): boolean {
	const [{ content, image }] = toItem(() => ({ id: '', path: '' })).value;
	return content.trim() === '' && image.length === 0;
}

function refuse(sentences: string[]): void {
	if (sentences.length === 0) return;
	const { message, description } = summarize(sentences);
	throw new Problem(message, description);
}

const POST_TYPES = ['now', 'schedule', 'draft', 'nextSlot'];

function readShared(
	{ context, now }: CreateSession,
	itemIndex: number,
	{ inter, shortLink = false, tags }: CreateOptions,
	{ given, pastAllowed }: { given: IDataObject; pastAllowed: boolean },
): CheckedItem['shared'] {
	const type = (given.type ?? context.getNodeParameter('type', itemIndex)) as PostType;
	if (!POST_TYPES.includes(type)) {
		throw new Problem(
			`When to Publish cannot be ${quote(type)}`,
			`Allowed: ${POST_TYPES.join(', ')}.`,
		);
	}
	const repeat = given.inter ?? inter;
	const days = numberIn(repeat);
	if (!isEmpty(repeat) && !(Number.isInteger(days) && days > 0)) {
		throw new Problem(
			`Repeat Every (Days) cannot be ${quote(repeat)}`,
			'Enter a whole number of days, such as 7.',
		);
	}
	const { order, creationMethod } = given;
	return {
		type,
		date: readDate(context, itemIndex, { type, now, given: given.date, pastAllowed }),
		shortLink: readSwitch(given.shortLink ?? shortLink, 'Shorten Links'),
		tags: toTags(given.tags ?? tags),
		...(isEmpty(repeat) ? {} : { inter: days }),
		...(order === undefined ? {} : { order }),
		...(creationMethod === undefined ? {} : { creationMethod }),
	};
}

function readDate(
	context: IExecuteFunctions,
	itemIndex: number,
	{
		type,
		now,
		given,
		pastAllowed,
	}: { type: PostType | 'nextSlot'; now: number; given: unknown; pastAllowed: boolean },
): string {
	const hasDate = type === 'schedule' || type === 'draft';
	const entered = given ?? (hasDate ? context.getNodeParameter('date', itemIndex, '') : '');
	if (type !== 'schedule' && isEmpty(entered)) return new Date(now).toISOString();
	const date = toServiceDate(entered, context.getTimezone());
	if (type === 'schedule' && !pastAllowed) refusePast(date, now);
	return date;
}

async function readFields(
	{ context }: CreateSession,
	itemIndex: number,
	{ contentFormat = 'automatic' }: CreateOptions,
	lookup: TargetLookup,
): Promise<Draft[]> {
	const entries = context.getNodeParameter('channels.channel', itemIndex, []) as IDataObject[];
	if (entries.length === 0) {
		throw new Problem('No channel is chosen', 'Add at least one channel under Channels.');
	}
	const binary = filesOf(context.getInputData()[itemIndex]);
	const media = (list: unknown) => nameFiles(readMediaEntries(mediaEntries(list)), binary);
	const shared = media(context.getNodeParameter('media', itemIndex, {}));
	const text = textOf(context.getNodeParameter('content', itemIndex, ''), 'Text');
	const thread = (context.getNodeParameter('thread.segment', itemIndex, []) as IDataObject[]).map(
		({ content, delay, media: list }, index): Part => ({
			content: textOf(content, `Part ${index + 2} of the thread: Text`),
			delay: readDelay(delay, index),
			files: media(list),
		}),
	);

	const drafts: Draft[] = [];
	for (const [index, entry] of entries.entries()) {
		const position = channelPosition(index, entries.length);
		const json = parseSettingsJson(entry.settingsJson, `${position}: Settings (JSON)`);
		const target = await resolveTarget(entry, index, entries.length, lookup);
		const { identifier, provider } = target;
		const kind = textKind(provider, buildSettings(identifier, provider, entry, json));
		const own = textOf(entry.content, `${target.label}: Own Text`);
		const parts = [{ content: own === '' ? text : own, delay: 0, files: shared }, ...thread].map(
			(part): Part => ({ ...part, content: toServiceContent(part.content, contentFormat, kind) }),
		);
		const settingFiles = readSettingFiles(target, entry, binary);
		drafts.push({
			target,
			toItem: (reference) => ({
				integration: { id: target.id },
				value: parts.map(({ content, delay, files }): PostValue => ({
					content,
					image: files.map(reference),
					...(delay > 0 ? { delay } : {}),
				})),
				settings: buildSettings(identifier, provider, entry, json, (_value, field) => {
					const file = settingFiles.get(field);
					return file && reference(file);
				}),
			}),
		});
	}
	return drafts;
}

interface Part {
	content: string;
	/** Minutes. */
	delay: number;
	files: NamedFile[];
}

function readDelay(value: unknown, index: number): number {
	const minutes = isEmpty(value) ? 0 : numberIn(value);
	if (Number.isFinite(minutes) && minutes >= 0) return minutes;
	throw new Problem(
		`Part ${index + 2} of the thread: Delay (Minutes) cannot be ${quote(value)}`,
		'Enter a number of minutes, or 0 for none.',
	);
}

function mediaEntries(list: unknown): MediaEntry[] {
	return ((list ?? {}) as { file?: MediaEntry[] }).file ?? [];
}

function textOf(value: unknown, field: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value !== 'object' || value instanceof Date || 'toISO' in value) return String(value);
	throw new Problem(
		`${field} is no text, but ${quote(value)}`,
		'The expression gives a list or an object. Let it name the one value in it that is the text.',
	);
}

async function toDrafts({ posts }: JsonInput, lookup: TargetLookup): Promise<Draft[]> {
	const drafts: Draft[] = [];
	for (const [index, { integration, value, settings }] of posts.entries()) {
		const identifier = String(settings.__type ?? '').trim();
		const entry = identifier
			? { provider: OTHER, providerIdentifier: identifier, integrationId: integration.id }
			: { provider: DETECT, integrationId: integration.id };
		const target = await resolveTarget(entry, index, posts.length, lookup);
		const item = { integration, value, settings: { ...settings, __type: target.identifier } };
		drafts.push({ target, toItem: () => item });
	}
	return drafts;
}

/** Every file that the drafts name, once each. */
function namedFiles(drafts: Draft[]): NamedFile[] {
	const files = new Set<NamedFile>();
	for (const { toItem } of drafts) {
		toItem((file) => {
			files.add(file);
			return { id: '', path: '' };
		});
	}
	return [...files];
}

/** Rows from a checked item: one, or one for each date where every channel has its own. */
export function toRows(
	{ itemIndex, shared, pastAllowed }: CheckedItem,
	posts: ReadyPost[],
	dates?: Map<string, string>,
): Row[] {
	if (shared.type !== 'nextSlot') {
		return [{ itemIndex, shared: { ...shared, type: shared.type }, posts, pastAllowed }];
	}
	const byDate = new Map<string, ReadyPost[]>();
	for (const post of posts) {
		const date = dates?.get(post.target.id) ?? shared.date;
		byDate.set(date, [...(byDate.get(date) ?? []), post]);
	}
	return [...byDate].map(([date, group]) => ({
		itemIndex,
		shared: { ...shared, type: 'schedule', date },
		posts: group,
	}));
}
