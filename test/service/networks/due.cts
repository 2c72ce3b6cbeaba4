import type { Rule } from '../../networks/rule.cjs';
import { listNetworkRules } from '../../networks/rules.cjs';
import type { NetworkPost, PostFile } from '../../networks/samples.cjs';
import type { Values } from '../schema.cjs';
import { isVideo, type Segment, type Size } from './types.cjs';

export type DuePost = NetworkPost;

/** What the URL of a file shows. */
export const describeFile = (path: string): PostFile => ({
	kind: isVideo(path) ? 'video' : 'picture',
	ending: /\.(\w+)(?:[?#].*)?$/.exec(path)?.[1] ?? '',
});

const enforced = new Map<string, Array<Rule & { breaks: NonNullable<Rule['breaks']> }>>();
/** The enforced rules, sorted once. */
function listEnforcedRules(identifier: string) {
	const known = enforced.get(identifier);
	if (known) return known;
	const own = listNetworkRules(identifier).flatMap(({ breaks, ...rule }) =>
		breaks ? [{ ...rule, breaks }] : [],
	);
	enforced.set(identifier, own);
	return own;
}

/** Why the network rejects a due post; undefined if it doesn't. */
export const findDueRejection = (identifier: string, post: DuePost): string | undefined =>
	listEnforcedRules(identifier).find(({ onArrival, breaks }) => !onArrival && breaks(post))?.answer;

/** Why Postiz rejects the media of a post on arrival; undefined if it doesn't. */
export async function findArrivalRejection(
	identifier: string,
	segments: Segment[],
	settings: Values,
	measure: (path: string) => Promise<Size | undefined>,
): Promise<string | undefined> {
	const texts = segments.map(({ content }) => content);
	const parts = segments.map(({ image }) =>
		image.map(({ path, thumbnail }) => ({ ...describeFile(path), thumbnail, path })),
	);
	const measureFiles = async () =>
		await Promise.all(
			parts.map(
				async (files) =>
					await Promise.all(
						files.map(async (file) => ({ ...file, ...(await measure(file.path)) })),
					),
			),
		);
	for (const { onArrival, opens, breaks, answer } of listEnforcedRules(identifier)) {
		if (!onArrival) continue;
		if (breaks({ texts, settings, files: opens ? await measureFiles() : parts })) return answer;
	}
	return undefined;
}
