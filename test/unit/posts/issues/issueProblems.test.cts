import type { IExecuteFunctions } from 'n8n-workflow';

import { describeRemedy } from '../../../../nodes/Postiz/execution/describeRemedy';
import type { ChannelIssue, Issue } from '../../../../nodes/Postiz/posts/issue';
import {
	describeNotes,
	createValidationProblem,
	createIssueProblem,
} from '../../../../nodes/Postiz/posts/issues/issueProblems';
import { createFake } from '../../../shared/fakes.cjs';

describe('the error of an item', () => {
	const rest = 'Nothing was sent for this item.';
	const SKIP = 'If your Postiz allows this, set the option Skip Validation.';
	const x = { identifier: 'x', name: 'Acme' };
	const other = { identifier: 'x', name: 'Beans' };
	const bluesky = { identifier: 'bluesky', name: 'Acme' };
	const createLengthIssue = (length: number, remedy = 'Shorten the text.'): Issue => ({
		level: 'error',
		field: 'Text',
		message: `${length} of 280 characters`,
		remedy,
	});
	const createIssue = (message: string): Issue => ({ level: 'error', field: 'A', message });
	const explain = (...issues: ChannelIssue[]): [message: string, description: string] => {
		const problem = createIssueProblem(issues, [rest])!;
		return [problem.message, describeRemedy(problem)];
	};

	test('has a line for each channel, and the remedy once', () => {
		expect(explain([x, createLengthIssue(503)])).toEqual([
			'X: 503 of 280 characters',
			`Shorten the text. ${rest}`,
		]);
		expect(explain([x, createLengthIssue(503)], [bluesky, createLengthIssue(503)])).toEqual([
			'X, Bluesky: 503 of 280 characters',
			`Shorten the text. ${rest}`,
		]);
		expect(explain([x, createIssue('A is wrong')], [bluesky, createIssue('B is wrong')])).toEqual([
			'X: A is wrong; Bluesky: B is wrong',
			rest,
		]);
		expect(explain([x, createIssue('A')], [bluesky, createLengthIssue(503)])[1]).toBe(
			`Bluesky: Shorten the text. ${rest}`,
		);
		expect(createIssueProblem([], [rest])).toBeUndefined();
	});

	test('has the remedy of each channel in its line, the worst first, and what was not sent last', () => {
		const missing = { ...createIssue('A is required'), remedy: 'Fill in A.' };
		const unsure = { ...createIssue('B is long'), remedy: 'Cut B.', mayBeAccepted: true };
		expect(
			explain(
				[other, unsure],
				[bluesky, missing],
				[bluesky, createLengthIssue(301)],
				[x, createLengthIssue(503)],
			),
		).toEqual([
			'Bluesky: A is required; 301 of 280 characters; X: Acme – 503 of 280 characters; X: Beans – B is long',
			`Bluesky: Fill in A. Shorten the text.\nX: Acme – Shorten the text.\nX: Beans – Cut B.\n${rest}`,
		]);
	});

	test('names the channels if a network has several', () => {
		expect(explain([x, createLengthIssue(503)], [other, createLengthIssue(504)])[0]).toBe(
			'X: Acme – 503 of 280 characters; X: Beans – 504 of 280 characters',
		);
	});

	test('names a network once in its remedy', () => {
		const createFileIssue = (name: string) => ({
			...createIssue('no file'),
			remedy: `${name} needs a file.`,
		});
		const vk = { ...x, identifier: 'vk' };
		expect(explain([x, createFileIssue('X')], [vk, createFileIssue('VK')])[1]).toBe(
			`X needs a file.\nVK needs a file.\n${rest}`,
		);
	});

	test('counts the channels that do not fit', () => {
		const problems = Array.from({ length: 40 }, (_element, index): ChannelIssue => [
			x,
			createLengthIssue(300 + index, `${'Do this. '.repeat(9)}${index}`),
		]);
		const [message, description] = explain(...problems);
		expect(message).toMatch(/^X: 300 of 280 characters; .*\(and 3\d more problems\)$/);
		expect(message.length).toBeLessThanOrEqual(200);
		expect(description.length).toBeLessThanOrEqual(300);
		expect(description.endsWith(rest)).toBe(true);
		const huge = { ...createIssue('a'.repeat(300)), remedy: 'b'.repeat(400) };
		const cut = [`X: ${'a'.repeat(172)}… (and 1 more problem)`, expect.stringMatching(/^.{300}$/)];
		expect(explain([x, huge], [x, createIssue('C')])).toEqual(cut);
	});

	const A = createIssue('A');

	const runBy = (type: string, continues = false) =>
		createFake<IExecuteFunctions>({
			getNode: () => createFake({ type }),
			continueOnFail: () => continues,
		});
	const [BY_PERSON, BY_MODEL] = [runBy('postiz'), runBy('postizTool')];

	test.each<[string, ChannelIssue[], IExecuteFunctions?]>([
		[rest, [[x, A]]],
		['', [[x, { ...A, field: 'Media' }]], runBy('postiz', true)],
		[SKIP, [[x, { ...A, mayBeAccepted: true }]], runBy('postiz', true)],
		[rest, [[x, { ...A, field: 'Media' }]]],
		[`${rest} ${SKIP}`, [[x, { ...A, mayBeAccepted: true }]]],
		[
			rest,
			[
				[x, A],
				[x, { ...A, mayBeAccepted: true }],
			],
		],
		[
			`If that is not possible, leave out X. ${rest}`,
			[
				[x, { ...A, field: 'Media' }],
				[bluesky, A],
			],
			BY_MODEL,
		],
		[
			`Choose. If that is not possible, leave out X. ${rest}`,
			[[x, { ...A, forPerson: 'choose.' }]],
			BY_MODEL,
		],
		[`Choose. ${rest}`, [[x, { ...A, forPerson: 'choose.', field: 'Text' }]]],
		[`Choose. ${rest}`, [[x, { ...A, forPerson: 'choose.', field: 'Thread' }]]],
		[`Cut A, or choose. ${rest}`, [[x, { ...A, remedy: 'Cut A.', forPerson: { or: 'choose.' } }]]],
	])('advises: %s', (description, found, context = BY_PERSON) => {
		expect(createValidationProblem(found, context)).toMatchObject({ description });
	});
});

test('reports notes on sent posts', () => {
	const createNoted = (...messages: string[]) => createNotedOn('x', ...messages);
	const createNotedOn = (identifier: string, ...messages: string[]) => ({
		target: { identifier, name: 'Acme' },
		issues: messages.map((message): Issue => ({ level: 'note', field: 'Text', message })),
	});
	const post = createNoted('a', 'b');
	const rejected: Issue = { level: 'error', field: 'Text', message: 'c' };
	const others = [createNotedOn('vk', 'b'), createNoted('b')];
	const posts = [{ ...post, issues: [...post.issues, rejected] }, ...others];
	expect(describeNotes(posts)).toBe('X: a; X, VK: b.');
	expect(describeNotes([createNoted('a'.repeat(397), 'b', 'c')])).toBe(
		`X: ${'a'.repeat(397)}; and 2 more.`,
	);
});
