/** Posts without a date, which count as sent within the dedupe window. */
import { Problem } from '../../../../nodes/Postiz/common/problem';
import { DEDUPE_WINDOW_MS } from '../../../../nodes/Postiz/posts/existing/dedupeWindow';
import { HOUR } from '../../../shared/time.cjs';
import {
	BY_CLOCK,
	type Case,
	createDesiredPosts,
	createMatchInput,
	describeDecisions,
	DRAFT,
	expectDecisions,
	MILK,
	NOW,
	OLD,
	PUBLISHED,
	SLOT,
	START,
	UNDATED_DRAFT,
} from './describeDecisions.cjs';

test.each<Case>([
	{
		title: 'creates a post although an undated draft has its text',
		items: [NOW],
		posts: [[{ ...NOW, ...DRAFT }]],
		expected: ['create similarTo 1'],
	},
	{
		title: 'rejects a post for now with another tag',
		items: [NOW],
		posts: [[{ ...NOW, settings: 'tag' }, PUBLISHED]],
		expected: ['reject differentDetails 1'],
	},
	{
		title: 'creates a post for now with another tag and another file',
		items: [{ ...NOW, file: 'a' }],
		posts: [[{ ...NOW, file: 'b', settings: 'tag' }, PUBLISHED]],
		expected: ['create'],
	},
	{
		title: 'rejects a post for now whose file is unreadable',
		items: [{ ...NOW, file: 'u1' }],
		posts: [[{ ...NOW, file: 'u2' }, PUBLISHED]],
		expected: ['reject uncomparedFiles 1'],
	},
	{
		title: 'creates a post for now with another tag whose file is unreadable',
		items: [{ ...NOW, file: 'u1' }],
		posts: [[{ ...NOW, file: 'u2', settings: 'tag' }, PUBLISHED]],
		expected: ['create'],
	},
	{
		title: 'creates a post for now again after the dedupe window',
		items: [NOW],
		posts: [[NOW, { ...PUBLISHED, age: DEDUPE_WINDOW_MS + 1 }]],
		expected: ['create'],
	},
	{
		title: 'keeps an old post at a free slot that is still queued',
		items: [SLOT],
		posts: [[SLOT, OLD]],
		expected: ['keep 1'],
	},
	{
		title: 'keeps an old post at a free slot that was turned into a draft',
		items: [SLOT],
		posts: [[SLOT, { ...OLD, state: 'DRAFT' }]],
		expected: ['keep 1'],
	},
	{
		title: 'creates a post at a free slot although an old one is published',
		items: [SLOT],
		posts: [[SLOT, { ...OLD, ...PUBLISHED }]],
		expected: ['create'],
	},
	{
		title: 'creates a post at a free slot if the old one is overdue',
		items: [SLOT],
		posts: [[SLOT, { ...OLD, time: START - 48 * HOUR }]],
		expected: ['create similarTo 1'],
	},
	{
		title: 'creates a post at a free slot if the old one has another tag',
		items: [SLOT],
		posts: [[{ ...SLOT, settings: 'tag' }, OLD]],
		expected: ['create'],
	},
	{
		title: 'keeps an old undated draft',
		items: [UNDATED_DRAFT],
		posts: [[UNDATED_DRAFT, { ...OLD, time: START - 900 * HOUR }]],
		expected: ['keep 1'],
	},
	{
		title: 'rejects an old undated draft whose files are unreadable',
		items: [{ ...UNDATED_DRAFT, file: 'u1' }],
		posts: [[{ ...UNDATED_DRAFT, file: 'u2' }, OLD]],
		expected: ['reject uncomparedFiles 1'],
	},
	{
		title: 'creates a post at a free slot if the old one has another tag and an unreadable file',
		items: [{ ...SLOT, file: 'u1' }],
		posts: [[{ ...SLOT, file: 'u2', settings: 'tag' }, OLD]],
		expected: ['create'],
	},
	{
		title: 'creates a post for now although an old undated draft exists',
		items: [NOW],
		posts: [[UNDATED_DRAFT, OLD]],
		expected: ['create similarTo 1'],
	},
	{
		title: 'creates a post for now although an old undated draft has unreadable files',
		items: [{ ...NOW, file: 'u1' }],
		posts: [[{ ...UNDATED_DRAFT, file: 'u2' }, OLD]],
		expected: ['create similarTo 1'],
	},
	{
		title: 'creates a post with a date from the clock again after the dedupe window',
		items: [BY_CLOCK],
		posts: [[BY_CLOCK, OLD]],
		expected: ['create similarTo 1'],
	},
	{
		title: 'creates a draft with a date from the clock again after the dedupe window',
		items: [{ ...BY_CLOCK, ...DRAFT }],
		posts: [[{ ...BY_CLOCK, ...DRAFT }, OLD]],
		expected: ['create similarTo 1'],
	},
	{
		title: 'keeps a post for now at the end of the dedupe window',
		items: [NOW],
		posts: [[NOW, { ...PUBLISHED, age: DEDUPE_WINDOW_MS }]],
		expected: ['keep 1'],
	},
	{
		title: 'does not name an undated draft with another text',
		items: [{ ...NOW, ...MILK }],
		posts: [[{ ...NOW, ...DRAFT }]],
		expected: ['create'],
	},
])('Create: $title', (example) => expectDecisions(example, { isUpsert: false }));

test('creates a post again while the last one is pending if runs repeat it on purpose', () => {
	expectDecisions(
		{ items: [SLOT], posts: [[SLOT, OLD]], expected: ['create similarTo 1'] },
		{ isUpsert: false, isRepeatedOnPurpose: true },
	);
});

test('rejects a post if the service failed to show one that may be equal', () => {
	const rows = createDesiredPosts([{ ...NOW, file: 'u1' }], false);
	const input = createMatchInput([[{ ...NOW, file: 'u2', settings: 'tag' }, PUBLISHED]], false);
	expect(describeDecisions(rows, input, new Problem('HTTP 502', []))).toEqual([
		'reject uncomparedFiles 1',
	]);
});
