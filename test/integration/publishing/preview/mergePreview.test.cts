import type { INodeParameters } from 'n8n-workflow';

import { IMAGE, VIDEO } from '../../../service/client.cjs';
import { createThread } from '../../support/caseInputs.cjs';
import { addDays, createPost, FUTURE, listStoredPosts } from '../../support/posts.cjs';
import { getRows, LONG } from '../../support/usePreview.cjs';
import { useService } from '../../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });

const LATER = '2099-03-06T08:30:00.000Z';

const run = async (form: INodeParameters, options: INodeParameters = {}) => {
	const row = { operation: 'upsert', rowId: 'May 7', type: 'schedule', date: FUTURE, ...form };
	const result = await createPost(service, {
		...row,
		options: { ifExists: 'skip', ...options },
	});
	expect(result.error).toBeUndefined();
	return getRows(result)[0];
};
const preview = async (form: INodeParameters, options: INodeParameters = {}) =>
	await run(form, { previewOnly: true, ...options });

/** Edits the texts as a person does in the calendar. */
const editTexts = (...texts: string[]) => {
	const [post] = listStoredPosts(service);
	post.updatedAt = LATER;
	post.parts = texts.map((text, index) => ({
		...(post.parts[index] ?? post.parts[0]),
		content: `<p>${text}</p>`,
		published: text,
	}));
};
const listTexts = () => listStoredPosts(service)[0].parts.map(({ published }) => published);

test.each([
	['Create', { operation: 'create' }],
	['Create or Update', {}],
])('shows an unchanged post as somebody edited and moved it: %s', async (_name, form) => {
	await run(form);
	editTexts('Edited by hand');
	Object.assign(listStoredPosts(service)[0], { publishDate: LATER });
	expect(await preview(form)).toMatchObject({
		status: 'unchanged',
		text: 'Edited by hand',
		length: '14/300',
		when: '2099-03-06 08:30 UTC',
	});
});

test('shows an edited text if only the date of its row changes', async () => {
	await run({});
	editTexts('Edited by hand');
	expect(await preview({ date: LATER })).toMatchObject({
		status: 'updated',
		text: 'Edited by hand',
		when: '2099-03-06 08:30 UTC',
		changed: 'date',
	});
	await run({ date: LATER });
	expect(listTexts()).toEqual(['Edited by hand']);
});

test('shows a part that somebody added if only the date of its row changes', async () => {
	await run({});
	editTexts('One', 'Added');
	expect(await preview({ date: LATER })).toMatchObject({
		status: 'updated',
		text: 'One',
		thread: [{ text: 'Added' }],
		changed: 'date',
	});
});

test('shows what is wrong with a post that somebody moved from a past date', async () => {
	const form = { channels: 'Bluesky, Mastodon', date: '2026-01-05 10:00' };
	await run(form, { allowPastDates: true });
	const moved = { state: 'QUEUE', publishDate: addDays(5), releaseURL: null, releaseId: null };
	for (const post of listStoredPosts(service)) Object.assign(post, moved);
	expect(await preview({ ...form, content: LONG })).toMatchObject({
		status: 'to fix',
		toFix: expect.stringMatching(/^\d+ of \d+ characters\. /),
	});
});

test('shows the date of a moved post if only the text of its row changes', async () => {
	await run({});
	Object.assign(listStoredPosts(service)[0], { publishDate: LATER });
	expect(await preview({ content: 'New' })).toMatchObject({
		text: 'New',
		when: '2099-03-06 08:30 UTC',
		changed: 'text',
	});
});

test('shows an edited thread', async () => {
	const form = createThread('One', 'Two');
	await run(form);
	editTexts('Edited', 'One, edited');
	const thread = [{ text: 'One, edited', length: '11/300' }];
	expect(await preview(form)).toMatchObject({ text: 'Edited', thread });
	expect(await preview({ ...form, date: LATER })).toMatchObject({ text: 'Edited', thread });
	await run({ ...form, date: LATER });
	expect(listTexts()).toEqual(['Edited', 'One, edited']);
});

test('shows the text of a published post whose row changed', async () => {
	await run({ content: 'Old' });
	Object.assign(listStoredPosts(service)[0], { state: 'PUBLISHED' });
	expect(await preview({ content: 'New' })).toMatchObject({ status: 'unchanged', text: 'Old' });
});

test('shows the settings and tags of a published post whose row changed', async () => {
	const createForm = (who: string) => ({
		channels: 'X: Acme Coffee',
		...createThread('One'),
		networkSettings: { network: [{ provider: 'x', who_can_reply_post: who }] },
	});
	await run(createForm('following'), { tags: 'Launch' });
	const [post] = listStoredPosts(service);
	post.state = 'PUBLISHED';
	// A file is shown on the page alone.
	post.settings.article_cover = { id: 'cup', path: 'https://media.example/cup.png' };
	const shown = await preview(createForm('verified'), { tags: 'Event' });
	expect(shown).toMatchObject({ status: 'unchanged', tags: 'Launch' });
	expect(shown.settings).toEqual({ 'Who Can Reply': 'Accounts You Follow' });
});

const createXForm = (who: string, ...replies: string[]) => ({
	channels: 'X: Acme Coffee',
	networkSettings: { network: [{ provider: 'x', who_can_reply_post: who }] },
	...(replies.length > 0 && createThread(...replies)),
});

test.each([
	['with', ['One']],
	['without', []],
])(
	'shows settings and tags that somebody changed in Postiz if only the text changes: %s a thread',
	async (_which, replies) => {
		const form = createXForm('following', ...replies);
		await run(form, { tags: 'Launch' });
		const [post] = listStoredPosts(service);
		post.settings.who_can_reply_post = 'verified';
		post.tags = service.state.tags.filter(({ name }) => name === 'Event').map(({ id }) => id);
		const milk = { ...form, content: 'Milk' };
		const shown = await preview(milk, { tags: 'Launch' });
		expect(shown).toMatchObject({ status: 'updated', changed: 'text', tags: 'Event' });
		expect(shown.settings).toEqual({ 'Who Can Reply': 'Verified Accounts' });
		expect(await run(milk, { tags: 'Launch' })).toMatchObject({ changed: 'text' });
		expect(post.settings.who_can_reply_post).toBe('verified');
	},
);

test.each([
	['with', ['One']],
	['without', []],
])('names changed settings and tags like the run: %s a thread', async (_which, replies) => {
	await run(createXForm('following', ...replies), { tags: 'Launch' });
	const form = createXForm('verified', ...replies);
	const changed = 'tags, settings.who_can_reply_post';
	const shown = await preview(form, { tags: 'Event' });
	expect(shown).toMatchObject({ changed, tags: 'Event' });
	expect(shown.settings).toEqual({ 'Who Can Reply': 'Verified Accounts' });
	expect(await run(form, { tags: 'Event' })).toMatchObject({ changed });
});

test('shows the new format of a text that nobody edited', async () => {
	const form = { channels: 'Telegram', content: '**Fresh** beans' };
	await run(form, { contentFormat: 'plain' });
	const shown = await preview(form, { contentFormat: 'markdown' });
	expect(shown).toMatchObject({ status: 'updated', text: 'Fresh beans' });
	expect(await run(form, { contentFormat: 'markdown' })).toMatchObject({ text: shown.text });
});

test('shows whether an updated post stays a draft', async () => {
	await run({});
	Object.assign(listStoredPosts(service)[0], { state: 'DRAFT' });
	expect(await preview({ date: LATER })).toMatchObject({ when: 'Draft, 2099-03-06 08:30 UTC' });
	expect(await run({ date: LATER })).toMatchObject({ state: 'draft' });
});

test.each([
	['a removed reply', { content: 'Tea', ...createThread('One') }, 'thread'],
	['an added reply', { content: 'Tea', ...createThread('One', 'Two', 'Three') }, 'thread'],
	['the text', { content: 'Milk', ...createThread('One', 'Two') }, 'text'],
	['both', { content: 'Milk', ...createThread('Two') }, 'text, thread'],
])('names the same changes as the run: %s', async (_what, form, changed) => {
	await run({ content: 'Tea', ...createThread('One', 'Two') });
	expect(await preview(form)).toMatchObject({ changed });
	expect(await run(form)).toMatchObject({ changed });
});

test.each([
	['another file', { alt: 'A cup' }, { alt: 'A cup', file: JSON.stringify(VIDEO) }],
	['another alt text', { alt: 'A cup' }, { alt: 'A mug' }],
	['no alt text', { alt: 'A cup' }, {}],
])('names changed media like the run: %s', async (_what, before, after) => {
	const createForm = ({ alt = '', file = JSON.stringify(IMAGE) }) => ({
		media: { file: [{ source: 'upload', file, details: { alt } }] },
	});
	await run(createForm(before));
	expect(await preview(createForm(after))).toMatchObject({ changed: 'media' });
	expect(await run(createForm(after))).toMatchObject({ changed: 'media' });
});

test('names no change of a thread whose links Postiz has shortened', async () => {
	const thread = createThread('See https://acme.example/a-long-menu');
	await run({ content: 'Tea', ...thread }, { shortLink: true });
	editTexts('Tea', 'See https://short.example/abc123');
	const form = { content: 'Milk', ...thread };
	expect(await preview(form, { shortLink: true })).toMatchObject({ changed: 'text' });
	expect(await run(form, { shortLink: true })).toMatchObject({ changed: 'text' });
});

test('shows a post as unchanged if somebody already made the change of its row in Postiz', async () => {
	await run({ content: 'Tea' });
	editTexts('Milk');
	expect(await preview({ content: 'Milk' })).toMatchObject({ status: 'unchanged', text: 'Milk' });
	expect(await run({ content: 'Milk' })).toMatchObject({ outcome: 'unchanged' });
});
