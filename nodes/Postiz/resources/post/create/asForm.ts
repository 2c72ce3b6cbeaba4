import type { IDataObject } from 'n8n-workflow';

import { isSame } from '../../../calendar/compare';
import type { KeyPart } from '../../../values/postKey';
import { tagsOf, toPlannedPost, type WholePost } from '../../../calendar/row';
import { plannedReference, type PlannedFile } from '../../../media/plannedFile';
import type { Uploads } from '../../../media/uploads';
import { atOnceIfDue } from '../../../publishing/atOnce';
import { withPlugs } from '../../../publishing/payload';
import type { PlannedItem, PlannedPart, PlannedPost } from '../../../publishing/types';
import { isSameContent } from '../../../text/sameContent';
import type { ImageRef } from '../../../transport/types';
import { Problem, quote } from '../../../values/problem';
import { propertiesOf } from '../../../values/read';
import {
	isSameMinute,
	momentOf,
	refuseDoubled,
	refuseUnchangeable,
	SETTING,
	type Moment,
	type WantedPost,
} from '../shared/change/wantedPost';

interface Tools {
	uploads: Pick<Uploads, 'compareAt'>;
	/** The next free slot of the channel, in UTC. */
	findSlot: () => Promise<string>;
	/** In ms. */
	now: number;
	timezone: string;
}

/** An existing post as the form wants it. Throws {@link Problem} if it can no longer be changed into that. */
export async function wantAsForm(
	whole: WholePost,
	planned: PlannedPost,
	item: PlannedItem,
	{ uploads, findSlot, now, timezone }: Tools,
): Promise<WantedPost> {
	refuseUnreadable(whole);
	const before = toPlannedPost(whole);
	const isUnchanged = (part: KeyPart) => before.key?.[part] === planned.key?.[part];
	const post = await reuseFiles(keepUnchanged(planned, before, isUnchanged), before, uploads);
	const { fields, keeps = [] } = item;
	const { tags, inter = 0, shortLink } = fields;
	const is = momentOf(whole);
	const takesTags = !keeps.includes('tags') && !isUnchanged('rest');
	const takesInter = !keeps.includes('inter') && !isUnchanged('rest');
	const labels = tags.map(({ label }) => label);
	const changed = [
		...(isUnchanged('when') ? [] : changedMoment(is, item, now)),
		...changedParts(post, before, shortLink),
		...(takesTags && !isSame(sorted(labels), sorted(tagsOf(whole))) ? ['tags'] : []),
		...(takesInter && inter !== is.interval ? ['inter'] : []),
		...changedSettings(post, before),
	];
	const moment = async (): Promise<Moment> => {
		if (changed.length === 0) return { type: 'update', date: is.date };
		refuseUnchangeable(whole, { now, timezone });
		if (item.pastDate) throw item.pastDate;
		return await momentFor(is, item, { findSlot, now, changed });
	};
	const wanted = {
		post,
		...(await moment()),
		...(takesTags && { tags }),
		...(takesInter && { inter }),
		shortLink,
		changed,
		isChecked: true,
	};
	refuseDoubled(whole, wanted, timezone);
	return wanted;
}

/** Keeps what the row said before as it is in the calendar, where somebody may have corrected it. */
function keepUnchanged(
	planned: PlannedPost,
	before: PlannedPost,
	isUnchanged: (part: KeyPart) => boolean,
): PlannedPost {
	const [text, files, rest] = (['text', 'files', 'rest'] as const).map(isUnchanged);
	if (!text && !files && !rest) return planned;
	const isTitle = (name: string) =>
		planned.target.provider?.fields.some((field) => field.fromText && field.name === name);
	const titles = Object.entries(planned.settings).filter(([name]) => !text && isTitle(name));
	const parts = (text ? before : planned).parts.map((part, index): PlannedPart => {
		const [own, there] = [planned.parts[index], before.parts[index]];
		const delay = (rest ? there : own)?.delay;
		return {
			...part,
			files: (files ? there : own)?.files ?? [],
			...(delay === undefined ? {} : { delay }),
		};
	});
	return {
		...planned,
		parts,
		...(rest && {
			settings: { ...before.settings, ...(Object.fromEntries(titles) as IDataObject) },
			settingFiles: {},
		}),
	};
}

function refuseUnreadable({ listed: { id }, parts }: WholePost): void {
	if (parts.length > 0) return;
	throw new Problem(
		`The post ${quote(id)} cannot be read completely`,
		'This Postiz instance does not show the files of a post, so nobody can say what changed. Use Post > Update for what you want to change.',
	);
}

const sorted = (texts: string[]) => [...new Set(texts)].sort();

type Current = ReturnType<typeof momentOf>;

/** What the form changes about date and state, at `now` (ms). */
function changedMoment({ state, date }: Current, item: PlannedItem, now: number): string[] {
	const { fields, namesDate } = item;
	const isMoved = namesDate && !isSameMinute(fields.date, date);
	const isSooner = fields.type === 'now' && state === 'QUEUE' && Date.parse(date) > now;
	const isOther = state === (fields.type === 'draft' ? 'QUEUE' : 'DRAFT');
	return [...(isMoved || isSooner ? ['date'] : []), ...(isOther ? ['state'] : [])];
}

/** When a changed post is published. */
async function momentFor(
	{ state, date }: Current,
	{ fields, namesDate }: PlannedItem,
	{ findSlot, now, changed }: Pick<Tools, 'findSlot' | 'now'> & { changed: string[] },
): Promise<Moment> {
	const isWaiting = state === 'QUEUE';
	switch (fields.type) {
		case 'draft':
			return { type: 'draft', date: namesDate ? fields.date : date };
		case 'now': {
			// If it is due, it is already being published.
			const isDue = isWaiting && Date.parse(date) <= now;
			return isDue ? { type: 'update', date } : { type: 'now', date: new Date(now).toISOString() };
		}
		case 'nextSlot':
			return isWaiting ? { type: 'update', date } : { type: 'schedule', date: await findSlot() };
		case 'schedule':
			return isWaiting && !changed.includes('date')
				? { type: 'update', date }
				: atOnceIfDue('schedule', fields.date, now);
	}
}

function changedParts(post: PlannedPost, before: PlannedPost, isShortened: boolean): string[] {
	const [first, ...later] = post.parts;
	const [firstBefore, ...laterBefore] = before.parts;
	const isSameText = (part?: PlannedPart, old?: PlannedPart) =>
		isSameContent(part?.content ?? '', old?.content ?? '', { isShortened });
	const isSamePart = (part: PlannedPart, index: number) =>
		isSameText(part, laterBefore[index]) &&
		hasFilesOf(part, laterBefore[index]) &&
		(part.delay ?? 0) === (laterBefore[index]?.delay ?? 0);
	const isSameThread = later.length === laterBefore.length && later.every(isSamePart);
	return [
		...(isSameText(first, firstBefore) ? [] : ['text']),
		...(hasFilesOf(first, firstBefore) ? [] : ['media']),
		...(isSameThread ? [] : ['thread']),
	];
}

/** True if a part has exactly the files of another one, unchanged. */
function hasFilesOf({ files = [] }: Partial<PlannedPart> = {}, old?: PlannedPart): boolean {
	const referenceOf = ({ source, cover, coverAt }: PlannedFile) =>
		'reference' in source && !cover && coverAt === undefined ? source.reference : undefined;
	return isSame(files.map(referenceOf), (old?.files ?? []).map(referenceOf));
}

function changedSettings(post: PlannedPost, before: PlannedPost): string[] {
	const settings = withPlugs(post.settings);
	const keys = new Set([...Object.keys(settings), ...Object.keys(before.settings)]);
	return [...keys, ...Object.keys(post.settingFiles)]
		.filter((key) => key !== '__type')
		.filter((key) => key in post.settingFiles || !isSame(settings[key], before.settings[key]))
		.map((key) => `${SETTING}${key}`);
}

/** Replaces files that the existing post already has with its own, so that they aren't uploaded again. */
async function reuseFiles(
	post: PlannedPost,
	before: PlannedPost,
	uploads: Tools['uploads'],
): Promise<PlannedPost> {
	const parts = post.parts.map(async (part, index) => {
		const there = before.parts[index]?.files ?? [];
		const files = part.files.map(async (file, place) => {
			// It is usually in the same place.
			const near = [...there.slice(place, place + 1), ...there];
			return await findExisting(file, near, uploads);
		});
		return { ...part, files: await Promise.all(files) };
	});
	const settingFiles: PlannedPost['settingFiles'] = {};
	for (const [name, file] of Object.entries(post.settingFiles)) {
		const { path } = propertiesOf(before.settings[name]);
		if ((await uploads.compareAt(file, String(path))) !== 'same') settingFiles[name] = file;
	}
	return { ...post, parts: await Promise.all(parts), settingFiles };
}

/** Finds the file among existing ones and adds its new details; returns the file itself if it isn't there. */
async function findExisting(
	file: PlannedFile,
	there: PlannedFile[],
	uploads: Tools['uploads'],
): Promise<PlannedFile> {
	if (file.source.from === 'post') return file;
	for (const { source } of there) {
		if (!('reference' in source)) continue;
		const { reference } = source;
		if (file.kind && file.kind !== plannedReference(reference).kind) continue;
		if ((await uploads.compareAt(file, reference.path)) !== 'same') continue;
		const { alt, cover, coverAt } = file;
		const known: ImageRef = {
			...reference,
			...(alt && { alt }),
			...(coverAt !== undefined && { thumbnailTimestamp: coverAt }),
		};
		const isKnownCover =
			cover &&
			reference.thumbnail &&
			(await uploads.compareAt(cover, reference.thumbnail)) === 'same';
		return { ...plannedReference(known), ...(cover && !isKnownCover && { cover }) };
	}
	return file;
}
