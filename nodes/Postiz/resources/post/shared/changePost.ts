import type { ApiRequest, PostizClient } from '../../../transport/client';
import { errorDetail } from '../../../transport/explain';
import { Problem } from '../../../values/problem';

const UNCLEAR =
	'The change may have been made anyway: check the post with Post > Get Many before you run this again.';

/**
 * Sends a change of a post, once, and returns the body of the answer. If none came, or the service
 * failed, the error says that the change may have been made. `what` says what
 * of it is set.
 */
export async function changePost<T>(
	client: PostizClient,
	request: ApiRequest,
	what: string,
): Promise<T> {
	const exchange = await client.exchange(request);
	if (exchange.kind === 'unknown') {
		throw new Problem(
			`The connection to Postiz was lost while ${what} was set`,
			`${UNCLEAR} ${exchange.explanation.message}.`,
			{ isUnclear: true },
		);
	}
	return client.bodyOf<T>(exchange, {
		...request,
		explain: (answer) => {
			const explanation = request.explain?.(answer);
			if (explanation || answer.status < 500) return explanation;
			const detail = errorDetail(answer.body);
			return {
				message: `Postiz failed while ${what} was set (status ${answer.status})`,
				description: `${UNCLEAR}${detail && ` Postiz says: “${detail}”`}`,
				isUnclear: true,
			};
		},
	});
}
