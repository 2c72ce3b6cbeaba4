import { memoize } from '../common/memoize';
import { Problem } from '../common/problem';
import { toObject, isObject } from '../common/value';
import type { PostizClient } from '../transport/client';
import { endpoints } from '../transport/endpoints';
import { isMissingEndpoint } from '../transport/response';

/** What an instance can do for a channel (docs/api.md, Channel settings and tools). */
export interface ChannelCapabilities {
	/** Max characters per part. */
	maxLength?: number;
	/** The keys of settings that the instance knows. Undefined if it lists none. */
	settingKeys?: string[];
	/** Whether the instance removes links from posts. */
	stripsLinks?: true;
}

/** Throws {@link Problem} if Postiz fails. */
export type FetchChannelCapabilities = (channelId: string) => Promise<ChannelCapabilities>;

/** Creates a function that fetches the capabilities of each channel only once. */
export function createCapabilitiesFetcher(client: PostizClient): FetchChannelCapabilities {
	return memoize(
		async (channelId: string) => {
			const body = await client.request({
				...endpoints.getChannelSettings(channelId),
				createErrorProblem: (response) =>
					isMissingEndpoint(response) ? TOO_OLD_FOR_SETTINGS : undefined,
			});
			const { maxLength, rules, settings } = toObject(toObject(body).output);
			const { properties } = toObject(settings);
			return {
				...(/\blinks\b.*\bstripped\b/i.test(String(rules)) && { stripsLinks: true as const }),
				...(typeof maxLength === 'number' && { maxLength }),
				...(isObject(properties) && { settingKeys: Object.keys(properties) }),
			};
		},
		{ toKey: ([channelId]) => channelId, keepsFailures: true },
	);
}

const TOO_OLD_FOR_SETTINGS = new Problem(
	'Network Settings need Postiz 2.18 or newer',
	'Update Postiz, or create posts without Network Settings.',
);
