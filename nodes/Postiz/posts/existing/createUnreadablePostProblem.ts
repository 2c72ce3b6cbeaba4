import { Problem } from '../../common/problem';
import { quote } from '../../common/text';

/** Explains why a post can't be updated whose parts the instance doesn't return. */
export const createUnreadablePostProblem = (id: string): Problem =>
	new Problem(
		`The post ${quote(id)} cannot be read completely`,
		'This Postiz instance does not return the files of a post, so a change would remove them. Change it in the Postiz calendar.',
	);
