/** Compares the output and the errors of the node with the posts in the service. */
import type { IDataObject } from 'n8n-workflow';

import type { RecordedRequest, Service } from '../../service/server.cjs';
import type { StoredPost } from '../../service/state.cjs';
import { readItemOutputs, type ItemOutput, type PlayedRun } from './playedRun.cjs';
import {
	belongsToRow,
	getRowContent,
	getSentContent,
	getStoredContent,
	getTexts,
	hasDateOfRow,
} from './postContent.cjs';
import { getRowChannels, type ScriptRow } from './script.cjs';
import { findReason } from '../sheets/reasons.cjs';
import { LISTS, POSTS, PUBLIC_POSTS } from '../environment.cjs';
import { DAY } from '../../shared/time.cjs';

const joinKey = (channelId: string, parts: string) => `${channelId} ${parts}`;

/** Counts the elements by key. */
export const countBy = <T,>(elements: T[], key: (element: T) => string) => {
	const counts = new Map<string, number>();
	for (const element of elements) counts.set(key(element), (counts.get(key(element)) ?? 0) + 1);
	return counts;
};

const createMatcher = (match: { method: string; path: RegExp }) => (request: RecordedRequest) =>
	request.method === match.method && match.path.test(request.path);
const [isPost, isList, isPublicPost] = [POSTS, LISTS, PUBLIC_POSTS].map(createMatcher);
/** Each try of the node starts with the list of channels. */
const startsAttempt = createMatcher({ method: 'GET', path: /\/integrations$/ });
/** True if the public data of a post could not be read. */
const isUnreadPost = (request: RecordedRequest) =>
	isPublicPost(request) && (request.status !== 200 || request.fault === 'status');
const WEEK_MS = 7 * DAY;
/** A look-up after an unclear response lists a day around the date; other lists cover months. */
const isLookUp = (request: RecordedRequest) => {
	const { startDate, endDate } = request.query;
	return isList(request) && Date.parse(endDate) - Date.parse(startDate) < WEEK_MS;
};
/** The list in which the node searches for existing posts. */
const listsCalendar = (request: RecordedRequest) => isList(request) && !isLookUp(request);

/** The posts of the row in a request. */
const findSentPosts = ({ body }: RecordedRequest, row: ScriptRow, channelId: string) => {
	const { posts = [] } = Object(body) as { posts?: IDataObject[] };
	return posts.filter(({ integration, value }) => {
		const isOn = (integration as IDataObject).id === channelId;
		return isOn && getSentContent(value as IDataObject[]) === getRowContent(row);
	});
};

/** True if the service has finished the request, and creates nothing more for it. */
const hasEnded = ({ status, fault }: RecordedRequest) =>
	status > 0 && status <= 500 && status !== 408 && fault !== 'late';
/** Responses without IDs of posts to a finished request. */
const RESPONSES_WITHOUT_IDS = ['wrongJson', 'truncatedJson'];

/** True if an error may be that of a proxy, without the JSON of the service. */
const isFromProxy = ({ status, fault }: RecordedRequest) =>
	status === 500 && RESPONSES_WITHOUT_IDS.includes(fault ?? '');

/** The waits at the limit grow from a second to half a minute: the minute that the scripts allow has five of them. */
const MAX_LIMITS_WAITED = 5;
/** The statuses that end the run. */
const STOPPING_STATUSES = [301, 302, 307, 308, 401, 402, 403];

/** Returns every difference between the output of the node and the posts in the service. */
export function checkRun(played: PlayedRun, service: Service): string[] {
	const problems: string[] = [];
	const outputs = readItemOutputs(played, problems);
	const all = service.state.posts;
	problems.push(...checkDuplicates(played, all));
	const reportedIds = new Set<string>();
	outputs.forEach(({ posts }, item) => {
		for (const post of posts) {
			problems.push(...checkReportedPost(played, post, item, all, reportedIds));
			reportedIds.add(post.postId);
		}
	});
	// A node that ends with an error has no output.
	if (!played.run.error) {
		outputs.forEach((output, item) =>
			problems.push(...checkItem(played, output, item, all, reportedIds)),
		);
		if (played.run.output.length === 0) problems.push('the node has no output');
	}
	problems.push(...checkRequests(played));
	return problems;
}

function checkDuplicates({ existingIds, skipsExisting }: PlayedRun, all: StoredPost[]): string[] {
	const describePost = (post: StoredPost) => joinKey(post.channelId, getStoredContent(post));
	const newPosts = all.filter(({ id }) => !existingIds.has(id));
	const existing = skipsExisting ? all.filter(({ id }) => existingIds.has(id)) : [];
	const existingCounts = countBy(existing, describePost);
	return [...countBy(newPosts, describePost)]
		.filter(([key, count]) => count + (existingCounts.get(key) ?? 0) > 1)
		.map(([key]) => `“${key}” was posted too often`);
}

/** Returns what is wrong with a post in the output of an item. */
function checkReportedPost(
	{ rows, existingIds, isDated }: PlayedRun,
	{ postId, channelId, isUnchanged }: ItemOutput['posts'][number],
	item: number,
	all: StoredPost[],
	reportedIds: ReadonlySet<string>,
): string[] {
	const problems: string[] = [];
	const post = all.find(({ id }) => id === postId);
	if (reportedIds.has(postId)) problems.push(`item ${item}: post ${postId} is reported twice`);
	const isRight =
		post !== undefined &&
		belongsToRow(post, rows[item]) &&
		(!isDated || hasDateOfRow(post, rows[item])) &&
		post.channelId === channelId;
	if (!isRight) problems.push(`item ${item}: the output has a post of another item`);
	if (isUnchanged !== existingIds.has(postId)) {
		problems.push(
			`item ${item}: ${postId} is reported as ${isUnchanged ? 'unchanged' : 'created'} by mistake`,
		);
	}
	return problems;
}

/** Returns what is wrong with the number and the order of the requests. */
function checkRequests(played: PlayedRun): string[] {
	const { rows, channels, requests, tries, isOneByOne, skipsExisting } = played;
	const problems: string[] = [];
	const sent = requests.filter(isPost);
	const firstSent = requests.findIndex(isPost);
	const hasListedCalendar = requests
		.slice(0, firstSent)
		.some((request) => listsCalendar(request) && request.status === 200);
	if (skipsExisting && firstSent >= 0 && !hasListedCalendar)
		problems.push('it was sent before the calendar was listed');
	const isTooLarge = sent.some(({ status }) => status === 413);
	const counted = sent.filter(({ status }) => status !== 429 && status !== 413);
	// Posts of a row that is too large are sent one by one; other rejected requests are halved.
	const isSentPostByPost = isTooLarge || isOneByOne || rows.length === 1;
	const maxRequests = 2 * tries * rows.length * (isSentPostByPost ? channels.length : 1);
	if (counted.length > maxRequests)
		problems.push(`${sent.length} requests were sent for ${rows.length} items`);
	return problems;
}

/** Returns what is wrong with the output of an item. */
function checkItem(
	played: PlayedRun,
	{ posts: reported, error, skippedChannels }: ItemOutput,
	item: number,
	all: StoredPost[],
	reportedIds: ReadonlySet<string>,
): string[] {
	const { rows, existingIds } = played;
	const row = rows[item];
	const channels = getRowChannels(row, played.channels);
	const isWhole = (post: StoredPost) => getStoredContent(post) === getRowContent(row);
	const ids = new Set(reported.map(({ postId }) => postId));
	const whole = all.filter((post) => ids.has(post.id) && isWhole(post)).length;
	const report = (problem: string) => [`item ${item}: ${problem}`];

	if (error === undefined) {
		if (skippedChannels.join() !== played.channels.slice(0, row.skippedChannels).join()) {
			return report(
				`${skippedChannels.length} channels are reported as skipped, and ${row.skippedChannels} were`,
			);
		}
		if (reported.length !== channels.length) {
			return report(`only ${reported.length} posts are reported, without an error`);
		}
		return whole === channels.length
			? []
			: report(`reported as created, but only ${whole} are complete`);
	}
	if (whole === channels.length) return report('fails, though all its posts exist');
	const reason = findReason(error);
	if (/unclear whether/.test(error)) return checkUnclearError(played, item, all).flatMap(report);
	/** Posts of the item that exist, but are not in the output. */
	const unreportedPosts = all.filter(
		(post) =>
			channels.includes(post.channelId) &&
			belongsToRow(post, row) &&
			(isWhole(post) || reason !== 'incompleteThread') &&
			!existingIds.has(post.id) &&
			!reportedIds.has(post.id),
	);
	if (unreportedPosts.length > 0) {
		return report(`reported as not created, but ${unreportedPosts.length} of its posts exist`);
	}
	return checkError(played, item, all);
}

/** The last request with the item for each of its channels. */
const findLastRequests = ({ requests, rows, channels }: PlayedRun, item: number) =>
	getRowChannels(rows[item], channels).map((channelId) => {
		const carrying = requests.map(
			(request) => isPost(request) && findSentPosts(request, rows[item], channelId).length > 0,
		);
		return { channelId, index: carrying.lastIndexOf(true) };
	});

const getSentFingerprint = ({ settings }: IDataObject) => (settings as IDataObject).n8n;

/**
 * An unclear outcome is right only if the look-up failed or posts may still arrive. Fingerprints distinguish equal
 * posts.
 */
function checkUnclearError(played: PlayedRun, item: number, all: StoredPost[]): string[] {
	const { requests, rows } = played;
	const stored = new Map(all.map((post) => [post.settings.n8n as string, post]));
	const reasons = findLastRequests(played, item)
		.filter(({ index }) => index >= 0)
		.map(({ channelId, index }) => {
			const request = requests[index];
			const later = requests.slice(index + 1);
			const lookUps = findLookUps(requests, index);
			// With Retry On Fail, a later try looks it up again.
			const tried = later.findIndex(startsAttempt);
			const isLookedUpAgain = tried < 0 || later.slice(tried).some(isList);
			const isSeen = lookUps.some(({ status }) => status === 200);
			if (!isSeen) {
				return isLookedUpAgain ? undefined : 'a later try did not look it up again';
			}
			const sent = findSentPosts(request, rows[item], channelId).map((post) =>
				stored.get(getSentFingerprint(post) as string),
			);
			// A post that can't be read leaves the whole request unclear.
			if (later.some(isUnreadPost)) return undefined;
			const isReadable = lookUps.every(({ status }) => status === 200);
			if (isReadable && !hasEnded(request) && lookUps.length < MAX_LOOK_UPS) {
				return `it was looked up only ${lookUps.length} times, and may still arrive`;
			}
			if (sent.every((post) => post === undefined)) {
				const isClear = hasEnded(request) && !isFromProxy(request);
				return isClear ? 'it was looked up, and can no longer arrive' : undefined;
			}
			// It may have arrived after the last look-up.
			const last = lookUps.filter(({ status }) => status === 200).at(-1)!.at;
			const cameLate = sent.some((post) => Date.parse(post?.createdAt ?? '') >= last - 1);
			const isPartial = sent.some((post) => post === undefined);
			// A later try knows a thread that is stored in part only from the calendar.
			const isHidden =
				tried >= 0 &&
				!later.slice(tried).some((request) => isList(request) && request.status === 200);
			const isIncomplete = sent.some(
				(post) => post && getStoredContent(post) !== getRowContent(rows[item]),
			);
			const isUnclear = cameLate || isPartial || (isHidden && isIncomplete);
			return isUnclear ? undefined : 'it was looked up, and exists';
		});
	if (reasons.some((reason) => reason === undefined)) return [];
	return [`reported as unclear, but ${reasons[0] ?? 'it was not sent'}`];
}

/** How often the node looks up a post that may still arrive. */
const MAX_LOOK_UPS = 6;

/**
 * The lists in which the node looks for the posts of a request: before its next request for posts, and in later tries.
 */
function findLookUps(requests: RecordedRequest[], index: number): RecordedRequest[] {
	let isForIt = true;
	return requests.slice(index + 1).filter((request) => {
		if (isPost(request)) isForIt = false;
		if (startsAttempt(request)) isForIt = true;
		return isForIt && isLookUp(request) && coversDate(request, requests[index]);
	});
}

/** True if the list covers the date of the request. */
function coversDate({ query }: RecordedRequest, { body }: RecordedRequest): boolean {
	const { type, date } = Object(body) as { type: string; date: string };
	const at = Date.parse(date);
	const isWithin = at >= Date.parse(query.startDate) && at <= Date.parse(query.endDate);
	return type === 'now' || isWithin;
}

/** True if posts were found after the request, but none of them could be read: they may be those of the request. */
function hidesPosts(requests: RecordedRequest[], index: number): boolean {
	const later = requests.slice(index + 1);
	const end = later.findIndex((request) => isPost(request) || startsAttempt(request));
	const reads = later.slice(0, end < 0 ? undefined : end).filter(isPublicPost);
	return reads.length > 0 && reads.every(isUnreadPost);
}

const MAX_SILENT = 3;

/** True if so many requests in a row had no clear response and no look-up found their posts. */
function hasFallenSilent(requests: RecordedRequest[], all: StoredPost[]): boolean {
	const keys = new Set(all.map(({ settings }) => settings.n8n));
	const isSilent = (request: RecordedRequest, index: number) => {
		if (hidesPosts(requests, index)) return true;
		const lookUps = findLookUps(requests, index);
		// After an error of the service, posts that can't be looked up may be stored all the same.
		if (hasEnded(request) && !RESPONSES_WITHOUT_IDS.includes(request.fault ?? ''))
			return lookUps.length > 0 && lookUps.every(({ status }) => status !== 200);
		const sent = (request.body as { posts: IDataObject[] }).posts;
		const isStored = sent.some((post) => keys.has(getSentFingerprint(post) as string));
		return !isStored || lookUps.every(({ status }) => status !== 200);
	};
	let inARow = 0;
	return requests.some((request, index) => {
		if (isPost(request)) inARow = isSilent(request, index) ? inARow + 1 : 0;
		return inARow === MAX_SILENT;
	});
}

/** A valid row fails only because of its own request or the whole run, never because of another row. */
function checkError(played: PlayedRun, item: number, all: StoredPost[]): string[] {
	const { requests, rows, existingIds, continues, waitsAtLimit, skipsExisting } = played;
	const row = rows[item];
	if (row.mayFail || row.isBroken) return [];
	const posts = requests.filter(isPost);
	const limited = posts.filter(({ status }) => status === 429).length;
	// Nothing is sent if the existing posts are unknown.
	const isUnread = requests.some(
		(request) => isUnreadPost(request) || (listsCalendar(request) && request.status !== 200),
	);
	const hasStopped =
		(skipsExisting && isUnread) ||
		hasFallenSilent(requests, all) ||
		posts.some(({ status }) => STOPPING_STATUSES.includes(status)) ||
		limited > (waitsAtLimit ? MAX_LIMITS_WAITED : 0);
	const isStored = (text: string, channelId: string) =>
		all.some(
			(post) =>
				!existingIds.has(post.id) && post.channelId === channelId && getTexts(post)[0] === text,
		);
	const missing = findLastRequests(played, item).filter(
		({ channelId }) =>
			!isStored(row.text, channelId) && !existedBefore(played, row, channelId, all),
	);
	const reasons = missing.flatMap(({ channelId, index }) => {
		if (index < 0) return hasStopped || !continues ? [] : ['it was never sent, for no reason'];
		const { status, body } = requests[index];
		const sent = (body as { posts: IDataObject[] }).posts.map(({ integration, value }) => ({
			channelId: (integration as IDataObject).id as string,
			text: (value as IDataObject[])[0].content as string,
		}));
		if (!hasEnded(requests[index])) return ['its request may still create it'];
		if (!continues || hasStopped) return [];
		if (status === 400) return ['other rows were rejected'];
		if (status === 413 && sent.length > 1) return ['other rows made the request too large'];
		if (status !== 500) return [];
		const first = sent.find((post) => !isStored(post.text, post.channelId));
		const isFirst = first?.text === row.text && first.channelId === channelId;
		// The node stops if the service keeps failing.
		const isDown = posts.filter((request) => request.status === 500).length >= 3;
		return isFirst || isDown ? [] : ['another row made the request fail'];
	});
	return [...new Set(reasons)].map(
		(reason) => `item ${item}: reported as not created, but: ${reason}`,
	);
}

/** True if the channel had an equal post before. */
const existedBefore = (
	{ existingIds }: PlayedRun,
	row: ScriptRow,
	channelId: string,
	all: StoredPost[],
) =>
	all.some(
		(post) =>
			existingIds.has(post.id) &&
			post.channelId === channelId &&
			getStoredContent(post) === getRowContent(row),
	);
