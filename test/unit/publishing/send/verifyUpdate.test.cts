import type { CalendarPost } from '../../../../nodes/Postiz/calendar/calendarPost';
import type { PostFinder } from '../../../../nodes/Postiz/calendar/postFinder';
import { Problem } from '../../../../nodes/Postiz/common/problem';
import { verifyUpdate } from '../../../../nodes/Postiz/publishing/send/verifyUpdate';
import {
	CAKE,
	DATE,
	OF_TEA,
	createPlanningPost,
	createShown,
	createTags,
	TEA,
	TITLE,
} from '../plans.cjs';
import { LATER, preparePostUpdate, STATE, TEXT, type ContentChanges } from './changes.cjs';
import { createFake, castUnchecked } from '../../../shared/fakes.cjs';

const TAGS = ['a', 'b'].map((name) => ({ tag: { name } }));

test.each<[string, ContentChanges, Partial<CalendarPost>, string | undefined]>([
	['everything', TEXT, { parts: [createShown('p1', 'Milk', OF_TEA), CAKE] }, undefined],
	[
		'other settings, too',
		{ tags: createTags('a') },
		{ parts: [{ ...TEA, settings: { ...TITLE, own: 1 }, tags: ['a'] }, CAKE] },
		undefined,
	],
	['no text', TEXT, {}, 'text'],
	['no date', { date: LATER }, { publishDate: DATE }, 'date'],
	['a setting too few', { settings: { title: 'Tea' } }, {}, 'settings.title'],
	[
		'a draft instead of a scheduled post',
		{ date: LATER },
		{ publishDate: LATER, state: 'DRAFT' },
		'state (it is a draft now)',
	],
	['a scheduled post instead of a draft', STATE, {}, 'state (it is not a draft now)'],
	['only the state', STATE, { state: 'DRAFT', publishDate: LATER, intervalInDays: 0 }, undefined],
	[
		'the text and more',
		TEXT,
		{ parts: [createShown('p1', 'Milk', OF_TEA), CAKE], state: 'DRAFT' },
		undefined,
	],
	['neither text nor date', { ...TEXT, date: LATER }, {}, 'text, date'],
	['a post without showing it', TEXT, { parts: [], content: 'Milk', tags: TAGS }, undefined],
	['no repetition', { inter: 8 }, {}, 'inter'],
])('reports what is missing if Postiz saves %s', async (_what, changes, more, unsaved) => {
	const posts = {
		clearLists: jest.fn(),
		fetch: async () => await Promise.resolve(createPlanningPost(more)),
	};
	const readAnswer = verifyUpdate(
		await preparePostUpdate(changes),
		castUnchecked<PostFinder>(posts),
	);
	if (unsaved === undefined) await expect(readAnswer).resolves.toMatchObject({ missingTags: [] });
	else await expect(readAnswer).rejects.toThrow(`Postiz didn't save all changes: ${unsaved}`);
	expect(posts.clearLists).toHaveBeenCalled();
});

test('returns tags that Postiz lacks, and explains an unreadable post', async () => {
	const sent = await preparePostUpdate({ tags: createTags('a', 'b', 'c') });
	const verifyReading = async (answer: CalendarPost | Error) => {
		const fetch = async () =>
			answer instanceof Error ? await Promise.reject(answer) : await Promise.resolve(answer);
		return await verifyUpdate(sent, createFake<PostFinder>({ clearLists: () => {}, fetch }));
	};
	expect((await verifyReading(createPlanningPost())).missingTags).toEqual(['c']);
	sent.requestFields = { ...sent.requestFields, type: 'now', date: LATER };
	await expect(verifyReading(createPlanningPost())).resolves.toBeDefined();
	await expect(verifyReading(new Problem('gone', ''))).rejects.toThrow(
		'The post was changed, but could not be checked: gone',
	);
	await expect(verifyReading(new TypeError('bug'))).rejects.toThrow(/^bug$/);
});
