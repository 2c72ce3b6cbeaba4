import { Problem } from '../../../nodes/Postiz/common/problem';

/** The message and description of the problem that an action throws. */
export function catchProblem(action: () => unknown): [message: string, description: string] {
	try {
		action();
	} catch (error) {
		expect(error).toBeInstanceOf(Problem);
		const { message, description } = error as Problem;
		return [message, description];
	}
	throw new Error('Nothing was thrown');
}
