import { memoize } from '../common/memoize';
import { getProperties, isObject } from '../common/parseValue';
import { Problem } from '../common/problem';
import { PostizClient } from '../transport/client';
import { endpoints } from '../transport/endpoints';
import { isMissingEndpoint } from '../transport/response';

/**
 * Returns the max characters per part of a channel, the keys of settings that the instance knows, undefined if it lists
 * none, and whether it removes links from posts (docs/api.md, Channel settings and tools). Throws {@link Problem}.
 */
export type GetChannelFacts = (
	channelId: string,
) => Promise<{ maxLength?: number; keys?: string[]; stripsLinks?: true }>;

/** Requests the facts of each channel once. */
export function createChannelFactsGetter(client: PostizClient): GetChannelFacts {
	return memoize(
		async (channelId: string) => {
			const response = await client.request({
				...endpoints.getChannelSettings(channelId),
				explainError: (rejection) =>
					isMissingEndpoint(rejection) ? TOO_OLD_FOR_SETTINGS : undefined,
			});
			const { maxLength, rules, settings } = getProperties(getProperties(response).output);
			const { properties } = getProperties(settings);
			return {
				...(/\blinks\b.*\bstripped\b/i.test(String(rules)) && { stripsLinks: true as const }),
				...(typeof maxLength === 'number' && { maxLength }),
				...(isObject(properties) && { keys: Object.keys(properties) }),
			};
		},
		{ toKey: ([channelId]) => channelId, keepsFailures: true },
	);
}

const TOO_OLD_FOR_SETTINGS = new Problem(
	'Network Settings need Postiz 2.18 or newer',
	'Update Postiz, or create posts without Network Settings.',
);
