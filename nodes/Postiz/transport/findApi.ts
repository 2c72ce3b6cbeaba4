import { propertiesOf } from '../values/read';
import { parseAddress } from '../values/webAddress';
import { redirectedBase, UNAUTHORIZED, type ApiAnswer } from './answer';
import { HOSTED_API, HOSTED_FRONTEND, PUBLIC_API_PATH } from './credential';
import { endpoints, type ApiCall } from './endpoints';

/** Asks a web address without a credential; undefined if nothing answers. */
export type Ask = (url: string) => Promise<ApiAnswer | undefined>;

/** What answered at a base URL instead of the API. */
type Place = { baseUrl: string; call: ApiCall; answer: ApiAnswer };

/**
 * Looks for the API at the addresses of the same host that people usually mean, in one or two requests. Returns the base
 * URL to use; undefined if it isn't there (docs/api.md, Addresses).
 */
export async function findApi(place: Place, ask: Ask): Promise<string | undefined> {
	if (place.baseUrl.startsWith(HOSTED_FRONTEND)) return HOSTED_API;
	const { path } = endpoints.listChannels();
	for (const baseUrl of likelyBases(place)) {
		const answer = await ask(`${baseUrl}${PUBLIC_API_PATH}${path}`);
		// Only the API refuses a missing key like this.
		const isApi = answer?.status === UNAUTHORIZED && 'msg' in propertiesOf(answer.body);
		if (isApi) return baseUrl;
	}
	return undefined;
}

function likelyBases({ baseUrl, call, answer }: Place): string[] {
	const hostOf = (address: string) => parseAddress(address)?.hostname;
	const origin = parseAddress(baseUrl)?.origin ?? baseUrl;
	const moved = redirectedBase(answer, { call, baseUrl });
	const guesses = moved
		? [moved, `${moved}/api`]
		: [
				// What servers answer to http at a port for https.
				...(answer.status === 400 ? [baseUrl.replace(/^http:/, 'https:')] : []),
				`${origin}/api`,
				baseUrl.endsWith('/api') ? origin : `${baseUrl}/api`,
			];
	return [...new Set(guesses)].filter(
		(guess) =>
			guess !== baseUrl && hostOf(guess) === hostOf(baseUrl) && !guess.endsWith('/api/api'),
	);
}
