import type { CalendarPost } from '../../../../../nodes/Postiz/calendar/calendarPost';
import type { PostFinder } from '../../../../../nodes/Postiz/calendar/postFinder';
import { Problem } from '../../../../../nodes/Postiz/common/problem';
import { verifyUpdate } from '../../../../../nodes/Postiz/publishing/send/updates/verifyUpdate';
import { createUploadedFile } from '../../createContent.cjs';
import {
	CAKE,
	DATE,
	OF_TEA,
	createCalendarPost,
	createPublicPart,
	createTags,
	TEA,
	TITLE,
} from './createCalendarPost.cjs';
import { LATER, preparePostUpdate, STATE, TEXT, type UpdateFields } from './planPostUpdate.cjs';
import { createFake, castUnchecked } from '../../../../shared/fakes.cjs';

const TAGS = ['a', 'b'].map((name) => ({ tag: { name } }));

test.each<{
	title: string;
	fields: UpdateFields;
	more: Partial<CalendarPost>;
	unsaved?: string;
}>([
	{
		title: 'everything',
		fields: TEXT,
		more: { parts: [createPublicPart('p1', 'Milk', OF_TEA), CAKE] },
	},
	{
		title: 'other settings, too',
		fields: { tags: createTags('a') },
		more: { parts: [{ ...TEA, settings: { ...TITLE, own: 1 }, tags: ['a'] }, CAKE] },
	},
	{ title: 'no text', fields: TEXT, more: {}, unsaved: 'text' },
	{ title: 'no date', fields: { date: LATER }, more: { publishDate: DATE }, unsaved: 'date' },
	{
		title: 'a setting too few',
		fields: { settings: { title: 'Tea' } },
		more: {},
		unsaved: 'settings.title',
	},
	{
		title: 'a draft instead of a scheduled post',
		fields: { date: LATER },
		more: { publishDate: LATER, state: 'DRAFT' },
		unsaved: 'state (it is a draft now)',
	},
	{
		title: 'a scheduled post instead of a draft',
		fields: STATE,
		more: {},
		unsaved: 'state (it is not a draft now)',
	},
	{
		title: 'only the state',
		fields: STATE,
		more: { state: 'DRAFT', publishDate: LATER, intervalInDays: 0 },
	},
	{
		title: 'the text and more',
		fields: TEXT,
		more: { parts: [createPublicPart('p1', 'Milk', OF_TEA), CAKE], state: 'DRAFT' },
	},
	{
		title: 'neither text nor date',
		fields: { ...TEXT, date: LATER },
		more: {},
		unsaved: 'text, date',
	},
	{
		title: 'a post without showing it',
		fields: TEXT,
		more: { parts: undefined, content: 'Milk', tags: TAGS },
	},
	{
		title: 'files and a thread without showing them',
		fields: { first: { files: [createUploadedFile('a.png')] }, thread: [{ content: 'Milk' }] },
		more: { parts: undefined, settings: JSON.stringify(TITLE), tags: TAGS },
	},
	{ title: 'no repetition', fields: { repeatDays: 8 }, more: {}, unsaved: 'inter' },
])('reports what is missing if Postiz saves $title', async ({ fields, more, unsaved }) => {
	const posts = {
		fetchFresh: async () => await Promise.resolve(createCalendarPost(more)),
	};
	const readAnswer = verifyUpdate(
		await preparePostUpdate(fields),
		castUnchecked<PostFinder>(posts),
	);
	if (unsaved === undefined) await expect(readAnswer).resolves.toMatchObject({ missingTags: [] });
	else await expect(readAnswer).rejects.toThrow(`Postiz didn't save all changes: ${unsaved}`);
});

test('returns tags that Postiz lacks, and explains an unreadable post', async () => {
	const sent = await preparePostUpdate({ tags: createTags('a', 'b', 'c') });
	const verifyReading = async (answer: CalendarPost | Error) => {
		const fetchFresh = async () =>
			answer instanceof Error ? await Promise.reject(answer) : await Promise.resolve(answer);
		return await verifyUpdate(sent, createFake<PostFinder>({ fetchFresh }));
	};
	expect((await verifyReading(createCalendarPost())).missingTags).toEqual(['c']);
	sent.requestFields = { ...sent.requestFields, type: 'now', date: LATER };
	await expect(verifyReading(createCalendarPost())).resolves.toBeDefined();
	await expect(verifyReading(new Problem('gone', ''))).rejects.toThrow(
		'The post was changed, but could not be checked: gone',
	);
	await expect(verifyReading(new TypeError('bug'))).rejects.toThrow(/^bug$/);
});
