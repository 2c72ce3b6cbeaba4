import { PostFinder } from '../../../posts/find';
import { readWhole, type WholePost } from '../../../posts/whole';
import type { PostizClient } from '../../../transport/client';
import { Problem } from '../../../values/problem';
import { quote } from '../../../values/quote';
import { ChannelLimits } from '../create/limits';
import { mergePost } from './merge';
import type { MergedPost, PostChange } from './types';

/** IDs and groups must have been read a moment ago: others may have changed since. */
const MAX_AGE_MS = 15_000;

/** A post as it is, and as it is to be. */
export interface Plan {
	before: WholePost;
	merged: MergedPost;
	/** With it, parts that are not written are deleted; undefined if none is. */
	group?: string;
}

/**
 * Plans changes of posts. It reads with the credential what a change may name, and takes nothing from
 * anywhere else: with the ID or group of a foreign post, that one would be changed or deleted
 * (docs/api.md, Changing a post). Throws {@link Problem}.
 */
export class Planner {
	private readonly finder: PostFinder;

	private readonly limits: ChannelLimits;

	constructor(private readonly client: PostizClient) {
		this.finder = new PostFinder(client);
		this.limits = new ChannelLimits(client);
	}

	/** The identifier of a post's network. */
	async networkOf(id: string): Promise<string> {
		const { integration } = await this.finder.find(id, MAX_AGE_MS);
		return integration?.providerIdentifier ?? '';
	}

	/** What this change makes of a post. */
	async plan(id: string, change: PostChange): Promise<Plan> {
		const before = await this.read(id);
		const merged = mergePost(before, change, Date.now());
		const draft = merged.type === 'draft' ? merged.draft : await this.limits.apply(merged.draft);
		return {
			before,
			merged: { ...merged, draft },
			...(merged.removesParts && { group: await this.ownGroup(before) }),
		};
	}

	/** The post as it is now. */
	async read(id: string): Promise<WholePost> {
		const listed = await this.readListed(id);
		if (isOfOnePiece(listed)) return listed;
		this.forget();
		const again = await this.readListed(id);
		if (isOfOnePiece(again)) return again;
		throw new Problem(
			`The post ${quote(id)} is being changed by somebody else`,
			'Run this again in a moment.',
		);
	}

	/** Forgets what was read, as it was changed. */
	forget(): void {
		this.finder.forget();
	}

	private async readListed(id: string): Promise<WholePost> {
		return await readWhole(this.client, await this.finder.find(id, MAX_AGE_MS));
	}

	/** The group of a post, if no other post and all parts of this one belong to it. */
	private async ownGroup({ row, parts }: WholePost): Promise<string> {
		const { id, group } = row;
		const listed = await this.finder.all(MAX_AGE_MS);
		const isShared = listed.some((other) => other.group === group && other.id !== id);
		if (group !== undefined && !isShared && parts.every((part) => part.group === group)) {
			return group;
		}
		throw new Problem(
			`The thread of the post ${quote(id)} cannot be shortened`,
			'Its group has posts on other channels, which Postiz would delete as well. Change something else of this post first, such as its text: it then gets a group of its own.',
		);
	}
}

/** True if list and preview show the same state of the same post, and each part once. */
function isOfOnePiece({ row, parts }: WholePost): boolean {
	const [first] = parts;
	if (!first) return true;
	const { integrationId = row.integration?.id } = first;
	return (
		first.id === row.id &&
		first.group === row.group &&
		integrationId === row.integration?.id &&
		new Set(parts.map(({ id }) => id)).size === parts.length
	);
}
