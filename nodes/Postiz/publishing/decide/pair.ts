import type { PreviewPart } from '../../calendar/preview';
import { parseFailure } from '../../calendar/reason';
import type { MediaFile } from '../../media/mediaFile';
import type { Uploads } from '../../media/uploads';
import { ThreadShare } from '../../transport/pause';
import { groupBy } from '../../values/lists';
import type { PostKey } from '../../values/postKey';
import type { Candidate } from './candidates';
import { minuteOf, type RunStart, type Wanted } from './wanted';

/** Why a post isn't sent, although it may not be in the calendar as it should. */
export type Doubt =
	/** Only the first parts of a thread exist. */
	| 'start'
	/** It failed, but may be online. */
	| 'unsure'
	/** It has other files, or other settings. */
	| 'files'
	| 'settings'
	/** It is a draft, or it isn't one. */
	| 'draft'
	| 'notDraft'
	/** Its files can't be compared. */
	| 'unknownFiles';

/** What the calendar says about a post: it is there, it may be, or it isn't. */
export type Verdict =
	| { kind: 'there'; candidate: Candidate }
	| { kind: 'doubt'; doubt: Doubt; candidate: Candidate }
	| { kind: 'absent' };

interface Tools {
	uploads: Pick<Uploads, 'compareAt'>;
	facts: { keepsKeys?: boolean };
	run: Pick<RunStart, 'startedAt' | 'reach'>;
}

export interface Pairing {
	verdicts: Map<Wanted, Verdict>;
	/** Posts that are there more often than the run has them, with the one that is paired. */
	duplicates: Array<{ wanted: Wanted; candidate: Candidate; more: Candidate[] }>;
	/** Posts of the node at the date of one that isn't there: it may replace them. */
	replaced: Map<Wanted, Candidate>;
}

/** One way in which a post and a row match: whether they may, and what it means; undefined for no match. */
interface Pass {
	mayMatch: (wanted: Wanted, candidate: Candidate) => boolean;
	judge: (
		wanted: Wanted,
		candidate: Candidate,
	) => 'there' | Doubt | undefined | Promise<'there' | Doubt | undefined>;
}

/** Pairs each post with at most one of the calendar, the surest matches first (docs/api.md, Keys of posts). */
export async function pair(
	wanted: Wanted[],
	candidates: Candidate[],
	tools: Tools,
): Promise<Pairing> {
	const verdicts = new Map<Wanted, Verdict>();
	const duplicates: Pairing['duplicates'] = [];
	const living = await withoutDead(candidates);
	const hasKeys = tools.facts.keepsKeys ?? candidates.some(({ key }) => key !== undefined);
	const passes = passesFor(tools, hasKeys);
	// Only posts of a channel with the same text can match.
	const byText = new Map(groupBy(living, bucketOf).map((bucket) => [bucketOf(bucket[0]), bucket]));
	const taken = new Set<Candidate>();
	const turns = new ThreadShare();
	for (const own of groupBy(wanted, ({ channelId, key, text }) =>
		JSON.stringify([channelId, key.text, text]),
	)) {
		const [{ channelId, key, text }] = own;
		const bucket = [
			...(byText.get(bucketOf({ channelId, key, text: '' })) ?? []),
			...(byText.get(bucketOf({ channelId, text })) ?? []),
		];
		const free = () => bucket.filter((candidate) => !taken.has(candidate));
		for (const { mayMatch, judge } of passes) {
			for (const one of own.filter((each) => !verdicts.has(each))) {
				await turns.share();
				for (const candidate of free()) {
					const found = mayMatch(one, candidate) && (await judge(one, candidate));
					if (!found) continue;
					taken.add(candidate);
					verdicts.set(
						one,
						found === 'there'
							? { kind: found, candidate }
							: { kind: 'doubt', doubt: found, candidate },
					);
					break;
				}
			}
		}
		for (const one of own) {
			await turns.share();
			const verdict = verdicts.get(one);
			if (verdict?.kind !== 'there') continue;
			const more = free().filter((candidate) => isSame(one, candidate, tools.run));
			more.forEach((candidate) => taken.add(candidate));
			if (more.length > 0) duplicates.push({ wanted: one, candidate: verdict.candidate, more });
		}
	}
	const replaced: Pairing['replaced'] = new Map();
	const byDate = new Map(groupBy(living, dateOf).map((posts) => [dateOf(posts[0]), posts]));
	for (const one of wanted) {
		if (verdicts.has(one)) continue;
		verdicts.set(one, { kind: 'absent' });
		const other = byDate.get(dateOf(one))?.find((candidate) => !taken.has(candidate));
		if (!one.isFixed || !other || other.state === 'ERROR') continue;
		taken.add(other);
		replaced.set(one, other);
	}
	return { verdicts, duplicates, replaced };
}

const bucketOf = ({
	channelId,
	key,
	text,
}: Pick<Candidate, 'channelId' | 'text'> & { key?: { text: string } }) =>
	JSON.stringify([channelId, key ? key.text : null, key ? null : text]);

const dateOf = ({ channelId, key }: Pick<Candidate, 'channelId' | 'key'> | Wanted) =>
	JSON.stringify([channelId, key?.when]);

/** Leaves out failed posts that are certainly not online. */
async function withoutDead(candidates: Candidate[]): Promise<Candidate[]> {
	const living = candidates.map(async (candidate) => {
		if (candidate.state !== 'ERROR') return [candidate];
		// Only a comment or a repetition of it failed.
		if (candidate.releaseURL) return [{ ...candidate, state: 'PUBLISHED' }];
		if (!candidate.key) return [];
		const parts = await partsOf(candidate);
		const isOnline = parts.some(({ releaseURL }) => releaseURL);
		const isCertain = !parseFailure(parts[0]?.error).maybeOnline;
		if (isOnline) return [{ ...candidate, state: 'PUBLISHED' }];
		return isCertain ? [] : [candidate];
	});
	return (await Promise.all(living)).flat();
}

async function partsOf(candidate: Candidate): Promise<PreviewPart[]> {
	const preview = await candidate.preview();
	return preview.kind === 'post' ? preview.parts : [];
}

/** True if these parts of both keys are equal; that of the text always is, where a post and a row can match at all. */
const isEqual = ({ key }: Wanted, { key: other }: Candidate, ...parts: KeyPart[]) =>
	other !== undefined && parts.every((part) => key[part] === other[part]);

type KeyPart = Exclude<keyof PostKey, 'text'>;

const isWithin = ({ madeAt }: Candidate, { startedAt, reach }: Tools['run']) =>
	madeAt >= startedAt - reach;

const isSame = (wanted: Wanted, candidate: Candidate, run: Tools['run']) =>
	isEqual(wanted, candidate, 'when', 'files', 'rest') &&
	(wanted.isFixed || isWithin(candidate, run));

function passesFor({ uploads, run }: Tools, hasKeys: boolean): Pass[] {
	const filesOf = async (wanted: Wanted, candidate: Candidate) =>
		candidate.key?.files === wanted.key.files
			? 'same'
			: await compareFiles(wanted, await partsOf(candidate), uploads);
	const isUnclear = async (candidate: Candidate): Promise<Doubt | undefined> => {
		if (candidate.state === 'ERROR') return 'unsure';
		if (candidate.key && candidate.key.parts > 1) {
			const parts = await partsOf(candidate);
			const isEdited = (parts[0]?.updatedAt ?? 0) - (parts[0]?.createdAt ?? 0) > EDITED_MS;
			if (parts.length > 0 && parts.length < candidate.key.parts && !isEdited) return 'start';
		}
		return undefined;
	};
	const orUnclear = async (candidate: Candidate) => (await isUnclear(candidate)) ?? 'there';
	return [
		// The same in every part: first those without a doubt.
		{
			mayMatch: (wanted, candidate) => isSame(wanted, candidate, run),
			judge: async (_wanted, candidate) => ((await isUnclear(candidate)) ? undefined : 'there'),
		},
		{
			mayMatch: (wanted, candidate) => isSame(wanted, candidate, run),
			judge: async (_wanted, candidate) => await isUnclear(candidate),
		},
		// At the same date, the same text is the same post.
		{
			mayMatch: (wanted, candidate) => wanted.isFixed && isEqual(wanted, candidate, 'when'),
			judge: async (wanted, candidate) => {
				if ((await filesOf(wanted, candidate)) !== 'same') return 'files';
				if (!isEqual(wanted, candidate, 'rest')) return 'settings';
				return await orUnclear(candidate);
			},
		},
		// A date by the clock was another one in an earlier run.
		{
			mayMatch: (wanted, candidate) =>
				wanted.followsClock &&
				isEqual(wanted, candidate, 'files', 'rest') &&
				isWithin(candidate, run),
			judge: async (_wanted, candidate) => await orUnclear(candidate),
		},
		// The same, but that it is a draft, or isn't one.
		{
			mayMatch: (wanted, candidate) =>
				candidate.key?.when === wanted.otherKind &&
				isEqual(wanted, candidate, 'files', 'rest') &&
				(wanted.isFixed || isWithin(candidate, run)),
			judge: ({ isDraft }, { state }) =>
				(state === 'DRAFT') === isDraft ? 'there' : isDraft ? 'notDraft' : 'draft',
		},
		// The same file may have been uploaded again.
		{
			mayMatch: (wanted, candidate) =>
				!wanted.isFixed && isEqual(wanted, candidate, 'when', 'rest') && isWithin(candidate, run),
			judge: async (wanted, candidate) => {
				const files = await filesOf(wanted, candidate);
				if (files === 'other') return undefined;
				return files === 'unknown' ? 'unknownFiles' : await orUnclear(candidate);
			},
		},
		// Made by another client, or on an instance that keeps no keys.
		{
			mayMatch: ({ isFixed, minute }, candidate) =>
				candidate.key === undefined &&
				(isFixed ? minute === minuteOf(candidate.time) : !hasKeys && isWithin(candidate, run)),
			judge: async (wanted, candidate) => {
				const isDraft = candidate.state === 'DRAFT';
				if (isDraft !== wanted.isDraft) return isDraft ? 'draft' : undefined;
				return await compareByLook(wanted, candidate, uploads);
			},
		},
	];
}

/** The service writes a post again within some ms if somebody edits it, but not if it fails while it is made. */
const EDITED_MS = 100;

/** Compares the files of all parts by their size and first bytes. */
async function compareFiles(
	{ post }: Wanted,
	parts: PreviewPart[],
	uploads: Tools['uploads'],
): Promise<'same' | 'other' | 'unknown'> {
	if (parts.length === 0) return 'unknown';
	const own = post.parts.flatMap(({ files }) => files);
	const there = parts.flatMap(({ image }) => image);
	if (own.length !== there.length) return 'other';
	const compare = async (file: MediaFile, index: number) =>
		await uploads.compareAt(file, there[index]!.path);
	const results = await Promise.all(own.map(compare));
	return (['other', 'unknown'] as const).find((result) => results.includes(result)) ?? 'same';
}

/** Compares a post without a key: by the number of its parts and files, and by the files if it has no text. */
async function compareByLook(
	wanted: Wanted,
	candidate: Candidate,
	uploads: Tools['uploads'],
): Promise<'there' | Doubt | undefined> {
	const { parts } = wanted.post;
	const own = parts.flatMap(({ files }) => files).length;
	if (parts.length === 1 && own === 0) return 'there';
	const there = await partsOf(candidate);
	if (there.length === 0) return wanted.text === '' ? 'unknownFiles' : 'there';
	if (there.length < parts.length) return 'start';
	if (there.flatMap(({ image }) => image).length !== own) return undefined;
	if (wanted.text !== '') return 'there';
	const files = await compareFiles(wanted, there, uploads);
	return files === 'same' ? 'there' : files === 'unknown' ? 'unknownFiles' : undefined;
}
