import type { CalendarPost } from '../../../../nodes/Postiz/calendar/calendarPost';
import type { Uploads } from '../../../../nodes/Postiz/media/uploads';
import type { Content, Part } from '../../../../nodes/Postiz/publishing/model';
import { planChange } from '../../../../nodes/Postiz/publishing/send/planChange';
import {
	toPostContent,
	type Change,
} from '../../../../nodes/Postiz/publishing/send/postDifferences';
import { prepareChange } from '../../../../nodes/Postiz/publishing/send/prepareChange';
import { CUP, postWith } from '../plans.cjs';
import { wantedWith } from '../rows.cjs';

export const LATER = '2099-05-06T08:30:00.000Z';

export interface Wish extends Partial<Omit<Change, 'post'>>, Partial<Content> {
	first?: Partial<Part>;
	later?: Array<Partial<Part>>;
}
/** Such a post as it is, save for what is given. */
function changeOf(before: CalendarPost, { first, later, settings, settingFiles, ...more }: Wish) {
	const post = toPostContent(before);
	const [own, ...others] = post.parts;
	const parts = [
		{ ...own!, ...first },
		...(later ?? others.map(() => ({}))).map((part, index) => ({
			...{ content: '', files: [] },
			...others[index],
			...part,
		})),
	];
	const wished = {
		...post,
		parts,
		...(settings && { settings }),
		...(settingFiles && { settingFiles }),
	};
	return { ...more, post: wished };
}
export const plan = (wish: Wish, before = postWith()) =>
	planChange(before, changeOf(before, wish), 'UTC');

export const STATE: Wish = { state: 'draft' };
export const TEXT: Wish = { first: { content: 'Milk' } };
export const { key: KEY } = wantedWith();

/** A change as it is sent, and how often its files were uploaded. */
export async function prepared(wish: Wish, before = postWith()) {
	const uploaded: string[] = [];
	const uploadAll: Uploads['uploadAll'] = async (files) => {
		const all = [...files].map((file) => [file, file.reference ?? CUP] as const);
		uploaded.push(all.map(([, { id }]) => id).join());
		return await Promise.resolve(new Map(all));
	};
	const run = { client: {}, uploads: { uploadAll } } as never;
	const planned = async () => await Promise.resolve(plan(wish, before));
	return { ...(await prepareChange(planned, run)), uploaded };
}
