import type { INodeParameters } from 'n8n-workflow';

import { hintsOf, type NodeRun } from '../support/harness.cjs';
import {
	createFromJson,
	createOrUpdate,
	createPost,
	inDays,
	postRequests,
	storePost,
	updatePost,
} from '../support/posts.cjs';
import { findChannel, item } from '../../service/client.cjs';
import { useService } from '../support/useService.cjs';

const service = useService();

const repeating = (date: string, options: INodeParameters = {}): INodeParameters => ({
	type: 'schedule',
	date,
	options: { inter: 7, ...options },
});
const json = (date: string) => ({
	type: 'schedule',
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
const withPost = async (id: string, date: string) =>
	await createOrUpdate(service, { postIds: id, ...repeating(date) });

type Run = () => Promise<NodeRun>;
const SOON = inDays(3);

describe('a post that would be published twice at once is refused before anything is sent', () => {
	afterEach(() => expect(postRequests(service)).toEqual([]));

	test.each<[string, Run]>([
		['Create', () => createPost(service, repeating(inDays(7.1)))],
		[
			'Create at a slot that is too far away',
			() => {
				const bluesky = findChannel(service, 'bluesky');
				bluesky.schedule = ['00:00'];
				storePost(service, bluesky, { publishDate: `${inDays(1).slice(0, 11)}00:00:00.000Z` });
				return createPost(service, { type: 'nextSlot', options: { inter: 1 } });
			},
		],
		['Create From JSON', () => createFromJson(service, json(inDays(8)))],
		['Create or Update, for a new post', () => createOrUpdate(service, repeating(inDays(8)))],
		['Create or Update, by when the post was made', () => withPost(old(5).id, SOON)],
		[
			'Update of the repetition',
			() => updatePost(service, old(5).id, { inter: 7, state: 'scheduled' }),
		],
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
	['Create', () => createPost(service, repeating(SOON))],
	['Create, now', () => createPost(service, { type: 'now', options: { inter: 7 } })],
	['Create From JSON', () => createFromJson(service, json(SOON))],
	['Create or Update', () => withPost(old(1).id, SOON)],
	['Update', () => updatePost(service, old(1, { state: 'QUEUE' }).id, { inter: 7 })],
])('%s says when it is published again', async (_operation, run) => {
	const done = await run();
	expect(done.error).toBeUndefined();
	expect(hintsOf(done).join()).toMatch(REPEATS);
});

test.each<[string, Run]>([
	['a draft', () => createPost(service, { ...repeating(inDays(30)), type: 'draft' })],
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
