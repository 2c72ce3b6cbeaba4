import { Problem } from '../common/problem';
import { joinSentences } from '../common/text';
import { formatWait } from './formatWait';
import {
	isServerError,
	NOT_FOUND,
	UNAUTHORIZED,
	PAYMENT_REQUIRED,
	NOT_ACCEPTABLE,
	FORBIDDEN,
	BAD_REQUEST,
	UNPROCESSABLE,
	TOO_LARGE,
	TOO_MANY_REQUESTS,
} from './httpStatus';
import { type ResponseContext, createProxyProblem, createProblemForPerson } from './proxyProblem';
import {
	type ApiResponse,
	isWebPage,
	getErrorDetail,
	getSecondsToWait,
	isMissingEndpoint,
	REASON_UNKNOWN,
} from './response';

/** Explains an error response, and what to do next (docs/api.md, Errors). */
export function createResponseProblem(response: ApiResponse, context: ResponseContext): Problem {
	const { status } = response;
	return (
		createProxyProblem(response, context) ??
		(isServerError(status) ? createServerProblem(response, context) : undefined) ??
		createAccessProblem(response, context) ??
		(status === NOT_FOUND
			? createNotFoundProblem(response, context)
			: createClientErrorProblem(response, context))
	);
}

function createServerProblem(response: ApiResponse, { call }: ResponseContext): Problem {
	const isProxy = isWebPage(response);
	const { method, template } = call.endpoint;
	const [subject, remedy] = isProxy
		? [
				'The web server in front of Postiz',
				'Postiz may be starting or overloaded. Try again later. On your own instance, check that Postiz is running.',
			]
		: [
				'Postiz',
				`Try again later. On your own instance, check the logs of Postiz.${quoteDetail(response)}`,
			];
	return new Problem(`${subject} failed (status ${response.status})`, remedy, {
		hasRetryAdvice: true,
		// All items depend on a list.
		affectsAllItems: isProxy || (method === 'GET' && !template.includes('{')),
	});
}

const quoteDetail = ({ body }: ApiResponse) => {
	const detail = getErrorDetail(body);
	return detail ? ` Postiz says: “${detail}”` : '';
};

/** Explains what the API key, the plan or the account doesn't allow. Undefined for other responses. */
function createAccessProblem(
	response: ApiResponse,
	{ authentication }: ResponseContext,
): Problem | undefined {
	const detail = quoteDetail(response);
	switch (response.status) {
		case UNAUTHORIZED:
			return authentication === 'apiKey'
				? createProblemForPerson(
						"Postiz doesn't accept this API key",
						`Copy the key again from Settings > Developers > Public API in Postiz and paste it into the credential. A key of hosted Postiz doesn't work on your own instance, and vice versa.${detail}`,
					)
				: createProblemForPerson(
						'Postiz no longer accepts this connection',
						`Access was revoked in Postiz, or the app was approved again elsewhere. Open the credential in n8n and choose Reconnect.${detail}`,
					);
		case PAYMENT_REQUIRED:
		case NOT_ACCEPTABLE:
			return createProblemForPerson(
				"Your Postiz plan doesn't allow this",
				`The plan reached a limit or doesn't include this feature. Check Billing in Postiz.${detail}`,
			);
		case FORBIDDEN:
			return createProblemForPerson(
				"Postiz doesn't allow this for your account",
				`Sign in to Postiz with the account of the credential, and check its permissions.${detail}`,
			);
		default:
			return undefined;
	}
}

function createClientErrorProblem(
	{ status, headers, body }: ApiResponse,
	{ call }: ResponseContext,
): Problem {
	const { effect = call.endpoint.effect } = call;
	const unchanged = effect ? `Nothing was ${effect} by this request.` : '';
	const detail = getErrorDetail(body);
	switch (status) {
		case BAD_REQUEST:
		case UNPROCESSABLE:
			return new Problem(
				`Postiz rejected the request${detail && `: ${detail}`}`,
				joinSentences(unchanged, 'Correct what the message names, and run this again.'),
				{ hasRetryAdvice: true },
			);
		case TOO_LARGE:
			return new Problem(
				'The request is larger than this Postiz instance allows',
				joinSentences(
					unchanged,
					'Send fewer posts at once, or shorten them. Files belong in Media, not in the text.',
				),
			);
		case TOO_MANY_REQUESTS: {
			const secondsToWait = getSecondsToWait(headers);
			const wait = secondsToWait ? formatWait(secondsToWait) : 'an hour';
			return new Problem(
				`The hourly ${effect === 'uploaded' ? 'upload' : 'request'} limit of Postiz is reached`,
				joinSentences(unchanged, `Try again in ${wait}.`),
				{ hasRetryAdvice: true, secondsToWait },
			);
		}
		default:
			return new Problem(`Postiz answered with status ${status}`, detail || `${REASON_UNKNOWN}.`);
	}
}

function createNotFoundProblem(response: ApiResponse, { call, baseUrl }: ResponseContext): Problem {
	const { method, since, operation } = call.endpoint;
	const request = `${method} ${call.path}`;
	if (since && isMissingEndpoint(response)) {
		return createProblemForPerson(
			`${operation} needs Postiz ${since.replace(/\.0$/, '')} or newer`,
			`The instance at ${baseUrl} is older: it doesn't have ${request}. Update Postiz.`,
		);
	}
	const detail = getErrorDetail(response.body);
	return new Problem(
		/^(not found)?$/i.test(detail) ? "Postiz didn't find what was requested" : detail,
		'Check the ID. It may be wrong or deleted.',
		{
			forPerson: `the instance at ${baseUrl} may also be too old for this function (${request}): update it, and check the Base URL in the credential.`,
		},
	);
}
