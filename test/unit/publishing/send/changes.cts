import type { CalendarPost } from '../../../../nodes/Postiz/calendar/calendarPost';
import type { Uploads } from '../../../../nodes/Postiz/media/uploads';
import type { Content, Part } from '../../../../nodes/Postiz/posts/model';
import { planUpdate } from '../../../../nodes/Postiz/publishing/send/updates/planUpdate';
import {
	toPostContent,
	type PostUpdate,
} from '../../../../nodes/Postiz/publishing/send/updates/postDifferences';
import { prepareUpdate } from '../../../../nodes/Postiz/publishing/send/updates/prepareUpdate';
import { CUP, createPlanningPost } from '../plans.cjs';
import { createDesiredPost } from '../rows.cjs';

export const LATER = '2099-05-06T08:30:00.000Z';

export interface ContentChanges extends Partial<Omit<PostUpdate, 'post'>>, Partial<Content> {
	first?: Partial<Part>;
	thread?: Array<Partial<Part>>;
}
/** Changes only what is given. */
function createChange(
	before: CalendarPost,
	{ first, thread, settings, settingFiles, ...more }: ContentChanges,
) {
	const post = toPostContent(before);
	const [firstPart, ...others] = post.parts;
	const parts = [
		{ ...firstPart!, ...first },
		...(thread ?? others.map(() => ({}))).map((part, index) => ({
			...{ content: '', files: [] },
			...others[index],
			...part,
		})),
	];
	const changed = {
		...post,
		parts,
		...(settings && { settings }),
		...(settingFiles && { settingFiles }),
	};
	return { ...more, post: changed };
}
export const planPostUpdate = (changes: ContentChanges, before = createPlanningPost()) =>
	planUpdate(before, createChange(before, changes), 'UTC');

export const STATE: ContentChanges = { state: 'draft' };
export const TEXT: ContentChanges = { first: { content: 'Milk' } };
export const { key: KEY } = createDesiredPost();

/** The prepared change, and the files that were uploaded. */
export async function preparePostUpdate(changes: ContentChanges, before = createPlanningPost()) {
	const uploaded: string[] = [];
	const uploadAll: Uploads['uploadAll'] = async (files) => {
		const all = [...files].map((file) => [file, file.reference ?? CUP] as const);
		uploaded.push(all.map(([, { id }]) => id).join());
		return await Promise.resolve(new Map(all));
	};
	const run = { client: {}, uploads: { uploadAll } } as never;
	const createPlannedUpdate = async () => await Promise.resolve(planPostUpdate(changes, before));
	return { ...(await prepareUpdate(createPlannedUpdate, run)), uploaded };
}
