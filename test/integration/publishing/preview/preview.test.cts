import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { networks } from '../../../networks/table.cjs';
import { findChannelId, IMAGE } from '../../../service/client.cjs';
import { createStoredFailure } from '../../../shared/failures.cjs';
import { createSampleFile, MP4 } from '../../../shared/samples.cjs';
import { startFileServer } from '../../support/fileServer.cjs';
import { listHints, createJsonItems, type NodeRunOptions } from '../../support/harness.cjs';
import { readBytes, createMemoryFile } from '../../support/binaryData.cjs';
import { createBinary, createBinaryItems, createPicture } from '../../support/media.cjs';
import {
	createChannelEntry,
	createPost,
	FUTURE,
	listStoredPosts,
	selectChannels,
} from '../../support/posts.cjs';
import { LONG, getRows, readPage, usePreview } from '../../support/usePreview.cjs';

const { service, runPreview, selectNetworks, expectNothingSent } = usePreview();

test('rejects an expression in Preview Only that returns nothing before any request', async () => {
	const { error } = await runPreview({}, { options: { previewOnly: '={{ $json.nothing }}' } });
	expect(error?.message).toBe('Preview Only is empty');
	expect(service.requests).toEqual([]);
});

test.each([
	[{ text: '' }, { text: 'Tea', isPreview: true }],
	[{ text: 'Tea', isPreview: true }, { text: '' }],
])('ignores options of blank rows: %j, %j', async (...rows) => {
	const { error, output } = await runPreview(
		{ content: '={{ $json.text }}' },
		{ items: createJsonItems(rows), options: { previewOnly: '={{ $json.isPreview }}' } },
	);
	expect(error).toBeUndefined();
	expect(output[0].map(({ json }) => json.status)).toEqual(['new']);
});

test('rejects a Preview Only that differs between items before any request', async () => {
	const items = createJsonItems([{ isPreview: true }, { isPreview: false }]);
	const { error } = await runPreview(
		{},
		{ items, options: { previewOnly: '={{ $json.isPreview }}' } },
	);
	expect(error?.message).toBe('Preview Only differs between items');
	expect(service.requests).toEqual([]);
});

describe('the preview of a post with files and a thread on two channels', () => {
	const getPreview = async () => {
		const server = await startFileServer((_request, response) => response.end(createPicture(2)));
		const binary = {
			cup: createBinary(createPicture(1), 'cup.png'),
			film: createMemoryFile(createSampleFile(MP4, 200), { fileName: 'pour.mp4' }),
		};
		const media = {
			file: [
				{ source: 'binary', binaryField: 'cup', details: { alt: 'A cup' } },
				{ source: 'url', url: `${server.origin}/beans.png` },
				{ source: 'upload', file: JSON.stringify(IMAGE) },
			],
		};
		const film = { file: [{ source: 'binary', binaryField: 'film' }] };
		const channels = selectChannels(
			createChannelEntry(service, 'mastodon'),
			createChannelEntry(service, 'x', { content: 'For X', who_can_reply_post: 'verified' }),
		);
		const thread = { segment: [{ content: 'More', delay: 5, media: film }] };
		const result = await runPreview(
			{ content: 'Fresh & bold', media, thread, ...channels },
			{ items: createBinaryItems(binary) },
		);
		await server.close();
		expect(result.error).toBeUndefined();
		return { result, items: result.output[0], origin: server.origin };
	};
	const createRow = (text: string, limit: number, more: IDataObject) => ({
		when: '2099-03-04 10:00 UTC',
		text,
		length: `${text.length}/${limit}`,
		thread: [{ text: 'More', length: `4/${limit}`, delay: 5 }],
		files: `cup.png, beans.png, ${IMAGE.path.split('/').at(-1)}, pour.mp4`,
		status: 'new',
		...more,
	});

	test('shows a row for each channel, as it will be published', async () => {
		const { result, items } = await getPreview();
		expect(getRows(result)).toEqual([
			createRow('Fresh & bold', networks.mastodon.max, {
				number: 1,
				channel: 'Mastodon: Acme Coffee',
				network: 'mastodon',
				channelId: findChannelId(service, 'mastodon'),
			}),
			createRow('For X', networks.x.usual!, {
				number: 2,
				channel: 'X: Acme Coffee',
				network: 'x',
				channelId: findChannelId(service, 'x'),
				note: 'Alt Text is not published.',
				settings: { 'Who Can Reply': 'Verified Accounts' },
			}),
		]);
		expect(Object.keys(getRows(result)[0]).join(' ')).toMatch(
			/^status channel when text length number/,
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
	});

	test('has a page in the first row only', async () => {
		const { items, origin } = await getPreview();
		const [first, second] = items;
		expect(first.binary).toMatchObject({
			preview: { mimeType: 'text/html', fileType: 'html', fileName: 'preview.html' },
		});
		expect(second.binary).toBeUndefined();
		const page = (await readBytes(first.binary!.preview)).toString();
		expect(page).toContain('Fresh &amp; bold');
		expect(page).toContain(`src="${origin}/beans.png"`);
	});

	test('sends nothing, and says so', async () => {
		const { result } = await getPreview();
		expect(listHints(result)).toEqual([
			'Nothing was sent: 2 new. To look at them, download preview.html in the Binary tab. To send them, remove Preview Only.',
		]);
		expectNothingSent();
	});
});

test('adds its page to the files of the input, and replaces none', async () => {
	const names = ['preview', 'preview_2'];
	const files = names.map((name) => [name, createBinary(createPicture(1), `${name}.png`)]);
	const items = createBinaryItems(Object.fromEntries(files));
	const { output } = await runPreview({}, { items, options: { includeInputFields: true } });
	expect(output[0][0].binary).toMatchObject({
		preview: { fileName: 'preview.png' },
		preview_2: { fileName: 'preview_2.png' },
		preview_3: { fileName: 'preview.html' },
	});
});

describe('checks of rows', () => {
	const items = createJsonItems([
		{ text: 'One', date: FUTURE, channel: 'Bluesky' },
		{ text: LONG, date: FUTURE, channel: 'Bluesky' },
		{ text: 'Three', date: '2099-04-04 10:00', channel: 'Telegram' },
		{ text: 'Four', date: 'soon', channel: 'Telegram' },
		{ text: 'Five', date: FUTURE, channel: 'Mastodon' },
		{ text: 'Six', date: FUTURE, channel: 'nobody' },
	]);
	const form = {
		content: '={{ $json.text }}',
		date: '={{ $json.date }}',
		channels: '={{ $json.channel }}',
	};
	const previewSheet = async (more: INodeParameters = {}, run: Partial<NodeRunOptions> = {}) =>
		await runPreview({ ...form, ...more }, { items, ...run });

	test.each(['continueErrorOutput', 'stopWorkflow'] as const)(
		'checks all rows, even with On Error at %s',
		async (onError) => {
			const result = await previewSheet({}, { onError });
			expect(result.error).toBeUndefined();
			expect(getRows(result)[1].when).toBe('soon');
			expect(getRows(result).map(({ status, text, toFix }) => [status, text, toFix])).toEqual([
				['to fix', LONG, expect.stringMatching(/^\d+ of \d+ .*\. Shorten/)],
				['to fix', 'Four', expect.stringMatching(/^“soon” cannot be read.*\. Write it like/)],
				['to fix', 'Six', expect.stringMatching(/^No channel.*“nobody”.* Connected: /)],
				['new', 'One', undefined],
				['new', 'Three', undefined],
				['new', 'Five', undefined],
			]);
			expect(result.output[0].map(({ pairedItem }) => pairedItem)).toEqual(
				[1, 3, 5, 0, 2, 4].map((item) => ({ item })),
			);
			expect(listHints(result)[0]).toContain('Nothing was sent: 3 new, 3 to fix.');
			expectNothingSent();
		},
	);

	test('checks the other rows if an expression of a row fails', async () => {
		const content = "={{ $json.text === 'Three' ? $('Nobody').item.json.text : $json.text }}";
		const result = await previewSheet({ content });
		expect(result.error).toBeUndefined();
		expect(getRows(result).map(({ toFix }) => toFix)).toContain("Referenced node doesn't exist");
		expect(getRows(result).at(-1)).toMatchObject({ text: 'Five', status: 'new' });
	});

	test('reports a wrong API key once for the run, not for each row', async () => {
		const { error } = await previewSheet({}, { credentials: { apiKey: 'another' } });
		expect(error?.message).toContain("Postiz doesn't accept this API key");
	});
});

describe('if the calendar cannot be read', () => {
	const previewRows = async (...ifExists: string[]) => {
		service.faults.push({ match: { path: /v1.posts/ }, kind: 'status', status: 503, times: 9 });
		const items = createJsonItems(ifExists.map((value) => ({ ifExists: value })));
		return await runPreview({}, { items, options: { ifExists: '={{ $json.ifExists }}' } });
	};

	test('shows the rows that do not need it, and the errors of the others', async () => {
		const result = await previewRows('skip', 'post');
		expect(result.error).toBeUndefined();
		expect(getRows(result)).toMatchObject([
			{ channel: 'Bluesky: acme-coffee.bsky.social', status: 'new' },
			{ error: expect.stringContaining('503') },
		]);
		expect(listHints(result)[0]).toContain('Nothing was sent: 1 new.');
		expect(listStoredPosts(service)).toEqual([]);
	});

	test('fails if all rows need it', async () => {
		const { error } = await previewRows('skip', 'skip');
		expect(error?.message).toContain('503');
	});
});

test('shows an unsuitable post as adapted or skipped, or as blocking the other channels', async () => {
	const long = { content: 'word '.repeat(80), ...selectNetworks('bluesky', 'mastodon') };
	const previewThread = async (ifUnsupported: string) =>
		getRows(await runPreview(long, { options: { ifUnsupported } }));
	const skipped = await previewThread('skip');
	expect(skipped[0]).not.toHaveProperty('toFix');
	expect(skipped).toMatchObject([
		{ status: 'skipped', note: expect.stringMatching(/^\d+ of \d+ characters\./) },
		{ status: 'new', length: `400/${networks.mastodon.max}` },
	]);
	expect(await previewThread('fail')).toMatchObject([
		{ status: 'to fix' },
		{
			status: 'waiting',
			toFix: expect.stringMatching(/^This item is not sent until its post to Bluesky: .* is fixed/),
		},
	]);
	const [adapted] = await previewThread('adapt');
	expect(adapted).toMatchObject({
		status: 'new',
		thread: [{ text: expect.stringMatching(/^word/) }],
	});
});

test('shows a row without any suitable channel as to fix, also if it repeats a skipped post', async () => {
	const items = createJsonItems([{ channels: 'Bluesky, Mastodon' }, { channels: 'Bluesky' }]);
	const form = { content: LONG, channels: '={{ $json.channels }}' };
	const result = await runPreview(form, {
		items,
		options: { ifUnsupported: 'skip', ifExists: 'skip' },
	});
	expect(getRows(result)).toMatchObject([
		{ status: 'to fix', toFix: expect.stringMatching(/\d+ of \d+ characters\. Shorten/) },
		{ status: 'skipped' },
		{ status: 'new' },
	]);
});

test('shows the date of a draft that the clock sets', async () => {
	const result = await runPreview({ type: 'draft', date: "={{ $now.plus(1, 'hour') }}" });
	expect(getRows(result)[0].when).toMatch(/^Draft, \d{4}-/);
});

test('does not look up the next free slot', async () => {
	const result = await runPreview({ type: 'nextSlot', ...selectNetworks('bluesky', 'telegram') });
	expect(getRows(result).map(({ when }) => when)).toEqual(['Next free slot', 'Next free slot']);
	expect(listHints(result)).toEqual([expect.stringContaining('2 new.')]);
	expectNothingSent();
});

test('reads and counts everything with Skip Validation, but checks nothing', async () => {
	const result = await runPreview({ content: LONG }, { options: { skipValidation: true } });
	expect(getRows(result)).toMatchObject([
		{ length: `${LONG.length}/${networks.bluesky.max}`, status: 'new' },
	]);
	expectNothingSent();
});

test('shows the text, date and files of a row without a channel', async () => {
	const form = {
		content: 'Closed on Monday',
		media: { file: [{ source: 'binary', binaryField: 'cup' }] },
	};
	const items = createBinaryItems({ cup: createBinary(createPicture(1), 'cup.png') });
	const none = await runPreview({ ...form, channels: '' }, { items });
	const row = { status: 'to fix', when: '2099-03-04 10:00 UTC', text: 'Closed on Monday' };
	expect(getRows(none)).toEqual([
		{ ...row, toFix: expect.any(String), length: '16', number: 1, files: 'cup.png' },
	]);
	const page = await readPage(none);
	expect(page).toMatch(
		/No channel yet[^]*Wed 4 Mar, 10:00[^]*Closed on Monday[^]*class="picture p0"/,
	);
	const unknown = await runPreview({ ...form, channels: 'nobody, X' }, { items });
	expect(getRows(unknown)).toMatchObject([{ ...row, channel: 'nobody, X' }]);
});

describe('a row that repeats another one', () => {
	const runRows = async (rows: IDataObject[]) => {
		const form = { content: '={{ $json.text }}', channels: '={{ $json.channels }}' };
		const options = { ifExists: 'skip' };
		const items = createJsonItems(rows);
		const preview = await runPreview(form, { options, items });
		const run = await createPost(
			service,
			{ ...form, type: 'schedule', date: FUTURE, options },
			{ items, onError: 'continueRegularOutput' },
		);
		return { preview, run };
	};
	const TEA = { text: 'Tea', channels: 'Bluesky' };

	test('has the status of the shared post, which is counted and shown once', async () => {
		const { preview, run } = await runRows([TEA, TEA]);
		expect(getRows(run)).toMatchObject([{ outcome: 'created' }, { outcome: 'created', sameAs: 0 }]);
		expect(getRows(preview)).toMatchObject([
			{ status: 'new', number: 1 },
			{ status: 'new', sameAs: 0, note: 'It repeats item 0.' },
		]);
		for (const row of getRows(preview)) expect(row).not.toHaveProperty('toFix');
		expect(listHints(preview)[0]).toContain('Nothing was sent: 1 new.');
		expect((await readPage(preview)).match(/class="(entry|card) /g)).toHaveLength(2);
	});

	test('is new if the other one must be fixed on another channel', async () => {
		const { preview, run } = await runRows([
			{ text: LONG, channels: 'Bluesky, Mastodon' },
			{ text: LONG, channels: 'Mastodon' },
		]);
		expect(getRows(run).at(-1)).toMatchObject({ outcome: 'created', sameAs: 0 });
		expect(getRows(preview)).toMatchObject([
			{ status: 'to fix' },
			{ status: 'waiting' },
			{ status: 'new', sameAs: 0, number: 3 },
		]);
		expect(listHints(preview)[0]).toContain('To send them, remove Preview Only.');
	});

	test('must be fixed if the shared post may be online', async () => {
		const form = { content: 'Tea', ...selectNetworks('bluesky') };
		await createPost(service, { ...form, type: 'schedule', date: FUTURE });
		const error = createStoredFailure({ timesOut: true }, 'bluesky');
		Object.assign(listStoredPosts(service)[0], { state: 'ERROR', error });
		const { preview, run } = await runRows([TEA, TEA]);
		for (const row of getRows(run)) expect(row).toMatchObject({ error: expect.any(String) });
		const [first, copy] = getRows(preview).map(({ status, toFix }) => ({ status, toFix }));
		expect(first).toEqual({ status: 'to fix', toFix: expect.any(String) });
		expect(copy).toEqual(first);
	});
});

test('reports the same problem for an invalid row and its copy', async () => {
	const run = await runPreview(
		{ content: LONG, channels: 'Bluesky' },
		{ options: { ifExists: 'skip' }, items: createJsonItems([{}, {}]) },
	);
	const [first, copy] = getRows(run).map(({ status, toFix }) => [status, toFix]);
	expect(first).toEqual(['to fix', expect.stringMatching(/^\d+ of \d+ characters\. /)]);
	expect(copy).toEqual(first);
});

test('reports a post without a text or a time', async () => {
	const media = { file: [{ source: 'upload', file: JSON.stringify(IMAGE) }] };
	const [shown] = getRows(await runPreview({ content: '', date: '2099-04-04', media }));
	expect(shown.note).toBe(
		'The date has no time, so the post goes out at 00:00 UTC.\nThe post has no text.',
	);
});

test('explains for each post of a row why it is rejected', async () => {
	const form = { content: 'Tea', ...selectNetworks('bluesky', 'threads') };
	await createPost(service, { ...form, type: 'draft', date: FUTURE });
	const shown = getRows(await runPreview(form, { options: { ifExists: 'skip' } }));
	expect(shown.map(({ toFix }) => String(toFix).split(':')[0])).toEqual(['Bluesky', 'Threads']);
});
