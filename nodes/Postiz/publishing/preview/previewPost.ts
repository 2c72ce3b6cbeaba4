import type { MediaFile } from '../../media/mediaFile';
import type { DesiredPost } from '../../posts/desiredPost';
import type { Item } from '../../posts/item';

/** What a run would do with a post. `waiting`: it could be sent, but another post of its item can't. */
export const STATUSES = ['new', 'updated', 'unchanged', 'skipped', 'to fix', 'waiting'] as const;
export type Status = (typeof STATUSES)[number];

/** True for a post that a run would send. */
export const isReady = ({ status }: Pick<PreviewPost, 'status'>): boolean =>
	status === 'new' || status === 'updated';

/** True for a post that a run can't send. */
export const isBlocked = ({ status }: Pick<PreviewPost, 'status'>): boolean =>
	status === 'to fix' || status === 'waiting';

/** The posts without those that share an earlier one. Those that can't be sent stay, as each of them must be fixed. */
export function dropDuplicates(posts: PreviewPost[]): PreviewPost[] {
	const originals = new Set<DesiredPost>();
	return posts.filter((post) => {
		const { original } = post;
		if (!original || isBlocked(post)) return true;
		const isFirst = !originals.has(original);
		originals.add(original);
		return isFirst;
	});
}

/** The number of posts with each status, for statuses that occur. */
export const countStatuses = (posts: Array<Pick<PreviewPost, 'status'>>): Array<[Status, number]> =>
	STATUSES.map((status): [Status, number] => [
		status,
		posts.filter((post) => post.status === status).length,
	]).filter(([, amount]) => amount > 0);

/** A part of a post as it would be published. */
export interface PreviewPart {
	/** As it is sent. */
	content: string;
	length: number;
	limit?: number;
	/** In minutes. */
	delay: number;
	files: MediaFile[];
}

/** A post as a preview shows it. */
export interface PreviewPost {
	/** The index of its item, and the number of its row. */
	index: number;
	row?: number;
	status: Status;
	/** What is wrong and what to do, one line each. */
	problems: string[];
	/** What may be a mistake, in sentences. */
	notes: string[];
	target?: Pick<DesiredPost['target'], 'id' | 'name' | 'identifier'>;
	/** What was entered, if no channel was found. */
	enteredChannels?: string;
	when?: { type: Item['requestFields']['type']; date?: string };
	parts: PreviewPart[];
	settings: Array<[label: string, value: string]>;
	settingFiles: Array<[label: string, file: MediaFile]>;
	tags: string[];
	/** The post that is sent, of this item or of one that it repeats; undefined if that is unknown. */
	original?: DesiredPost;
	/** The ID of the existing post that is kept or changed. */
	postId?: string;
	/** What differs, such as `text`. */
	changed?: string[];
}
