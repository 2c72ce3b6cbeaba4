import type { PostizClient } from '../../../transport/client';
import { listPosts } from '../../../transport/posts';
import { DAY_MS } from '../../../values/time';
import type { CreatedOutcome } from '../../../publishing/deliver/outcomes';

/**
 * The tags that did not stick to created posts, by the ID of the post: the service only keeps tags
 * that it knows, and drops others without a word (docs/api.md, Tags). Costs one request if tags were
 * given. Empty if the service does not answer.
 */
export async function findMissingTags(
	client: PostizClient,
	created: CreatedOutcome[],
): Promise<Map<string, string[]>> {
	const tagged = created.filter(({ row }) => row.shared.tags.length > 0);
	if (tagged.length === 0) return new Map();
	const dates = tagged.map(({ row }) => Date.parse(row.shared.date));
	const window = { start: Math.min(...dates) - DAY_MS, end: Math.max(...dates) + DAY_MS };
	const listed = await listPosts(client, window).catch(() => []);
	const kept = new Map(
		listed.map(({ id, tags = [] }) => [id, tags.map(({ tag }) => tag?.name)] as const),
	);
	return new Map(
		tagged.flatMap(({ row, posts }) =>
			posts.flatMap(({ postId }) => {
				const names = kept.get(postId);
				const labels = row.shared.tags.map(({ label }) => label);
				const missing = labels.filter((label) => names && !names.includes(label));
				return missing.length > 0 ? [[postId, missing] as const] : [];
			}),
		),
	);
}
