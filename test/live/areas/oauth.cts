import type { Call as RecordedCall } from '../../service/recorded/workspace.cjs';
import { differs, join } from '../compare.cjs';
import type { Instance } from '../instance.cjs';
import { recordedCases } from '../items.cjs';
import { single, type AreaPlan, type Problem, type Step } from '../types.cjs';

const TOKEN_PATH = '/oauth/token';
const CODE = /<code \d+>/;
/** Stands in for an app that is not known. */
const NO_APP = { clientId: 'pca_nobody', clientSecret: 'pcs_nobody' };
/** Errors that do not depend on an app. */
const WITHOUT_APP = [
	'without a code',
	'unknown client',
	'refresh token grant',
	'without a grant type',
	'empty body',
	'client in a Basic header only',
];

/** The errors of the token endpoint, and of a token that is none. */
export function planOauth(instance: Instance): AreaPlan {
	const { oauthApp } = instance.options;
	const { clientId, clientSecret } = oauthApp ?? NO_APP;
	const errors = recordedCases<RecordedCall>('oauth.json').filter(
		({ title, request, response }) =>
			request.path.endsWith(TOKEN_PATH) &&
			response.status >= 400 &&
			title !== 'the same code again',
	);
	const isPossible = ({ title }: RecordedCall) =>
		oauthApp !== undefined || WITHOUT_APP.includes(title);
	const written = (value: unknown): unknown =>
		JSON.parse(
			JSON.stringify(value ?? {})
				.replaceAll('<client id>', clientId)
				.replaceAll('<secret>', clientSecret)
				.replace(CODE, 'no-such-code'),
		);
	const steps = errors.filter(isPossible).flatMap(({ title, request, response }): Step[] =>
		(['JSON', 'form'] as const).map((kind) =>
			single(`${title} (${kind}): ${response.status}`, async (): Promise<Problem> => {
				const body = written(request.body);
				const { status, body: answer } = await instance.call(
					'POST',
					TOKEN_PATH,
					kind === 'form' ? new URLSearchParams(body as Record<string, string>).toString() : body,
					{
						authorization: '',
						headers: {
							'content-type':
								kind === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
						},
					},
				);
				return join([
					differs('the status', status, response.status),
					differs('the answer', answer, response.body),
				]);
			}),
		),
	);
	steps.push(
		single('a token that is none: 401', async () => {
			const { status, body } = await instance.call('GET', '/public/v1/is-connected', undefined, {
				authorization: 'pos_nobody',
			});
			return join([
				differs('the status', status, 401),
				differs('the answer', body, { msg: 'Invalid OAuth token' }),
			]);
		}),
	);
	return {
		steps,
		skipped: errors
			.filter((call) => !isPossible(call))
			.map(({ title }) => ({
				name: title,
				reason:
					'no app is known: name one in POSTIZ_OAUTH_CLIENT_ID and POSTIZ_OAUTH_CLIENT_SECRET',
			})),
	};
}
