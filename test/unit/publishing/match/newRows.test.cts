import type { ExistingPost } from '../../../../nodes/Postiz/posts/existingPost';
import { HOUR } from '../../../shared/time.cjs';
import {
	NO_FINGERPRINT,
	DRAFT,
	expectDecisions,
	FAILED_FOR_GOOD,
	type MadePost,
	MILK,
	NOW,
	OTHER_ROW,
	PUBLISHED,
	type TestItem,
	START,
} from './describeDecisions.cjs';

const SKIPPED =
	'skipChannel The row is already published on other channels. This one was added later.';
const PAST: Partial<TestItem> = { hour: 0 };

test.each<{
	title: string;
	row: Partial<TestItem>;
	published: Array<[hoursAgo: number, Partial<TestItem>?, Partial<ExistingPost>?]>;
	expected: string;
}>([
	{ title: 'skips a row with a past date', row: PAST, published: [[12]], expected: SKIPPED },
	{ title: 'skips a row without a date', row: NOW, published: [[12]], expected: SKIPPED },
	{
		title: 'creates a post that is due now',
		row: { hour: 12 },
		published: [[12]],
		expected: 'create',
	},
	{
		title: 'creates a post that is due later',
		row: { hour: 13 },
		published: [[12]],
		expected: 'create',
	},
	{
		title: 'creates a post if the others were published 11 hours ago',
		row: PAST,
		published: [[11]],
		expected: 'create',
	},
	{
		title: 'skips a row of which one post was published long ago',
		row: PAST,
		published: [[12], [12, { ...OTHER_ROW, ...DRAFT }]],
		expected: SKIPPED,
	},
	{
		title: 'ignores a published post of another row',
		row: PAST,
		published: [[12, OTHER_ROW]],
		expected: 'create',
	},
	{
		title: 'ignores a post that failed long ago',
		row: PAST,
		published: [[12, {}, FAILED_FOR_GOOD]],
		expected: 'create',
	},
	{
		title: 'ignores a published manual post',
		row: PAST,
		published: [[12, MILK, NO_FINGERPRINT]],
		expected: 'create',
	},
])('with a channel added to the group, $title', ({ row, published, expected }) => {
	const serviceStartTime = START + 12 * HOUR;
	const posts = published.map(([hours, columns, changes]): MadePost => [
		{ ...row, channel: 'in', ...columns },
		{ ...PUBLISHED, time: serviceStartTime - hours * HOUR, ...changes },
	]);
	expectDecisions(
		{ items: [row], posts, expected: [expected] },
		{ isUpsert: true, serviceStartTime },
	);
});
