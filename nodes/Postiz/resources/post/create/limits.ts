import { maxLength } from '../../../providers';
import { countCharacters } from '../../../text/length';
import type { PostizClient } from '../../../transport/client';
import { isObject } from '../../../values/read';
import type { Draft } from './types';

/** The limits of channels whose accounts differ, each looked up once per execution. */
export class ChannelLimits {
	private readonly limits = new Map<string, Promise<number | undefined>>();

	constructor(private readonly client: PostizClient) {}

	/** The same draft with the channel's own limit, if a part is only right for some accounts. */
	async apply(draft: Draft): Promise<Draft> {
		if (!needsOwnLimit(draft)) return draft;
		const { target } = draft;
		let limit = this.limits.get(target.id);
		if (!limit) {
			limit = this.lookUp(target.id);
			this.limits.set(target.id, limit);
		}
		return { ...draft, target: { ...target, maxLength: await limit } };
	}

	/** Undefined if the instance does not say: the service has the last word then. */
	private async lookUp(id: string): Promise<number | undefined> {
		try {
			const answer = await this.client.request<{ output?: unknown } | undefined>({
				method: 'GET',
				path: `/integration-settings/${encodeURIComponent(id)}`,
			});
			const { maxLength: limit } = isObject(answer?.output) ? answer.output : {};
			return typeof limit === 'number' ? limit : undefined;
		} catch {
			return undefined;
		}
	}
}

function needsOwnLimit({ target: { provider }, settings, parts }: Draft): boolean {
	const max = maxLength(provider, settings);
	if (!provider?.minMaxLength || max === undefined || max !== provider.maxLength) return false;
	const min = provider.minMaxLength;
	return parts.some(({ content }) => {
		const length = countCharacters(content, provider.count);
		return length > min && length <= max;
	});
}
