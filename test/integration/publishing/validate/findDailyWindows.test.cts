/** Networks that take only so many posts a day: of this run, and of what the calendar has. */
import { createTooLongText } from '../../../networks/table.cjs';
import type { StoredPost } from '../../../service/state.cjs';
import { createStoredFailure } from '../../../shared/failures.cjs';
import { IMAGE } from '../../../service/client.cjs';
import { createJsonItems } from '../../support/harness.cjs';
import { createChannelEntry, createPost, selectChannels, storePost } from '../../support/posts.cjs';
import { useService } from '../../support/useService.cjs';

const service = useService();
const formatTimeOnDay = (time: string) => `2099-03-0${time}:00.000Z`;
const storeScheduled = (count: number, post: Partial<StoredPost>, network = 'instagram') =>
	Array.from({ length: count }, () => storePost(service, network, post));

const FORM = {
	content: '={{ $json.text }}',
	type: 'schedule',
	date: '={{ $json.date }}',
	options: { ifExists: 'skip' },
	media: { file: [{ source: 'upload', file: JSON.stringify(IMAGE) }] },
};
const EARLY = { text: 'Early', date: formatTimeOnDay('4T10:00') };
const ROWS = [{ text: 'Late', date: formatTimeOnDay('4T11:00') }, EARLY];

/** The notes on posts; by default on two, of which the second goes out first. */
async function listNotes(network: string, settings = {}, rows = ROWS, type = FORM.type) {
	const { error, output } = await createPost(
		service,
		{
			...FORM,
			type,
			...selectChannels(createChannelEntry(service, network, settings)),
		},
		{ items: createJsonItems(rows) },
	);
	expect(error).toBeUndefined();
	return output[0].map(({ json }) => json.note);
}

test('reports the 26th post on Instagram within 24 hours', async () => {
	storeScheduled(24, { publishDate: formatTimeOnDay('3T11:01') });
	storeScheduled(9, { publishDate: formatTimeOnDay('3T10:00') });
	storeScheduled(9, { publishDate: formatTimeOnDay('4T12:00') });
	storeScheduled(9, { publishDate: formatTimeOnDay('4T09:00'), state: 'DRAFT' });
	storeScheduled(9, { publishDate: formatTimeOnDay('4T09:00'), state: 'ERROR' });
	storeScheduled(9, { publishDate: formatTimeOnDay('4T09:00') }, 'facebook');
	expect(await listNotes('instagram')).toEqual([
		expect.stringContaining('26 of 25 posts within 24 hours: Instagram allows'),
		undefined,
	]);
});

test('counts the posts that follow a new one within 24 hours', async () => {
	storeScheduled(24, { publishDate: formatTimeOnDay('4T12:00') });
	storeScheduled(9, { publishDate: formatTimeOnDay('5T11:00') });
	expect(await listNotes('instagram')).toEqual([
		expect.stringContaining('26 of 25 posts within 24 hours: Instagram allows'),
		undefined,
	]);
});

test('counts posts of an earlier run', async () => {
	storeScheduled(24, { publishDate: formatTimeOnDay('4T09:00') });
	expect(await listNotes('instagram', {}, [EARLY])).toEqual([undefined]);
	expect(await listNotes('instagram')).toEqual([
		expect.stringContaining('26 of 25 posts within 24 hours: Instagram allows'),
		undefined,
	]);
});

test('counts each occurrence of a repeating post', async () => {
	storeScheduled(24, { publishDate: '2099-02-28T12:00:00.000Z', intervalInDays: 4 });
	expect(await listNotes('instagram')).toEqual([
		expect.stringContaining('26 of 25 posts within 24 hours: Instagram allows'),
		undefined,
	]);
});

test('counts no posts for free slots, whose days are not known yet', async () => {
	const rows = Array.from({ length: 27 }, (_, index) => ({ text: `Post ${index}`, date: '' }));
	const notes = await listNotes('instagram', {}, rows, 'nextSlot');
	expect(notes).toHaveLength(27);
	expect(notes.join()).not.toContain('within 24 hours');
});

test('counts only posts in the inbox on TikTok', async () => {
	const publishDate = formatTimeOnDay('4T09:00');
	const inInbox = { __type: 'tiktok', content_posting_method: 'UPLOAD' };
	storeScheduled(9, { publishDate, settings: { __type: 'tiktok' } }, 'tiktok');
	storeScheduled(4, { publishDate, settings: inInbox }, 'tiktok');
	expect(await listNotes('tiktok', { content_posting_method: 'UPLOAD' })).toEqual([
		expect.stringContaining('6 of 5 posts within 24 hours as Send to Inbox'),
		undefined,
	]);
});

test('counts no posts of items that are rejected', async () => {
	storeScheduled(24, { publishDate: formatTimeOnDay('4T09:00') });
	const bluesky = createChannelEntry(service, 'bluesky');
	await createPost(
		service,
		{ ...FORM, ...selectChannels(bluesky) },
		{ items: createJsonItems([EARLY]) },
	);
	Object.assign(service.state.posts.at(-1)!, {
		state: 'ERROR',
		error: createStoredFailure({ timesOut: true }, 'bluesky'),
	});
	const { output } = await createPost(
		service,
		{ ...FORM, ...selectChannels(bluesky, createChannelEntry(service, 'instagram')) },
		{ items: createJsonItems(ROWS), onError: 'continueRegularOutput' },
	);
	expect(output[0].map(({ json: { network, outcome, note } }) => [network, outcome, note])).toEqual(
		[
			['bluesky', 'created', undefined],
			['instagram', 'created', undefined],
			[undefined, 'rejected', expect.stringContaining('may be online')],
		],
	);
});

test.each([['fail'], ['skip']])(
	'counts no posts with errors, with If a Post Doesn’t Fit a Channel set to %s',
	async (ifUnsupported) => {
		const inInbox = { __type: 'tiktok', content_posting_method: 'UPLOAD' };
		storeScheduled(4, { publishDate: formatTimeOnDay('4T09:00'), settings: inInbox }, 'tiktok');
		const tiktok = createChannelEntry(service, 'tiktok', { content_posting_method: 'UPLOAD' });
		const linkedIn = createChannelEntry(service, 'linkedin');
		const tooLong = { ...EARLY, text: createTooLongText('tiktok').text };
		const { output } = await createPost(
			service,
			{ ...FORM, ...selectChannels(tiktok, linkedIn), options: { ...FORM.options, ifUnsupported } },
			{ items: createJsonItems([tooLong, ROWS[0]]), onError: 'continueRegularOutput' },
		);
		const created = output[0]
			.map(({ json }) => json)
			.filter(({ outcome, network }) => outcome === 'created' && network === 'tiktok');
		expect(created).toHaveLength(1);
		expect(created[0]).not.toHaveProperty('note');
	},
);

/** Creates the post of a row. Returns the post, and what updates it with another text. */
async function createRow() {
	const form = {
		...FORM,
		...selectChannels(createChannelEntry(service, 'instagram')),
		operation: 'upsert',
		rowId: '={{ $json.id }}',
	};
	const update = async (text: string) => {
		const { output } = await createPost(service, form, {
			items: createJsonItems([{ ...EARLY, id: 'May 7', text }]),
		});
		return output[0][0].json;
	};
	await update('First');
	return { post: service.state.posts[0], update };
}

test('counts an update on the day to which somebody moved its post', async () => {
	const { post, update } = await createRow();
	storeScheduled(25, { publishDate: formatTimeOnDay('4T09:00') });
	post.publishDate = formatTimeOnDay('7T10:00');
	expect(await update('Second')).not.toHaveProperty('note');
	post.publishDate = formatTimeOnDay('4T10:00');
	expect(await update('Third')).toMatchObject({
		outcome: 'updated',
		note: expect.stringContaining('26 of 25 posts within 24 hours'),
	});
});

test('counts the retry of a failed post on the day of its row', async () => {
	const { post, update } = await createRow();
	storeScheduled(25, { publishDate: formatTimeOnDay('4T09:00') });
	Object.assign(post, {
		publishDate: formatTimeOnDay('7T10:00'),
		state: 'ERROR',
		error: createStoredFailure({ message: 'Invalid Instagram image resolution' }, 'instagram'),
	});
	expect(await update('Second')).toMatchObject({
		outcome: 'updated',
		note: expect.stringContaining('26 of 25 posts within 24 hours'),
	});
	expect(post.publishDate).toBe(EARLY.date);
});
