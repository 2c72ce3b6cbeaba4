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

test.each<[ItemOptions['fields']['type'], boolean]>([
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
