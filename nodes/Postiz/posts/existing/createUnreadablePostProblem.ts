import { Problem } from '../../common/problem';
import { quote } from '../../common/text';

/** Explains that a post can't be updated because the instance doesn't return its parts. */
export const createUnreadablePostProblem = (id: string): Problem =>
	new Problem(
		`The post ${quote(id)} cannot be read completely`,
		'This Postiz instance does not return the files of a post, so a change would remove them. Change it in the Postiz calendar.',
	);
