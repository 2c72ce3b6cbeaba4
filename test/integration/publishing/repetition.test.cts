import { hintsOf, type NodeRun } from '../support/harness.cjs';
import { createFromJson, inDays, postRequests, storePost, updatePost } from '../support/posts.cjs';
import { item } from '../../service/client.cjs';
import { useService } from '../support/useService.cjs';

const service = useService();

const json = (date: string, type = 'schedule') => ({
	type,
	date,
	inter: 7,
	posts: [item(service, 'bluesky')],
});
const old = (days: number, more = {}) =>
	storePost(service, 'bluesky', {
		publishDate: inDays(3),
		createdAt: inDays(-days),
		state: 'DRAFT',
		...more,
	});
type Run = () => Promise<NodeRun>;
const SOON = inDays(3);

describe('a post that would be published twice at once is refused before anything is sent', () => {
	afterEach(() => expect(postRequests(service)).toEqual([]));

	test.each<[string, Run]>([
		['Create From JSON', () => createFromJson(service, json(inDays(8)))],
		[
			'Update of the date',
			() =>
				updatePost(service, old(0, { state: 'QUEUE', intervalInDays: 7 }).id, { date: inDays(8) }),
		],
		[
			'Update of the state alone',
			() => updatePost(service, old(5, { intervalInDays: 7 }).id, { state: 'scheduled' }),
		],
	])('%s', async (_operation, run) => {
		expect((await run()).error?.message).toMatch(
			/repeats every \d days? would be published twice on/,
		);
		expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});
});

const REPEATS = /1 post will be published again, first on/;

test.each<[string, Run]>([
	['Create From JSON', () => createFromJson(service, json(SOON))],
	['Create From JSON, now', () => createFromJson(service, json(SOON, 'now'))],
	['Update', () => updatePost(service, old(1, { intervalInDays: 7 }).id, { state: 'scheduled' })],
])('%s says when it is published again', async (_operation, run) => {
	const done = await run();
	expect(done.error).toBeUndefined();
	expect(hintsOf(done).join()).toMatch(REPEATS);
});

test.each<[string, Run]>([
	['a draft', () => createFromJson(service, json(inDays(30), 'draft'))],
	[
		'a change of something else',
		() => updatePost(service, old(9, { state: 'QUEUE', intervalInDays: 7 }).id, { content: 'Tea' }),
	],
	[
		'the end of a repetition',
		() => updatePost(service, old(9).id, { remove: ['inter'], state: 'scheduled' }),
	],
])('%s is let through, without such a hint', async (_what, run) => {
	const done = await run();
	expect(done.error).toBeUndefined();
	expect(hintsOf(done).join()).not.toMatch(REPEATS);
});
