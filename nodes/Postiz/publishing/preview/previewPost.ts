import type { MediaFile } from '../../media/mediaFile';
import type { DesiredPost } from '../../posts/desiredPost';
import type { Item } from '../../posts/item';

/** What a run would do with a post. `waiting`: the post is valid, but another post of its item isn't. */
export const STATUSES = ['new', 'updated', 'unchanged', 'skipped', 'to fix', 'waiting'] as const;
export type Status = (typeof STATUSES)[number];

/** True if a run would send the post. */
export const isReady = ({ status }: Pick<PreviewPost, 'status'>): boolean =>
	status === 'new' || status === 'updated';

/** True if the post can't be sent. */
export const isBlocked = ({ status }: Pick<PreviewPost, 'status'>): boolean =>
	status === 'to fix' || status === 'waiting';

/** Drops duplicates of earlier posts. Keeps posts without an original, as each of them must be fixed. */
export function dropDuplicates(posts: PreviewPost[]): PreviewPost[] {
	const originals = new Set<DesiredPost>();
	return posts.filter(({ original }) => {
		if (!original) return true;
		const isFirst = !originals.has(original);
		originals.add(original);
		return isFirst;
	});
}

/** Counts the posts with each status. Leaves out statuses without posts. */
export const countStatuses = (posts: Array<Pick<PreviewPost, 'status'>>): Array<[Status, number]> =>
	STATUSES.map((status): [Status, number] => [
		status,
		posts.filter((post) => post.status === status).length,
	]).filter(([, amount]) => amount > 0);

/** A part of a post, as it would be published. */
export interface PreviewPart {
	/** As sent. */
	content: string;
	length: number;
	limit?: number;
	/** In minutes. */
	delay: number;
	files: MediaFile[];
}

export interface PreviewPost {
	/** The index of its item. */
	index: number;
	row?: number;
	status: Status;
	/** What is wrong and how to fix it, one line per problem. */
	problems: string[];
	/** Possible mistakes, in sentences. */
	notes: string[];
	target?: Pick<DesiredPost['target'], 'id' | 'name' | 'identifier'>;
	/** The entered channels, if no channel was found. */
	enteredChannels?: string;
	when?: { type: Item['requestFields']['type']; date?: string };
	parts: PreviewPart[];
	settings: Array<[label: string, value: string]>;
	settingFiles: Array<[label: string, file: MediaFile]>;
	tags: string[];
	/** The post to send: this post, or the original if this is a duplicate. Undefined if unknown, or if it can't be sent. */
	original?: DesiredPost;
	/** The ID of the existing post that is kept or updated. */
	postId?: string;
	/** The changes, named as in the output of a run. */
	changed?: string[];
}
