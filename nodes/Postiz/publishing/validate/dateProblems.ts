import type { IExecuteFunctions } from 'n8n-workflow';

import { groupBy } from '../../common/lists';
import { isRequestError, Problem } from '../../common/problem';
import { continueSentence } from '../../common/text';
import type { ItemFailures } from '../../execution/itemResults';
import type { DesiredPost } from '../../posts/desiredPost';
import { toErrors, type PostIssue } from '../../posts/issue';
import { createValidationProblem } from '../../posts/issues/explainIssues';
import type { Item } from '../../posts/item';
import { validatePost } from './validatePost';

/** Finds the items with an invalid date. Their problems also have the errors of their posts. */
export function findItemsWithDateProblem(
	desiredPosts: DesiredPost[],
	context: IExecuteFunctions,
): ItemFailures {
	const failures = groupBy(desiredPosts, ({ item }) => item).flatMap((posts) => {
		const [{ item }] = posts;
		if (!item.dateProblem) return [];
		const isDraft = item.requestFields.type === 'draft';
		const errors = item.skipsValidation
			? []
			: posts.flatMap((post) => {
					const issues = validatePost(
						{ ...post, unsupportedSettings: post.unknownSettings },
						{ isDraft },
					);
					return toErrors(post.target, issues);
				});
		return [[item.index, addErrorsOfPosts(item.dateProblem, errors, context)] as const];
	});
	return new Map(failures);
}

/** Adds the problem of its date to the reason why an item has no posts. */
export const addDateProblem = ({ dateProblem }: Item, reason: unknown): unknown =>
	dateProblem && reason instanceof Problem && !reason.needsPerson && !isRequestError(reason)
		? joinDateProblem(dateProblem, reason)
		: reason;

/** Adds the errors of its posts to the problem of a date. */
export const addErrorsOfPosts = (
	problem: Problem,
	errors: PostIssue[],
	context: IExecuteFunctions,
): Problem =>
	errors.length > 0 ? joinDateProblem(problem, createValidationProblem(errors, context)) : problem;

const joinDateProblem = (problem: Problem, { message, remedy, closing }: Problem): Problem =>
	new Problem(`${problem.message}; ${continueSentence(message)}`, [
		...problem.remedy,
		'\n',
		...remedy,
		...closing,
	]);
