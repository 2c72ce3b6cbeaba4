import type { Target } from '../channels/target';
import type { PersonRemedy } from '../common/problem';
import { capitalize } from '../common/text';

/** What a rule finds in a post before it is sent: an error, or a note that doesn't prevent it. */
export interface Issue {
	level: 'error' | 'note';
	/** Whether other accounts or releases may accept it. The error then suggests Skip Validation. */
	mayBeAccepted?: boolean;
	field: string;
	message: string;
	remedy?: string;
	/** Only for people: a model can't change the node. */
	forPerson?: PersonRemedy;
	/** Whether Postiz accepts the post, but the network rejects it when it is due. */
	failsWhenDue?: boolean;
	/** Whether the whole item fails, even if the item skips channels that its posts don't fit. */
	failsWholeItem?: boolean;
}

export const isErrorIssue = ({ level }: Issue): boolean => level === 'error';

/** Identifies the channel of an issue. */
export type ChannelIdentity = Pick<Target, 'identifier' | 'name'>;

export type ChannelIssue = [target: ChannelIdentity, issue: Issue];

/** Creates an issue that prevents a post from being sent. */
export const createErrorIssue = (
	field: string,
	message: string,
	details: Partial<Issue> = {},
): Issue => ({
	level: 'error',
	field,
	message,
	...details,
});

/** Creates an issue that doesn't prevent a post from being sent. */
export const createNoteIssue = (field: string, message: string): Issue => ({
	level: 'note',
	field,
	message,
});

/** Returns the errors among the issues of a post. */
export const toErrorIssues = (target: ChannelIdentity, issues: Issue[]): ChannelIssue[] =>
	issues.filter(isErrorIssue).map((issue) => [target, issue]);

/** Returns the notes among the issues of a post, each as a sentence. */
export const toNoteSentences = (issues: Issue[]): string[] =>
	issues.filter(({ level }) => level === 'note').map(({ message }) => `${capitalize(message)}.`);

export const toNote = (issue: Issue): Issue => ({ ...issue, level: 'note' });

/** Turns errors into notes if the item sets Skip Validation. */
export const toNotesIfValidationSkipped = (
	issues: Issue[],
	{ skipsValidation }: { skipsValidation: boolean },
): Issue[] => (skipsValidation ? issues.map(toNote) : issues);

/** Names a part of a post in an issue. `first` is the name of the first part. */
export const describePart = (index: number, first: string): string =>
	index === 0 ? first : `part ${index + 1} of the thread`;
