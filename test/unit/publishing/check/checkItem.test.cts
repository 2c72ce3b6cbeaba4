import { checkItem } from '../../../../nodes/Postiz/publishing/check/checkPost';
import type { ItemOptions, PlannedPost } from '../../../../nodes/Postiz/publishing/types';
import { networks } from '../../../networks/table.cjs';
import { problemOf } from '../../support/problem.cjs';
import { channel } from '../deliver/rows.cjs';
import { itemOptions, plannedItem, plannedPost, uploadedFile } from '../plans.cjs';

const { max: MAX } = networks.bluesky;

/** A post with so many characters for Bluesky. */
const long = (characters: number, id = 'sky-1') =>
	plannedPost({
		target: channel('bluesky', id),
		parts: [{ content: 'x'.repeat(characters), files: [] }],
	});
const TOO_LONG = `Bluesky: ${MAX + 1} of ${MAX} characters`;
const SHORTEN = 'Shorten the text, or move the rest to the thread.';
const NOTHING_SENT = 'Nothing was sent for this item.';
const SKIP = 'If your Postiz allows this, set the option Skip Validation.';

test('an item of good posts is returned as it is', () => {
	const item = plannedItem([long(MAX), long(5, 'sky-2')]);
	expect(checkItem(item)).toBe(item);
});

test('all posts are checked at once', () => {
	const [message] = problemOf(() =>
		checkItem(plannedItem([long(MAX + 1), long(MAX + 2, 'sky-2')])),
	);
	expect(message.split('; ')).toEqual([
		expect.stringMatching(/^Bluesky \(.+\): \d+ of \d+ characters$/),
		expect.stringMatching(/^Bluesky \(.+\): \d+ of \d+ characters$/),
	]);
});

describe('a channel that may be left out', () => {
	const LEAVES = { leavesOut: true };
	const leftOut = (...posts: PlannedPost[]) =>
		checkItem(plannedItem(posts, LEAVES)).posts.map(({ action }) =>
			action?.kind === 'leaveOut' ? action.why : action,
		);

	test('is, with the reason, if another one takes the post', () => {
		expect(leftOut(long(MAX + 1), long(5, 'sky-2'))).toEqual([
			`${MAX + 1} of ${MAX} characters. ${SHORTEN}`,
			undefined,
		]);
	});

	test('is not if none does, also after others were left out before', () => {
		const message = expect.stringContaining(`${MAX + 1} of ${MAX} characters`);
		const before = { ...long(5, 'sky-2'), action: { kind: 'leaveOut' as const, why: 'No board.' } };
		for (const other of [long(MAX + 1, 'sky-2'), before]) {
			const item = plannedItem([long(MAX + 1), other], LEAVES);
			expect(problemOf(() => checkItem(item))[0]).toEqual(message);
		}
	});

	test.each<[string, PlannedPost['parts']]>([
		['no text', [{ content: '', files: [] }]],
		['a broken file', [{ content: 'Tea', files: [uploadedFile('cup.avif')] }]],
	])('is not for a mistake of the item, such as %s', (_what, parts) => {
		const wrong = plannedPost({ parts, target: channel('bluesky', 'sky-1') });
		const item = plannedItem([wrong, long(5, 'sky-2')], LEAVES);
		expect(() => checkItem(item)).toThrow();
	});
});

test.each<[ItemOptions['shared']['type'], boolean]>([
	['draft', true],
	['now', false],
	['schedule', false],
	['nextSlot', false],
])('%s: may be too long: %s', (type, isTaken) => {
	const check = () => checkItem(plannedItem([long(MAX + 1)], itemOptions(type)));
	if (isTaken) expect(check).not.toThrow();
	else expect(problemOf(check)).toEqual([TOO_LONG, `${SHORTEN} ${NOTHING_SENT}`]);
});

test('Skip Validation is only advised if all that is wrong may pass', () => {
	const file = uploadedFile('cup.avif');
	const cup = uploadedFile('cup.png');
	const broken = plannedPost({ parts: [{ content: 'Tea', files: [file] }] });
	const full = plannedPost({
		target: channel('bluesky', 'sky-3'),
		parts: [{ content: 'Tea', files: [cup, cup, cup, cup, cup] }],
	});
	const said = (...posts: PlannedPost[]) => problemOf(() => checkItem(plannedItem(posts)))[1];
	expect(said(full)).toContain(SKIP);
	for (const posts of [[broken], [long(MAX + 1)], [full, broken]]) {
		expect(said(...posts)).toContain(NOTHING_SENT);
		expect(said(...posts)).not.toContain('Skip Validation');
	}
});

test('nothing is checked if the person said so', () => {
	const item = plannedItem([long(MAX + 1)], { skipsValidation: true });
	expect(checkItem(item)).toBe(item);
});
