/** Mistakes that the scripts must find: each is an edit of the node's code. Those that survive show what the oracle does not see. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../harness/paths.cjs';

export interface Mutant {
	name: string;
	/** Below `nodes/Postiz`. */
	file: string;
	/** Stands there once. */
	find: string;
	replace: string;
	/** The scripts that must find it; those of posts if nothing is said. */
	plays?: 'triggers';
}

const DELIVERY = 'publishing/deliver/delivery.ts';
const ARRIVED = 'publishing/deliver/arrived.ts';
const SENT_POSTS = 'publishing/deliver/sentPosts.ts';
const CANDIDATES = 'publishing/decide/candidates.ts';
const PAIR = 'publishing/decide/pair.ts';
const DECIDE = 'resources/post/create/decide.ts';
const RESULTS = 'resources/post/create/results.ts';

const POST_EVENTS = 'events/postEvents.ts';
const POST_MEMORY = 'events/postMemory.ts';

const TRIGGERS: Mutant[] = [
	{
		name: 'the publication of a post is told by its state',
		file: POST_EVENTS,
		find: 'if (release !== undefined && earlier?.release !== undefined) {',
		replace: 'if (release === null) {',
	},
	{
		name: 'a failed comment hides the publication',
		file: POST_EVENTS,
		find: "const isOnline = state === 'PUBLISHED' || (hasFailed && Boolean(releaseId || releaseURL));",
		replace: "const isOnline = state === 'PUBLISHED' || (hasFailed && releaseId === releaseURL);",
	},
	{
		name: 'a failure is told as long as it lasts',
		file: POST_EVENTS,
		find: "(earlier?.state !== 'ERROR' || isPublished || isLater)",
		replace: '(earlier !== null || isPublished || isLater)',
	},
	{
		name: 'what is there is new',
		file: POST_MEMORY,
		find: 'return (madeAt(id) ?? date) > listedAt - LATE_MS;',
		replace: 'return madeAt(id) !== listedAt;',
	},
	{
		name: 'what is new is thought to have been there',
		file: POST_MEMORY,
		find: 'return (madeAt(id) ?? date) > listedAt - LATE_MS;',
		replace: 'return date > listedAt + LATE_MS;',
	},
	{
		name: 'a year is listed once only',
		file: POST_MEMORY,
		find: 'Math.abs(now - askedYearAt) >= YEAR_EVERY_MS',
		replace: 'askedYearAt < 0',
	},
	{
		name: 'posts that just were created are forgotten',
		file: POST_MEMORY,
		find: 'if (listed.has(id) && made >= now - LATE_MS) return true;',
		replace: 'if (made === 0) return true;',
	},
	{
		name: 'posts that left the group are not forgotten',
		file: POST_MEMORY,
		find: 'return !repeats && (date < start || date > end) && date >= now - YEAR_MS;',
		replace: 'return date >= now - YEAR_MS;',
	},
	{
		name: 'an empty list is believed at once',
		file: POST_EVENTS,
		find: '&& !memory.isEmpty',
		replace: '&& memory.isEmpty',
	},
	{
		name: 'another workspace is thought to be the same',
		file: 'events/look.ts',
		find: 'part && (memory?.account === account || isThere(part))',
		replace: 'part && (isThere !== undefined || memory?.account === account)',
	},
	{
		name: 'a key that was rotated begins anew',
		file: 'events/look.ts',
		find: 'part && (memory?.account === account || isThere(part))',
		replace: 'part && memory?.account === account && isThere !== undefined',
	},
	{
		name: "n8n's clock counts",
		file: 'transport/client.ts',
		find: 'if (!Number.isNaN(ahead)) this.facts.clockAhead = ahead;',
		replace: 'if (Number.isNaN(ahead)) this.facts.clockAhead = ahead;',
	},
	{
		name: 'a year that cannot be listed stops everything',
		file: 'events/look.ts',
		find: '(isYear === true && isTooMuch)',
		replace: '(isYear === true && !isTooMuch)',
	},
	{
		name: 'the memory is kept by the name of the node',
		file: 'events/memory.ts',
		find: 'context.getNode().id || context.getNode().name',
		replace: 'context.getNode().name',
	},
	{
		name: 'what a trigger stores lacks what others of its workflow have seen',
		file: 'events/memory.ts',
		find: 'for (const [key, one] of known)',
		replace: 'for (const [key, one] of [...known].slice(-1))',
	},
].map((mutant) => ({ ...mutant, plays: 'triggers' }));

/** Mistakes of what is posted, and of what is told. */
export const MUTANTS: Mutant[] = [
	{
		name: 'what a look-up finds is thrown away',
		file: DELIVERY,
		find: 'judgeUnclear(post, arrivals?.[index], unclear)',
		replace: 'judgeUnclear(post, arrivals?.[-1 - index], unclear)',
	},
	{
		name: 'what may still come is called not created',
		file: DELIVERY,
		find: 'return exchange.answer.status <= 500 &&',
		replace: 'return exchange.answer.status <= 599 &&',
	},
	{
		name: 'a request that was cut off is sent again',
		file: DELIVERY,
		find: "if (exchange.kind === 'unknown') return await this.settle(posts, exchange, sentAt);",
		replace: "if (exchange.kind === 'unknown') return { next: [posts] };",
	},
	{
		name: 'a refused request is not divided',
		file: 'publishing/deliver/parseRefusal.ts',
		find: 'if (isolates) {',
		replace: 'if (isolates === undefined) {',
	},
	{
		name: 'a request that is too large is not divided',
		file: DELIVERY,
		find: 'if (!isDivisible(posts)) return { outcomes:',
		replace: 'if (posts.length > 0) return { outcomes:',
	},
	{
		name: 'what stands behind a bad row is not sent',
		file: DELIVERY,
		find: 'return toResend;',
		replace: 'return 0 * toResend;',
	},
	{
		name: 'the row behind a bad one is forgotten',
		file: DELIVERY,
		find: 'kinds.length - failedAt - 1',
		replace: 'kinds.length - failedAt - 2',
	},
	{
		name: 'a created row is reported as failed',
		file: DELIVERY,
		find: 'return { outcomes: created };',
		replace:
			"return { outcomes: [...created.slice(1), ...failed(posts.slice(0, 1), { reason: 'refused', message: 'No', description: '' })] };",
	},
	{
		name: 'a refused row is reported as created',
		file: DELIVERY,
		find: 'return { outcomes: posts.flatMap(refuse), next };',
		replace:
			"return { outcomes: posts.flatMap(refuse).map(({ post }): Outcome => ({ post, kind: 'created', postId: 'none' })), next };",
	},
	{
		name: 'a limit is reported as a refusal',
		file: DELIVERY,
		find: "reason: 'limited',",
		replace: "reason: 'refused',",
	},
	{
		name: 'Retry On Fail does not look again',
		file: SENT_POSTS,
		find: 'for (const request of requests) {',
		replace: 'for (const request of requests.slice(0, 0)) {',
	},
	{
		name: 'Retry On Fail sends what is there',
		file: SENT_POSTS,
		find: 'return posts.filter((post) => !this.items.get(itemIndex)?.has(keyOfPost(post)));',
		replace: 'return posts.filter(() => this.items !== undefined);',
	},
	{
		name: 'what was sent is not remembered at once',
		file: DELIVERY,
		find: 'this.tools.sent.note(own);',
		replace: '',
	},
	{
		name: 'what is certainly not there is called unclear',
		file: ARRIVED,
		find: 'if (unclear.hasEnded) {',
		replace: 'if (unclear.hasEnded && unclear.sentAt < 0) {',
	},
	{
		name: 'a thread that was cut off is called created',
		file: ARRIVED,
		find: 'const isWhole = parts.length === 0 || parts.length >= key!.parts;',
		replace: 'const isWhole = parts.length >= 0 || key === undefined;',
	},
	{
		name: 'a post with the key of another request is taken for the new one',
		file: ARRIVED,
		find: 'keyIn(payload.settings)?.id === id);',
		replace: 'keyIn(payload.settings)?.id.length === id.length);',
	},
	{
		name: 'a post with the same text is taken for the new one',
		file: ARRIVED,
		find: 'postId: id });',
		replace: "postId: id, ...{ kind: 'found' as 'similar' } });",
	},
	{
		name: 'an older post without a key makes a new one unclear',
		file: ARRIVED,
		find: "arrival.kind === 'similar' && this.client.facts.keepsKeys === true",
		replace: "arrival.kind === 'similar' && this.client.facts.keepsKeys === false",
	},
	{
		name: 'all posts of all requests have the same ID',
		file: 'publishing/payload.ts',
		find: 'withKey(payload: PostPayload, key: PostKey, id = newKeyId())',
		replace: "withKey(payload: PostPayload, key: PostKey, id = newKeyId().replace(/./g, 'x'))",
	},
	{
		name: 'late arrivals are not waited for',
		file: ARRIVED,
		find: 'if (isWhole === true || hasEnded || isFinal) break;',
		replace: 'if (look >= 0) break;',
	},
	{
		name: 'a calendar that cannot be read ends the looks',
		file: ARRIVED,
		find: 'failure = isWhole instanceof Problem ? isWhole : undefined;',
		replace: 'if (isWhole instanceof Problem) break;',
	},
	{
		name: 'a second run does not look what is there',
		file: DECIDE,
		find: 'const looking = items.filter(({ value }) => !value.postsAgain);',
		replace:
			'const looking = items.filter(({ value }) => !value.postsAgain && value.posts.length < 0);',
	},
	{
		name: 'what is there is sent if the calendar cannot be read',
		file: DECIDE,
		find: 'if (looked instanceof Problem) throw unreadCalendar(looked);',
		replace: 'if (looked instanceof Problem) return item;',
	},
	{
		name: 'doubts are ignored',
		file: DECIDE,
		find: "if (verdict?.kind === 'doubt') throw explainDoubt(wanted!, verdict, timezone);",
		replace:
			"if (verdict?.kind === 'doubt' && !wanted) throw explainDoubt(wanted!, verdict, timezone);",
	},
	{
		name: 'two executions at once do not wait for each other',
		file: DECIDE,
		find: 'const done = await locks.run(keys, work, context.getExecutionCancelSignal());',
		replace:
			'const done = await locks.run(keys.slice(0, 0), work, context.getExecutionCancelSignal());',
	},
	{
		name: 'one post of the calendar stands for all equal rows',
		file: PAIR,
		find: 'taken.add(candidate);\n					verdicts.set(',
		replace: 'verdicts.set(',
	},
	{
		name: 'rows of the same text are not paired in passes',
		file: PAIR,
		find: "isEqual(wanted, candidate, 'when', 'files', 'rest') &&",
		replace: "isEqual(wanted, candidate, 'when', 'rest') &&",
	},
	{
		name: 'the same caption is the same post',
		file: PAIR,
		find: "if (files === 'other') return undefined;",
		replace: "if (files === 'other') return 'there';",
	},
	{
		name: 'the date makes no difference',
		file: PAIR,
		find: "isEqual(wanted, candidate, 'when', 'files', 'rest') &&",
		replace: "isEqual(wanted, candidate, 'files', 'rest') &&",
	},
	{
		name: 'posts without a date reach back no time',
		file: PAIR,
		find: 'madeAt >= startedAt - reach;',
		replace: 'madeAt >= startedAt + reach;',
	},
	{
		name: 'the start of a thread is there',
		file: PAIR,
		find: "parts.length < candidate.key.parts && !isEdited) return 'start';",
		replace: "parts.length < candidate.key.parts && isEdited) return 'start';",
	},
	{
		name: 'a post that was edited in the calendar is another one',
		file: CANDIDATES,
		find: '? filter.digests.has(key.text)',
		replace:
			"? filter.digests.has(key.text) && filter.texts.has(withoutLinks(comparableText(row.content ?? '')))",
	},
	{
		name: 'posts that were dragged are not looked for',
		file: 'publishing/decide/wanted.ts',
		find: 'const MOVED_MS = 31 * DAY_MS;',
		replace: 'const MOVED_MS = DAY_MS / 24;',
	},
	{
		name: 'a post without a key is another one',
		file: PAIR,
		find: 'candidate.key === undefined &&',
		replace: 'candidate.key !== undefined &&',
	},
	{
		name: 'what was skipped has no row',
		file: RESULTS,
		find: 'this.memory.settledRows.set(itemIndex, rows);',
		replace: 'this.memory.settledRows.set(itemIndex, rows.slice(0, 0));',
	},
	{
		name: 'what stands behind the first posts of a full calendar is not seen',
		file: 'transport/body.ts',
		find: 'if (isObject(parsed) && keeps(parsed))',
		replace: 'if (frame.length < 500 && isObject(parsed) && keeps(parsed))',
	},
	{
		name: 'an older release, which lists no keys, is thought to keep none',
		file: CANDIDATES,
		find: 'if (isWhole) return [candidate];',
		replace: 'if (isWhole || candidate.madeAt > 0) return [candidate];',
	},
	{
		name: 'an event does not look back',
		file: DECIDE,
		find: 'const reach = isEvent(context) ? REACH_OF_EVENT_MS : REACH_MS;',
		replace: 'const reach = isEvent(context) ? 0 * REACH_OF_EVENT_MS : REACH_MS;',
	},
	{
		name: 'what a channel cannot take is sent to it',
		file: 'publishing/types.ts',
		find: '): boolean => !action;',
		replace: "): boolean => action?.kind !== 'keep';",
	},
	{
		name: 'a channel is left out without a word',
		file: RESULTS,
		find: "if (action?.kind === 'leaveOut') return [leftOutRow(post, action.why)];",
		replace: "if (action?.kind === 'leaveOut') return [leftOutRow(post, action.why)].slice(1);",
	},
	{
		name: 'a preview sends what it shows',
		file: 'resources/post/create/index.ts',
		find: 'const toSend = decided.filter(({ value }) => !value.previewsOnly);',
		replace: 'const toSend = decided.filter(({ value }) => value.previewsOnly !== undefined);',
	},
	...TRIGGERS,
];

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
