import type { CalendarPost } from '../../../../../nodes/Postiz/calendar/calendarPost';
import { PostFinder } from '../../../../../nodes/Postiz/calendar/postFinder';
import { createUrlFile } from '../../../../../nodes/Postiz/media/mediaFile';
import { createUploadedFile } from '../../createContent.cjs';
import { CAKE, CUP, createCalendarPost, TEA, TITLE } from './createCalendarPost.cjs';
import { preparePostUpdate, TEXT } from './planPostUpdate.cjs';

test('keeps the IDs of existing parts, and uploads only new files', async () => {
	const { payload, uploaded } = await preparePostUpdate({ thread: [{}, { content: 'Milk' }] });
	expect(payload).toEqual({
		integration: { id: 'x-1' },
		settings: TITLE,
		value: [
			{ id: 'p1', content: 'Tea', image: [CUP] },
			{ id: 'p2', content: 'Cake', image: [], delay: 5 },
			{ id: undefined, content: 'Milk', image: [] },
		],
	});
	expect(uploaded).toEqual(['cup.png']);
	const first = { files: [createUploadedFile('cup.png'), createUrlFile(CUP.path)] };
	expect((await preparePostUpdate({ first })).uploaded).toHaveLength(2);
	const incomplete = createCalendarPost({ parts: undefined });
	await expect(preparePostUpdate({ first }, incomplete)).rejects.toThrow(/be read completely$/);
});

test.each<{
	title: string;
	comments: number;
	more: Partial<CalendarPost>;
	neighbours: CalendarPost[];
	group?: string;
}>([
	{
		title: 'sends the group with a thread that gets shorter',
		comments: 0,
		more: { group: 'g' },
		neighbours: [],
		group: 'g',
	},
	{
		title: 'sends no group with a thread that keeps its parts',
		comments: 1,
		more: { group: 'g' },
		neighbours: [],
		group: 'none',
	},
	{
		title: 'does not shorten a thread whose group has another post',
		comments: 0,
		more: { group: 'g' },
		neighbours: [createCalendarPost()],
	},
	{ title: 'does not shorten a thread without a group', comments: 0, more: {}, neighbours: [] },
	{
		title: 'does not shorten a thread with a part of another group',
		comments: 0,
		more: { group: 'g', parts: [TEA, { ...CAKE, group: 'h' }] },
		neighbours: [],
	},
])('$title', async ({ comments, more, neighbours, group }) => {
	const before = createCalendarPost(more);
	jest.spyOn(PostFinder.prototype, 'fetchPostGroup').mockResolvedValue([before, ...neighbours]);
	const sending = preparePostUpdate({ thread: Array(comments).fill({}), ...TEXT }, before);
	if (group === undefined) await expect(sending).rejects.toThrow(/cannot be shortened$/);
	else expect({ group: 'none', ...(await sending).payload }).toMatchObject({ group });
});

afterEach(() => void jest.restoreAllMocks());
