import type { Call as RecordedCall } from '../../service/recorded/workspace.cjs';
import { messagesOf, notAnswered } from '../compare.cjs';
import type { Instance } from '../instance.cjs';
import { recordedCases } from '../items.cjs';
import { single, type AreaPlan, type Step } from '../types.cjs';

const TOKEN_PATH = '/oauth/token';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const CODE = /<code \d+>/;

/** Whether only an app that the instance knows gets as far as this error: not one of a field, or of the app. */
const needsApp = ({ response: { status, body } }: RecordedCall) =>
	status === 400 && messagesOf(body) === undefined;

/** The errors of the token endpoint to forms, which n8n sends, and of a token that is none. */
export function planOauth(instance: Instance): AreaPlan {
	const { oauthApp } = instance.options;
	const { clientId, clientSecret } = oauthApp ?? { clientId: 'nobody', clientSecret: 'nothing' };
	const errors = recordedCases<RecordedCall>('oauth.json').filter(
		({ title, request: { path }, response: { status } }) =>
			path.endsWith(TOKEN_PATH) && status >= 400 && title !== 'the same code again',
	);
	const tryError = ({ title, request, response }: RecordedCall): Step =>
		single(`${title}: ${response.status}`, async () => {
			const fields = JSON.stringify(request.body ?? {})
				.replaceAll('<client id>', clientId)
				.replaceAll('<secret>', clientSecret)
				.replace(CODE, 'no-such-code');
			const form = new URLSearchParams(JSON.parse(fields) as Record<string, string>);
			const options = { authorization: '', headers: FORM };
			return notAnswered(
				await instance.call('POST', TOKEN_PATH, form.toString(), options),
				response,
			);
		});
	const tryToken = single('a token that is none: 401', async () => {
		const options = { authorization: 'pos_nobody' };
		return notAnswered(await instance.call('GET', '/public/v1/is-connected', undefined, options), {
			status: 401,
			body: { msg: 'Invalid OAuth token' },
		});
	});
	const reason =
		'no app is known: name one in POSTIZ_OAUTH_CLIENT_ID and POSTIZ_OAUTH_CLIENT_SECRET';
	return [
		...errors.map((call) =>
			oauthApp || !needsApp(call) ? tryError(call) : { name: call.title, reason },
		),
		tryToken,
	];
}
