import { scheduleDraft } from '../../../../publishing/deliver/draftsOnly';
import { describeRefusal } from '../../../../publishing/deliver/refusals';
import type { ApiRequest, PostizClient } from '../../../../transport/client';
import { errorDetail } from '../../../../transport/explain';
import type { CreatedPost, PostItem } from '../../../../transport/types';
import { caughtProblem, Problem, type Explanation } from '../../../../values/problem';
import { quote } from '../../../../values/quote';
import type { Plan } from './merge';

/**
 * Sends a change once. Returns what to report if reading the post shows that it is not as it was written.
 * Throws {@link Problem} if it was certainly not changed.
 */
export async function writePost(
	client: PostizClient,
	{ before: { listed }, merged, group }: Plan,
	item: PostItem,
): Promise<Problem | undefined> {
	const { type, date, tags, inter } = merged;
	const { target } = merged.post;
	const isDraftFirst = target.provider?.onlyDrafts === true && type !== 'draft';
	const request: ApiRequest = {
		method: 'POST',
		path: '/posts',
		body: {
			date,
			shortLink: false,
			tags,
			...(inter === undefined ? {} : { inter }),
			type: isDraftFirst ? 'draft' : type,
			posts: [{ ...item, ...(group === undefined ? {} : { group }) }],
		},
		explain: ({ status, body }) => {
			if (status !== 400) return undefined;
			return {
				message: describeRefusal(body, { item, target }),
				description: 'Postiz rejected it. Nothing was changed. Correct what the message says.',
			};
		},
	};
	const exchange = await client.exchange(request);
	if (exchange.kind === 'unknown') return unclear(exchange.explanation);
	if (exchange.kind === 'answer' && exchange.answer.status >= 500) {
		return unclear(client.explain(exchange, request));
	}
	refuseOtherPost(listed.id, client.bodyOf<CreatedPost[] | undefined>(exchange, request));
	return isDraftFirst
		? await scheduleAgain(client, listed.id, target.provider?.displayName ?? '')
		: undefined;
}

function unclear({ message, httpCode }: Explanation): Problem {
	return new Problem(
		`It is unclear whether Postiz changed the post: ${message}`,
		'Check the post with Post > Get before you run this again.',
		{ httpCode, isUnclear: true },
	);
}

/** Throws {@link Problem} if the service changed no post, but made one. */
function refuseOtherPost(id: string, answer: CreatedPost[] | undefined): void {
	const made = Array.isArray(answer) ? answer[0]?.postId : undefined;
	if (made === undefined || made === id) return;
	throw new Problem(
		`Postiz made a new post, ${quote(made)}, instead of changing ${quote(id)}`,
		'The post may have been deleted a moment ago. Check the calendar of Postiz, and delete the new post if you do not want it.',
	);
}

async function scheduleAgain(
	client: PostizClient,
	id: string,
	network: string,
): Promise<Problem | undefined> {
	try {
		await scheduleDraft(client, id);
		return undefined;
	} catch (error) {
		const { message, httpCode } = caughtProblem(error);
		return new Problem(
			`The post ${quote(id)} was changed, but is a draft now: ${message}`,
			`${network} accepts only drafts, which the node schedules afterwards. Schedule it with Post > Set Status, or in the calendar of Postiz.`,
			{ httpCode },
		);
	}
}

const CHECK_FIRST =
	'The change may have been made anyway: check the post with Post > Get Many before you run this again.';

/** Sets `what` of a post, once, and returns the body of the answer. Throws {@link Problem}. */
export async function putOnce<T>(
	client: PostizClient,
	request: ApiRequest,
	what: string,
): Promise<T> {
	const exchange = await client.exchange(request);
	if (exchange.kind === 'unknown') {
		throw new Problem(
			`The connection to Postiz was lost while ${what} was set`,
			`${CHECK_FIRST} ${exchange.explanation.message}.`,
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
				description: `${CHECK_FIRST}${detail && ` Postiz says: “${detail}”`}`,
				isUnclear: true,
			};
		},
	});
}
