import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../../../../nodes/Postiz/common/problem';
import {
	createConflictProblem,
	createUnreadableCalendarProblem,
	CONFLICTS,
} from '../../../../nodes/Postiz/posts/existing/conflictProblems';
import type { ExistingPost } from '../../../../nodes/Postiz/posts/existingPost';
import type { Conflict } from '../../../../nodes/Postiz/posts/plannedPost';
import { createFake } from '../../../shared/fakes.cjs';
import { createDesired, createExisting, FINGERPRINT, POST } from './createExisting.cjs';

const getTexts = ({ message, description }: Problem) => [message, description];

/** As items of these rows of a sheet. */
const createRun = (rows: IDataObject[] = []) => ({
	context: createFake<IExecuteFunctions>({
		getInputData: () => rows.map((json) => ({ json })),
		getNode: () => ({ type: 'postiz' }),
	}),
	timezone: 'UTC',
});
const explainRejection = (why: Conflict, more: object, rows?: IDataObject[]) =>
	getTexts(
		createConflictProblem(
			{ desired: createDesired(), action: 'reject', conflict: why, issues: [], ...more },
			createRun(rows),
		),
	);

const ANOTHER = 'If it is a different post, choose Post Again';
const CHANGE = 'Nothing was sent. To change it, use Post > Update.';

test.each<[Conflict, string, string]>([
	[
		'incompleteThread',
		'Postiz has only the beginning of this thread',
		'Delete it with Post > Delete and run this again.',
	],
	[
		'mayBeOnline',
		'The post failed in Postiz, but may be online',
		`Check the network. If it is not there, delete the post in Postiz and run this again. ${ANOTHER}.`,
	],
	[
		'stillTrying',
		'Postiz is still trying to publish this post',
		'Run this again in an hour. Deleting the post in Postiz cancels the attempt.',
	],
	[
		'differentFiles',
		'Postiz has this post with different files',
		`${CHANGE} ${ANOTHER}, or change its time by a minute.`,
	],
	[
		'differentDetails',
		'Postiz has this post with different details (settings, tags or others)',
		`${CHANGE} ${ANOTHER}, or change its time by a minute.`,
	],
	[
		'existingDraft',
		'Postiz has this post as a draft',
		`Schedule the draft with Post > Update, or delete it and run this again. ${ANOTHER}.`,
	],
	[
		'alreadyScheduled',
		'Postiz has this post, and it is scheduled',
		`To make it a draft, use Post > Update. ${ANOTHER}.`,
	],
	[
		'uncomparedFiles',
		'Postiz already has this text, and its files cannot be compared',
		`Nothing was sent. Check that post. ${ANOTHER}.`,
	],
	[
		'uncomparedLinks',
		'Postiz already has this text, and its short links cannot be compared',
		`Nothing was sent. Check that post. ${ANOTHER}.`,
	],
	[
		'alreadyPublished',
		'The post of this row is already published, with a different date or text',
		"Nothing was sent. To create a new post, give the row a new ID. If the row is reused, add its date to the ID: {{ $json.id + ' ' + $json.date }}.",
	],
	[
		'foreignRow',
		'This Row ID belongs to a post with a different text and time',
		"Nothing was changed. If another sheet uses the same IDs, or rows were moved, give this row another ID. If it is this row's post, delete it in Postiz and run this again.",
	],
	[
		'changedAfterApproval',
		'This post was scheduled in Postiz, and its row has changed since',
		'Edit it there, or make it a draft there and run this again.',
	],
	[
		'mayBeEarlierVersion',
		'Postiz has a post without a Row ID that may belong to this row',
		'If it does, delete it and run this again. If not, create this row with Post > Create.',
	],
])('explains the rejection %s', (why, message, description) => {
	const label = 'Bluesky: acme.bsky.social';
	expect(explainRejection(why, { existing: createExisting() })).toEqual([
		`${label} – ${message}: ${POST}`,
		description,
	]);
});

test.each<{ title: string; fingerprint: object; existing: object; description: string }>([
	{
		title: 'a published post',
		fingerprint: {},
		existing: { state: 'PUBLISHED' },
		description: `Nothing was sent. A published post cannot be changed. ${ANOTHER}, or change its time by a minute.`,
	},
	{
		title: 'a post without a date',
		fingerprint: { minute: null },
		existing: {},
		description: `${CHANGE} ${ANOTHER}.`,
	},
])('suggests only what is possible with $title that has other settings', (given) => {
	const desired = createDesired({ fingerprint: { ...FINGERPRINT, ...given.fingerprint } });
	const existing = createExisting(given.existing);
	const [, description] = explainRejection('differentDetails', { desired, existing });
	expect(description).toBe(given.description);
});

test('names all conflicting posts, and marks those of an earlier attempt', () => {
	const otherPosts = [createExisting(), createExisting({ id: 'p2', content: '' })];
	expect(explainRejection('severalPostsForRow', { otherPosts })).toEqual([
		`Bluesky: acme.bsky.social – Postiz has several posts for this row: ${POST}; p2, 2099-03-01 10:00 UTC`,
		'Delete all but one of them and run this again.',
	]);
	expect(explainRejection('unclear', {})).toEqual([
		'Bluesky: acme.bsky.social – It is unclear whether Postiz has this post: an earlier attempt got no response',
		'Run this again in a few minutes. Existing posts are skipped.',
	]);
	const sentRecord = { sendIds: ['s1'], isUpdate: true };
	expect(explainRejection('unclear', { desired: createDesired({ sentRecord }) })).toEqual([
		'Bluesky: acme.bsky.social – It is unclear whether Postiz changed this post: an earlier attempt got no response',
		'Run this again in a few minutes. It is safe to change a post twice.',
	]);
	expect(explainRejection('mayBeOnline', {})[0]).toBe(
		`Bluesky: acme.bsky.social – ${CONFLICTS.mayBeOnline.message}`,
	);
});

test('shortens a long text', () => {
	const [message] = explainRejection('existingDraft', {
		existing: createExisting({ content: 'x'.repeat(41) }),
	});
	expect(message).toContain(`“${'x'.repeat(40)}…”, p1`);
});

const SHEET = [{ row_number: 2 }, { row_number: 3 }, { row_number: 5 }];
test.each<[number[], IDataObject[], string]>([
	[[0], [], 'An earlier item has the same Row ID “May 1” with different content'],
	[[0, 0], SHEET, 'This item uses the Row ID “May 1” twice on one channel'],
	[[0, 2, 1], SHEET, 'Rows 2, 5 and 3 have the same Row ID “May 1”'],
	[[0, 1], [{ row_number: 2 }, {}], 'Items 0 and 1 have the same Row ID “May 1”'],
])('reports a repeated Row ID of items %j in %j', (itemIndexes, sheet, message) => {
	expect(explainRejection('reusedRowId', { itemIndexes }, sheet)).toEqual([
		message,
		'Give the copied row its own ID.',
	]);
});

test('does not suggest Post Again for a row with an ID', () => {
	const row = createDesired({ fingerprint: { ...FINGERPRINT, rowIdDigest: 'a' } });
	const getAdvice = (existing: ExistingPost) =>
		explainRejection('mayBeOnline', { desired: row, existing })[1];
	const { remedy } = CONFLICTS.mayBeOnline;
	expect(
		getAdvice(
			createExisting({ fingerprint: { ...createExisting().fingerprint!, rowIdDigest: 'a' } }),
		),
	).toBe(remedy);
	expect(getAdvice(createExisting())).toBe(
		`${remedy} If it is a different post, create this row with Post > Create.`,
	);
});

test('names the post of an earlier item with the same ID', () => {
	const [, remedy] = explainRejection(
		'reusedRowId',
		{ itemIndexes: [0], otherPosts: [createExisting()] },
		[{}],
	);
	expect(remedy).toBe(
		`Give the copied row its own ID. If it is the same row, change its post ${createExisting().id} with Post > Update.`,
	);
});

test('says that nothing was sent if the calendar is unreadable', () => {
	const problem = createUnreadableCalendarProblem(
		new Problem('down', 'Wait.', { httpCode: '500' }),
	);
	expect(getTexts(problem)).toEqual([
		'It is unknown whether Postiz has this post: down',
		'Nothing was sent. Run this again later. Wait.',
	]);
});
