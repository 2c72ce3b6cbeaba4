const BUG_ERRORS = /^(Type|Range|Reference|Syntax)Error$/;

/** The message of an error from outside the node. Rethrows bugs in the node. */
export function getExternalErrorMessage(error: unknown): string {
	const { name, message } = Object(error) as { name?: unknown; message?: unknown };
	if (typeof message !== 'string' || BUG_ERRORS.test(String(name))) throw error;
	return message;
}

/** For `catch`: ignores an error from outside the node, and rethrows bugs in the node. */
export function ignoreExternalError(error: unknown): undefined {
	getExternalErrorMessage(error);
}
