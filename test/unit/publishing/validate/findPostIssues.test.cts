import { joinRemedy } from '../../../../nodes/Postiz/common/problem';
import {
	createUploadFile,
	createUrlFile,
	type MediaFile,
} from '../../../../nodes/Postiz/media/mediaFile';
import { findNetwork } from '../../../../nodes/Postiz/networks';
import type { Network } from '../../../../nodes/Postiz/networks/networkTypes';
import { rejectIf } from '../../../../nodes/Postiz/networks/ruleBuilders';
import type { NameIssue } from '../../../../nodes/Postiz/posts/desiredPost';
import type { Issue } from '../../../../nodes/Postiz/posts/issue';
import { getRemedy } from '../../../../nodes/Postiz/posts/issues/issueProblems';
import type { PostToValidate } from '../../../../nodes/Postiz/posts/limits/postToValidate';
import { findPostIssues } from '../../../../nodes/Postiz/publishing/validate/findPostIssues';
import { castUnchecked } from '../../../shared/fakes.cjs';
import { PNG } from '../../../shared/samples.cjs';
import { createField } from '../../support/createField.cjs';
import { createItemFile, createContent, createUploadedFile } from '../createContent.cjs';
import { createPart } from './createPostWithRules.cjs';

const IMAGE = createUploadedFile('cup.png');
const VIDEO = createUploadedFile('pour.mp4?size=small');

const NETWORK: Network = {
	identifier: 'network',
	displayName: 'Network',
	markup: 'plain',
	maxLength: 10,
	fields: [
		createField('audience', {
			type: 'options',
			required: true,
			default: 'all',
			options: [
				{ name: 'Everyone', value: 'all' },
				{ name: 'friends', value: 'friends' },
			],
		}),
		createField('title'),
		createField('sponsored', { type: 'boolean', default: false }),
	],
	rules: [
		rejectIf('Title', 'is bad', ({ title }) => title === 'bad', { inDrafts: true }),
		rejectIf('Title', 'is late', ({ title }) => title === 'late'),
	],
};

function check(...createPost: Parameters<typeof listProblems>): string[] {
	return listProblems(...createPost).map((problem) =>
		[problem.message, joinRemedy(getRemedy(problem))].filter(Boolean).join('. '),
	);
}

/** Like {@link check}, with what other versions of Postiz may accept. */
function listProblems(
	{ settings = {}, ...post }: Partial<PostToValidate> = {},
	{ network = NETWORK, isDraft = false }: { network?: Network; isDraft?: boolean } = {},
): Issue[] {
	const planned = createContent({ settings: { audience: 'all', ...settings }, ...post });
	const target = {
		...planned.target,
		identifier: 'network',
		network: network,
		...post.target,
	};
	return findPostIssues({ ...planned, target }, { isDraft }).filter(
		({ level }) => level === 'error',
	);
}

test('rejects a scheduled post on a network that accepts only drafts', () => {
	const network = { ...NETWORK, onlyDrafts: true };
	expect(check({}, { network })).toEqual([
		'accepts only drafts. Choose Save as Draft and schedule it in Postiz.',
	]);
	expect(check({}, { network, isDraft: true })).toEqual([]);
});

test('finds no problem in a valid post', () => {
	expect(check()).toEqual([]);
	expect(check({ settings: { title: 'Menu', sponsored: true } })).toEqual([]);
	expect(check({ parts: [createPart('', IMAGE)] })).toEqual([]);
});

describe('settings', () => {
	test('are checked even in drafts', () => {
		const post = createContent({ settings: { audience: 'foes', title: 'bad' } });
		const target = { ...post.target, network: NETWORK };
		for (const isDraft of [false, true]) {
			expect(findPostIssues({ ...post, target }, { isDraft })).toMatchObject([
				{ message: 'Audience cannot be “foes”', remedy: 'Allowed: Everyone (all), friends.' },
				{ message: 'Title is bad' },
			]);
		}
	});

	test('are reported if the instance does not list them, even in drafts', () => {
		for (const isDraft of [false, true]) {
			expect(check({ unsupportedSettings: ['sponsored', 'titel', 'mood'] }, { isDraft })).toEqual([
				"this Postiz instance doesn't know Sponsored, and would publish the post without it. Leave it empty, or update Postiz.",
				'there is no setting “titel”. Did you mean “title”?',
				'there is no setting “mood”. Its settings are audience, title, sponsored.',
			]);
		}
		expect(check({ unsupportedSettings: ['title', 'sponsored'] })).toEqual([
			"this Postiz instance doesn't know Title, Sponsored, and would publish the post without them. Leave them empty, or update Postiz.",
		]);
		expect(
			check({ unsupportedSettings: ['mood'] }, { network: { ...NETWORK, fields: [] } }),
		).toEqual(['there is no setting “mood”. It has no settings.']);
	});

	test('are reported once if their names were not found, with the available ones', () => {
		const finding = { message: 'Audience is none', remedy: 'Choose all.' };
		const nameIssues: NameIssue[] = [
			{ level: 'error', field: 'Audience', settingKey: 'audience', ...finding },
			{ level: 'note', field: 'Sponsored', settingKey: 'sponsored', message: 'may be an ID' },
		];
		expect(check({ settings: { audience: 'foes', sponsored: 'maybe' }, nameIssues })).toEqual([
			'Audience is none. Choose all.',
			'Sponsored must be true or false, not “maybe”',
		]);
	});

	test('are judged by the text as a reader sees it, except in drafts', () => {
		const seen: unknown[] = [];
		const see = rejectIf('Title', 'is seen', (_settings, { text, files, laterPartCount }) => {
			seen.push([text, files.length, laterPartCount]);
			return false;
		});
		check(
			{ parts: [createPart('<p>&lt;3</p>', IMAGE), createPart('Ho', IMAGE)] },
			{ network: { ...NETWORK, rules: [see] } },
		);
		expect(seen).toEqual([['<3', 1, 1]]);
		expect(check({ settings: { title: 'late' } })).toEqual(['Title is late']);
		expect(check({ settings: { title: 'late' } }, { isDraft: true })).toEqual([]);
	});
});

describe('text', () => {
	test('is required in every part without media, even in drafts', () => {
		const parts = [createPart(' \n'), createPart('b'), createPart('', IMAGE), createPart('')];
		for (const isDraft of [false, true]) {
			expect(check({ parts }, { isDraft })).toEqual([
				'the text is empty. A post needs text or media.',
				'part 4 of the thread is empty. A post needs text or media.',
			]);
		}
	});

	test('is limited in each part, except in drafts', () => {
		const parts = [createPart('just right'), createPart('one too many')];
		expect(check({ parts })).toEqual([
			'part 2 of the thread has 12 of 10 characters. Shorten the text, or move the rest to the thread.',
		]);
		expect(check({ parts }, { isDraft: true })).toEqual([]);
		const network = { ...NETWORK, ignoresThreads: true };
		expect(check({ parts: parts.slice(1) }, { network })).toEqual([
			'12 of 10 characters. Shorten the text.',
		]);
	});

	test('explains why Adapt does not shorten it', () => {
		expect(check({ parts: [createPart('one too many')], adaptsIfUnsupported: true })).toEqual([
			expect.stringContaining('HTML that is sent As Is cannot be split'),
		]);
	});

	test('is measured as a reader sees it, except that the service counts & as five', () => {
		expect(check({ parts: [createPart('<p>1234567890</p>')] })).toEqual([]);
		expect(check({ parts: [createPart('123456&')] })).toHaveLength(1);
	});

	test('may have a title in a draft that only the network rejects', () => {
		const long = { title: 'x'.repeat(129) };
		const message = 'Title has 129 characters; the maximum is 128';
		const network = findNetwork('devto');
		expect(check({ settings: long }, { network })).toEqual([expect.stringContaining(message)]);
		expect(check({ settings: long }, { network, isDraft: true })).toEqual([]);
		const short = { title: 'x' };
		expect(check({ settings: short }, { network, isDraft: true })).toHaveLength(1);
	});

	test('may be longer where the settings say so', () => {
		const articles: Network = {
			...NETWORK,
			getVariant: ({ title }) => (title === 'long' ? { maxLength: 20 } : {}),
		};
		const parts = [createPart('fifteen letters')];
		expect(check({ parts }, { network: articles })).toHaveLength(1);
		expect(check({ parts, settings: { title: 'long' } }, { network: articles })).toEqual([]);
	});
});

describe('media', () => {
	const takingPictures = {
		network: {
			...NETWORK,
			rules: [
				{ measure: 'pictures' as const, min: 1 },
				{ measure: 'files' as const, max: 2 },
			],
		},
	};
	const post = (...files: MediaFile[]) => ({ parts: [createPart('Hi', ...files)] });

	test('is limited to what the network takes, except in drafts', () => {
		expect(check(post(IMAGE, IMAGE), takingPictures)).toEqual([]);
		expect(check(post(VIDEO), takingPictures)).toEqual([
			'no picture. Network needs at least 1 picture.',
		]);
		expect(check(post(VIDEO), { ...takingPictures, isDraft: true })).toEqual([]);
		const { target, ...others } = createContent(post(VIDEO));
		const unknown = { ...others, target: { ...target, network: undefined } };
		expect(findPostIssues(unknown, { isDraft: false })).toEqual([]);
	});

	test('needs an ID and a supported extension after its upload', () => {
		const parts = [
			createPart('Hi', IMAGE, createUploadedFile('cup.avif')),
			createPart('Ho', createUploadFile({ id: '', path: 'https://media.example/cup.png' })),
		];
		for (const isDraft of [false, true]) {
			expect(check({ parts }, { isDraft })).toEqual([
				'file 2 of the post cannot be “https://media.example/cup.avif”. Posts can only have files that end in .png, .jpg, .jpeg, .gif, .webp or .mp4, in lowercase letters',
				'file 1 of part 2 of the thread must have the id and path of an uploaded file, not “{"id":"","path":"https://media.example/cup.png"}”',
			]);
		}
	});

	test('needs no reference before its upload', () => {
		const cover = createUrlFile('http://localhost:4007/cover');
		expect(check(post({ ...createItemFile(PNG), cover }), takingPictures)).toEqual([]);
	});

	test('needs a cover at a web address, unless it gets another one', () => {
		const thumbnail = 'http://localhost:4007/cover.png';
		const file = createUploadFile({ id: '1', path: 'https://media.example/a.mp4', thumbnail });
		expect(check(post(file))).toEqual([
			expect.stringContaining('file 1 of the post has the cover “http://localhost:4007/cover.png”'),
		]);
		expect(check(post({ ...file, cover: IMAGE }))).toEqual([]);
	});

	test('is recognized by its path', () => {
		const nameless = createUploadFile({ id: '1', path: castUnchecked<string>(undefined) });
		expect(check(post(nameless), takingPictures)).toEqual([
			expect.stringContaining('must have the id and path of an uploaded file'),
		]);
	});
});

describe('a thread', () => {
	const parts = [createPart('Hi'), createPart('Ho'), createPart('Hum')];

	test('is rejected if only its first part is published, except in drafts', () => {
		const network = { ...NETWORK, ignoresThreads: true };
		expect(check({ parts, adaptsIfUnsupported: false }, { network })).toEqual([
			"2 parts of the thread would be lost. Network has no threads. Put all of it in the text, or set the option If a Post Doesn't Fit a Channel to Adapt.",
		]);
		expect(check({ parts: parts.slice(1) }, { network })).toEqual([
			'1 part of the thread would be lost. Network has no threads. Put all of it in the text.',
		]);
		expect(check({ parts: parts.slice(2) }, { network })).toEqual([]);
		expect(check({ parts }, { network, isDraft: true })).toEqual([]);
		expect(check({ parts })).toEqual([]);
	});
});

const NO_REFERENCE = createUploadFile({ id: '', path: '' });

// What is said of rules, their table has.
test.each<{
	title: string;
	post: Partial<PostToValidate>;
	more: Partial<Network>;
	expected: Partial<Issue>;
}>([
	{
		title: 'a value outside its list',
		post: { settings: { audience: 'foes' } },
		more: {},
		expected: { field: 'Audience', mayBeAccepted: true },
	},
	{
		title: 'an unknown setting',
		post: { unsupportedSettings: ['mood'] },
		more: {},
		expected: { field: 'mood', mayBeAccepted: true },
	},
	{
		title: 'a missing text',
		post: { parts: [createPart('')] },
		more: {},
		expected: { field: 'Text', failsWholeItem: true },
	},
	{
		title: 'a missing later text',
		post: { parts: [createPart('Hi'), createPart('')] },
		more: {},
		expected: { field: 'Thread', failsWholeItem: true },
	},
	{
		title: 'a missing value',
		post: { settings: { audience: '' } },
		more: {},
		expected: { field: 'Audience' },
	},
	{
		title: 'a value of another type',
		post: { settings: { sponsored: 'maybe' } },
		more: {},
		expected: { field: 'Sponsored' },
	},
	{
		title: 'a file without an ID',
		post: { parts: [createPart('', NO_REFERENCE)] },
		more: {},
		expected: { field: 'Media', failsWholeItem: true },
	},
	{
		title: 'a scheduled post',
		post: {},
		more: { onlyDrafts: true },
		expected: { field: 'When to Publish', mayBeAccepted: true },
	},
	{
		title: 'a thread',
		post: { parts: [createPart('a'), createPart('b')] },
		more: { ignoresThreads: true },
		expected: { field: 'Thread' },
	},
])(
	'names the field of a rejected post, and whether validation can be skipped: $title',
	({ post, more, expected }) => {
		const found = listProblems(post, { network: { ...NETWORK, ...more } });
		expect(
			found.map(({ field: name, failsWholeItem, mayBeAccepted }) => ({
				field: name,
				failsWholeItem: failsWholeItem,
				mayBeAccepted,
			})),
		).toEqual([expected]);
	},
);
