import { PostFinder, windowOf, yearAround } from '../../../../calendar/find';
import { toPlannedPost, type WholePost } from '../../../../calendar/whole';
import { channelSettings, findSettingChannels } from '../../../../channels/settingChannels';
import type { PostizClient } from '../../../../transport/client';
import type { Uploads } from '../../../../media/uploads';
import { listPosts } from '../../../../transport/posts';
import type { ListedPost } from '../../../../transport/types';
import { Problem } from '../../../../values/problem';
import { quote } from '../../../../values/quote';
import { serviceTime } from '../../../../values/time';
import { completePost, OwnLengths } from '../../../../publishing/plan/completePlan';
import type { OpenedFiles } from '../../../../publishing/plan/plan';
import { mergePost } from './merge';
import type { MergedPost, PostChange } from './types';

/** Where a post has to be listed, the list must have been made a moment ago: others may have changed it. */
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

	private readonly lengths: OwnLengths;

	constructor(
		private readonly client: PostizClient,
		private readonly uploads: Uploads,
		/** In which a {@link Problem} shows dates: an IANA name. */
		private readonly timezone: string,
	) {
		this.finder = new PostFinder(client);
		this.lengths = new OwnLengths(client);
	}

	/** The identifier of a post's network. */
	async networkOf(id: string): Promise<string> {
		const { listed } = await this.finder.read(id);
		return listed.integration?.providerIdentifier ?? '';
	}

	/** What this change makes of a post. `opened` are the files that the change names. */
	async plan(id: string, change: PostChange, opened: OpenedFiles): Promise<Plan> {
		const before = await this.read(id);
		const merged = mergePost(before, await this.withChannels(before, change), {
			opened,
			now: Date.now(),
			timezone: this.timezone,
		});
		const { uploads, lengths } = this;
		const post =
			merged.type === 'draft' ? merged.post : await completePost(merged.post, { lengths, uploads });
		return {
			before,
			merged: { ...merged, post },
			...(merged.removesParts && { group: await this.ownGroup(before) }),
		};
	}

	/** The change with the channels found that its settings name. */
	private async withChannels(before: WholePost, change: PostChange): Promise<PostChange> {
		const { target } = toPlannedPost(before);
		const { settings: changed } = change;
		if (!changed || channelSettings(changed.settings, target.provider).length === 0) return change;
		const channels = await this.client.channels();
		const settings = findSettingChannels(changed.settings, target, channels);
		return { ...change, settings: { ...changed, settings } };
	}

	/** The post as it is now: IDs and groups may be others than a moment ago. */
	async read(id: string): Promise<WholePost> {
		const whole = await this.finder.readPublished(id, MAX_AGE_MS);
		if (isOfOnePiece(whole)) return whole;
		this.forget();
		const again = await this.finder.readPublished(id, MAX_AGE_MS);
		if (isOfOnePiece(again)) return again;
		throw new Problem(
			`The post ${quote(id)} is being changed by someone else`,
			'Run this again in a moment.',
		);
	}

	/** Forgets what was read, as it was changed. */
	forget(): void {
		this.finder.forget();
	}

	/** The group of a post, if no other post and all parts of this one belong to it. */
	private async ownGroup({ listed, parts }: WholePost): Promise<string> {
		const { id, group } = listed;
		const neighbours = await this.neighboursOf(listed);
		const isShared = neighbours.some((other) => other.group === group && other.id !== id);
		if (group !== undefined && !isShared && parts.every((part) => part.group === group)) {
			return group;
		}
		throw new Problem(
			`The thread of the post ${quote(id)} cannot be shortened`,
			'Its group has posts on other channels, which Postiz would delete as well. Change something else of this post first, such as its text: it then gets a group of its own.',
		);
	}

	/**
	 * The posts among which the others of a group are: they were made for one date, and whoever was
	 * moved since is looked for in the last and the next year, as all of the calendar can be endless.
	 */
	private async neighboursOf({ publishDate }: ListedPost): Promise<ListedPost[]> {
		const around = await listPosts(this.client, yearAround());
		const date = serviceTime(publishDate);
		if (Number.isNaN(date)) return around;
		return [...around, ...(await listPosts(this.client, windowOf([date])))];
	}
}

/** True if list and preview show the same state of the same post, and each part once. */
function isOfOnePiece({ listed, parts }: WholePost): boolean {
	const [first] = parts;
	if (!first) return true;
	const { integrationId = listed.integration?.id } = first;
	return (
		first.id === listed.id &&
		first.group === listed.group &&
		integrationId === listed.integration?.id &&
		new Set(parts.map(({ id }) => id)).size === parts.length
	);
}
