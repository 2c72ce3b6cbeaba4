import type { FastifyInstance } from 'fastify';
import { parseUrl } from './addresses.cjs';
import { checkInput, HttpError, type Context } from './http.cjs';
import { createHtmlPage, createMarkup } from './html.cjs';
import { memoizeByRelease } from './releases/release.cjs';
import { isDefined, isString, optional, string, type Fields } from './schema.cjs';
import { createSecret } from './state.cjs';

const CODE_LIFETIME_MS = 600_000;

const SCOPE = 'mcp:read mcp:write';

const createOAuthError = (status: number, error: string) => new HttpError(status, { error });

const required = string(isDefined, isString);
const getGrantFields = memoizeByRelease((release): Fields => ({
	grant_type: required,
	code: required,
	client_id: required,
	client_secret: release.has('optionalSecrets') ? optional(string(isString)) : required,
}));

const CANNOT_CONNECT =
	'This app cannot be connected: its client ID is unknown here, or it has no redirect URL.';

type Parameters = Record<string, string | undefined>;

/** The redirect URL; undefined if it is not allowed. */
function findRedirect({ state: { oauthApp } }: Context, parameters: Parameters): URL | undefined {
	if (parameters.client_id !== oauthApp.clientId || parameters.response_type !== 'code')
		return undefined;
	// A convenience of the sandbox: the real service knows only the registered address.
	return parseUrl(oauthApp.redirectUrl ?? parameters.redirect_uri ?? '');
}

const renderConsentPage = (appName: string, parameters: Parameters) =>
	createHtmlPage(
		`Connect ${appName}`,
		createMarkup`<p>This app wants to see your channels and to create posts for you.</p>
		<form method="post" action="/oauth/authorize">
		${['client_id', 'response_type', 'state', 'redirect_uri']
			.filter((name) => parameters[name] !== undefined)
			.map(
				(name) => createMarkup`<input type="hidden" name="${name}" value="${parameters[name]}">`,
			)}
		<button name="decision" value="approve">Approve</button>
		<button name="decision" value="deny">Deny</button></form>`,
	);

/** The consent page. */
export function addConsentRoutes(app: FastifyInstance, context: Context): void {
	app.get<{ Querystring: Parameters }>('/oauth/authorize', (incoming, reply) => {
		if (!findRedirect(context, incoming.query)) return reply.status(400).send(CANNOT_CONNECT);
		return reply
			.type('text/html')
			.send(renderConsentPage(context.state.oauthApp.name, incoming.query));
	});

	app.post<{ Body: Parameters }>('/oauth/authorize', (incoming, reply) => {
		const { state } = context;
		const parameters = incoming.body ?? {};
		const target = findRedirect(context, parameters);
		if (!target) return reply.status(400).send(CANNOT_CONNECT);
		if (parameters.decision === 'approve') {
			const code = createSecret('');
			state.tokens = [];
			state.codes.push({ code, createdAt: context.now(), used: false });
			target.searchParams.set('code', code);
		} else {
			target.searchParams.set('error', 'access_denied');
		}
		if (parameters.state !== undefined) target.searchParams.set('state', parameters.state);
		return reply.redirect(target.href, 302);
	});
}

/** The token endpoint, for JSON and form bodies. */
export function addTokenRoute(app: FastifyInstance, context: Context): void {
	app.post('/oauth/token', (incoming, reply) => {
		const { state } = context;
		const body = checkInput(getGrantFields(context.release), incoming.body);
		if (body.grant_type !== 'authorization_code')
			throw createOAuthError(400, 'unsupported_grant_type');
		const { clientId, clientSecret } = state.oauthApp;
		if (body.client_id !== clientId || body.client_secret !== clientSecret)
			throw createOAuthError(401, 'invalid_client');
		const code = state.codes.find((entry) => entry.code === body.code);
		if (!code || code.used || context.now() - code.createdAt > CODE_LIFETIME_MS)
			throw createOAuthError(400, 'invalid_grant');
		code.used = true;
		const token = createSecret('pos_');
		state.tokens = [{ token, createdAt: context.now() }];
		return reply.status(201).send({
			id: state.organizationId,
			cus: state.paymentCustomerId,
			access_token: token,
			token_type: 'bearer',
			scope: SCOPE,
		});
	});
}
