/** Mistakes that the scripts must find: each is an edit of the node's code. Those that survive show what the oracle does not see. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../harness/paths.cjs';

/** The scripts that must find a mistake. */
type Kind = 'posts' | 'sheets' | 'triggers';
/** By the name of the mistake: what stands in the file once, and what takes its place. */
type Edits = Record<string, [find: string, replace: string]>;

export interface Mutant {
	name: string;
	plays: Kind;
	/** Below `nodes/Postiz`. */
	file: string;
	find: string;
	replace: string;
}

/** By the scripts that must find them, and by file. */
const MISTAKES: Partial<Record<Kind, Record<string, Edits>>> = {
	triggers: {
		'events/postEvents.ts': {
			'the publication of a post is told by its state': [
				'if (release !== undefined && earlier?.release !== undefined) {',
				'if (release === null) {',
			],
			'a failed comment hides the publication': [
				"const isOnline = state === 'PUBLISHED' || (hasFailed && Boolean(releaseId || releaseURL));",
				"const isOnline = state === 'PUBLISHED' || (hasFailed && releaseId === releaseURL);",
			],
			'a failure is told as long as it lasts': [
				"(earlier?.state !== 'ERROR' || isPublished || isLater)",
				'(earlier !== null || isPublished || isLater)',
			],
			'an empty list is believed at once': ['&& !memory.isEmpty', '&& memory.isEmpty'],
		},
		'events/postMemory.ts': {
			'what is there is new': [
				'return (madeAt(id) ?? date) > listedAt - LATE_MS;',
				'return madeAt(id) !== listedAt;',
			],
			'what is new is thought to have been there': [
				'return (madeAt(id) ?? date) > listedAt - LATE_MS;',
				'return date > listedAt + LATE_MS;',
			],
			'a year is listed once only': [
				'Math.abs(now - askedYearAt) >= YEAR_EVERY_MS',
				'askedYearAt < 0',
			],
			'posts that just were created are forgotten': [
				'if (listed.has(id) && made >= now - LATE_MS) return true;',
				'if (made === 0) return true;',
			],
			'posts that left the group are not forgotten': [
				'return !repeats && (date < start || date > end) && date >= now - YEAR_MS;',
				'return date >= now - YEAR_MS;',
			],
		},
		'events/look.ts': {
			'another workspace is thought to be the same': [
				'part && (memory?.account === account || isThere(part))',
				'part && (isThere !== undefined || memory?.account === account)',
			],
			'a key that was rotated begins anew': [
				'part && (memory?.account === account || isThere(part))',
				'part && memory?.account === account && isThere !== undefined',
			],
			'a year that cannot be listed stops everything': [
				'(isYear === true && isTooMuch)',
				'(isYear === true && !isTooMuch)',
			],
		},
		'transport/client.ts': {
			"n8n's clock counts": [
				'if (!Number.isNaN(ahead)) this.facts.clockAhead = ahead;',
				'if (Number.isNaN(ahead)) this.facts.clockAhead = ahead;',
			],
		},
		'events/memory.ts': {
			'the memory is kept by the name of the node': [
				'context.getNode().id || context.getNode().name',
				'context.getNode().name',
			],
			'what a trigger stores lacks what others of its workflow have seen': [
				'for (const [key, one] of known)',
				'for (const [key, one] of [...known].slice(-1))',
			],
		},
	},
	posts: {
		'publishing/deliver/delivery.ts': {
			'what a look-up finds is thrown away': [
				'judgeUnclear(post, arrivals?.[index], unclear)',
				'judgeUnclear(post, arrivals?.[-1 - index], unclear)',
			],
			'what may still come is called not created': [
				'return exchange.answer.status <= 500 &&',
				'return exchange.answer.status <= 599 &&',
			],
			'a request that was cut off is sent again': [
				"if (exchange.kind === 'unknown') return await this.settle(posts, exchange, sentAt);",
				"if (exchange.kind === 'unknown') return { next: [posts] };",
			],
			'a request that is too large is not divided': [
				'if (!isDivisible(posts)) return { outcomes:',
				'if (posts.length > 0) return { outcomes:',
			],
			'what stands behind a bad row is not sent': ['return toResend;', 'return 0 * toResend;'],
			'the row behind a bad one is forgotten': [
				'kinds.length - failedAt - 1',
				'kinds.length - failedAt - 2',
			],
			'a created row is reported as failed': [
				'return { outcomes: created };',
				"return { outcomes: [...created.slice(1), ...failed(posts.slice(0, 1), { reason: 'refused', message: 'No', description: '' })] };",
			],
			'a refused row is reported as created': [
				'return { outcomes: posts.flatMap(refuse), next };',
				"return { outcomes: posts.flatMap(refuse).map(({ post }): Outcome => ({ post, kind: 'created', postId: 'none' })), next };",
			],
			'a limit is reported as a refusal': ["reason: 'limited',", "reason: 'refused',"],
			'what was sent is not remembered at once': ['this.tools.sent.note(own);', ''],
		},
		'publishing/deliver/parseRefusal.ts': {
			'a refused request is not divided': ['if (isolates) {', 'if (isolates === undefined) {'],
		},
		'publishing/deliver/sentPosts.ts': {
			'Retry On Fail does not look again': [
				'for (const request of requests) {',
				'for (const request of requests.slice(0, 0)) {',
			],
			'Retry On Fail sends what is there': [
				'return posts.filter((post) => !this.items.get(itemIndex)?.has(keyOfPost(post)));',
				'return posts.filter(() => this.items !== undefined);',
			],
		},
		'publishing/deliver/arrived.ts': {
			'what is certainly not there is called unclear': [
				'if (unclear.hasEnded) {',
				'if (unclear.hasEnded && unclear.sentAt < 0) {',
			],
			'a thread that was cut off is called created': [
				'const isWhole = parts.length === 0 || parts.length >= key!.parts;',
				'const isWhole = parts.length >= 0 || key === undefined;',
			],
			'a post with the key of another request is taken for the new one': [
				'keyIn(payload.settings)?.id === id);',
				'keyIn(payload.settings)?.id.length === id.length);',
			],
			'late arrivals are not waited for': [
				'if (isWhole === true || hasEnded || isFinal) break;',
				'if (look >= 0) break;',
			],
			'a calendar that cannot be read ends the looks': [
				'failure = isWhole instanceof Problem ? isWhole : undefined;',
				'if (isWhole instanceof Problem) break;',
			],
		},
		'publishing/payload.ts': {
			'all posts of all requests have the same ID': [
				'withKey(payload: PostPayload, key: PostKey, id = newKeyId())',
				"withKey(payload: PostPayload, key: PostKey, id = newKeyId().replace(/./g, 'x'))",
			],
		},
		'resources/post/create/decide.ts': {
			'a second run does not look what is there': [
				'const looking = items.filter(({ value }) => !value.postsAgain);',
				'const looking = items.filter(({ value }) => !value.postsAgain && value.posts.length < 0);',
			],
			'what is there is sent if the calendar cannot be read': [
				'if (looked instanceof Problem) throw unreadCalendar(looked);',
				'if (looked instanceof Problem) return item;',
			],
			'doubts are ignored': [
				"if (verdict?.kind === 'doubt') throw explainDoubt(wanted!, verdict, timezone);",
				"if (verdict?.kind === 'doubt' && !wanted) throw explainDoubt(wanted!, verdict, timezone);",
			],
			'two executions at once do not wait for each other': [
				'const done = await locks.run(keys, work, context.getExecutionCancelSignal());',
				'const done = await locks.run(keys.slice(0, 0), work, context.getExecutionCancelSignal());',
			],
		},
		'publishing/decide/pair.ts': {
			'the date makes no difference': [
				"isEqual(wanted, candidate, 'when', 'files', 'rest') &&",
				"isEqual(wanted, candidate, 'files', 'rest') &&",
			],
			'posts without a date reach back no time': [
				'madeAt >= startedAt - reach;',
				'madeAt >= startedAt + reach;',
			],
			'the start of a thread is there': [
				"parts.length < candidate.key.parts && !isEdited) return 'start';",
				"parts.length < candidate.key.parts && isEdited) return 'start';",
			],
		},
		'resources/post/create/results.ts': {
			'what was skipped has no row': [
				'this.memory.settledRows.set(itemIndex, rows);',
				'this.memory.settledRows.set(itemIndex, rows.slice(0, 0));',
			],
			'a channel is left out without a word': [
				"if (action?.kind === 'leaveOut') return [leftOutRow(post, action.why)];",
				"if (action?.kind === 'leaveOut') return [leftOutRow(post, action.why)].slice(1);",
			],
		},
		'publishing/decide/candidates.ts': {
			'an older release, which lists no keys, is thought to keep none': [
				'if (isWhole) return [candidate];',
				'if (isWhole || candidate.madeAt > 0) return [candidate];',
			],
		},
		'publishing/types.ts': {
			'what a channel cannot take is sent to it': [
				'): boolean => !action;',
				"): boolean => action?.kind !== 'keep';",
			],
		},
	},
};

export const MUTANTS: Mutant[] = Object.entries(MISTAKES).flatMap(([plays, files]) =>
	Object.entries(files).flatMap(([file, edits]) =>
		Object.entries(edits).map(([name, [find, replace]]) => ({
			...{ name, file, find, replace },
			plays: plays as Kind,
		})),
	),
);

/** The file with its mistake. Throws if the edit does not fit any more. */
export function mutate({ name, file, find, replace }: Mutant): string {
	const source = readFileSync(join(ROOT, 'nodes', 'Postiz', file), 'utf8');
	const [before, after, ...more] = source.split(find);
	if (after === undefined || more.length > 0) {
		throw new Error(
			`“${name}” does not fit nodes/Postiz/${file} any more: correct test/faults/mutants.cts.`,
		);
	}
	return before + replace + after;
}
