import type { IExecuteFunctions } from 'n8n-workflow';

import type { ReadyPost } from '../../../publishing/deliver/requests';
import { quote, shortUrl } from '../../../values/problem';
import { isPublicAddress, parseAddress } from '../../../values/webAddress';
import { addHint } from '../../shared/operation';

/** Adds a hint about tags that the service doesn't know, if any. */
export function addMissingTagsHint(context: IExecuteFunctions, labels: string[]): void {
	if (labels.length === 0) return;
	const names = [...new Set(labels)].map(quote).join(', ');
	addHint(
		context,
		`Postiz has no tag ${names}: it keeps only tags that exist there, in the same spelling. Create it in Postiz, or correct Tags.`,
	);
}

/** Adds a hint about characters that were removed because they can't be stored, if any. */
export function addMendedHint(context: IExecuteFunctions, places: string[]): void {
	if (places.length === 0) return;
	addHint(
		context,
		`Half an emoji or a NUL character was removed from ${[...new Set(places)].join(', ')}, as Postiz cannot store it. An expression such as text.slice(0, 12) can cut an emoji in two; [...text].slice(0, 12).join('') does not.`,
	);
}

/** Adds a hint if networks can't fetch files of these posts, which will then fail (docs/api.md, Files of a post). */
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
	addHint(
		context,
		`Files at ${[...places].join(', ')} cannot be reached by ${[...networks].join(', ')}: posts with them will fail. Use files at public https:// addresses. If Postiz keeps its uploads there, give your instance such an address.`,
	);
}
