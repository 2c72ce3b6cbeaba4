import { findDifferences } from '../../calendar/compare';
import { fetchPreview, type Preview } from '../../calendar/preview';
import { visibleText, withoutLinks } from '../../text/visibleText';
import type { PostizClient } from '../../transport/client';
import { listPosts } from '../../transport/posts';
import type { ListedPost, SharedFields } from '../../transport/types';
import { serviceTime } from '../../values/date';
import { madeAt } from '../../values/madeAt';
import { ignoreProblem } from '../../values/problem';
import { Queue } from '../../values/queue';
import type { Outcome, ReadyPost, Row, SendFailure, Unclear } from './requests';

/** What was found for a post: the post itself, only its first parts, a possible match, or nothing. */
export type Finding =
	| { kind: 'found' | 'similar'; postId: string }
	| { kind: 'start'; postId: string; parts: number }
	| { kind: 'absent' };

const WINDOW_MS = 30 * 60_000;
// If the service hangs, people have already waited long enough.
const TIMEOUT_MS = 20_000;
// Dates may be stored without seconds.
const SAME_DATE_MS = 60_000;
const CLOCKS_MS = 2000;
const MAX_PARALLEL = 4;

/** What was known of the calendar when a request was sent. */
export interface Taken {
	/** The IDs of posts that the request didn't create. */
	taken: ReadonlySet<string>;
	/** They include all posts that existed before. */
	knowsEarlier: boolean;
}

/** A post in the calendar that may be one of the sent ones. */
interface Candidate {
	listed: ListedPost;
	text: string;
	/** Its date matches the request. */
	isAround: boolean;
	/** It seems to be older than the request, which hasn't been checked. */
	isOld: boolean;
}

/**
 * Finds the posts of these rows, sent at `sentAt` (ms), by channel, date, parts, files and settings. `taken` are IDs
 * of posts that are certainly others; with `knowsEarlier`, they include every older post
 * (docs/api.md, Listing posts).
 */
export async function findRows(
	client: PostizClient,
	rows: Row[],
	{ sentAt, taken, knowsEarlier }: { sentAt: number } & Taken,
): Promise<Finding[][]> {
	const [first] = rows;
	if (!first) return [];
	const { shared } = first;
	const { type, date, shortLink } = shared;
	const [from, to] = type === 'now' ? [sentAt, Date.now()] : [Date.parse(date), Date.parse(date)];
	const window = { start: from - WINDOW_MS, end: to + WINDOW_MS };
	const inCalendar = await listPosts(client, { ...window, timeout: TIMEOUT_MS });
	const candidates = inCalendar
		.filter(({ id }) => !taken.has(id))
		.map((listed): Candidate => {
			const time = serviceTime(listed.actualDate ?? listed.publishDate);
			return {
				listed,
				text: plainText(listed.content),
				isAround: time >= from - SAME_DATE_MS && time <= to + SAME_DATE_MS,
				isOld: !knowsEarlier && (madeAt(listed.id) ?? sentAt) < sentAt - CLOCKS_MS,
			};
		});
	const posts = rows.flatMap((row) => row.posts);
	const likely = new Map(
		posts.map((post) => {
			const text = textOf(post);
			const isLikely = (one: Candidate) => one.isAround && isOn(post, one) && one.text === text;
			return [post, candidates.filter(isLikely)] as const;
		}),
	);
	const previews = await fetchPreviews(client, [...likely.values()].flat());
	const compareWith = (post: ReadyPost, { listed }: Candidate) =>
		compare(post, shared, listed, previews.get(listed.id));

	const findings = new Map<ReadyPost, Finding>();
	const used = new Set<string>();
	const free = (some: Candidate[]) => some.filter(({ listed }) => !used.has(listed.id));
	const note = (post: ReadyPost, finding: Exclude<Finding, { kind: 'absent' }>) => {
		findings.set(post, finding);
		used.add(finding.postId);
	};
	// Exact matches come before possible ones.
	for (const post of posts) {
		const same = free(likely.get(post)!).find(
			(one) => !one.isOld && compareWith(post, one) === 'same',
		);
		if (same) note(post, { kind: 'found', postId: same.listed.id });
	}
	for (const post of posts.filter((one) => !findings.has(one))) {
		const left = free(likely.get(post)!);
		const [start] = left.flatMap((one) => {
			const parts = compareWith(post, one);
			const isStart = !one.isOld && typeof parts === 'number';
			return isStart ? [{ kind: 'start' as const, postId: one.listed.id, parts }] : [];
		});
		const text = textOf(post);
		const rest = withoutLinks(text);
		// The service sets the date of immediate posts by its own clock, and may have shortened links.
		const isSimilar = (one: Candidate) =>
			isOn(post, one) &&
			(one.isAround || type === 'now') &&
			(one.text === text || (shortLink && withoutLinks(one.text) === rest));
		const similar = left[0] ?? free(candidates).find(isSimilar);
		if (start) note(post, start);
		else if (similar) note(post, { kind: 'similar', postId: similar.listed.id });
	}
	return rows.map((row) => row.posts.map((post) => findings.get(post) ?? { kind: 'absent' }));
}

const plainText = (content = '') => visibleText(content).trim();
const textOf = ({ item }: ReadyPost) => plainText(item.value[0]?.content);
const isOn = ({ target }: ReadyPost, { listed }: Candidate) => listed.integration?.id === target.id;

/** The previews of these posts, without those that can't be read. */
async function fetchPreviews(
	client: PostizClient,
	candidates: Candidate[],
): Promise<ReadonlyMap<string, Preview>> {
	const ids = new Set(candidates.map(({ listed }) => listed.id));
	const previews = new Map<string, Preview>();
	const queue = new Queue(MAX_PARALLEL);
	let hasFailed = false;
	const read = async (id: string) => {
		// If one can't be fetched, waiting for the others is pointless.
		const preview = hasFailed
			? undefined
			: await fetchPreview(client, id, TIMEOUT_MS).catch(ignoreProblem);
		if (preview) previews.set(id, preview);
		else hasFailed = true;
	};
	await Promise.all([...ids].map(async (id) => await queue.run(async () => await read(id))));
	return previews;
}

/** Whether a post in the calendar is the one that was sent; a number means that only so many first parts match. */
function compare(
	{ item }: ReadyPost,
	{ type, tags, inter }: SharedFields,
	listed: ListedPost,
	preview: Preview | undefined,
): 'same' | 'other' | 'unknown' | number {
	const written = { isDraft: type === 'draft', tags, inter };
	const { length } = item.value;
	if (!preview) return 'unknown';
	if (preview.kind === 'unknown') return 'other';
	const parts = preview.kind === 'post' ? preview.parts : [];
	const hasMore = length > 1 || item.value.some(({ image }) => image.length > 0);
	// The list only returns the first text and the settings.
	if (parts.length === 0 && (preview.kind === 'post' || hasMore)) return 'unknown';
	const isSame = (value: typeof item.value) =>
		findDifferences({ ...item, value }, written, { listed, parts }).length === 0;
	if (isSame(item.value)) return 'same';
	const isStart = parts.length > 0 && parts.length < length;
	return isStart && isSame(item.value.slice(0, parts.length)) ? parts.length : 'other';
}

/** The outcome of a row that the service may have received; no findings if the lookup failed. */
export function judgeUnclear(row: Row, findings: Finding[] | undefined, unclear: Unclear) {
	const { httpCode } = unclear.cause;
	const failure = describeUnclear(findings, unclear);
	return row.posts.map((post, index): Outcome => {
		const finding = findings?.[index];
		if (finding?.kind === 'found') return { row, post, kind: 'created', postId: finding.postId };
		const own = finding?.kind === 'start' ? explainStart(post, finding, unclear) : failure;
		return { row, post, kind: 'failed', ...own, httpCode, unclear };
	});
}

/** Explains a thread of which only the first parts exist. */
function explainStart(
	{ target, item }: ReadyPost,
	{ postId, parts }: Extract<Finding, { kind: 'start' }>,
	{ cause, hasEnded }: Unclear,
): SendFailure {
	const advice = `The post ${postId} is only the beginning of the thread. Delete it with Post > Delete, then run this item again.`;
	return {
		reason: 'unknown',
		start: postId,
		message: `${target.label}: Postiz has only ${parts} of the ${item.value.length} parts of this thread: ${cause.message}`,
		description: hasEnded
			? advice
			: `A request that is still running may add the others: look in a few minutes. If they are still missing: ${advice}`,
	};
}

/** Explains posts that the service may have received but that weren't found; the caller adds what to do. */
function describeUnclear(findings: Finding[] | undefined, unclear: Unclear): SendFailure {
	const { message } = unclear.cause;
	const toSimilar = (one: Finding) => (one.kind === 'similar' ? [one.postId] : []);
	const similar = findings?.flatMap(toSimilar);
	if (!similar || similar.length > 0) {
		return {
			reason: 'unknown',
			message: `It is unclear whether Postiz created this item: ${message}`,
			description: similar
				? `The node checked, and found what may be a post of this item (${similar.join(', ')}), or a similar one.`
				: 'It was not sent again, so that nothing is published twice. The node could not check Postiz either.',
		};
	}
	if (unclear.hasEnded) {
		return {
			reason: 'refused',
			message: `Postiz didn't create this item: ${message}`,
			description:
				'The node checked: none of its posts exist. Run it again. If it fails again, Postiz cannot store something in it.',
		};
	}
	return {
		reason: 'unknown',
		message: `Postiz doesn't have this item yet: ${message}`,
		description:
			'The node checked, and none of its posts exist. A request that is still running may create them: wait a few minutes.',
	};
}
