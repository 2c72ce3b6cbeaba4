import { visibleText, withoutLinks } from '../../text/visibleText';
import type { PostizClient } from '../../transport/client';
import { listPosts } from '../../transport/posts';
import { serviceTime } from '../../values/date';
import type { Outcome, ReadyPost, Row, SendFailure, Unclear } from './requests';

/** What a look-up found of one post: the post itself, one that may be it, or nothing. */
export type Finding = { kind: 'found' | 'similar'; postId: string } | { kind: 'absent' };

const WINDOW_MS = 30 * 60_000;
// A service that hangs has kept the person waiting already.
const TIMEOUT_MS = 20_000;
// Dates may be stored without seconds.
const SAME_DATE_MS = 60_000;

/**
 * What the service has of these rows, sent at `sentAt` (ms): a post of the same channel, text and date is found; what
 * may be one is similar. `taken` are the IDs of posts of other rows (docs/api.md, Listing posts).
 */
export async function findRows(
	client: PostizClient,
	rows: Row[],
	{ sentAt, taken }: { sentAt: number; taken: ReadonlySet<string> },
): Promise<Finding[][]> {
	const [first] = rows;
	if (!first) return [];
	const { type, date, shortLink } = first.shared;
	const [from, to] = type === 'now' ? [sentAt, Date.now()] : [Date.parse(date), Date.parse(date)];
	const window = { start: from - WINDOW_MS, end: to + WINDOW_MS };
	const listed = await listPosts(client, { ...window, timeout: TIMEOUT_MS });
	const candidates = listed.map(({ id, content, publishDate, actualDate, integration }) => {
		const time = serviceTime(actualDate ?? publishDate);
		const isAround = time >= from - SAME_DATE_MS && time <= to + SAME_DATE_MS;
		return { id, channelId: integration?.id, text: plainText(content), isAround };
	});
	const used = new Set(taken);
	const find = ({ item, target }: ReadyPost): Finding => {
		const text = plainText(item.value[0]?.content);
		const free = candidates
			.filter(({ id, channelId }) => !used.has(id) && channelId === target.id)
			.filter(({ isAround }) => isAround || type === 'now');
		const same = free.filter((candidate) => candidate.text === text);
		// Posts without text are all alike.
		const post = text === '' ? undefined : same.find(({ isAround }) => isAround);
		if (post) {
			used.add(post.id);
			return { kind: 'found', postId: post.id };
		}
		// The service dates a post for now by its own clock, and may have shortened its links.
		const withoutItsLinks = shortLink
			? free.find((candidate) => withoutLinks(candidate.text) === withoutLinks(text))
			: undefined;
		const similar = same[0] ?? withoutItsLinks;
		return similar ? { kind: 'similar', postId: similar.id } : { kind: 'absent' };
	};
	return rows.map(({ posts }) => posts.map(find));
}

const plainText = (content = '') => visibleText(content).trim();

/** What became of a row that the service may have taken; no findings if the look-up failed. */
export function judgeUnclear(row: Row, findings: Finding[] | undefined, unclear: Unclear) {
	const { httpCode } = unclear.cause;
	const failure = { ...explainUnclear(findings, unclear), httpCode, unclear };
	return row.posts.map((post, index): Outcome => {
		const finding = findings?.[index];
		return finding?.kind === 'found'
			? { row, post, kind: 'created', postId: finding.postId }
			: { row, post, kind: 'failed', ...failure };
	});
}

/** What to say of posts that the service may have taken, and that were not found. */
function explainUnclear(findings: Finding[] | undefined, unclear: Unclear): SendFailure {
	const { message } = unclear.cause;
	const toSimilar = (one: Finding) => (one.kind === 'similar' ? [one.postId] : []);
	const similar = findings?.flatMap(toSimilar);
	if (!similar || similar.length > 0) {
		return {
			reason: 'unknown',
			message: `It is unclear whether Postiz created this item: ${message}`,
			description: similar
				? `The node checked, and found what may be a post of this item (${similar.join(', ')}), or a similar one. Check the calendar of Postiz before you run it again, so that nothing is published twice.`
				: 'It was not sent again, so that nothing is published twice. The node could not check Postiz either: check its calendar before you run this item again.',
		};
	}
	if (unclear.hasEnded) {
		return {
			reason: 'refused',
			message: `Postiz didn't create this item: ${message}`,
			description: 'The node checked: none of its posts exist. You can run it again.',
		};
	}
	return {
		reason: 'unknown',
		message: `Postiz doesn't have this item yet: ${message}`,
		description:
			'The node checked, and none of its posts exist. A request that is still running may create them: check the calendar of Postiz in a few minutes before you run it again.',
	};
}
