/**
 * Mistakes that the scripts must find: each is an edit of the node's code. Those that survive show what the oracle does
 * not see. What the unit tests do not see, `test:mutation` shows.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../harness/paths.cjs';
import type { Kind } from './kinds.cjs';

/** By the name of the mistake: what stands in the file once, what takes its place, and a script that finds it. */
type Edits = Record<string, [find: string, replace: string, foundBy?: number]>;

export interface Mutant {
	name: string;
	plays: Kind;
	/** Below `nodes/Postiz`. */
	file: string;
	find: string;
	replace: string;
	foundBy?: number;
}

/** By the scripts that must find them, and by file. */
const MISTAKES: Record<Kind, Record<string, Edits>> = {
	triggers: {
		'events/posts.ts': {
			'the publication of a post is told by its state': [
				'const id = releaseId || releaseURL || undefined;',
				'const id = RELEASE_MISSING;',
				3,
			],
			'a failed comment hides the publication': [
				"(state === 'ERROR' && Boolean(releaseId || releaseURL))",
				"(state === 'ERROR' && releaseId === releaseURL)",
				1,
			],
			'the ID that a post keeps as it is queued again is new': [
				'const last = before ?? id;',
				'const last = before;',
				123,
			],
			'a failure is told as long as it lasts': [
				"const failure = `${first} ${releaseId || releaseURL || ''}`;",
				'const failure = `${now}`;',
				1,
			],
			'what is there is new': [
				'const isMade = made > listedAt - LATE_MS && made < now + LATE_MS;',
				'const isMade = made < now + LATE_MS;',
				119,
			],
			'what is new is thought to have been there': [
				'return isMade || (date > listedAt && date <= now);',
				'return isMade && date > now;',
				1,
			],
			'what is moved ahead counts as published': [
				'(date > listedAt && date <= now)',
				'date > listedAt',
				119,
			],
			'what is there at activation is told': ['if (!known || !(before ??', 'if (!(before ??', 1],
			'an empty list is believed': [
				'if (known && rows.length === 0) return',
				'if (known && rows.length < 0) return',
				2,
			],
			'what was scheduled for a past date is late at once': [
				'const lateFromNow = date > listedAt ? date : now;',
				'const lateFromNow = date;',
				21,
			],
			'a post is overdue at each look': [
				'overdue: isOverdue ? date : overdue',
				'overdue: isOverdue ? now : overdue',
				1,
			],
		},
		'events/look.ts': {
			'what an empty list lacks is passed over': [
				'listedAt: kept?.listedAt ?? now,',
				'listedAt: now,',
				38,
			],
			'another workspace is thought to be the same': [
				'return isKnown || (isAllNew && channels.length === 0);',
				'return isKnown || channels.length === 0;',
				71,
			],
			'a key that was rotated begins anew': [
				'return isKnown || (isAllNew && channels.length === 0);',
				'return false;',
				1,
			],
		},
		'transport/client.ts': {
			"n8n's clock counts": [
				'if (!Number.isNaN(ahead)) this.facts.clockAhead = ahead;',
				'if (Number.isNaN(ahead)) this.facts.clockAhead = ahead;',
				9,
			],
		},
		'events/memory.ts': {
			'the memory is kept by the name of the node': [
				'context.getNode().id || context.getNode().name',
				'context.getNode().name',
				2,
			],
			'what a look found is known, though n8n threw it away': [
				'if (isQuiet) quietMemories',
				'if (isQuiet || memory) quietMemories',
				47,
			],
			'what this process saw counts more than what another one told': [
				'return quiet && newer >= 0 ? quiet : stored;',
				'return quiet ?? stored;',
				2,
			],
			'a quiet look is forgotten': [
				'return quiet && newer >= 0 ? quiet : stored;',
				'return stored ?? quiet;',
				15,
			],
		},
		'../PostizTrigger/PostizTrigger.node.ts': {
			'an old poll tells what a newer one has told': [
				'if (newestContexts.get(key)?.context !== context) return [];',
				'',
				6,
			],
			'what happened while it was switched off is told': [
				"if (mode === 'activate' || mode === 'create') return true;",
				"if (mode === 'create') return true;",
				7,
			],
			'what happened while it was disabled is told': [
				"return mode === 'update' && !isScheduled && Date.now() - lastAt > STALE_MS;",
				'return false;',
				24,
			],
		},
	},
	sheets: {
		'publishing/reconcile.ts': {
			'likeness comes before equality': [
				'[isThereAsSaid, isThere, sameRow, sameText, sameLook];',
				'[sameText, sameLook, isThereAsSaid, isThere, sameRow];',
				113,
			],
			'the state of a post must be that of its row': [
				'if (isDraft === one.key.isDraft || isSaid) return',
				'if (isDraft === one.key.isDraft) return',
				88,
			],
			'Create or Update writes the state of the row': [
				"one.key[part] !== post.key?.[part] && !(part === 'isDraft' && isAsWanted)",
				"(part === 'isDraft' ? !isAsWanted : one.key[part] !== post.key?.[part])",
				87,
			],
			'Create or Update keeps the state': [
				"!(part === 'isDraft' && isAsWanted)",
				"!(part === 'isDraft' && isAsWanted !== undefined)",
				19,
			],
			'files are not compared by their bytes': [
				"one.key.files === post.key?.files ? 'same' : calendar.filesOf(one, post);",
				"one.key.files === post.key?.files ? 'same' : calendar.posts.length < 0 ? 'same' : 'other';",
				2,
			],
			'a published row with other files or settings is refused': [
				"if (isSettled(one, post)) return { do: 'there', post };",
				'',
				165,
			],
			'what may be online is sent again': [
				"if (post.isUnsure) return refuse('unsure', post);\n\treturn isStart",
				'if (post.isUnsure) return undefined;\n\treturn isStart',
				40,
			],
			'a draft without a date is in the way': [
				"return one.key.when === null ? undefined : refuse('draft', post);",
				"return refuse('draft', post);",
				633,
			],
			'a post that is scheduled is there for a draft': [
				"return post.state === 'QUEUE' ? refuse('notDraft', post) : { do: 'there', post };",
				"return { do: 'there', post };",
				61,
			],
			'equal rows are several posts': [
				'if (!isByRow) board.joinEqual(',
				'if (isByRow === undefined) board.joinEqual(',
				37,
			],
			'a post of half a day ago counts': ['11 * HOUR_MS', '12 * HOUR_MS', 4],
			'the same ID twice is two rows': ['rows.length > 1 || calendar', 'calendar', 151],
			'the same ID in an earlier round is forgotten': [
				'rows.length > 1 || calendar.rounds.wasOther(rows[0]);',
				'rows.length > 1;',
				2535,
			],
			'a published post is changed': [
				"if (post.state === 'PUBLISHED') return withTwins(ofPublished(one, post, changed));",
				'',
				86,
			],
			'a typo that is mended afterwards is refused': [
				"(key.when === null && changed.includes('text'))",
				"changed.includes('text')",
				105,
			],
			'a published row that is moved is there': [
				"const isMoved = changed.includes('when');",
				"const isMoved = changed.includes('when') && changed.length < 0;",
				293,
			],
			'what nobody approved goes out': [
				"const isApproved = one.key.isDraft && post.key?.isDraft && post.state === 'QUEUE';",
				"const isApproved = one.key.isDraft && !post.key?.isDraft && post.state === 'QUEUE';",
				635,
			],
			'a new month overwrites the last one': ['\trefuseStrangers(board);', '', 146],
			'what Create made is not found by its row': ['\tboard.apply(isSaid);', '', 27],
			'what Create made without a date is forgotten': [
				' || (one.key.row !== null && key.row === null));',
				');',
				65,
			],
			'what may be of this row is not in the way': [
				'[sameText, sameLook, isAlike]',
				'[sameText, sameLook]',
				66,
			],
			'old rows go out on a channel that joins them': [
				"if (isOver(one, calendar)) board.assign(one, { do: 'leaveOut', why: OVER });",
				"if (isOver(one, calendar) && !one) board.assign(one, { do: 'leaveOut', why: OVER });",
				469,
			],
			'posts of rows are not found at all': [
				'this.own.get(`${target.id} ${key.row}`) ?? [];',
				'this.own.get(`${key.row}`) ?? [];',
				21,
			],
		},
		'publishing/observe.ts': {
			'a reminder counts for eleven hours': ['10 * MINUTE_MS', '660 * MINUTE_MS', 3],
			'rows without a date are forgotten after a month': [
				'const hasUndated = open.some(',
				'const hasUndated = [].some(',
				161,
			],
			'posts that were dragged are not looked for': ['31 * DAY_MS', 'DAY_MS / 24', 43],
			'a post that failed for certain may be online': [
				'isDead: !maybeOnline',
				'isDead: maybeOnline && !maybeOnline',
				43,
			],
		},
		'publishing/merge.ts': {
			'what somebody edited in the calendar is lost': [
				'(isText ? one : there).parts.map(',
				'one.parts.map(',
				218,
			],
			'a date that was dragged is lost': [
				"const isMoved = has('when') ||",
				'const isMoved = changed.length > 0 ||',
				77,
			],
		},
	},
	posts: {
		'publishing/requests.ts': {
			'all posts of all requests have the same ID': [
				'payload: withKey(payload, key) }',
				"payload: withKey(payload, key, 'xxxxxxxxxx') }",
				2,
			],
		},
		'publishing/answers.ts': {
			'what a look-up finds is thrown away': [
				"if (found?.do === 'made') return madeFate(post, found.postId);",
				'',
				7,
			],
			'what may still come is called not created': [
				'return exchange.answer.status <= 500 &&',
				'return exchange.answer.status <= 599 &&',
				3,
			],
			'the row behind a bad one is forgotten': [
				'posts.slice(failedAt + 1)',
				'posts.slice(failedAt + 2)',
				118,
			],
			'what is certainly not there is called unclear': [
				'return found && hasEnded\n',
				'return found && hasEnded && !step\n',
				8,
			],
		},
		'publishing/deliver.ts': {
			'a request that was cut off is sent again': [
				"\t\t\tcase 'unclear':\n",
				"\t\t\tcase 'unclear':\n\t\t\t\tif (exchange.kind === 'unknown') return { next: [posts] };\n",
				7,
			],
			'what stands behind a bad row is not sent': [
				'return goesOn ? behindFailure(posts, found) : [];',
				'return goesOn ? behindFailure(posts, found).slice(0, 0) : [];',
				108,
			],
			'a created row is reported as failed': [
				'return { fates: made };',
				"return { fates: [...made.slice(1), ...fatesOf(posts.slice(0, 1), 'refused', CANCELLED)] };",
				67,
			],
			'a refused row is reported as created': [
				'return { fates: posts.flatMap(refuse), next };',
				"return { fates: posts.flatMap(refuse).map(({ step }): Fate => ({ step, outcome: 'created', postId: 'none' })), next };",
				179,
			],
			'what was sent is not remembered at once': [
				'for (const { step, payload } of posts) {\n\t\t\tjournal',
				'for (const { step, payload } of posts.slice(0, 0)) {\n\t\t\tjournal',
				2,
			],
			'late arrivals are not waited for': [
				'if (isWhole || (hasEnded && isRead) || isFinal) break;',
				'if (index >= 0) break;',
				38,
			],
		},
		'resources/post/create/index.ts': {
			'what is there is sent if the calendar cannot be read': [
				'item.postsAgain || sent !== undefined;',
				'item.postsAgain || sent !== null;',
				3,
			],
			'two executions at once do not wait for each other': [
				'key.row ?? key.text])',
				'key.row ?? Math.random()])',
				16,
			],
		},
		'resources/post/create/judge.ts': {
			'what a channel cannot take ends the item': [
				'if (!item.leavesOut || isWhole) failures',
				'if (item || isWhole) failures',
				3,
			],
		},
		'publishing/run.ts': {
			'Retry On Fail sends what is there': [
				'return this.sent.get(keyOf(one));',
				'return this.sent.get(keyOf(one))?.postId ? undefined : this.sent.get(keyOf(one));',
				46,
			],
		},
		'publishing/reconcile.ts': {
			'the start of a thread is there': [
				'parts < (key?.parts ?? 0) && !isEdited;',
				'parts < (key?.parts ?? 0) && isEdited;',
				34,
			],
			'a post of another request is taken for the new one': [
				'sent.ids.includes(key.id),',
				'sent.ids[0].length === key.id.length,',
				38,
			],
		},
		'publishing/observe.ts': {
			'an older release, which lists no keys, is thought to keep none': [
				'key: there.key ?? key,',
				'key: there.key,',
				30,
			],
		},
	},
};

export const MUTANTS: Mutant[] = Object.entries(MISTAKES).flatMap(([plays, files]) =>
	Object.entries(files).flatMap(([file, edits]) =>
		Object.entries(edits).map(([name, [find, replace, foundBy]]) => ({
			...{ name, file, find, replace, foundBy },
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
