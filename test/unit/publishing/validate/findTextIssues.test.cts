import type { IDataObject } from 'n8n-workflow';

import { createUploadFile, type MediaFile } from '../../../../nodes/Postiz/media/mediaFile';
import type { PostContent } from '../../../../nodes/Postiz/posts/desiredPost';
import { findPostIssues } from '../../../../nodes/Postiz/publishing/validate/findPostIssues';
import { toContent } from '../../../../nodes/Postiz/text/content';
import { networks } from '../../../networks/table.cjs';
import { createContent, createUploadedFile } from '../createContent.cjs';
import { createTarget } from '../createItem.cjs';

const PICTURE = createUploadedFile('cup.png');
const VIDEO = createUploadedFile('pour.mp4');

/** The notes on a post with these settings, and parts with these files. */
const listNotes = (identifier: string, settings: IDataObject, files: MediaFile[][] = [[]]) =>
	findPostIssues(
		createContent({
			target: createTarget(identifier),
			settings,
			parts: files.map((own) => ({ content: 'Tea', files: own })),
		}),
		{ isDraft: false },
	).flatMap(({ level, message }) => (level === 'note' ? [message] : []));

test.each(Object.entries(networks))(
	'%s: details of files are noted unless the network publishes them',
	(identifier, { details = [] }) => {
		const labels = {
			alt: 'Alt Text',
			thumbnail: 'Cover',
			thumbnailTimestamp: 'Cover Timestamp (Seconds)',
		};
		const unused = Object.entries(labels).flatMap(([key, label]) =>
			details.includes(key as keyof typeof labels) ? [] : [`${label} is not published`],
		);
		const entered = { ...VIDEO, alt: 'Pour', cover: PICTURE, coverAt: 2500 };
		const { path, id } = { id: 'v', path: 'https://media.example/v.mp4' };
		const inJson = createUploadFile({
			id,
			path,
			alt: 'Pour',
			thumbnail: 'https://media.example/c.png',
			thumbnailTimestamp: 2500,
		});
		for (const file of [entered, inJson])
			expect(
				listNotes(identifier, {}, [[file]])
					.map((note) => note.split(': ')[0])
					.filter((note) => note.endsWith('is not published')),
			).toEqual(unused);
	},
);

test.each<[string, Partial<MediaFile>, string[]]>([
	['youtube', { cover: PICTURE }, ['Cover is not published: use the setting Thumbnail']],
	['youtube', { alt: 'Pour' }, ['Alt Text is not published']],
	['bluesky', { cover: PICTURE }, ['Cover is not published']],
	['bluesky', { coverAt: 0 }, ['Cover Timestamp (Seconds) is not published']],
])('%s with %j: suggests what to use instead', (identifier, details, expected) => {
	expect(listNotes(identifier, {}, [[{ ...VIDEO, ...details }]])).toEqual(expected);
});

test('reports everything that a draft breaks in one note, with a remedy', () => {
	const post = createContent({
		target: createTarget('youtube'),
		settings: { title: 'Tea', type: 'public' },
		parts: [
			{ content: 'Tea < cake', files: [PICTURE] },
			{ content: 'Cake', files: [] },
		],
	});
	const [note, ...others] = findPostIssues(post, { isDraft: true });
	expect(note).toEqual({
		level: 'note',
		field: 'Media',
		message:
			"it can't be scheduled like this: no video; 1 part of the thread would be lost; Text has < or >, which YouTube refuses",
		remedy: 'YouTube needs at least 1 video. YouTube has no threads. Put all of it in the text.',
	});
	expect(others).toEqual([]);
	expect(findPostIssues(createContent(), { isDraft: true })).toEqual([]);
});

test('notes how a text is read', () => {
	const written = { texts: ['Hi {{name}}'], format: 'plain' as const };
	const post = createContent({
		parts: [{ content: 'Hi {{name}}', textInput: written, files: [] }],
	});
	expect(findPostIssues(post, { isDraft: false })).toEqual([
		{ level: 'note', field: 'Text', message: '“{{name}}” is not filled in' },
	]);
});

test('notes unfilled placeholders and chat codes in titles and alt texts, too', () => {
	const post = createContent({
		target: createTarget('wordpress'),
		settings: { title: 'Hi {{name}}', type: 'post' },
		parts: [{ content: 'Tea', files: [{ ...PICTURE, alt: 'By <@U012AB3CD>' }] }],
	});
	expect(findPostIssues(post, { isDraft: true })).toEqual(
		expect.arrayContaining([
			{ level: 'note', field: 'Title', message: '“{{name}}” is not filled in' },
			{ level: 'note', field: 'Alt Text', message: expect.stringContaining('<@U012AB3CD>') },
		]),
	);
});

describe('words of a model to its user', () => {
	const TALK = "Sure! Here's your LinkedIn post:";
	const files = [{ ...PICTURE, alt: 'Here is your alt text:\nA cup' }];
	const createTalkIssue = (talk: string, field = 'Text') => ({
		field,
		message: `“${talk}” looks like a model’s reply, not like a post`,
		remedy: 'Use only the text to publish.',
		failsWholeItem: true,
	});
	const markdown = toContent({ texts: [`**${TALK}**\n\nTea`], format: 'model' }, 'plain');

	test.each<{
		title: string;
		more: Partial<PostContent>;
		expected: ReturnType<typeof createTalkIssue>;
	}>([
		{
			title: 'in a text',
			more: { parts: [{ content: `${TALK}\n\nTea`, files: [] }] },
			expected: createTalkIssue(TALK),
		},
		{
			title: 'in HTML',
			more: { parts: [{ content: `<p>${TALK}</p><p>Tea</p>`, files: [] }] },
			expected: createTalkIssue(TALK),
		},
		{
			title: 'in bold',
			more: { parts: [{ content: markdown, files: [] }] },
			expected: createTalkIssue(TALK),
		},
		{
			title: 'in an alt text',
			more: { parts: [{ content: 'Tea', files }] },
			expected: createTalkIssue('Here is your alt text:', 'Alt Text'),
		},
		{
			title: 'in a title',
			more: { target: createTarget('wordpress'), settings: { title: `${TALK} Tea`, type: 'post' } },
			expected: createTalkIssue(TALK, 'Title'),
		},
		{
			title: 'in the title of a subreddit',
			more: {
				target: createTarget('reddit'),
				settings: { subreddit: [{ value: { subreddit: 'tea', title: `${TALK} Tea` } }] },
			},
			expected: createTalkIssue(TALK, 'Subreddits'),
		},
	])(
		'$title are an error for the model itself, and a note for anybody else',
		({ more, expected }) => {
			const find = (isAgentTool: boolean) =>
				findPostIssues(createContent(more), { isDraft: true, isAgentTool }).filter(({ message }) =>
					message.includes('a model’s reply'),
				);
			expect(find(true)).toEqual([{ level: 'error', ...expected }]);
			expect(find(false)).toEqual([{ level: 'note', ...expected }]);
		},
	);
});
