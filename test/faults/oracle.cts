/**
 * Holds what the node says against what the service has. Its claims are the rows of its output; of its errors, only the
 * reason is read.
 */
import type { IDataObject } from 'n8n-workflow';

import type { RecordedRequest, Service } from '../service/server.cjs';
import type { StoredPost } from '../service/state.cjs';
import {
	channelsOf,
	isAtDate,
	isOfRow,
	partsOf,
	readClaims,
	sentParts,
	storedParts,
	textsOf,
	type Claim,
	type PlayedRun,
	type ScriptRow,
} from './claims.cjs';
import { reasonOf } from './sheets/reasons.cjs';
import { LISTS, POSTS, PREVIEWS } from './stage.cjs';

const keyOf = (channelId: string, parts: string) => `${channelId} ${parts}`;

/** How many elements have each key. */
export const countBy = <T,>(elements: T[], key: (element: T) => string) => {
	const counts = new Map<string, number>();
	for (const element of elements) counts.set(key(element), (counts.get(key(element)) ?? 0) + 1);
	return counts;
};

const isOf = (match: { method: string; path: RegExp }) => (request: RecordedRequest) =>
	request.method === match.method && match.path.test(request.path);
const [isPost, isList, isPreview] = [POSTS, LISTS, PREVIEWS].map(isOf);
/** Each try of the node begins with the channels. */
const isTry = isOf({ method: 'GET', path: /\/integrations$/ });
const WEEK_MS = 7 * 86_400_000;
/** A look-up after an answer that says nothing lists a day around a date; others list months. */
const isLookUp = (request: RecordedRequest) => {
	const { startDate, endDate } = request.query;
	return isList(request) && Date.parse(endDate) - Date.parse(startDate) < WEEK_MS;
};
/** It shows what is there already. */
const isWide = (request: RecordedRequest) => isList(request) && !isLookUp(request);

/** The posts of a request that are posts of the row. */
const carried = ({ body }: RecordedRequest, row: ScriptRow, channelId: string) => {
	const { posts = [] } = Object(body) as { posts?: IDataObject[] };
	return posts.filter(({ integration, value }) => {
		const isOn = (integration as IDataObject).id === channelId;
		return isOn && sentParts(value as IDataObject[]) === partsOf(row);
	});
};

/** The service is done with such a request: what it has not created, it never will. */
const hasEnded = ({ status, fault }: RecordedRequest) =>
	status > 0 && status <= 500 && status !== 408 && fault !== 'late';
/** The waits at the limit grow from a second to half a minute: the minute that the scripts allow has five of them. */
const MAX_LIMITS_WAITED = 5;
/** It says of the run, not of a row, why nothing goes on. */
const STOPPING = [301, 302, 307, 308, 401, 402, 403];

/** Everything in which the node's words and the service's posts differ. */
export function judge(played: PlayedRun, service: Service): string[] {
	const problems: string[] = [];
	const { run, rows, channels, before, tries, isOneByOne } = played;
	const claims = readClaims(played, problems);
	const all = service.state.posts;
	const own = all.filter(({ id }) => !before.has(id));

	const wordOf = (post: StoredPost) => keyOf(post.channelId, storedParts(post));
	for (const [key, count] of countBy(own, wordOf)) {
		const isThere = ({ id }: StoredPost) => played.looks && before.has(id);
		const known = all.filter((post) => isThere(post) && wordOf(post) === key).length;
		if (count + known > 1) problems.push(`“${key}” was posted too often`);
	}

	const named = new Set<string>();
	const check = (item: number, postId: string, isUnchanged: boolean, channelId: string) => {
		const post = all.find(({ id }) => id === postId);
		if (named.has(postId)) problems.push(`item ${item}: post ${postId} is reported twice`);
		named.add(postId);
		const isRight =
			post !== undefined &&
			isOfRow(post, rows[item]) &&
			(!played.isDated || isAtDate(post, rows[item])) &&
			post.channelId === channelId;
		if (!isRight) problems.push(`item ${item}: the node names a post that is not this item's`);
		if (isUnchanged !== before.has(postId)) {
			problems.push(
				`item ${item}: ${postId} is ${isUnchanged ? 'unchanged' : 'created'}, but it is not`,
			);
		}
	};
	claims.forEach(({ rows: output }, item) => {
		output.forEach(({ postId, channelId, isUnchanged }) =>
			check(item, postId, isUnchanged, channelId),
		);
	});
	// An error that ends the node is all that it says.
	if (!run.error) {
		claims.forEach((claim, item) => problems.push(...judgeItem(played, claim, item, all, named)));
	}

	const attempts = played.requests.filter(isPost);
	const firstSent = played.requests.findIndex(isPost);
	const hasLooked = played.requests
		.slice(0, firstSent)
		.some((one) => isWide(one) && one.status === 200);
	if (played.looks && firstSent >= 0 && !hasLooked) problems.push('it was sent without a look');
	const isTooLarge = attempts.some(({ status }) => status === 413);
	const free = attempts.filter(({ status }) => status === 429 || status === 413).length;
	// What an instance takes no row of is sent post by post; of what it refuses without a name, halves.
	const isEach = isTooLarge || isOneByOne || rows.length === 1;
	const most = 2 * tries * rows.length * (isEach ? channels.length : 1);
	if (attempts.length - free > most) {
		problems.push(`${attempts.length} requests were sent for ${rows.length} items`);
	}
	if (!run.error && run.output.length === 0) problems.push('the node put out nothing');
	return problems;
}

/** What is wrong with what the node says of one item. */
function judgeItem(
	played: PlayedRun,
	{ rows: output, error, skippedChannels }: Claim,
	item: number,
	all: StoredPost[],
	named: ReadonlySet<string>,
): string[] {
	const { rows, before } = played;
	const row = rows[item];
	const channels = channelsOf(row, played.channels);
	const isWhole = (post: StoredPost) => storedParts(post) === partsOf(row);
	const ids = new Set(output.map(({ postId }) => postId));
	const whole = all.filter((post) => ids.has(post.id) && isWhole(post)).length;
	const say = (problem: string) => [`item ${item}: ${problem}`];

	if (error === undefined) {
		if (skippedChannels.join() !== played.channels.slice(0, row.skippedChannels).join()) {
			return say(
				`${skippedChannels.length} channels are reported as skipped, and ${row.skippedChannels} were`,
			);
		}
		if (output.length !== channels.length) {
			return say(`${output.length} posts are reported, and nothing says what is missing`);
		}
		return whole === channels.length ? [] : say(`reported as created, but ${whole} are whole`);
	}
	if (whole === channels.length) return say('fails, though all of it is there');
	const reason = reasonOf(error);
	if (/unclear whether/.test(error)) return judgeUnclear(played, item, all).flatMap(say);
	/** Posts of the item that nothing names, though they are there. */
	const nameless = all.filter(
		(post) =>
			channels.includes(post.channelId) &&
			isOfRow(post, row) &&
			(isWhole(post) || reason !== 'incompleteThread') &&
			!before.has(post.id) &&
			!named.has(post.id),
	);
	if (nameless.length > 0) {
		return say(`called not created, but ${nameless.length} posts of it are there`);
	}
	return judgeFailure(played, item, all);
}

/** The last requests that carried the item, one for each of its channels. */
const lastAttempts = ({ requests, rows, channels }: PlayedRun, item: number) =>
	channelsOf(rows[item], channels).map((channelId) => {
		const carrying = requests.map(
			(request) => isPost(request) && carried(request, rows[item], channelId).length > 0,
		);
		return { channelId, index: carrying.lastIndexOf(true) };
	});

const keyOfSent = ({ settings }: IDataObject) => (settings as IDataObject).n8n;

/** Unclear is right only where nobody could know: nobody could look, or more may come. The keys tell equal posts apart. */
function judgeUnclear(played: PlayedRun, item: number, all: StoredPost[]): string[] {
	const { requests, rows } = played;
	const stored = new Map(all.map((post) => [post.settings.n8n as string, post]));
	const attempts = lastAttempts(played, item);
	const reasons = attempts
		.filter(({ index }) => index >= 0)
		.map(({ channelId, index }) => {
			const attempt = requests[index];
			const later = requests.slice(index + 1);
			const lookUps = lookUpsFor(requests, index);
			// With Retry On Fail, a later try looks again, if only in vain.
			const tried = later.findIndex(isTry);
			const looksAgain = tried < 0 || later.slice(tried).some(isList);
			const isSeen = lookUps.some(({ status }) => status === 200);
			if (!isSeen) {
				return looksAgain ? undefined : 'a later try did not look again';
			}
			const sent = carried(attempt, rows[item], channelId).map((one) =>
				stored.get(keyOfSent(one) as string),
			);
			// What is unread of one post leaves all of the request unclear.
			const isUnread = later.some(
				(request) => isPreview(request) && (request.status !== 200 || request.fault === 'status'),
			);
			if (isUnread) return undefined;
			const isAnswered = lookUps.every(({ status }) => status === 200);
			if (isAnswered && !hasEnded(attempt) && lookUps.length < MAX_LOOKS) {
				return `it was looked up ${lookUps.length} times only, and more may come`;
			}
			if (sent.every((post) => post === undefined)) {
				return hasEnded(attempt) ? 'it was looked up, and nothing of it can follow' : undefined;
			}
			// The last look may have been before it came.
			const last = lookUps.filter(({ status }) => status === 200).at(-1)!.at;
			const cameLate = sent.some((post) => Date.parse(post?.createdAt ?? '') >= last - 1);
			const isPartial = sent.some((post) => post === undefined);
			return cameLate || isPartial ? undefined : 'it was looked up, and it is there';
		});
	if (reasons.some((reason) => reason === undefined)) return [];
	return [`called unclear, but ${reasons[0] ?? 'it was not sent'}`];
}

/** The node looks again for as long as something may still come. */
const MAX_LOOKS = 6;

/** What it lists after a request to find its posts: at once, before it sends anything else, and in later tries. */
function lookUpsFor(requests: RecordedRequest[], index: number): RecordedRequest[] {
	let isForIt = true;
	return requests.slice(index + 1).filter((request) => {
		if (isPost(request)) isForIt = false;
		if (isTry(request)) isForIt = true;
		return isForIt && isLookUp(request) && coversDate(request, requests[index]);
	});
}

/** The list shows where the posts of a request would be, if they are. */
function coversDate({ query }: RecordedRequest, { body }: RecordedRequest): boolean {
	const { type, date } = Object(body) as { type: string; date: string };
	const at = Date.parse(date);
	const isWithin = at >= Date.parse(query.startDate) && at <= Date.parse(query.endDate);
	return type === 'now' || isWithin;
}

const MAX_SILENT = 3;

/** Answers that name no posts, though the request is done. */
const NAMELESS_ANSWERS = ['wrongJson', 'truncatedJson'];

/** True if so many requests in a row had no clear answer, and no look-up found their posts. */
function hasFallenSilent(requests: RecordedRequest[], all: StoredPost[]): boolean {
	const keys = new Set(all.map(({ settings }) => settings.n8n));
	const isSilent = (request: RecordedRequest, index: number) => {
		if (hasEnded(request) && !NAMELESS_ANSWERS.includes(request.fault ?? '')) return false;
		const sent = (request.body as { posts: IDataObject[] }).posts;
		const isStored = sent.some((post) => keys.has(keyOfSent(post) as string));
		return !isStored || lookUpsFor(requests, index).every(({ status }) => status !== 200);
	};
	let inARow = 0;
	return requests.some((request, index) => {
		if (isPost(request)) inARow = isSilent(request, index) ? inARow + 1 : 0;
		return inARow === MAX_SILENT;
	});
}

/** A good row fails only for what befell it or the whole run, never for another row. */
function judgeFailure(played: PlayedRun, item: number, all: StoredPost[]): string[] {
	const { requests, rows, before, continues, waits, looks } = played;
	const row = rows[item];
	if (row.isBad || row.isBroken) return [];
	const posts = requests.filter(isPost);
	const limited = posts.filter(({ status }) => status === 429).length;
	// Nothing is sent where nobody knows what is there.
	const isUnread = requests.some(
		(request) => (isWide(request) || isPreview(request)) && request.status !== 200,
	);
	const hasStopped =
		(looks && isUnread) ||
		hasFallenSilent(requests, all) ||
		posts.some(({ status }) => STOPPING.includes(status)) ||
		limited > (waits ? MAX_LIMITS_WAITED : 0);
	const isThere = (text: string, channelId: string) =>
		all.some(
			(post) => !before.has(post.id) && post.channelId === channelId && textsOf(post)[0] === text,
		);
	const missing = lastAttempts(played, item).filter(
		({ channelId }) => !isThere(row.text, channelId) && !wasThere(played, row, channelId, all),
	);
	const why = missing.flatMap(({ channelId, index }) => {
		if (index < 0)
			return hasStopped || !continues ? [] : ['it was never sent, and nothing kept it back'];
		const { status, body } = requests[index];
		const sent = (body as { posts: IDataObject[] }).posts.map(({ integration, value }) => ({
			channelId: (integration as IDataObject).id as string,
			text: (value as IDataObject[])[0].content as string,
		}));
		if (!hasEnded(requests[index])) return ['a request that may still create it'];
		if (!continues || hasStopped) return [];
		if (status === 400) return ['others were refused'];
		if (status === 413 && sent.length > 1) return ['others made the request too large'];
		if (status !== 500) return [];
		const first = sent.find((post) => !isThere(post.text, post.channelId));
		const isFirst = first?.text === row.text && first.channelId === channelId;
		// A service that goes on failing is left alone.
		const isDown = posts.filter((request) => request.status === 500).length >= 3;
		return isFirst || isDown ? [] : ['another row made the request fail'];
	});
	return [...new Set(why)].map((reason) => `item ${item}: called not created, but: ${reason}`);
}

/** True if an equal post of the channel was there before. */
const wasThere = ({ before }: PlayedRun, row: ScriptRow, channelId: string, all: StoredPost[]) =>
	all.some(
		(post) =>
			before.has(post.id) && post.channelId === channelId && storedParts(post) === partsOf(row),
	);
