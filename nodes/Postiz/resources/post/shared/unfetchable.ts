import type { IExecuteFunctions } from 'n8n-workflow';

import type { ReadyPost } from '../../../publishing/deliver/requests';
import { shortUrl } from '../../../values/quote';
import { isPublicAddress, parseAddress } from '../../../values/webAddress';

/**
 * Says with the output which networks cannot fetch the files of these posts, and where those are:
 * Postiz takes the posts, and they fail when they go out (docs/api.md, Files of a post).
 */
export function addUnfetchableHint(
	context: IExecuteFunctions,
	posts: Array<Pick<ReadyPost, 'target' | 'item'>>,
): void {
	const networks = new Set<string>();
	const places = new Set<string>();
	for (const { target, item } of posts) {
		if (!target.provider?.fetchesFiles) continue;
		for (const { path } of item.value.flatMap(({ image }) => image)) {
			if (isPublicAddress(path)) continue;
			networks.add(target.provider.displayName);
			places.add(parseAddress(path)?.origin ?? shortUrl(path));
		}
	}
	if (networks.size === 0) return;
	context.addExecutionHints({
		message: `Files at ${[...places].join(', ')} are out of reach for ${[...networks].join(', ')}: posts with them fail when they go out. Use files at public https:// addresses. If Postiz keeps its uploads there, give your instance such an address.`,
		location: 'outputPane',
	});
}
