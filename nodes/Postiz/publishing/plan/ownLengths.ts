import { maxLength } from '../../providers';
import { countCharacters } from '../../text/length';
import type { PostizClient } from '../../transport/client';
import { isObject } from '../../values/read';
import type { PlannedPost } from '../types';

/** How long a text may be on channels whose accounts differ, each looked up once per execution. */
export class OwnLengths {
	private readonly lengths = new Map<string, Promise<number | undefined>>();

	constructor(private readonly client: PostizClient) {}

	/** The same post with the channel's own length, if a part is only right for some accounts. */
	async apply(post: PlannedPost): Promise<PlannedPost> {
		if (!needsOwnLength(post)) return post;
		const { target } = post;
		let length = this.lengths.get(target.id);
		if (!length) {
			length = this.ask(target.id);
			this.lengths.set(target.id, length);
		}
		return { ...post, target: { ...target, maxLength: await length } };
	}

	/** Undefined if the instance does not say: the service has the last word then. */
	private async ask(id: string): Promise<number | undefined> {
		try {
			const answer = await this.client.request<{ output?: unknown } | undefined>({
				method: 'GET',
				path: `/integration-settings/${encodeURIComponent(id)}`,
			});
			const { maxLength: length } = isObject(answer?.output) ? answer.output : {};
			return typeof length === 'number' ? length : undefined;
		} catch {
			return undefined;
		}
	}
}

function needsOwnLength({
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
