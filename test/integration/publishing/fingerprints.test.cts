/** What the cases don't cover: hints, IDs that change, lists, JSON, and executions at once. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { findChannelId, createPostItem, createPostRequest } from '../../service/client.cjs';
import { createId } from '../../service/state.cjs';
import {
	listHints,
	createJsonItems,
	type NodeRun,
	type NodeRunOptions,
} from '../support/harness.cjs';
import {
	createFromJson,
	createOrUpdate,
	createPost,
	FUTURE,
	addDays,
	listStoredPosts,
	storePost,
	updatePost,
} from '../support/posts.cjs';
import { listCalls, useService } from '../support/useService.cjs';
import { MINUTE } from '../../shared/time.cjs';

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
		{ items: createJsonItems(rows), ...more },
	);

const BEANS = [{ text: 'Fresh beans' }];
const listTexts = () => listStoredPosts(service).map(({ parts: [{ content }] }) => content);
const listOutcomes = ({ output }: NodeRun) => output[0].map(({ json }) => json.outcome);
const getProblem = ({ error, output }: NodeRun) =>
	error?.message ?? (output[0][0].json.error as string | undefined);
const createMediaAt = (url: string) => ({ media: { file: [{ source: 'url', url }] } });

const NAMED = 'If the new post replaces it, delete that one.';

test('never suggests deleting the old post of a corrected row if the new post was not created', async () => {
	await run(BEANS);
	expect(listHints(await run([{ text: 'Fresh beans!' }])).join()).toContain(NAMED);
	const again = await run(
		[{ text: 'Fresh beans?' }],
		createMediaAt(`${service.origin}/gone`),
		CONTINUE,
	);
	expect(getProblem(again)).toContain('could not be downloaded');
	expect(listHints(again).join()).not.toContain(NAMED);
	const seen = await run([{ text: 'Fresh beans?' }], { options: { previewOnly: true } });
	expect(seen.output[0][0].json).toMatchObject({ status: 'new', note: expect.any(String) });
});

test('tells on how many channels an item is rejected', async () => {
	const channels = 'Bluesky, Telegram';
	await run(BEANS, { channels, type: 'draft' });
	const { error } = await run(BEANS, { channels });
	expect(error?.message).toMatch(/^Bluesky: .* as a draft.* \(and 1 more problem\)$/);
});

test('recognizes the unchanged row after an Update', async () => {
	await run(BEANS);
	const [{ id }] = listStoredPosts(service);
	await updatePost(service, id, { content: 'Fresher beans' });
	expect(listTexts()).toEqual(['Fresher beans']);
	expect(listOutcomes(await run(BEANS))).toEqual(['unchanged']);
});

test('finds a post by its row under a new ID after its first part was replaced in the calendar', async () => {
	const sendRow = async (content: string) =>
		await createOrUpdate(service, { content, ...DATED, rowId: 'May 1' });
	await sendRow('Fresh beans');
	const [post] = listStoredPosts(service);
	post.id = post.parts[0].id = createId();
	const { output } = await sendRow('Fresher beans');
	expect(output[0].map(({ json }) => json)).toMatchObject([
		{ outcome: 'updated', postId: post.id },
	]);
	expect(listTexts()).toEqual(['Fresher beans']);
});

test('drops a fingerprint in JSON, and never outputs one', async () => {
	const posts = [createPostItem(service, 'bluesky', { n8n: '1 a b c d e 1' })];
	const run = await createFromJson(service, createPostRequest(posts));
	expect(run.error).toBeUndefined();
	expect(listStoredPosts(service)[0].settings.n8n).not.toContain('1 a b');
	expect(JSON.stringify(run.output)).not.toContain('n8n');
});

test('looks up posts dated days apart in one list', async () => {
	const rows = [1, 2, 3, 4].map((day) => ({ text: 'Tea', date: addDays(day) }));
	await run(rows, { date: '={{ $json.date }}' });
	expect(listCalls(service).filter((call) => call === 'GET /posts')).toHaveLength(1);
});

const TEXTS = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'];
const createRows = (names: string[]) => names.map((text) => ({ text }));

test('finishes a run that the limit cut short in the next run, which reports the existing posts', async () => {
	// The tags give each row a request of its own.
	const runAgain = async () =>
		await run(createRows(TEXTS), { options: { tags: '={{ $json.text }}' } });
	service.faults.push({
		match: { method: 'POST', path: /\/posts$/ },
		skip: 5,
		kind: 'status',
		status: 429,
		headers: { 'retry-after': '1200' },
	});
	expect((await runAgain()).error?.description).toContain('Run this again in 20 minutes.');
	expect(listTexts()).toEqual(TEXTS.slice(0, 5));
	const finished = await runAgain();
	expect(listHints(finished).join(' ')).toContain('2 posts created, 5 unchanged.');
	expect(listTexts()).toEqual(TEXTS);
	const ids = listStoredPosts(service).map(({ id }) => id);
	expect(finished.output[0].map(({ json }) => json.postId)).toEqual(ids);
});

test('finishes JSON with a date from the clock in a run half an hour later', async () => {
	const id = findChannelId(service, 'bluesky');
	const json = `={"type": "schedule", "date": "{{ $now.plus(1, 'hour').toISO() }}", "shortLink": false, "tags": [],
		"posts": [{"integration": {"id": "${id}"}, "value": [{"content": "{{ $json.text }}", "image": []}], "settings": {}}]}`;
	const form = { operation: 'createFromJson', json };
	await run(createRows(TEXTS.slice(0, 5)), form);
	for (const post of service.state.posts) {
		post.parts[0].id = post.id = createId(Date.parse(post.createdAt) - 30 * MINUTE);
		post.publishDate = new Date(Date.parse(post.publishDate) - 30 * MINUTE).toISOString();
	}
	await run(createRows(TEXTS), form);
	expect(listTexts()).toEqual(TEXTS);
});

test('posts an event only once if it arrives again, even while it is being sent', async () => {
	const runByWebhook = async () => await run(BEANS, { type: 'now' }, { mode: 'webhook' });
	const both = await Promise.all([runByWebhook(), runByWebhook()]);
	const [{ id }, ...others] = listStoredPosts(service);
	expect(others).toEqual([]);
	expect(both.map(({ output }) => output[0][0].json.postId)).toEqual([id, id]);
});

test('posts a text only once if Create and Create or Update send it at the same time', async () => {
	const runWithRowId = async () =>
		await createOrUpdate(service, { content: 'Fresh beans', ...DATED, rowId: 'May 1' });
	await Promise.all([run(BEANS), runWithRowId()]);
	expect(listTexts()).toEqual(['Fresh beans']);
});

test('loses no change if Create or Update and Post > Update change a post at the same time', async () => {
	const form = { ...DATED, rowId: 'May 1', channels: 'Bluesky' };
	await createOrUpdate(service, { ...form, content: 'Tea' });
	const [post] = listStoredPosts(service);
	service.faults.push({
		match: { method: 'GET', path: /posts\/[^/]+$/ },
		kind: 'latency',
		delay: 500,
		times: 9,
	});
	await Promise.all([
		createOrUpdate(service, { ...form, content: 'Green tea' }),
		updatePost(service, post.id, { tags: 'Coffee' }),
	]);
	expect(listTexts()).toEqual(['Green tea']);
	expect(post.tags).toHaveLength(1);
});

test('gives parallel executions different free slots', async () => {
	const runAtNextSlot = async (text: string) => await run([{ text }], { type: 'nextSlot' });
	await Promise.all(['One', 'Two', 'Three'].map(runAtNextSlot));
	const dates = listStoredPosts(service).map(({ publishDate }) => publishDate);
	expect(new Set(dates).size).toBe(3);
});

describe('if lists show no settings', () => {
	const own = useService({ version: '2.21', hourlyLimit: 1000 });

	test('reports how many posts a run has not searched for its rows', async () => {
		const form = { content: 'Tea', ...DATED, rowId: 'May 1', channels: 'Bluesky' };
		for (let index = 0; index < 1001; index++) {
			const publishDate = new Date(Date.now() + index * MINUTE).toISOString();
			storePost(own, 'bluesky', { publishDate, text: `Milk ${index}` });
		}
		const made = await createOrUpdate(own, form);
		expect(listOutcomes(made)).toEqual(['created']);
		expect(listHints(made).join()).toContain('and 1 more post was skipped.');
	});
});
