import { createHash } from 'node:crypto';

import { getOrCreate } from '../common/collections';
import type { Cache } from '../common/memoize';
import type { Problem } from '../common/problem';
import { type Instance, instances } from '../common/processState';
import { toObject } from '../common/value';
import type { NodeContext } from '../execution/nodeContext';
import type { Authentication, Channel } from './apiTypes';
import { getFrontendUrl } from './baseUrl';
import { parseCredential } from './credential';

/** The credential types by `authentication`. */
const CREDENTIAL_TYPES: Record<Authentication, string> = {
	apiKey: 'postizApi',
	oAuth2: 'postizOAuth2Api',
};

const DEFAULT_TIMEOUT_MS = 120_000;

/** The state that clients share if they only wait for the hourly limit in different ways. */
export interface Connection {
	context: NodeContext;
	authentication: Authentication;
	credentialType: string;
	baseUrl: string;
	/** For requests without a timeout of their own. */
	timeout: number;
	/** The secrets of the credential, which messages must not contain. */
	secrets: string[];
	/** The address of the web app, if known. */
	frontendUrl: string | null;
	instance: Instance;
	channels: Cache<Channel[]>;
	/** Why no request would succeed now. */
	blockedBy?: { problem: Problem; until: number };
}

/** Reads the credential that the parameter `authentication` selects. Throws {@link Problem} if it is invalid. */
export async function readConnection(
	context: NodeContext,
	timeout = DEFAULT_TIMEOUT_MS,
): Promise<Connection> {
	const { parameters } = context.getNode();
	const authentication = parameters.authentication === 'oAuth2' ? 'oAuth2' : 'apiKey';
	const credentialType = CREDENTIAL_TYPES[authentication];
	const credential = await context.getCredentials(credentialType);
	const { host, frontendUrl, apiKey, oauthTokenData } = credential;
	const { baseUrl, secret } = parseCredential(host, apiKey);
	return {
		context,
		authentication,
		credentialType,
		baseUrl,
		timeout,
		secrets: [secret, toObject(oauthTokenData).access_token].filter(
			(entered) => typeof entered === 'string',
		),
		frontendUrl: getFrontendUrl(baseUrl, frontendUrl),
		// All clients in this process share it.
		instance: getOrCreate(instances, baseUrl, () => ({ clockOffset: 0 })),
		channels: new Map(),
	};
}

/** Updates an instance's clock offset from the `Date` header of its response, which has no milliseconds. */
export function updateClockOffset(instance: Instance, dateHeader: unknown): void {
	const offset = Date.parse(String(dateHeader)) - Date.now();
	if (!Number.isNaN(offset)) instance.clockOffset = offset;
}

/** Identifies the instance and the account. Contains no secrets. */
export function getIdentity({ authentication, secrets, baseUrl }: Connection): string {
	const account = JSON.stringify([authentication, secrets]);
	return `${createHash('sha256').update(account).digest('base64')} ${baseUrl}`;
}
