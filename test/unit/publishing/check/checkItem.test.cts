import { checkItem } from '../../../../nodes/Postiz/publishing/check/checkPost';
import type { ItemOptions } from '../../../../nodes/Postiz/publishing/types';
import { problemOf } from '../../support/problem.cjs';
import { channel } from '../deliver/rows.cjs';
import { itemOptions, plannedItem, plannedPost, uploadedFile } from '../plans.cjs';

/** A post of so many characters for a channel of Bluesky, which takes 300. */
const long = (characters: number, id = 'sky-1') =>
	plannedPost({
		target: channel('bluesky', id),
		parts: [{ content: 'x'.repeat(characters), files: [] }],
	});
const TOO_LONG =
	'Channel (sky-1): the text has 301 characters; the maximum for Bluesky is 300. Shorten it, or move the rest to the thread';
const NOTHING_SENT = 'Nothing was sent for this item.';
const SKIP = 'If your instance of Postiz allows this, turn on the option Skip Validation.';

test('an item of good posts is returned as it is', () => {
	const item = plannedItem([long(300), long(5, 'sky-2')]);
	expect(checkItem(item)).toBe(item);
});

test('all posts are checked at once, and the first sentence counts the others', () => {
	expect(problemOf(() => checkItem(plannedItem([long(301), long(302, 'sky-2')])))).toEqual([
		`${TOO_LONG} (and 1 more problem)`,
		`Also: Channel (sky-2): the text has 302 characters; the maximum for Bluesky is 300. Shorten it, or move the rest to the thread. ${NOTHING_SENT} ${SKIP}`,
	]);
});

test.each<[ItemOptions['fields']['type'], boolean]>([
	['draft', true],
	['now', false],
	['schedule', false],
	['nextSlot', false],
])('%s: may be too long: %s', (type, isTaken) => {
	const check = () => checkItem(plannedItem([long(301)], itemOptions(type)));
	if (isTaken) expect(check).not.toThrow();
	else expect(problemOf(check)).toEqual([TOO_LONG, `${NOTHING_SENT} ${SKIP}`]);
});

test('Skip Validation is only advised if all that is wrong may pass', () => {
	const file = uploadedFile('cup.avif');
	const broken = plannedPost({ parts: [{ content: 'Tea', files: [file] }] });
	for (const posts of [[broken], [long(301), broken]]) {
		const [, description] = problemOf(() => checkItem(plannedItem(posts)));
		expect(description).toContain(NOTHING_SENT);
		expect(description).not.toContain('Skip Validation');
	}
});

test('nothing is checked if the person said so', () => {
	const item = plannedItem([long(301)], { skipsValidation: true });
	expect(checkItem(item)).toBe(item);
});
