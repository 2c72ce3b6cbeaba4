/** What the cases of posts that are there don't tell: names, previews, addresses, IDs that change, and lists. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { newId } from '../../service/state.cjs';
import { hintsOf, jsonItems, type NodeRun, type NodeRunOptions } from '../support/harness.cjs';
import {
	createFromJson,
	createOrUpdate,
	createPost,
	FUTURE,
	inDays,
	storedPosts,
	updatePost,
} from '../support/posts.cjs';
import { callsOf, useService } from '../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });

const DATED = { type: 'schedule', date: FUTURE };
const CONTINUE = { onError: 'continueRegularOutput' as const };

const run = async (
	rows: IDataObject[],
	{ options = {}, ...parameters }: INodeParameters = {},
	more: Partial<NodeRunOptions> = {},
) =>
	await createPost(
		service,
		{
			content: '={{ $json.text }}',
			...DATED,
			...parameters,
			options: { ifExists: 'skip', ...(options as object) },
		},
		{ items: jsonItems(rows), ...more },
	);

const BEANS = [{ text: 'Fresh beans' }];
const texts = () => storedPosts(service).map(({ parts: [{ content }] }) => content);
const outcomes = ({ output }: NodeRun) => output[0].map(({ json }) => json.outcome);
const problemOf = ({ error, output }: NodeRun) =>
	error?.message ?? (output[0][0].json.error as string | undefined);
const atAddress = (url: string) => ({ media: { file: [{ source: 'url', url }] } });

const NAMED = 'If the new post replaces it, delete that one.';

test('the post that a corrected row may replace is not to be deleted if the new one was not created', async () => {
	await run(BEANS);
	expect(hintsOf(await run([{ text: 'Fresh beans!' }])).join()).toContain(NAMED);
	const again = await run([{ text: 'Tea' }], atAddress(`${service.origin}/gone`), CONTINUE);
	expect(problemOf(again)).toContain('could not be downloaded');
	expect(hintsOf(again).join()).not.toContain(NAMED);
	const seen = await run([{ text: 'Tea' }], { options: { previewOnly: true } });
	expect(seen.output[0][0].json).toMatchObject({ status: 'new', note: expect.any(String) });
});

test('after an Update, the unchanged row is there', async () => {
	await run(BEANS);
	const [{ id }] = storedPosts(service);
	await updatePost(service, id, { content: 'Fresher beans' });
	expect(texts()).toEqual(['Fresher beans']);
	expect(outcomes(await run(BEANS))).toEqual(['there']);
});

test('a post whose first part was replaced in the calendar is found by its row, under its new ID', async () => {
	const row = async (content: string) =>
		await createOrUpdate(service, { content, ...DATED, rowId: 'May 1' });
	await row('Fresh beans');
	const [post] = storedPosts(service);
	post.id = post.parts[0].id = newId();
	const { output } = await row('Fresher beans');
	expect(output[0].map(({ json }) => json)).toMatchObject([
		{ outcome: 'changed', postId: post.id },
	]);
	expect(texts()).toEqual(['Fresher beans']);
});

test('a key in JSON is dropped, and no output shows one', async () => {
	const { id } = service.state.channels.find(({ identifier }) => identifier === 'bluesky')!;
	const run = await createFromJson(service, {
		type: 'schedule',
		date: FUTURE,
		shortLink: false,
		tags: [],
		posts: [
			{
				integration: { id },
				value: [{ content: 'Fresh beans', image: [] }],
				settings: { __type: 'bluesky', n8n: '1 a b c d e 1' },
			},
		],
	});
	expect(run.error).toBeUndefined();
	expect(storedPosts(service)[0].settings.n8n).not.toContain('1 a b');
	expect(JSON.stringify(run.output)).not.toContain('n8n');
});

test('posts dated days apart are looked up in one list', async () => {
	await run(
		[1, 2, 3, 4].map((day) => ({ text: 'Tea', date: inDays(day) })),
		{
			date: '={{ $json.date }}',
		},
	);
	expect(callsOf(service).filter((call) => call === 'GET /posts')).toHaveLength(1);
});
