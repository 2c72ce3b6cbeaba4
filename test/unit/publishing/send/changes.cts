import type { CalendarPost } from '../../../../nodes/Postiz/calendar/calendarPost';
import type { Uploads } from '../../../../nodes/Postiz/media/uploads';
import type { Content, Part } from '../../../../nodes/Postiz/publishing/model';
import { planChange } from '../../../../nodes/Postiz/publishing/send/planChange';
import {
	toPostContent,
	type Change,
} from '../../../../nodes/Postiz/publishing/send/postDifferences';
import { prepareChange } from '../../../../nodes/Postiz/publishing/send/prepareChange';
import { CUP, createPlanningPost } from '../plans.cjs';
import { createDesiredPost } from '../rows.cjs';

export const LATER = '2099-05-06T08:30:00.000Z';

export interface ContentChanges extends Partial<Omit<Change, 'post'>>, Partial<Content> {
	first?: Partial<Part>;
	later?: Array<Partial<Part>>;
}
/** Changes only what is given. */
function createChange(
	before: CalendarPost,
	{ first, later, settings, settingFiles, ...more }: ContentChanges,
) {
	const post = toPostContent(before);
	const [firstPart, ...others] = post.parts;
	const parts = [
		{ ...firstPart!, ...first },
		...(later ?? others.map(() => ({}))).map((part, index) => ({
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
export const planUpdate = (changes: ContentChanges, before = createPlanningPost()) =>
	planChange(before, createChange(before, changes), 'UTC');

export const STATE: ContentChanges = { state: 'draft' };
export const TEXT: ContentChanges = { first: { content: 'Milk' } };
export const { key: KEY } = createDesiredPost();

/** The prepared change, and the files that were uploaded. */
export async function prepareUpdate(changes: ContentChanges, before = createPlanningPost()) {
	const uploaded: string[] = [];
	const uploadAll: Uploads['uploadAll'] = async (files) => {
		const all = [...files].map((file) => [file, file.reference ?? CUP] as const);
		uploaded.push(all.map(([, { id }]) => id).join());
		return await Promise.resolve(new Map(all));
	};
	const run = { client: {}, uploads: { uploadAll } } as never;
	const createPlannedUpdate = async () => await Promise.resolve(planUpdate(changes, before));
	return { ...(await prepareChange(createPlannedUpdate, run)), uploaded };
}
