/** The issues of each kind of rule, on a made-up network with only that rule. */
import type { PersonRemedy } from '../../../../nodes/Postiz/common/problem';
import { createUrlFile, type MediaFile } from '../../../../nodes/Postiz/media/mediaFile';
import { rejectIf } from '../../../../nodes/Postiz/networks/ruleBuilders';
import type { CustomRule, Rule } from '../../../../nodes/Postiz/networks/rules';
import type { PostToValidate } from '../../../../nodes/Postiz/posts/limits/postToValidate';
import {
	findCustomRuleIssues,
	findLimitIssues,
} from '../../../../nodes/Postiz/publishing/validate/findRuleIssues';
import { JPEG, MP4, PNG } from '../../../shared/samples.cjs';
import { createItemFile } from '../createContent.cjs';
import {
	createJpeg,
	createMp4,
	createPart,
	createPictures,
	createPostWithRules,
	repeat,
} from './createPostWithRules.cjs';
import { check, listProblems } from './mediaKinds.cjs';

const MB = 1_048_576;
const OR_ADAPT = { or: "set the option If a Post Doesn't Fit a Channel to Adapt." };
const SHORTEN = 'Shorten the text, or move the rest to the thread.';
const CHANGE = 'Edit the picture, or use another one.';
const CONVERT = 'Convert or cut the video, or use another one.';
const IN_STORIES = {
	isMet: ({ kind }: { kind?: unknown }) => kind === 'story',
	description: 'in a story',
};

type Said = [message: string, remedy?: string, forPerson?: PersonRemedy];

test.each<{ title: string; rules: Rule[]; more: Partial<PostToValidate>; expected: Said[] }>([
	{
		title: 'a text above the limit',
		rules: [{ measure: 'bytes', max: 2 }],
		more: {},
		expected: [['3 of 2 bytes', SHORTEN]],
	},
	{
		title: 'a text that is too long in several units only in the first',
		rules: [
			{ measure: 'codePoints', max: 0, note: 'a story shows none' },
			{ measure: 'codePoints', max: 2 },
			{ measure: 'bytes', max: 1 },
			{ measure: 'codeUnits', max: 1 },
			{ measure: 'hashtags', max: 0 },
		],
		more: { parts: [createPart('Tea #one')] },
		expected: [
			['a text: a story shows none'],
			['8 of 2 characters', SHORTEN],
			['a text', 'Vine accepts no hashtags.'],
		],
	},
	{
		title: 'a large number, and a text with a file',
		rules: [{ measure: 'codePoints', max: 1000, onlyWith: 'files' }],
		more: { parts: [createPart('a'.repeat(2000), createJpeg())] },
		expected: [['2,000 of 1,000 characters with media', SHORTEN]],
	},
	{
		title: 'a later part above the limit',
		rules: [{ measure: 'bytes', max: 3 }],
		more: { parts: [createPart('Tea'), createPart('Cake')] },
		expected: [['part 2 of the thread has 4 of 3 bytes', SHORTEN]],
	},
	{
		title: 'a long text without the advice to make a thread',
		rules: [{ measure: 'bytes', max: 2 }],
		more: { adaptsIfUnsupported: false },
		expected: [['3 of 2 bytes', 'Shorten the text.', OR_ADAPT]],
	},
	{
		title: 'a missing text',
		rules: [{ measure: 'codePoints', min: 1 }],
		more: { parts: [createPart('', createJpeg())] },
		expected: [['no text', 'Vine needs at least 1 character.']],
	},
	{
		title: 'several files if only one is allowed',
		rules: [{ measure: 'files', max: 1 }],
		more: { parts: [createPictures(2)] },
		expected: [['2 files instead of 1', 'Remove 1.']],
	},
	{
		title: 'too many files, which Adapt moves to further parts',
		rules: [{ measure: 'files', max: 2 }],
		more: { parts: [createPictures(3), createPart('Cake')], adaptsIfUnsupported: false },
		expected: [['3 files instead of at most 2', 'Remove 1.', OR_ADAPT]],
	},
	{
		title: 'too many files after Adapt',
		rules: [{ measure: 'files', max: 2 }],
		more: { parts: [createPictures(3)], adaptsIfUnsupported: true },
		expected: [['3 files instead of at most 2', 'Remove 1.']],
	},
	{
		title: 'too many files without room in the next part',
		rules: [
			{ measure: 'files', max: 2, in: 'firstPart' },
			{ measure: 'files', max: 0, in: 'laterParts' },
		],
		more: { parts: [createPictures(3)], adaptsIfUnsupported: false },
		expected: [['3 files instead of at most 2', 'Remove 1.']],
	},
	{
		title: 'a file if none is allowed',
		rules: [{ measure: 'files', max: 0 }],
		more: { parts: [createPictures(1)] },
		expected: [['1 file', 'Vine accepts no files.']],
	},
	{
		title: 'several files if none is allowed',
		rules: [{ measure: 'videos', max: 0 }],
		more: { parts: [createPart('Tea', createMp4(), createMp4())] },
		expected: [['2 videos', 'Vine accepts no videos.']],
	},
	{
		title: 'too few files',
		rules: [{ measure: 'pictures', min: 3 }],
		more: { parts: [createPictures(2)] },
		expected: [['2 of at least 3 pictures', 'Vine needs at least 3 pictures.']],
	},
	{
		title: 'fewer files than required',
		rules: [{ measure: 'pictures', min: 2, max: 2 }],
		more: { parts: [createPictures(1)] },
		expected: [['1 of at least 2 pictures', 'Vine accepts exactly 2 pictures.']],
	},
	{
		title: 'a rule for certain settings',
		rules: [{ measure: 'pictures', min: 1, when: IN_STORIES }],
		more: { settings: { kind: 'story' } },
		expected: [['no picture in a story', 'Vine needs at least 1 picture in a story.']],
	},
	{
		title: 'the remedy of a rule',
		rules: [{ measure: 'pictures', min: 1, remedy: 'Add one.' }],
		more: {},
		expected: [['no picture', 'Add one.']],
	},
	{
		title: 'a note without a remedy',
		rules: [{ measure: 'files', max: 1, note: 'the others are left out' }],
		more: { parts: [createPictures(2)] },
		expected: [['2 files instead of 1: the others are left out']],
	},
	{
		title: 'a single picture',
		rules: [{ measure: 'pictureBytes', max: MB }],
		more: { parts: [createPart('Tea', createJpeg({ bytes: 2 * MB }))] },
		expected: [['the size of the picture is 2 MB; the maximum is 1 MB', CHANGE]],
	},
	{
		title: 'the second of several pictures, and others',
		rules: [{ measure: 'pictureBytes', min: MB }],
		more: {
			parts: [
				createPart('Tea', createJpeg({ bytes: MB }), ...repeat(2, createJpeg({ bytes: MB / 4 }))),
			],
		},
		expected: [['the size of file 2 (and 1 more) is 256 KB; the minimum is 1 MB', CHANGE]],
	},
	{
		title: 'a picture of a later part',
		rules: [{ measure: 'pictureType', noneOf: ['gif'] }],
		more: { parts: [createPart('Tea'), createPart('Cake', createJpeg({ extension: 'gif' }))] },
		expected: [['the type of the picture of part 2 is GIF', CHANGE]],
	},
	{
		title: 'a video among pictures',
		rules: [{ measure: 'seconds', max: 60 }],
		more: { parts: [createPart('Tea', createJpeg(), createMp4({ seconds: 61 }))] },
		expected: [['the duration of file 2 is 1 min 1 s; the maximum is 1 min', CONVERT]],
	},
	{
		title: 'a note about a duration',
		rules: [{ measure: 'seconds', min: 3, note: 'it may fail' }],
		more: { parts: [createPart('Tea', createMp4({ seconds: 2 }))] },
		expected: [['the duration of the video is 2 s: it may fail']],
	},
	{
		title: 'a note about a codec',
		rules: [{ measure: 'codec', oneOf: ['H.264'], note: 'it may fail' }],
		more: { parts: [createPart('Tea', createMp4({ codec: 'AV1' }))] },
		expected: [['the codec of the video is AV1: it may fail']],
	},
	{
		title: 'an unsupported codec',
		rules: [{ measure: 'codec', oneOf: ['H.264', 'HEVC'] }],
		more: { parts: [createPart('Tea', createMp4({ codec: 'AV1' }))] },
		expected: [['the codec of the video is AV1; it must be H.264 or HEVC', CONVERT]],
	},
	{
		title: 'too many posts within a day, once',
		rules: [{ measure: 'postsPerDay', max: 1, note: 'the network may refuse it' }],
		more: { parts: [createPart('Tea'), createPart('Cake')], dailyWindows: [[{}], [{}, {}]] },
		expected: [['2 posts within 24 hours instead of 1: the network may refuse it']],
	},
])('reports $title', ({ rules, more, expected }) => {
	const found = findLimitIssues(createPostWithRules(rules, more));
	const findings = found.map(({ message, remedy, forPerson }) => [message, remedy, forPerson]);
	expect(findings).toEqual(
		expected.map(([message, remedy, forPerson]) => [message, remedy, forPerson]),
	);
});

test.each<{ title: string; rule: Rule; more: Partial<PostToValidate> }>([
	{ title: 'a text at its limit', rule: { measure: 'bytes', max: 3 }, more: {} },
	{
		title: 'a text beside no file',
		rule: { measure: 'codePoints', max: 2, onlyWith: 'files' },
		more: {},
	},
	{
		title: 'a later part',
		rule: { measure: 'bytes', max: 3, in: 'firstPart' },
		more: { parts: [createPart('Tea'), createPart('Cake')] },
	},
	{
		title: 'the post itself',
		rule: { measure: 'bytes', max: 3, in: 'laterParts' },
		more: { parts: [createPart('Cake'), createPart('Tea')] },
	},
	{ title: 'other settings', rule: { measure: 'pictures', min: 1, when: IN_STORIES }, more: {} },
	{
		title: 'a file without facts',
		rule: { measure: 'seconds', max: 60 },
		more: { parts: [createPart('Tea', createMp4())] },
	},
	{
		title: 'pictures by a rule for videos',
		rule: { measure: 'seconds', max: 60 },
		more: { parts: [createPictures(1)] },
	},
	{
		title: 'posts within a day with different settings',
		rule: { measure: 'postsPerDay', max: 1, when: IN_STORIES },
		more: { settings: { kind: 'story' }, dailyWindows: [[{}, { kind: 'story' }]] },
	},
])('reports nothing for $title', ({ rule, more }) => {
	expect(findLimitIssues(createPostWithRules([rule], more))).toEqual([]);
});

test.each<{ title: string; rule: Rule; more: Partial<PostToValidate>; field: string }>([
	{ title: 'a text', rule: { measure: 'bytes', max: 2 }, more: {}, field: 'Text' },
	{
		title: 'a file',
		rule: { measure: 'files', max: 0 },
		more: { parts: [createPictures(1)] },
		field: 'Media',
	},
	{
		title: 'a picture',
		rule: { measure: 'pictureBytes', max: 1 },
		more: { parts: [createPart('', createJpeg({ bytes: 2 }))] },
		field: 'Media',
	},
	{
		title: 'a video',
		rule: { measure: 'seconds', max: 1 },
		more: { parts: [createPart('', createMp4({ seconds: 2 }))] },
		field: 'Media',
	},
	{
		title: 'a day',
		rule: { measure: 'postsPerDay', max: 1 },
		more: { dailyWindows: [[{}, {}]] },
		field: 'Date',
	},
	{
		title: 'a later part',
		rule: { measure: 'bytes', max: 3 },
		more: { parts: [createPart('Tea'), createPart('Cake')] },
		field: 'Thread',
	},
])('names the field of a rule of $title', ({ rule, more, field }) => {
	expect(findLimitIssues(createPostWithRules([rule], more))).toMatchObject([{ field }]);
});

test.each<[Partial<Rule>, object]>([
	[{}, { level: 'error' }],
	[{ mayBeAccepted: true }, { level: 'error', mayBeAccepted: true }],
	[{ note: 'so what' }, { level: 'note' }],
])('reports a broken rule with %j as %j', (more, level) => {
	const [{ mayBeAccepted, ...finding }] = findLimitIssues(
		createPostWithRules([{ measure: 'bytes', max: 2, ...more } as Rule]),
	);
	expect({ level: finding.level, ...(mayBeAccepted && { mayBeAccepted }) }).toEqual(level);
});

test.each<{ title: string; more: Partial<PostToValidate>; expected: object | undefined }>([
	{ title: 'without a file', more: {}, expected: undefined },
	{
		title: 'with an address',
		more: { settings: { cover: { path: 'https://a.example/c.PNG?v=12' } } },
		expected: { extension: 'PNG' },
	},
	{
		title: 'with an address without ending',
		more: { settings: { cover: { path: 'cover' } } },
		expected: undefined,
	},
	{
		title: 'with a file of the item',
		more: { settingFiles: { cover: createJpeg({ bytes: 5, isRotated: true }) } },
		expected: { extension: 'jpg', bytes: 5, isRotated: true },
	},
])('applies rules to the file of a setting: $title', ({ more, expected }) => {
	const seen: unknown[] = [];
	const isViolatedBy: CustomRule['isViolatedBy'] = (_settings, { settingFile }) => {
		seen.push(settingFile);
		return false;
	};
	const see = rejectIf('Cover', 'is seen', isViolatedBy, { settingFile: 'cover' });
	expect(findCustomRuleIssues(createPostWithRules([see], more), { inDrafts: false })).toEqual([]);
	expect(seen).toEqual([expected]);
});

describe('a file before its upload', () => {
	const findErrors = (identifier: string, file: MediaFile) =>
		listProblems(identifier, [{ content: 'Tea', files: [file] }]);

	test('leaves unknown properties to the service', () => {
		const unknown = createUrlFile('https://media.example/cup');
		for (const identifier of ['youtube', 'dribbble', 'instagram', 'pinterest', 'lemmy']) {
			expect(findErrors(identifier, unknown)).toEqual([]);
		}
		expect(check('dribbble', [['png']])).toEqual([]);
		expect(check('pinterest', [['png', '10x10']])).toEqual([]);
	});

	test.each<{ title: string; file: MediaFile; identifier: string; isTaken: boolean }>([
		{
			title: 'a picture of the item',
			file: createItemFile(PNG),
			identifier: 'youtube',
			isTaken: false,
		},
		{
			title: 'a video of the item',
			file: createItemFile(MP4),
			identifier: 'youtube',
			isTaken: true,
		},
		{
			title: 'a JPEG picture of the item',
			file: createItemFile(JPEG),
			identifier: 'lemmy',
			isTaken: true,
		},
		{
			title: 'a picture at an address',
			file: createUrlFile('https://media.example/CUP.PNG?a=1#b'),
			identifier: 'youtube',
			isTaken: false,
		},
		{
			title: 'a video at an address',
			file: createUrlFile('https://media.example/pour.MP4'),
			identifier: 'youtube',
			isTaken: true,
		},
		{
			title: 'a WebP picture at an address',
			file: createUrlFile('https://media.example/cup.webp'),
			identifier: 'lemmy',
			isTaken: false,
		},
		{
			title: 'a video without a cover',
			file: createItemFile(MP4),
			identifier: 'reddit',
			isTaken: false,
		},
		{
			title: 'a video with a cover',
			file: { ...createItemFile(MP4), cover: createItemFile(PNG) },
			identifier: 'reddit',
			isTaken: true,
		},
	])('is checked by its extension or type: $title', ({ file, identifier, isTaken }) => {
		expect(findErrors(identifier, file)).toHaveLength(isTaken ? 0 : 1);
	});
});
