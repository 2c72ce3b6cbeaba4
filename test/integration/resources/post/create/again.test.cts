/** Runs that are started again. What is there, and what is too much like it, has cases of its own. */
import type { INodeParameters } from 'n8n-workflow';

import { hintsOf, jsonItems, type NodeRunOptions } from '../../../support/harness.cjs';
import { newId } from '../../../../service/state.cjs';
import { createPost, FUTURE, storedPosts } from '../../../support/posts.cjs';
import { useService } from '../../../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });
const TEXTS = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'];
const rowsOf = (texts: string[]) => ({ items: jsonItems(texts.map((text) => ({ text }))) });

/** Runs Post: Create with its defaults, with a row for each text, like a person who runs it again. */
const run = async (
	texts: string[],
	{ options = {}, ...parameters }: INodeParameters = {},
	more: Partial<NodeRunOptions> = {},
) =>
	await createPost(
		service,
		{
			content: '={{ $json.text }}',
			...parameters,
			// The tags give each row a request of its own.
			options: { ifExists: 'skip', tags: '={{ $json.text }}', ...(options as object) },
		},
		{ ...rowsOf(texts), mode: 'retry', ...more },
	);
const texts = () => storedPosts(service).map(({ parts: [{ content }] }) => content);

test('a run that the limit cut short is finished by the next, which says what was there', async () => {
	const dated = { type: 'schedule', date: FUTURE };
	service.faults.push({
		match: { method: 'POST', path: /\/posts$/ },
		skip: 5,
		kind: 'status',
		status: 429,
		headers: { 'retry-after': '1200' },
	});
	expect((await run(TEXTS, dated)).error?.description).toContain('Run this again in 20 minutes.');
	expect(texts()).toEqual(TEXTS.slice(0, 5));
	const finished = await run(TEXTS, dated);
	expect(hintsOf(finished).join(' ')).toContain('2 posts created, 5 there already.');
	expect(texts()).toEqual(TEXTS);
	const ids = storedPosts(service).map(({ id }) => id);
	expect(finished.output[0].map(({ json }) => json.postId)).toEqual(ids);
});

test('JSON with the clock in its date is finished by a run half an hour later', async () => {
	const { id } = service.state.channels.find(({ identifier }) => identifier === 'bluesky')!;
	const json = `={"type": "schedule", "date": "{{ $now.plus(1, 'hour').toISO() }}", "shortLink": false, "tags": [],
		"posts": [{"integration": {"id": "${id}"}, "value": [{"content": "{{ $json.text }}", "image": []}], "settings": {}}]}`;
	const runJson = async (texts: string[]) =>
		await createPost(
			service,
			{ operation: 'createFromJson', json, options: { ifExists: 'skip' } },
			rowsOf(texts),
		);
	await runJson(TEXTS.slice(0, 5));
	for (const post of service.state.posts) {
		post.parts[0].id = post.id = newId(Date.parse(post.createdAt) - 30 * 60_000);
		post.publishDate = new Date(Date.parse(post.publishDate) - 30 * 60_000).toISOString();
	}
	await runJson(TEXTS);
	expect(texts()).toEqual(TEXTS);
});

test('an event that comes twice posts once, also while the first is under way', async () => {
	const event = async () => await run(['One'], {}, { mode: 'webhook' });
	const both = await Promise.all([event(), event()]);
	expect(texts()).toEqual(['One']);
	const [id] = storedPosts(service).map((post) => post.id);
	expect(both.map(({ output }) => output[0][0].json.postId)).toEqual([id, id]);
});

test('executions side by side take different free slots', async () => {
	const one = async (text: string) => await run([text], { type: 'nextSlot' });
	await Promise.all(['One', 'Two', 'Three'].map(one));
	const dates = storedPosts(service).map(({ publishDate }) => publishDate);
	expect(new Set(dates).size).toBe(3);
});
