import type { IDataObject } from 'n8n-workflow';
import { CONFLICTS } from '../../../nodes/Postiz/posts/existing/conflictProblems';
import type { NodeRun } from './harness.cjs';

const NOTHING_SENT = 'Nothing was sent.';

/** Parts of the errors of rejected rows; other tests check their full text. */
const ERROR_PATTERNS: Record<string, string[]> = {
	...Object.fromEntries(
		Object.entries(CONFLICTS).map(([conflict, { message, remedy }]) => [
			conflict,
			// The rest of such a remedy depends on the post.
			[message, remedy.startsWith(NOTHING_SENT) ? NOTHING_SENT : remedy],
		]),
	),
	unclear: ['It is unclear whether Postiz '],
	reusedRowId: ['Give the copied row its own ID.'],
	notCreated: ['Postiz did not create this post'],
	unreadableCalendar: ['It is unknown whether Postiz has this post', 'Nothing was sent.'],
	emptyRowId: ['Row ID is empty'],
	numericRowId: ['is only a number'],
	positionalRowId: ['Row ID is the position of the row'],
};

/** Errors with another outcome. */
const OTHER_OUTCOMES: Record<string, string> = {
	unclear: 'unknown',
	notCreated: 'notCreated',
	unreadableCalendar: 'unreadableCalendar',
};

/** Parts of hints; after a bar, that of the hint about several posts. */
export const HINT_PATTERNS: Record<string, string> = {
	duplicateItem: ' repeats item ',
	replacesAtSameTime: 'at this time. If|at these times, on',
	replacesAtOtherTime: 'has this text at another time: |has these texts at other times',
	replacesPublished: 'has published this text here before: |has published these texts before',
	remainingPost: 'Postiz still has its earlier post: ',
	replacesDraft: 'Postiz still has a draft of this post: |Postiz still has drafts of these posts',
	extraPosts: 'Postiz has this post twice: ',
	linked: ' linked to ',
	outdated: ' already published before ',
	shiftedDates: 'If nobody moved them, the clock or time zone of Postiz is wrong.',
	sameMinute: 'posts go out at the same time',
	utcMidnight: 'midnight UTC is 2099-05-03 20:00 here (America/New_York)',
	noTime: 'the date has no time, so the post goes out at 00:00',
};

/** The outcome of each output row, such as `unchanged`, `rejected: differentFiles`, or `failed` for other errors. */
export function readOutcomes({ output, error }: NodeRun): string[] {
	if (error) return [readOutcome({ error: `${error.message}. ${error.description}` })];
	return output[0].map(({ json }) => readOutcome(json));
}

export const IS_DONE = /^(created|updated|unchanged|skipped)/;

export function readOutcome({ error, outcome, sameAs }: IDataObject): string {
	if (error === undefined) {
		const name = String(outcome);
		return sameAs === undefined ? name : `${name}, same as ${String(sameAs)}`;
	}
	const message = String(error).toLowerCase();
	const matchPatterns = (patterns: string[]) =>
		patterns.every((pattern) => message.includes(pattern.toLowerCase()));
	const name = Object.keys(ERROR_PATTERNS).find((key) => matchPatterns(ERROR_PATTERNS[key]));
	return name ? (OTHER_OUTCOMES[name] ?? `rejected: ${name}`) : 'failed';
}
