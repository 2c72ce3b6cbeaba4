import type { Target } from '../channels/target';
import { capitalize } from '../common/text';

/** A problem of a post that is found before it is sent. */
export interface Issue {
	level: 'error' | 'note';
	/** Other accounts or releases may accept it: the error suggests Skip Validation. */
	mayBeAccepted?: boolean;
	field: string;
	message: string;
	remedy?: string;
	/** What only a person can do in the node. */
	forPerson?: string;
	/** Postiz accepts the post, but its network rejects it when it is due. */
	failsWhenDue?: boolean;
	/** It fails the whole item, even if the item skips channels that don't fit. */
	affectsWholeItem?: boolean;
}

export const isErrorIssue = ({ level }: Issue): boolean => level === 'error';

/** What names the channel of an issue. */
export type ChannelIdentity = Pick<Target, 'identifier' | 'name'>;

/** An issue with the channel of its post. */
export type PostIssue = [target: ChannelIdentity, issue: Issue];

/** Something that keeps a post from being sent. */
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

/** Something worth knowing of a post. */
export const createNoteIssue = (field: string, message: string): Issue => ({
	level: 'note',
	field,
	message,
});

/** The errors among the issues of a post. */
export const toErrorIssues = (target: ChannelIdentity, issues: Issue[]): PostIssue[] =>
	issues.filter(isErrorIssue).map((issue) => [target, issue]);

/** The notes among the issues of a post, each as a sentence. */
export const toNoteSentences = (issues: Issue[]): string[] =>
	issues.filter(({ level }) => level === 'note').map(({ message }) => `${capitalize(message)}.`);

/** Turns errors into notes if the item sets Skip Validation. */
export const toNotesIfValidationSkipped = (
	issues: Issue[],
	{ skipsValidation }: { skipsValidation: boolean },
): Issue[] => (skipsValidation ? issues.map((issue) => ({ ...issue, level: 'note' })) : issues);

/** How issues name a part of a post; `first` is the name of the first one. */
export const describePart = (index: number, first: string): string =>
	index === 0 ? first : `part ${index + 1} of the thread`;
