import type { ChatMessage, FinishedExecution } from '../harness/n8nClient.cjs';
import {
	activate,
	keepAsShipped,
	LIST_CHANNELS,
	useExamples,
	type NodeChange,
} from './exampleRuns.cjs';
import { redirectTo } from './redirectTo.cjs';
import { PICTURE } from '../shared/n8n/externalServices.cjs';
import {
	createCoreNode,
	createPostNode,
	runChain,
	runPostiz,
	waitUntil,
} from '../shared/n8n/testContext.cjs';

const { context, external, listApiCalls, changeExample, importExample } = useExamples();

const published = () =>
	context.service.state.posts.map(({ identifier, state, parts }) => [
		identifier,
		state,
		...parts.map((part) => part.published.trim()),
	]);

describe('blog-feed-first-comment', () => {
	const file = 'blog-feed-first-comment.json';
	const archive = ['New beans & old friends', 'Open on Sunday'];
	const texts = ['Salt & pepper\n\nMore about it.', 'Closed on Monday\n\nMore about it.'];
	const networks = ['x', 'linkedin', 'bluesky'];
	const news = texts.flatMap((text, index) =>
		networks.map((name) => [name, 'QUEUE', text, `https://example.com/${index + 3}`]),
	);
	afterEach(() => {
		external.entries = [...archive];
	});

	/** As the note says: a first run for the archive, and the node is activated. Then there is news. */
	const importIt = async (changed: NodeChange = activate) => {
		const workflow = await importExample(file, keepAsShipped);
		const run = async () => await context.n8n.execute(workflow.id, 'Every hour');
		const first = await run();
		expect(first.error).toBeUndefined();
		expect(first.items('Mark as posted')).toHaveLength(archive.length);
		expect(listApiCalls()).toEqual([]);
		await context.n8n.updateWorkflow(workflow, { nodes: changeExample(file, changed).nodes });
		external.entries.push('Salt & pepper', 'Closed on Monday');
		return run;
	};

	test('skips the archive, and posts each new entry once', async () => {
		const run = await importIt();
		expect((await run()).error).toBeUndefined();
		expect(listApiCalls().filter((call) => call === 'POST /posts')).toHaveLength(1);
		expect(published()).toEqual(news);
		expect((await run()).error).toBeUndefined();
		expect(published()).toEqual(news);
	});

	test('posts in the next run what a failed run left out', async () => {
		const run = await importIt((node) => ({ ...activate(node), retryOnFail: false }));
		const match = { method: 'POST', path: /\/posts$/ };
		context.service.faults.push({ match, kind: 'status', status: 403, body: {} });
		expect((await run()).error?.message).toContain('Postiz');
		expect(published()).toEqual([]);
		// The feed has dropped them meanwhile.
		external.entries = ['Something else'];
		expect((await run()).error).toBeUndefined();
		expect(published()).toEqual(news);
	});
});

const video = (number: number, more: object = {}) => ({
	row_number: number,
	video: `${external.url}/film.mp4`,
	text: `Film ${number}\nWith beans`,
	// Else it would go out five minutes later.
	date: '2026-01-01 10:00',
	status: '',
	links: '',
	problem: '',
	...more,
});

describe('video-from-drive', () => {
	const run = async () => {
		const { id } = await importExample('video-from-drive.json', redirectTo(external));
		expect((await context.n8n.execute(id, 'Every day')).error).toBeUndefined();
	};

	test('publishes a video a day on three networks, and writes the links back', async () => {
		external.rows = [
			video(2, { status: 'published' }),
			...[video(3), video(4), video(5, { video: '' })],
		];
		await run();
		expect(listApiCalls().filter((call) => call.startsWith('POST'))).toEqual([
			'POST /upload',
			'POST /posts',
		]);
		const { posts } = context.service.state;
		expect(posts.map(({ identifier, state }) => [identifier, state])).toEqual(
			['tiktok', 'youtube', 'instagram'].map((network) => [network, 'PUBLISHED']),
		);
		expect(posts.map(({ settings }) => settings)).toMatchObject([
			{ privacy_level: 'PUBLIC_TO_EVERYONE' },
			{ title: 'Film 3', type: 'public', selfDeclaredMadeForKids: 'no' },
			{ post_type: 'post' },
		]);
		expect(external.rows.map(({ status }) => status)).toEqual(['published', 'published', '', '']);
		expect(external.rows[1]).toMatchObject({
			links: posts.map(({ releaseURL }) => releaseURL).join('\n'),
			problem: '',
		});
	});

	test('writes back why a video was not published', async () => {
		external.rows = [video(2, { video: `${external.url}/nowhere.mp4` }), video(3, { text: '' })];
		await run();
		await run();
		expect(context.service.state.posts).toEqual([]);
		expect(external.rows).toMatchObject([
			{ status: 'failed', links: '', problem: expect.stringContaining('404') },
			{ status: 'failed', links: '', problem: expect.stringContaining('YouTube') },
		]);
	});
});

describe('approval-in-a-chat', () => {
	/** As the note says for one of the three: its two nodes are active, the others are not. */
	const inTelegram: NodeChange = ({ name, type, parameters }) => ({
		...(/^(Show|Ask) /.test(name) && { disabled: !name.endsWith('Telegram') }),
		...(type.endsWith('.telegram') && { parameters: { ...parameters, chatId: '42' } }),
	});
	const asked = () =>
		(external.messages as TelegramMessage[]).filter(({ reply_markup }) => reply_markup);
	/** What the chat asks. */
	const shown = (): ChatMessage[] =>
		asked().map(({ text, reply_markup: { inline_keyboard } = { inline_keyboard: [] } }) => ({
			text,
			buttons: inline_keyboard.flat().map((button) => ({ text: button.text, link: button.url })),
		}));
	const draft = async (text: string, days: number, more: object = {}) => {
		const date = new Date(Date.now() + days * 86_400_000).toISOString();
		const form = { ...createPostNode(context, 'bluesky', text, 'draft'), date, ...more };
		expect((await runPostiz(context, context.apiKey, form)).error).toBeUndefined();
	};
	const withPicture = () => ({
		media: { file: [{ source: 'url', url: `${external.url}/picture.png` }] },
	});

	/** n8n takes an answer once the execution is put to sleep, a moment after it asked. */
	const answer = async (message: number, label: string) =>
		await waitUntil(
			async () =>
				await context.n8n.pressButton(shown()[message], label).then(
					() => true,
					() => false,
				),
		);

	test('schedules approved posts one after another, and stops showing declined ones', async () => {
		await draft('First_draft', 1, withPicture());
		await draft('Second draft', 2);
		await draft('In a month', 30);
		const { id } = await importExample('approval-in-a-chat.json', inTelegram);
		const running = context.n8n.execute(id, 'Every morning');
		await waitUntil(() => shown().length === 1);
		const states = () => context.service.state.posts.map(({ state }) => state);
		expect(shown()[0].text).toMatch(
			/^Publish this on Bluesky: acme-coffee\.bsky\.social, \d.+ \(UTC\)\?$/,
		);
		const [post] = context.service.state.posts;
		const [{ text }] = external.messages as TelegramMessage[];
		expect(text.split('\n\n')).toEqual([
			`[Picture](${post.parts[0].image[0].path})`,
			expect.stringMatching(/^\*Bluesky: acme-coffee\.bsky\.social, \d.+ \(UTC\)\*$/),
			'First\\_draft',
			`[Preview](${context.service.origin}/p/${post.id}?share=true)`,
		]);
		await answer(0, 'Approve');
		await waitUntil(() => shown().length === 2);
		expect(states()).toEqual(['QUEUE', 'DRAFT', 'DRAFT']);
		await answer(1, 'Decline');
		expect((await running).error).toBeUndefined();
		expect(states()).toEqual(['QUEUE', 'DRAFT', 'DRAFT']);
		expect((await context.n8n.execute(id, 'Every morning')).error).toBeUndefined();
		expect(shown()).toHaveLength(2);
	});
});

interface TelegramMessage {
	text: string;
	reply_markup?: { inline_keyboard: Array<Array<{ text: string; url: string }>> };
}

const record = (id: string, more: object) => ({
	id,
	Text: `Text ${id}`,
	Date: '2099-03-03T10:00:00.000Z',
	Status: 'Ready',
	...more,
});

test('airtable-calendar schedules ready records on their platforms', async () => {
	external.rows = [
		record('rec1', { Platforms: ['Bluesky', 'Telegram'] }),
		record('rec2', { Platforms: ['Mastodon'], Pictures: [{ url: `${external.url}/picture.png` }] }),
		record('rec3', { Platforms: ['Nowhere'] }),
		record('rec4', { Platforms: ['Bluesky'], Status: 'Idea' }),
	];
	const { id } = await importExample('airtable-calendar.json', redirectTo(external));
	expect((await context.n8n.execute(id, 'Every hour')).error).toBeUndefined();
	const { posts } = context.service.state;
	expect(published()).toEqual([
		['bluesky', 'QUEUE', 'Text rec1'],
		['telegram', 'QUEUE', 'Text rec1'],
		['mastodon', 'QUEUE', 'Text rec2'],
	]);
	expect(posts.map(({ parts }) => parts[0].image.length)).toEqual([0, 0, 1]);
	expect(listApiCalls().filter((call) => call === 'POST /posts')).toHaveLength(1);
	expect(listApiCalls()).toContain(LIST_CHANNELS);
	expect(external.rows).toMatchObject([
		{ Status: 'Scheduled', Problem: '' },
		{ Status: 'Scheduled', Problem: '' },
		{ Status: 'Problem', Problem: expect.stringContaining('“Nowhere”') },
		{ Status: 'Idea' },
	]);
});

const inHours = (hours: number) =>
	new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
const soon = inHours(20);
const evergreen = (more: object = {}, index = 0) => ({
	...{ row_number: index + 2, text: `Evergreen ${index + 2}`, channels: 'Bluesky', picture: '' },
	...{ 'next post': soon, 'every (days)': '30', until: '', 'last posted': '', problem: '' },
	...more,
});

test('evergreen-posts posts each due row once, and moves its date until the end', async () => {
	external.rows = [
		{ channels: 'Bluesky, Mastodon' },
		{ 'next post': inHours(30) },
		{ until: inHours(-30).slice(0, 10) },
		{ 'every (days)': '' },
		{ 'next post': '14.12.' },
		{ channels: 'nobody' },
		{ 'every (days)': 'weekly' },
		{ 'next post': '' },
		{ 'next post': inHours(-2) },
	].map(evergreen);
	const { id } = await importExample('evergreen-posts.json', redirectTo(external));
	const all = [
		['bluesky', 'QUEUE', 'Evergreen 2'],
		['mastodon', 'QUEUE', 'Evergreen 2'],
		['bluesky', 'QUEUE', 'Evergreen 5'],
		['bluesky', 'QUEUE', 'Evergreen 8'],
	];
	expect((await context.n8n.execute(id, 'Every hour')).error).toBeUndefined();
	expect(published()).toEqual(all);
	expect(listApiCalls().filter((call) => call === 'POST /posts')).toHaveLength(1);
	const written = external.rows.map((cells) => [
		...[cells['next post'], cells['last posted'], cells.problem],
	]);
	const later = new Date(new Date(`${soon}Z`).getTime() + 30 * 86_400_000).toISOString();
	expect(written).toEqual([
		[later.slice(0, 16).replace('T', ' '), soon, ''],
		[expect.any(String), '', ''],
		[soon, '', ''],
		['', soon, ''],
		['14.12.', '', expect.stringContaining('“14.12. in next post” cannot be read as a date')],
		[soon, '', expect.stringContaining('“nobody”')],
		['', soon, 'every (days) is not a number'],
		['', '', ''],
		[expect.any(String), '', expect.stringContaining('is in the past')],
	]);
	expect((await context.n8n.execute(id, 'Every hour')).error).toBeUndefined();
	expect(published()).toEqual(all);
});

describe('a form', () => {
	/** Fills in the form of a workflow, and waits for what comes of it. */
	const submitTo = async (workflow: { id: string; versionId: string }, fields: FormData) => {
		const { nodes } = await context.n8n.getWorkflow(workflow.id);
		await context.n8n.activate(workflow);
		try {
			const path = nodes.find(({ name }) => name === 'On form submission')?.webhookId ?? '';
			expect(await context.n8n.submitForm(path, fields)).toBe(200);
			return await context.n8n.waitForTriggeredExecution(workflow.id);
		} finally {
			await context.n8n.deactivate(workflow.id);
		}
	};
	const submit = async (file: string, fields: FormData) =>
		await submitTo(
			await importExample(file, keepAsShipped, context.service.state.channels),
			fields,
		);
	const picture = (name: string) => [new Blob([PICTURE], { type: 'image/png' }), name] as const;

	describe('data-table-calendar', () => {
		/** Runs an operation on the rows of the table that an execution used. */
		const inTable = async (run: FinishedExecution, operation: string, more: object = {}) => {
			const [{ json: table }] = run.items('Content calendar');
			const dataTableId = { __rl: true, mode: 'id', value: table.id };
			const parameters = { resource: 'row', operation, dataTableId, returnAll: true, ...more };
			const node = createCoreNode('Rows', 'dataTable', 1.1, parameters);
			const done = await runChain(context, [node]);
			expect(done.error).toBeUndefined();
			return done.items('Rows').map(({ json }) => json);
		};
		const cells = (value: object) => ({ columns: { mappingMode: 'defineBelow', value } });
		const where = (channels: string) => ({
			filters: { conditions: [{ keyName: 'channels', condition: 'eq', keyValue: channels }] },
		});

		test('turns rows into posts, and writes back their links, or why they were rejected', async () => {
			const workflow = await importExample('data-table-calendar.json', activate);
			const fields = new FormData();
			const filledIn = ['2099-03-03', '10:00', 'Bluesky, Mastodon', 'Fresh & bold', ''];
			for (const [index, value] of filledIn.entries()) fields.append(`field-${index}`, value);
			const submitted = await submitTo(workflow, fields);
			expect(submitted.error).toBeUndefined();
			const calendar = () =>
				context.service.state.posts.map(({ identifier, state, publishDate, parts }) =>
					[identifier, state, publishDate.slice(5, 10), parts[0].published.trim()].join(' '),
				);
			const table = async () =>
				(await inTable(submitted, 'get')).map(({ ready, status, links, problem }) => [
					...[ready, status, links, problem],
				]);
			const change = async (channels: string, value: object) =>
				await inTable(submitted, 'update', { ...where(channels), ...cells(value) });
			const runHourly = async () => {
				context.service.requests.length = 0;
				expect((await context.n8n.execute(workflow.id, 'Every hour')).error).toBeUndefined();
			};
			expect(calendar()).toEqual([
				'bluesky DRAFT 03-03 Fresh & bold',
				'mastodon DRAFT 03-03 Fresh & bold',
			]);
			expect(await table()).toEqual([[false, 'draft', '', '']]);

			await change('Bluesky, Mastodon', { ready: true, date: '2099-03-04 10:00' });
			const own = { date: '2099-03-05 10:00', text: 'By hand', ready: true };
			await inTable(submitted, 'insert', cells({ ...own, channels: 'Telegram' }));
			await inTable(submitted, 'insert', cells({ ...own, channels: 'nobody' }));
			await runHourly();
			const scheduled = [
				'bluesky QUEUE 03-04 Fresh & bold',
				'mastodon QUEUE 03-04 Fresh & bold',
				'telegram QUEUE 03-05 By hand',
			];
			expect(calendar()).toEqual(scheduled);
			const rejected = [true, 'rejected', '', expect.stringContaining('“nobody”')];
			expect(await table()).toEqual([
				[true, 'scheduled', '', ''],
				[true, 'scheduled', '', ''],
				rejected,
			]);
			await runHourly();
			expect(listApiCalls().filter((call) => call.startsWith('POST'))).toEqual([]);

			const [bluesky, mastodon] = context.service.state.posts;
			Object.assign(bluesky, { state: 'PUBLISHED', releaseURL: 'https://bluesky.example/1' });
			await runHourly();
			expect((await table())[0]).toEqual([
				...[true, 'published, scheduled', 'https://bluesky.example/1', ''],
			]);
			// The links stay while a change is rejected.
			await change('Bluesky, Mastodon', { date: 'tomorrow or so' });
			await change('nobody', { channels: 'Mastodon' });
			await runHourly();
			expect((await table())[0]).toEqual([
				...[true, 'rejected', 'https://bluesky.example/1'],
				expect.stringContaining('“tomorrow or so”'),
			]);
			expect((await table())[2]).toEqual([true, 'scheduled', '', '']);
			expect(calendar().slice(3)).toEqual(['mastodon QUEUE 03-05 By hand']);
			await change('Bluesky, Mastodon', { date: '2099-03-04 10:00' });
			Object.assign(mastodon, { state: 'PUBLISHED', releaseURL: 'https://mastodon.example/2' });
			await runHourly();
			const out = [
				...[true, 'published', 'https://bluesky.example/1\nhttps://mastodon.example/2', ''],
			];
			expect((await table())[0]).toEqual(out);

			// A row that is out is left alone.
			await change('Bluesky, Mastodon', { text: 'Too late' });
			await runHourly();
			expect(listApiCalls().filter((call) => call.startsWith('POST'))).toEqual([]);
			expect(await table()).toEqual([out, ...Array<unknown>(2).fill([true, 'scheduled', '', ''])]);
		});
	});

	test('long-text-to-a-group makes a thread for networks with a small limit', async () => {
		const text = 'One sentence about our beans. '.repeat(20).trim();
		const fields = new FormData();
		fields.append('field-0', text);
		const { error } = await submit('long-text-to-a-group.json', fields);
		expect(error).toBeUndefined();
		const [x, linkedin, bluesky] = published();
		expect(linkedin).toEqual(['linkedin', 'PUBLISHED', text]);
		for (const parts of [x, bluesky]) {
			expect(parts.slice(2).join(' ')).toBe(text);
			expect(parts.length).toBeGreaterThan(3);
		}
	});

	test('linkedin-carousel makes a carousel of the pictures of the form', async () => {
		const fields = new FormData();
		fields.append('field-0', 'Our three drinks');
		fields.append('field-1', 'Which one will you try?');
		for (const name of ['one.png', 'two.png', 'three.png']) {
			fields.append('field-2', ...picture(name));
		}
		const { error } = await submit('linkedin-carousel.json', fields);
		expect(error).toBeUndefined();
		const { posts } = context.service.state;
		expect(posts.map(({ identifier, settings }) => [identifier, settings])).toEqual(
			['linkedin', 'linkedin-page'].map((network) => [
				network,
				expect.objectContaining({
					...{ __type: network, post_as_images_carousel: true },
					carousel_name: 'Our three drinks',
				}),
			]),
		);
		for (const { parts } of posts) expect(parts[0].image).toHaveLength(3);
	});
});
