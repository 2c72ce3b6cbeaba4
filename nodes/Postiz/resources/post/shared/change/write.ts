import type { ApiRequest, PostizClient } from '../../../../transport/client';
import type { CreatedPost, PostItem } from '../../../../transport/types';
import { caughtProblem, Problem, type Explanation } from '../../../../values/problem';
import { quote } from '../../../../values/quote';
import { scheduleDraft } from '../../../../publishing/deliver/draftsOnly';
import { describeRefusal } from '../../../../publishing/deliver/refusals';
import type { Plan } from './plan';

/** What became of a change as far as the answers say; reading the post shows the rest. */
export interface Written {
	/** The answer was lost. */
	isUnclear: boolean;
	/** What to report if the post is not as it was written. */
	problem?: Problem;
}

/** Sends a change once. Throws {@link Problem} if the post was certainly not changed. */
export async function writePost(
	client: PostizClient,
	{ before: { listed }, merged, group }: Plan,
	item: PostItem,
): Promise<Written> {
	const { type, date, tags, inter } = merged;
	const { target } = merged.post;
	const isDraftFirst = target.provider?.onlyDrafts === true && type !== 'draft';
	const shared = { date, shortLink: false, tags, ...(inter === undefined ? {} : { inter }) };
	const request: ApiRequest = {
		method: 'POST',
		path: '/posts',
		body: {
			...shared,
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
		: { isUnclear: false };
}

function unclear({ message, httpCode }: Explanation): Written {
	const problem = new Problem(
		`It is unclear whether Postiz changed the post: ${message}`,
		'Check the post with Post > Get before you run this again.',
		{ httpCode, isUnclear: true },
	);
	return { isUnclear: true, problem };
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

async function scheduleAgain(client: PostizClient, id: string, network: string): Promise<Written> {
	try {
		await scheduleDraft(client, id);
		return { isUnclear: false };
	} catch (error) {
		const { message, httpCode } = caughtProblem(error);
		const problem = new Problem(
			`The post ${quote(id)} was changed, but is a draft now: ${message}`,
			`${network} accepts only drafts, which the node schedules afterwards. Schedule it with Post > Set Status, or in the calendar of Postiz.`,
			{ httpCode },
		);
		return { isUnclear: false, problem };
	}
}
