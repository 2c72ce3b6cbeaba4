import { getOrCreate } from '../../common/collections';
import { hasFixedDate, toRowKeyOnChannel } from '../../common/fingerprint';
import type { DesiredPost } from '../../posts/desiredPost';
import type { ExistingPost } from '../../posts/existingPost';
import { removeLinks } from '../../text/comparableTexts';

type PostsByKey = Map<string, ExistingPost[]>;

/** Finds the existing posts on the channel of a desired post. */
export class ExistingPostIndex {
	/** By channel and Row ID digest. */
	private readonly postsByRowId: PostsByKey = new Map();
	/** Posts that didn't fail for good, by channel. */
	private readonly postsByChannel: PostsByKey = new Map();
	/**
	 * Posts that didn't fail for good, by channel and one trait: text digest, date, or comparable text without links.
	 */
	private readonly postsByTrait: PostsByKey = new Map();

	constructor(posts: ExistingPost[]) {
		for (const post of posts) this.add(post);
	}

	private add(post: ExistingPost): void {
		const { channelId, fingerprint, comparableText, onlineStatus } = post;
		const addTo = (map: PostsByKey, key: string) => getOrCreate(map, key, () => []).push(post);
		if (fingerprint?.rowIdDigest)
			addTo(this.postsByRowId, toRowKeyOnChannel(channelId, fingerprint));
		if (onlineStatus === 'failedForGood') return;
		addTo(this.postsByChannel, channelId);
		if (fingerprint) {
			addTo(this.postsByTrait, `text ${channelId} ${fingerprint.textDigest}`);
			// Without a date, only posts with the same text can match.
			if (hasFixedDate(fingerprint))
				addTo(this.postsByTrait, `minute ${channelId} ${fingerprint.minute}`);
		} else addTo(this.postsByTrait, `textWithoutLinks ${channelId} ${removeLinks(comparableText)}`);
	}

	findByRowId({ target, fingerprint }: DesiredPost): ExistingPost[] {
		return this.postsByRowId.get(toRowKeyOnChannel(target.id, fingerprint)) ?? [];
	}

	findOnChannel({ target }: DesiredPost): ExistingPost[] {
		return this.postsByChannel.get(target.id) ?? [];
	}

	/** Returns posts with the same text digest, then the same date, then the same comparable text without links. */
	findCandidates(desired: DesiredPost): ExistingPost[] {
		const { target, fingerprint, comparableText } = desired;
		const traits = [
			`text ${target.id} ${fingerprint.textDigest}`,
			`minute ${target.id} ${fingerprint.minute}`,
			`textWithoutLinks ${target.id} ${removeLinks(comparableText)}`,
		];
		return [...new Set(traits.flatMap((trait) => this.postsByTrait.get(trait) ?? []))];
	}
}
