import { groupBy } from '../../common/collections';
import { joinSentences, joinWithAnd } from '../../common/text';
import { getNetworkName } from '../../networks';
import type { ExistingPost } from '../existingPost';
import { getSimilarPost, type PlannedPost } from '../plannedPost';
import { namePost } from './namePost';

type SimilarityKind = 'draft' | 'published' | 'sameTime' | 'otherTime' | 'otherChannel';

/** Returns how a new post differs from a similar post. */
function getSimilarityKind(
	{ desired }: PlannedPost,
	{ fingerprint, state, channelId }: ExistingPost,
): SimilarityKind {
	const isMoved = channelId !== desired.target.id;
	const hasSameText = !fingerprint || fingerprint.textDigest === desired.fingerprint.textDigest;
	if (state === 'DRAFT' && hasSameText && !isMoved) return 'draft';
	if (state === 'PUBLISHED') return 'published';
	if (isMoved) return 'otherChannel';
	return fingerprint?.minute !== null && fingerprint?.minute === desired.fingerprint.minute
		? 'sameTime'
		: 'otherTime';
}

/** Names a post that is similar to a new one, and says what to do with it. Models aren't told to delete anything. */
export function describeSimilarPost(
	planned: PlannedPost,
	timezone: string,
	{ isForModel = false } = {},
): string {
	const similarPost = getSimilarPost(planned);
	if (!similarPost) return '';
	const post = namePost(similarPost, timezone);
	const kind = getSimilarityKind(planned, similarPost);
	if (kind === 'draft') return `Postiz still has a draft of this post: ${post}.`;
	if (kind === 'published') return `Postiz has published this text here before: ${post}.`;
	const sentence = {
		sameTime: `Postiz also has ${post} at this time.`,
		otherTime: `Postiz also has this text at another time: ${post}.`,
		otherChannel: `Postiz also has a post of this row on another channel: ${post}.`,
	}[kind];
	if (isForModel) return `${sentence} Both are kept. To correct a post, use Post > Update.`;
	return `${sentence} If the new post replaces it, delete that one.`;
}

const SIMILAR_POST_HINTS: Record<SimilarityKind, (networks: string) => string> = {
	draft: (networks) =>
		`Postiz still has drafts of these posts, on ${networks}. Delete them if you don't need them.`,
	published: (networks) => `Postiz has published these texts before, on ${networks}.`,
	sameTime: (networks) =>
		`Postiz also has other posts at these times, on ${networks}. If the new posts replace them, delete those.`,
	otherTime: (networks) =>
		`Postiz also has these texts at other times, on ${networks}. If the new posts replace them, delete those.`,
	otherChannel: (networks) =>
		`Postiz also has posts of these rows on other channels. If the rows were moved to ${networks}, delete those.`,
};

/** Names posts that are similar to new ones: a single post in full, several by network. */
export function describeSimilarPosts(plannedPosts: PlannedPost[], timezone: string): string {
	const plannedWithKinds = plannedPosts.flatMap((planned) => {
		const similarPost = getSimilarPost(planned);
		return similarPost ? [{ planned, kind: getSimilarityKind(planned, similarPost) }] : [];
	});
	const sentences = groupBy(plannedWithKinds, ({ kind }) => kind).map((sameKind) => {
		const [{ planned, kind }, ...others] = sameKind;
		if (others.length === 0) return describeSimilarPost(planned, timezone);
		const networks = sameKind.map(({ planned: { desired } }) =>
			getNetworkName(desired.target.identifier),
		);
		return SIMILAR_POST_HINTS[kind](joinWithAnd([...new Set(networks)]));
	});
	return joinSentences(...sentences);
}
