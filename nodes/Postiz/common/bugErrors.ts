const BUG_ERRORS = /^(Type|Range|Reference|Syntax)Error$/;

/** Returns the message of an external error or a Problem. Rethrows bugs in the node. */
export function getMessageUnlessBug(error: unknown): string {
	const { name, message } = Object(error) as { name?: unknown; message?: unknown };
	if (typeof message !== 'string' || BUG_ERRORS.test(String(name))) throw error;
	return message;
}

/** For `catch`: ignores all errors, including a Problem, but rethrows bugs in the node. */
export function ignoreUnlessBug(error: unknown): undefined {
	getMessageUnlessBug(error);
}
