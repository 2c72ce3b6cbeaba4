import type { CalendarPost } from '../../../../../nodes/Postiz/calendar/calendarPost';
import type { Uploads } from '../../../../../nodes/Postiz/media/uploads';
import type { PostContent, Part } from '../../../../../nodes/Postiz/posts/desiredPost';
import type { PostUpdate } from '../../../../../nodes/Postiz/posts/postUpdate';
import { toPostContent } from '../../../../../nodes/Postiz/posts/toPostContent';
import { uploadAndCreatePayload } from '../../../../../nodes/Postiz/publishing/send/updates/uploadAndCreatePayload';
import { planUpdateOrThrow } from '../../../../../nodes/Postiz/publishing/send/updates/planUpdateOrThrow';
import { uploadNewFiles } from '../../../../../nodes/Postiz/publishing/send/updates/uploadNewFiles';
import type { PostizClient } from '../../../../../nodes/Postiz/transport/client';
import { createFake } from '../../../../shared/fakes.cjs';
import { createDesiredPost } from '../../createItem.cjs';
import { CUP, createCalendarPost } from './createCalendarPost.cjs';

export const LATER = '2099-05-06T08:30:00.000Z';

export interface UpdateFields extends Partial<Omit<PostUpdate, 'post'>>, Partial<PostContent> {
	first?: Partial<Part>;
	thread?: Array<Partial<Part>>;
}
/** Changes only what is given. */
function createUpdate(
	before: CalendarPost,
	{ first, thread, settings, settingFiles, ...more }: UpdateFields,
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
	const updated = {
		...post,
		parts,
		...(settings && { settings }),
		...(settingFiles && { settingFiles }),
	};
	return { ...more, post: updated };
}
export const planPostUpdate = (
	fields: UpdateFields,
	before = createCalendarPost(),
	now = Date.now(),
) => {
	const client = createFake<PostizClient>({ serviceNow: () => now });
	return planUpdateOrThrow(before, createUpdate(before, fields), { client, timezone: 'UTC' });
};

export const STATE: UpdateFields = { state: 'draft' };
export const TEXT: UpdateFields = { first: { content: 'Milk' } };
export const { fingerprint: FINGERPRINT } = createDesiredPost();

/** The prepared update, and the files that were uploaded. */
export async function preparePostUpdate(fields: UpdateFields, before = createCalendarPost()) {
	const uploaded: string[] = [];
	const uploadAll: Uploads['uploadAll'] = async (files) => {
		const all = [...files].map((file) => [file, file.reference ?? CUP] as const);
		uploaded.push(all.map(([, { id }]) => id).join());
		return await Promise.resolve(new Map(all));
	};
	const run = { client: {}, uploads: { uploadAll } } as never;
	const update = planPostUpdate(fields, before);
	await uploadNewFiles(update, run);
	return { ...update, payload: await uploadAndCreatePayload(update, run), uploaded };
}
