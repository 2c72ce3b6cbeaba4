import type { MediaFile } from '../../../../nodes/Postiz/media/mediaFile';
import { numberPosts, renderPage } from '../../../../nodes/Postiz/publishing/preview/page';
import {
	STATUSES,
	type PreviewPost,
} from '../../../../nodes/Postiz/publishing/preview/previewPost';

const NOW = Date.parse('2026-11-24T10:00:00Z');
const createPart = (content: string, more: Partial<PreviewPost['parts'][0]> = {}) => ({
	content,
	length: content.length,
	limit: 280,
	delay: 0,
	files: [],
	...more,
});
const createPost = (more: Partial<PreviewPost> = {}): PreviewPost => ({
	index: 0,
	row: 2,
	status: 'new',
	target: { id: 'c1', name: 'Acme Coffee', identifier: 'x' },
	when: { type: 'schedule', date: '2026-12-14T09:00:00.000Z' },
	parts: [createPart('Fresh beans')],
	settings: [],
	settingFiles: [],
	tags: [],
	problems: [],
	notes: [],
	...more,
});
const OPTIONS = { title: '', isForClient: false, approvalLink: '' };
const renderPosts = async (posts: PreviewPost[], more: Partial<typeof OPTIONS> = {}) => {
	const options = { ...OPTIONS, ...more, timezone: 'Europe/Berlin', now: NOW };
	return await renderPage(posts, numberPosts(posts, options), options);
};

/** What stands on the page, in lines. */
const getText = (html: string) =>
	html
		.replace(/^[^]*<\/head>/, '')
		.replace(/<\/?(a|b|span|strong|em)\b[^>]*>/g, '')
		.replace(/<[^>]*>/g, '\n')
		.split('\n')
		.map((line) => line.trim())
		.filter(Boolean);

const createBinary = (size: number, digest: string): MediaFile => {
	const open = async () => {
		const bytes = Object.assign(
			(async function* () {
				yield Buffer.alloc(size, 1);
			})(),
			{ destroy: () => undefined },
		);
		return bytes;
	};
	const type = { mime: 'image/png', extension: 'png', kind: 'image' as const };
	const pixels = { width: 30, height: 40 };
	const local = { label: 'The file', name: 'cup.png', size, type, digest, open, facts: { pixels } };
	return { kind: 'image', extension: 'png', local };
};
const createFileAtUrl = (url: string, kind: MediaFile['kind'] = 'image'): MediaFile => ({
	kind,
	extension: 'png',
	url,
});

describe('a page of several posts', () => {
	const draft = { type: 'draft' as const, date: '2026-12-20T23:30:00.000Z' };
	const POSTS = [
		createPost(),
		createPost({
			status: 'unchanged',
			target: { id: 'c2', name: 'Acme Coffee', identifier: 'bluesky' },
		}),
		createPost({
			index: 1,
			row: 5,
			status: 'to fix',
			problems: ['300 of 280 characters. Shorten the text.', 'Title is required.'],
			notes: ['The post has no time.'],
			parts: [createPart('a'.repeat(300)), createPart('More', { delay: 5 })],
			when: draft,
			settings: [
				['Title', 'Beans'],
				['Board', 'Cups'],
			],
			tags: ['menu'],
		}),
		createPost({ index: 2, row: 6, when: { type: 'now' } }),
		createPost({ index: 3, when: draft }),
	];
	const listLines = async () => getText(await renderPosts(POSTS));

	test('begins with a summary, and the posts to fix', async () => {
		expect((await listLines()).slice(0, 6)).toEqual([
			'Preview of 5 posts',
			'Nothing has been sent. Times are in Europe/Berlin. Created on 24 November 2026, 11:00.',
			'3 new 1 unchanged 1 to fix',
			'To fix',
			'X',
			'1 Acme Coffee',
		]);
	});

	test('has a calendar with one entry for the posts of a row at one time', async () => {
		expect(await listLines()).toEqual(
			expect.arrayContaining([
				'14 – 20 December 2026',
				'Mon 14',
				'10:00XB Fresh beans',
				// Still Sunday in UTC.
				'21 – 27 December 2026',
				'Mon 21',
				'00:30X Draft: Fresh beans',
			]),
		);
	});

	test('shows the row, time and settings of each post, and what to fix', async () => {
		expect(await listLines()).toEqual(
			expect.arrayContaining([
				'300 of 280 characters. Shorten the text.',
				'X · row 6',
				'Now',
				'Mon 14 Dec, 10:00',
				'Mon 21 Dec, 00:30, draft',
				'Title',
				'Beans',
				'1 of 2 · 300/280 characters: 20 too many',
				'2 of 2 · 5 minutes later · 4/280 characters',
				'Board',
				'Cups',
				'menu',
				'The post has no time.',
			]),
		);
	});

	test('counts one minute and one character', async () => {
		const parts = [createPart('a', { limit: undefined }), createPart('b', { delay: 1 })];
		expect(getText(await renderPosts([createPost({ parts })]))).toEqual(
			expect.arrayContaining([
				'1 of 2 · 1 character',
				'2 of 2 · 1 minute later · 1/280 characters',
			]),
		);
	});
});

describe('a page of hostile texts', () => {
	const HOSTILE = `"><script>alert(1)</script><img src=x onerror='alert(1)'>`;
	const TEXTS = [
		'<p><a href="javascript:alert(1)">x</a><a href="https://a.example/&quot; onclick=&quot;alert(1)">y</a></p>',
		'https://a.example/"onmouseover="alert(1) <svg/onload=alert(1)>',
		"<p>&lt;script&gt;alert('1')&lt;/script&gt; &amp;lt;script&amp;gt;</p>",
		'@[<img src=x onerror=alert(1)>](urn:x)',
	];
	const FILES: MediaFile[] = [
		{ ...createFileAtUrl('https://a.example/cup.png?token=1&b=2'), alt: HOSTILE },
		createFileAtUrl('javascript:alert(1)'),
		createFileAtUrl('data:text/html,<script>alert(1)</script>'),
		createFileAtUrl('https://me:secret@a.example/cup.png'),
		createFileAtUrl('https://a.example/film.mp4', 'video'),
		{ kind: 'image', extension: 'png', reference: { id: '1', path: HOSTILE } },
	];
	const POST = createPost({
		target: { id: HOSTILE, name: HOSTILE, identifier: HOSTILE },
		tags: [HOSTILE],
		problems: [HOSTILE],
		notes: [HOSTILE],
		changed: [HOSTILE],
		status: 'to fix',
		settings: [
			['Title', HOSTILE],
			[HOSTILE, HOSTILE],
		],
		settingFiles: [[HOSTILE, createFileAtUrl(`https://a.example/${HOSTILE}`)]],
		parts: [createPart(HOSTILE, { files: FILES }), ...TEXTS.map((text) => createPart(text))],
	});
	const renderHostile = async () =>
		await renderPosts([POST, createPost({ enteredChannels: HOSTILE, target: undefined })], {
			title: HOSTILE,
			approvalLink: `https://n8n.example/${HOSTILE}`,
		});

	test('requests only pictures at URLs without credentials', async () => {
		const html = await renderHostile();
		expect(html).toContain(`content="default-src &#39;none&#39;`);
		expect([...html.matchAll(/\ssrc="([^"]*)"/g)].map(([, address]) => address)).toEqual([
			'https://a.example/cup.png?token=1&amp;b=2',
			expect.stringMatching(/^https:\/\/a\.example\/%22%3E%3Cscript/),
		]);
		expect(html).not.toContain('secret');
	});

	test('has no script, and links only to web pages', async () => {
		const html = await renderHostile();
		expect(html).not.toMatch(/<script|\shref="(?!https?:|#)/i);
		expect(html.replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\son\w+=/i);
	});

	test('has no element of these texts', async () => {
		const body = (await renderHostile()).replace(/^[^]*<\/style>/, '');
		const tags = new Set([...body.matchAll(/<(\w+)/g)].map(([, tag]) => tag));
		const known =
			'body main header h1 p span section h2 h3 ul ol li a b article div figure figcaption img br dl dt dd';
		expect([...tags].filter((tag) => !known.split(' ').includes(tag!))).toEqual([]);
	});
});

test.each(STATUSES)('has a color for a post that is %s', async (status) => {
	const html = await renderPosts([createPost({ status })]);
	const [, name = ''] = /class="pill (is-[\w-]+)"/.exec(html) ?? [];
	expect(html).toMatch(new RegExp(`\\.pill\\.${name}[{,]`));
});

test('embeds each small picture once, and names the others', async () => {
	const small = createBinary(500, 'same');
	const html = await renderPosts([
		createPost({
			parts: [createPart('One', { files: [small, createBinary(2_000_000, 'large')] })],
		}),
		createPost({ parts: [createPart('Two', { files: [createBinary(500, 'same')] })] }),
	]);
	expect(html.match(/data:image\/png;base64,/g)).toHaveLength(1);
	expect(html.match(/class="picture p0" role="img" aria-label="cup.png"/g)).toHaveLength(2);
	expect(html.match(/<figcaption>cup.png/g)).toHaveLength(3);
	const many = Array.from({ length: 40 }, (_, index) =>
		createPost({ parts: [createPart('Cup', { files: [createBinary(900_000, String(index))] })] }),
	);
	expect((await renderPosts(many)).length).toBeLessThan(9_000_000);
});

test('limits the page for thousands of posts, and says so', async () => {
	const html = await renderPosts(Array.from({ length: 5000 }, (_, index) => createPost({ index })));
	expect(html).toContain('This page shows 500 of 5,000 posts.');
	expect(html.length).toBeLessThan(600_000);
});
