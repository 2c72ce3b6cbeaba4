import { maxLength } from '../../providers';
import { countCharacters } from '../../text/length';
import type { PostizClient } from '../../transport/client';
import { isObject } from '../../values/read';
import type { PlannedPost } from '../types';

/** The limits of channels whose accounts differ, each looked up once per execution. */
export class ChannelLimits {
	private readonly limits = new Map<string, Promise<number | undefined>>();

	constructor(private readonly client: PostizClient) {}

	/** The same post with the channel's own limit, if a part is only right for some accounts. */
	async apply(post: PlannedPost): Promise<PlannedPost> {
		if (!needsOwnLimit(post)) return post;
		const { target } = post;
		let limit = this.limits.get(target.id);
		if (!limit) {
			limit = this.lookUp(target.id);
			this.limits.set(target.id, limit);
		}
		return { ...post, target: { ...target, maxLength: await limit } };
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

function needsOwnLimit({
	target: { provider },
	settings,
	parts,
	tooLong = 'fail',
}: PlannedPost): boolean {
	const max = maxLength(provider, settings);
	if (!provider?.minMaxLength || max === undefined || max !== provider.maxLength) return false;
	const min = provider.minMaxLength;
	return parts.some(({ content }) => {
		const length = countCharacters(content, provider.count);
		// A text that no account may write is an error, unless it is cut to what this one may.
		return length > min && (length <= max || tooLong !== 'fail');
	});
}
