/**
 * What happens to posts that exist already. Each test is a list of steps: `expectRun` has the outcome of each row,
 * `expectCalendar` the posts in Postiz.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DAY, HOUR, MINUTE } from '../../shared/time.cjs';
import { createSampleFile, JPEG, PNG } from '../../shared/samples.cjs';
import {
	addRow,
	approveDraft,
	runByHand,
	runByTrigger,
	expectCalendar,
	failToStore,
	expectPostCount,
	dragTo,
	editText,
	failPost,
	changeForm,
	breakFileLinks,
	makeDraft,
	INSTANCE,
	publishPost,
	changeStoredText,
	copyPost,
	passTime,
	injectListFault,
	removeKey,
	shiftClockOfN8n,
	useInstance,
	expectOutcomes,
	runSteps,
	injectPublicPostFault,
	removeLastPart,
	expectRequestCount,
	changeRow,
	expectRun,
	expectRunByTwoWorkers,
	expectRunInLoop,
	runWithoutExpectations,
	expectSameErrors,
	expectHints,
	injectSendFault,
	useSheet,
	reverseRows,
	setRunOptions,
	setFreeSlots,
	shiftStoredDates,
	expectUpdateError,
	uploadFile,
	type Row,
	type Step,
} from '../support/caseSteps.cjs';
import { FUTURE, addDays, addMinutes } from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

const service = useService(INSTANCE);

type Steps = Array<Step | Step[]>;
type Case = [title: string, ...steps: Steps];

const TEA: Row = { text: 'Tea' };
const MILK: Row = { text: 'Milk' };
const WINE: Row = { text: 'Wine' };
const [A, B] = [PNG, JPEG];
const BROKEN = Buffer.from('no picture');

const NOW: INodeParameters = { type: 'now' };
const SCHEDULE: INodeParameters = { type: 'schedule' };
const DRAFT: INodeParameters = { type: 'draft' };
const UNDATED_DRAFT: INodeParameters = { type: 'draft', date: '' };
const NEXT_SLOT: INodeParameters = { type: 'nextSlot' };
const IN_AN_HOUR: INodeParameters = { date: "={{ $now.plus(1, 'hour') }}" };
const CHANNELS_BY_ROW = '={{ $json.channels ?? "Bluesky" }}';
const DATE_BY_ROW: INodeParameters = { date: '={{ $json.date }}' };
const MAY = '2099-05-04T10:00:00.000Z';
const IN_200_DAYS = addDays(200);
const JUNE = '2099-06-04T10:00:00.000Z';
const TOMORROW = addDays(1);
const PAST_ROWS: Row[] = [
	{ ...TEA, date: '2020-05-06' },
	{ text: 'Milk', date: '2021-06-07' },
];
const createMarchRows = (...days: number[]): Row[] =>
	days.map((day) => ({ ...TEA, date: `2099-03-0${day}T10:00:00Z` }));

const createThread = (...texts: string[]): INodeParameters => ({
	thread: { segment: texts.map((content) => ({ content })) },
});
const THREAD = createThread('Two', 'Three');
const TAGGED: INodeParameters = { options: { tags: 'Launch' } };
const TAGS_BY_ROW: INodeParameters = { options: { tags: '={{ $json.text }}' } };
const AS_MARKDOWN: INodeParameters = { options: { contentFormat: 'markdown' } };
const POST_AGAIN: INodeParameters = { options: { ifExists: 'post' } };
const ADAPT: INodeParameters = { options: { ifUnsupported: 'adapt' } };
const UPLOADED: INodeParameters = {
	media: { file: [{ source: 'upload', file: '={{ $json.file }}' }] },
};
const FROM_URL: INodeParameters = {
	media: { file: [{ source: 'url', url: '={{ $json.file.path }}' }] },
};
const FROM_SIGNED_URL: INodeParameters = {
	media: {
		file: [{ source: 'url', url: '={{ $json.file.path }}?X-Amz-Signature={{ $json.key }}' }],
	},
};
const BOARDS: INodeParameters = {
	channels: 'Discord',
	networkSettings: {
		network: [
			{ provider: 'discord', channel: { __rl: true, mode: 'id', value: '={{ $json.board }}' } },
		],
	},
};

/** Create or Update, with a column for each field. */
const UPSERT: INodeParameters = {
	operation: 'upsert',
	rowId: '={{ $json.id }}',
	type: '={{ $json.type ?? "schedule" }}',
	date: `={{ $json.date ?? "${FUTURE}" }}`,
	channels: CHANNELS_BY_ROW,
	options: { tags: '={{ $json.tags ?? "" }}' },
};
const MAY_1: Row = { id: 'May 1', text: 'Tea' };
const createMayRows = (from: number, to: number, more: Row = {}): Row[] =>
	Array.from({ length: to - from + 1 }, (_, index) => ({
		id: `May ${from + index}`,
		text: `Tea ${from + index}`,
		...more,
	}));
const TOO_LONG: Row = { text: 'x'.repeat(400), channels: 'Bluesky, Telegram' };
const MAY_2: Row = { id: 'May 2', text: 'Tea 2' };
const createUpsert = (rowId: string): INodeParameters => ({ ...UPSERT, rowId });

const removeFiles = (parts: IDataObject[]) => parts.forEach((part) => (part.image = null));
const USE_OLDER_RELEASE: Step = useInstance({ version: '2.21' });
const DROP_KEYS: Step = useInstance({ dropsUnknownSettings: true });
const LOSE_REQUESTS: Step = injectSendFault({ kind: 'resetBefore', times: 99 });
const REJECT_ONCE: Step = injectSendFault({ kind: 'status', status: 400, body: { message: 'No' } });
/** Loses the answer to a request, and fails the search for its posts. */
const LOSE_ANSWER_ONCE: Step[] = [
	injectSendFault({ kind: 'resetAfter' }),
	injectListFault({ kind: 'status', status: 404, skip: 1 }),
];
const publishOtherPosts: Step = ({ service: { state } }) => {
	for (const post of state.posts.slice(1))
		Object.assign(post, { state: 'PUBLISHED', releaseURL: 'https://telegram.example/1' });
};
const RETRY_ON_FAIL: Step = setRunOptions({
	node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
});
const STOP_ON_ERROR: Step = setRunOptions({ onError: 'stopWorkflow' });

const repeat = (amount: number, outcome: string) => Array<string>(amount).fill(outcome);

/** Two tests: with lists that show settings, and without, as in all releases so far. */
const repeatOnOlderRelease = (title: string, ...steps: Steps): Case[] => [
	[title, ...steps],
	[`${title} (Postiz 2.21)`, USE_OLDER_RELEASE, ...steps],
];

/** Two tests: in Create, and in Create or Update. */
const repeatByRowId = (title: string, type: string, ...steps: Steps): Case[] => [
	[title, useSheet({ type }, TEA), ...steps],
	[`${title} (by Row ID)`, useSheet({ ...UPSERT, type }, MAY_1), ...steps],
];

const UNDATED: Case[] = [
	[
		'creates a post with the same caption but another picture',
		[useSheet(NOW, { ...TEA, picture: A }), expectRun('created')],
		[changeRow({ picture: B }), expectRun('created')],
	],
	[
		'leaves a post unchanged after 10 hours, and creates it again after 11',
		[useSheet(NOW, { ...TEA, picture: A }), expectRun('created')],
		[passTime(10 * HOUR), expectRun('unchanged'), passTime(HOUR + MINUTE), expectRun('created')],
	],
	[
		'tolerates a wrong clock of n8n',
		[useSheet(NOW, TEA), expectRun('created')],
		[
			shiftClockOfN8n(20 * HOUR),
			expectRun('unchanged'),
			shiftClockOfN8n(-40 * HOUR),
			expectRun('unchanged'),
		],
		[passTime(11 * HOUR + MINUTE), expectRun('created')],
	],
	[
		'creates two rows both times when a schedule runs at 9:00 and 21:00',
		[runByTrigger, useSheet(NOW, TEA, MILK), expectRun('created', 'created')],
		[passTime(12 * HOUR - 3000), expectRun('created', 'created')],
	],
	[
		'creates a fixed text in each hourly run of a trigger, but not by hand 40 minutes later',
		[runByTrigger, useSheet({ ...NOW, content: 'Good morning' }, {}), expectRun('created')],
		[passTime(HOUR), expectRun('created')],
		[runByHand, passTime(40 * MINUTE), expectRun('unchanged')],
	],
	[
		'leaves a text from the item unchanged an hour later, even in a run of a trigger',
		[
			runByTrigger,
			useSheet(NOW, TEA),
			expectRun('created'),
			passTime(HOUR),
			expectRun('unchanged'),
		],
	],
];

const PENDING: Case[] = [
	[
		'leaves a post in the next free slot unchanged while it is queued, and creates it again once it is published',
		[useSheet(NEXT_SLOT, TEA), expectRun('created'), dragTo(addDays(20))],
		[passTime(12 * HOUR), expectRun('unchanged'), publishPost(), expectRun('created')],
	],
	...repeatOnOlderRelease('leaves an undated draft unchanged after 60 days', [
		useSheet(UNDATED_DRAFT, TEA),
		expectRun('created'),
		passTime(60 * DAY),
		expectRun('unchanged'),
	]),
];

const DUPLICATE_ROWS: Case[] = [
	[
		'creates one post for two equal rows',
		[
			useSheet({}, TEA, MILK, TEA),
			expectRun('created', 'created', 'created, same as 0'),
			expectHints('duplicateItem', 'sameMinute'),
		],
		[expectRun('unchanged', 'unchanged', 'unchanged, same as 0'), expectCalendar('Tea', 'Milk')],
	],
	[
		'creates one post for five items with the same fixed text',
		[useSheet({ ...NOW, content: 'Good morning' }, {}, {}, {}, {}, {})],
		[expectRun('created', ...repeat(4, 'created, same as 0'))],
		expectCalendar('Good morning'),
	],
	[
		'creates the valid post of a row with a rejected channel, and shares it with an equal row',
		[useSheet({ channels: CHANNELS_BY_ROW }, { ...TEA, channels: 'Bluesky, Pinterest' }, TEA)],
		[
			expectRun('created', 'failed', 'created, same as 0'),
			expectOutcomes('created', 'rejected', 'created'),
		],
	],
	[
		'fails equal rows with the same error if Postiz rejects their post',
		[useSheet({}, TEA, TEA), REJECT_ONCE, REJECT_ONCE, REJECT_ONCE],
		[expectRun('failed', 'failed'), expectSameErrors, expectHints()],
	],
	[
		'creates two posts for equal rows with Post Again',
		[useSheet(POST_AGAIN, TEA, TEA), expectRun('created', 'created'), expectPostCount(2)],
	],
	[
		'fails equal rows with the same error if their date has passed',
		[
			useSheet({ date: '2020-05-06' }, TEA, TEA),
			expectRun('failed', 'failed'),
			expectSameErrors,
			expectHints(),
		],
	],
];

const EDITED: Case[] = [
	...repeatOnOlderRelease('leaves a dated post unchanged after its text was edited', [
		useSheet({}, TEA),
		expectRun('created'),
		editText('Tea, corrected'),
		expectRun('unchanged'),
	]),
	...repeatOnOlderRelease('leaves a dated post unchanged after it was moved by nine days', [
		useSheet({}, TEA),
		expectRun('created'),
		dragTo('2099-03-13T10:00:00.000Z'),
		expectRun('unchanged'),
	]),
	[
		'recognizes a post by its key, without reading files, if its text is stored differently and its file signed anew',
		uploadFile(A),
		useSheet(FROM_SIGNED_URL, { ...TEA, key: 1 }),
		[
			expectRun('created'),
			changeStoredText('<p>T</p>'),
			breakFileLinks(),
			changeRow({ key: 2 }),
			expectRun('unchanged'),
		],
	],
];

const FILES: Case[] = [
	[
		'creates the post whose picture was unreadable, and leaves the other one with its caption unchanged',
		[
			useSheet({}, { ...TEA, picture: BROKEN }, { ...TEA, picture: B }),
			expectRun('failed', 'created'),
		],
		[changeRow({ picture: A }), expectRun('created', 'unchanged')],
		expectCalendar('Tea · jpg', 'Tea · png'),
	],
	...([{}, NOW, IN_AN_HOUR] as INodeParameters[]).map((fields, index): Case => [
		`leaves a post unchanged after the same bytes were uploaded again (${['dated', 'now', 'relative date'][index]})`,
		[uploadFile(A), useSheet({ ...UPLOADED, ...fields }, TEA), expectRun('created')],
		[uploadFile(A), expectRun('unchanged')],
	]),
	[
		'leaves a post unchanged if another URL has the same bytes',
		[uploadFile(A), useSheet(FROM_URL, TEA), expectRun('created')],
		[uploadFile(A), expectRun('unchanged')],
	],
	[
		'rejects a dated post whose files are unreadable',
		[uploadFile(A), useSheet(FROM_URL, TEA), expectRun('created')],
		[uploadFile(A), breakFileLinks(), expectRun('rejected: unknownFiles')],
	],
	[
		'rejects an immediate post whose files are unreadable',
		[uploadFile(A), useSheet({ ...FROM_URL, ...NOW }, TEA), expectRun('created')],
		[uploadFile(A), breakFileLinks(), expectRun('rejected: unknownFiles')],
	],
	[
		'rejects a re-encoded picture at the same date',
		[useSheet({}, { ...TEA, picture: A }), expectRun('created')],
		[changeRow({ picture: B }), expectRun('rejected: otherFiles'), expectPostCount(1)],
	],
	[
		'leaves a published post with broken links unchanged if the tags or files of its row change',
		[useSheet({}, { ...TEA, picture: A }), expectRun('created'), publishPost(), breakFileLinks()],
		[changeForm(TAGGED), expectRun('unchanged')],
		[changeRow({ picture: B }), expectRun('unchanged')],
	],
	[
		'creates four posts in four runs with pictures without text at the same date',
		...[1, 2, 3, 4].flatMap((mark) => [
			useSheet({ content: '' }, { picture: createSampleFile(PNG, 100, mark) }),
			expectRun('created'),
		]),
		expectPostCount(4),
	],
	[
		'creates a picture without text at the date of another published one',
		[useSheet({ content: '' }, { picture: A }), expectRun('created'), publishPost()],
		[changeRow({ picture: B }), expectRun('created')],
	],
];

const SETTINGS: Case[] = [
	[
		'rejects a tag added to a scheduled row in Create',
		[
			useSheet({}, TEA),
			expectRun('created'),
			changeForm(TAGGED),
			expectRun('rejected: otherSettings'),
		],
	],
	[
		'updates nothing but the tags if a tag is added to a scheduled row with a Row ID',
		[useSheet(UPSERT, MAY_1), expectRun('created'), editText('Tea, corrected')],
		[
			changeRow({ tags: 'Launch' }),
			expectRun('updated'),
			expectCalendar('Tea, corrected · Launch'),
		],
	],
	[
		'creates the failed one of two posts with the same text and minute on two boards',
		useSheet(BOARDS, { ...TEA, board: 'general' }, { ...TEA, board: 'announcements' }),
		// The request is divided, and its first half rejected again.
		[REJECT_ONCE, REJECT_ONCE],
		expectRun('failed', 'created'),
		expectRun('created', 'unchanged'),
		expectPostCount(2),
	],
	[
		'rejects an immediate post with an added tag for 11 hours',
		[useSheet(NOW, TEA), expectRun('created'), passTime(HOUR)],
		[
			changeForm(TAGGED),
			expectRun('rejected: otherSettings'),
			passTime(10 * HOUR + MINUTE),
			expectRun('created'),
		],
	],
	[
		'rejects an immediate post with another option',
		[
			useSheet(NOW, TEA),
			expectRun('created'),
			changeForm(AS_MARKDOWN),
			expectRun('rejected: otherSettings'),
		],
	],
];

const FAILED: Case[] = [
	[
		'rejects an incomplete thread',
		[useSheet(THREAD, TEA), failToStore('Two'), runWithoutExpectations, failToStore(null)],
		[expectCalendar('Tea · 1 parts'), expectRun('rejected: incompleteThread'), expectPostCount(1)],
	],
	[
		'leaves a thread unchanged after a person removed a part',
		[useSheet(THREAD, TEA), expectRun('created'), removeLastPart(), expectRun('unchanged')],
	],
	[
		'leaves a failed post with a link unchanged',
		useSheet({}, TEA),
		expectRun('created'),
		failPost('withLink'),
		expectRun('unchanged'),
	],
	[
		'creates a post again that failed for good',
		[
			useSheet({}, TEA),
			expectRun('created'),
			failPost('forGood'),
			expectRun('created'),
			expectRun('unchanged'),
		],
	],
	[
		'rejects a post that failed with a timeout',
		[
			useSheet({}, TEA),
			expectRun('created'),
			failPost('withTimeout'),
			expectRun('rejected: mayBeOnline'),
		],
	],
	[
		'rejects a post that may be online',
		[
			useSheet({}, TEA),
			expectRun('created'),
			failPost('mayBeOnline'),
			expectRun('rejected: mayBeOnline'),
		],
	],
	[
		'rejects an undated post that may be online',
		[
			useSheet(NOW, MILK),
			expectRun('created'),
			failPost('mayBeOnline'),
			expectRun('rejected: mayBeOnline'),
		],
	],
	[
		'rejects a post that Postiz still tries to publish, and an hour later as possibly online',
		[
			useSheet({}, TEA),
			expectRun('created'),
			failPost('stillTrying'),
			expectRun('rejected: stillTrying'),
		],
		[passTime(HOUR + MINUTE), expectRun('rejected: mayBeOnline')],
	],
	[
		'never reschedules a failed post that may be online or that Postiz still tries to publish',
		[useSheet(UPSERT, MAY_1), expectRun('created'), failPost('mayBeOnline')],
		[
			changeRow({ date: JUNE }),
			expectRun('rejected: mayBeOnline'),
			expectUpdateError({ date: JUNE }),
		],
		[
			failPost('stillTrying'),
			expectRun('rejected: stillTrying'),
			expectUpdateError({ date: JUNE }),
		],
		expectCalendar('Tea · failed · 2099-03-04'),
	],
	[
		'leaves a post unchanged if a copy of it failed with a timeout',
		[
			useSheet({}, TEA),
			expectRun('created'),
			copyPost(),
			failPost('withTimeout'),
			expectRun('unchanged'),
		],
	],
	[
		'rejects all changes of a row whose failed post has a link',
		[useSheet(UPSERT, MAY_1), expectRun('created'), failPost('withLink')],
		[
			changeRow({ date: JUNE }),
			expectRun('rejected: alreadyPublished'),
			expectUpdateError({ date: JUNE }),
		],
		expectCalendar('Tea · failed · 2099-03-04'),
	],
	[
		'rejects all changes of a row whose post failed with a timeout',
		[useSheet(UPSERT, MAY_1), expectRun('created'), failPost('withTimeout')],
		[
			changeRow({ text: 'Milk' }),
			expectRun('rejected: mayBeOnline'),
			expectUpdateError({ date: JUNE }),
		],
		expectCalendar('Tea · failed · 2099-03-04'),
	],
];

const MOVED: Case[] = [
	[
		'creates the same text on a fifth date without a hint about the other four',
		[useSheet(DATE_BY_ROW, ...createMarchRows(1, 2, 3, 4)), expectRun(...repeat(4, 'created'))],
		[addRow(createMarchRows(5)[0]), expectRun(...repeat(4, 'unchanged'), 'created'), expectHints()],
	],
	[
		'creates a new post for a moved row, and names the old one',
		[useSheet(DATE_BY_ROW, ...createMarchRows(1)), expectRun('created')],
		[changeRow(createMarchRows(9)[0]), expectRun('created'), expectHints('replacesAtOtherTime')],
	],
	[
		'suggests to retry only the failed post of a past row, and names the published one after its date changed',
		[
			useSheet({ channels: 'Bluesky, Telegram', date: TOMORROW }, TEA),
			expectRun('created', 'created'),
		],
		[failPost('forGood'), publishOtherPosts, passTime(2 * DAY), expectRun('unchanged', 'failed')],
		({ last, service: { state } }) => {
			const [{ id }] = state.posts;
			expect(last!.output[0][1].json.error).toContain(`with Post > Update: ${id}.`);
		},
		[
			changeForm({ date: addDays(9) }),
			expectRun('created', 'created'),
			expectHints('replacesPublished'),
		],
	],
	[
		'creates a new post for a corrected text, and names the old one',
		[
			useSheet({}, TEA),
			expectRun('created'),
			changeRow({ text: 'Tea!' }),
			expectRun('created'),
			expectHints('replacesAtSameTime'),
		],
	],
	[
		'leaves a post for an hour from now unchanged in a second run',
		[
			useSheet(IN_AN_HOUR, TEA),
			expectRun('created'),
			passTime(30 * MINUTE),
			expectRun('unchanged'),
		],
	],
	[
		'treats a date from the row as fixed if the expression falls back to the clock',
		useSheet({ date: '={{ $json.date || $now }}' }, ...createMarchRows(1)),
		[
			expectRun('created'),
			changeRow(createMarchRows(2)[0]),
			expectRun('created'),
			expectRun('unchanged'),
		],
	],
	[
		'creates an immediate post with the text of a scheduled one, and names that one',
		[
			useSheet({ date: addDays(7) }, TEA),
			expectRun('created'),
			changeForm(NOW),
			expectRun('created'),
			expectHints('replacesAtOtherTime'),
		],
	],
	[
		'leaves a post in the next free slot unchanged if its row says now an hour later',
		[
			useSheet(NEXT_SLOT, TEA),
			expectRun('created'),
			passTime(HOUR),
			changeForm(NOW),
			expectRun('unchanged'),
			expectPostCount(1),
		],
	],
	[
		'treats a day relative to now with an hour from the row as a fixed date',
		useSheet(
			{ date: "={{ $now.plus(1, 'day').toISO().split('T')[0] }} {{ $json.hour }}" },
			{ ...TEA, hour: '09:00' },
		),
		[
			expectRun('created'),
			changeRow({ hour: '18:00' }),
			expectRun('created'),
			expectRun('unchanged'),
		],
	],
];

const DRAFTS: Case[] = [
	[
		'creates an immediate post with the text of an undated draft, and names the draft',
		[useSheet(UNDATED_DRAFT, TEA), expectRun('created'), changeForm(NOW), expectRun('created')],
		expectHints('replacesDraft'),
	],
	[
		'names a draft with another text at the same minute as one that the new post may replace',
		[useSheet(DRAFT, TEA), expectRun('created'), changeRow({ text: 'Tea!' }), expectRun('created')],
		expectHints('replacesAtSameTime'),
	],
	[
		'gives no hint about an unrelated post at the same minute',
		[useSheet({}, TEA), expectRun('created'), changeRow(MILK), expectRun('created'), expectHints()],
	],
	[
		'rejects a row that changes from draft to scheduled in Create',
		[useSheet(DRAFT, TEA), expectRun('created'), editText('Tea, corrected')],
		[changeForm(SCHEDULE), expectRun('rejected: existingDraft')],
	],
	[
		'schedules a draft with the text of its reviewer if its row with a Row ID changes to scheduled',
		[
			useSheet(UPSERT, { ...MAY_1, type: 'draft' }),
			expectRun('created'),
			editText('Tea, corrected'),
		],
		[
			changeRow({ type: 'schedule' }),
			expectRun('updated'),
			expectCalendar('Tea, corrected · scheduled'),
		],
	],
	...repeatByRowId(
		'leaves an approved draft unchanged, even once it is published',
		'draft',
		[
			expectRun('created'),
			approveDraft(),
			expectRun('unchanged'),
			expectCalendar('Tea · scheduled'),
		],
		[publishPost(), expectRun('unchanged'), expectCalendar('Tea · published')],
	),
	...repeatByRowId('leaves a post unchanged that was made a draft in the calendar', 'schedule', [
		expectRun('created'),
		makeDraft(),
		expectRun('unchanged'),
		expectCalendar('Tea · draft'),
	]),
	[
		'updates the text of a post with a Row ID that was made a draft in the calendar, and keeps it a draft',
		[useSheet(UPSERT, MAY_1), expectRun('created'), makeDraft()],
		[changeRow({ text: 'Milk' }), expectRun('updated'), expectCalendar('Milk · draft')],
	],
	[
		'rejects a row that changes from scheduled to draft in Create',
		[
			useSheet({}, TEA),
			expectRun('created'),
			changeForm(DRAFT),
			expectRun('rejected: alreadyScheduled'),
		],
	],
	[
		'leaves a past row with a Row ID unchanged, even if Post Again was chosen in Create before',
		[useSheet(UPSERT, { ...MAY_1, date: TOMORROW }), expectRun('created'), publishPost()],
		[changeForm(POST_AGAIN), passTime(2 * DAY), expectRun('unchanged')],
	],
	[
		'makes a scheduled post with a Row ID a draft if its row changes to draft',
		[useSheet(UPSERT, MAY_1), expectRun('created')],
		[changeRow({ type: 'draft' }), expectRun('updated'), expectCalendar('Tea · draft')],
	],
];

const UNCLEAR: Case[] = [
	[
		'creates posts only once if they arrive seconds after their request was aborted',
		[
			useSheet({}, TEA, MILK),
			injectSendFault({ kind: 'late', delay: 60 }),
			expectRun('created', 'created'),
		],
		expectCalendar('Tea', 'Milk'),
	],
	[
		'reports a post that never arrives as unknown, and sends it only in the first try',
		[
			RETRY_ON_FAIL,
			useSheet({}, TEA),
			LOSE_REQUESTS,
			expectRun('unknown'),
			expectRequestCount(1),
			expectCalendar(),
		],
	],
	[
		'stops after three unanswered requests',
		[
			useSheet(DATE_BY_ROW, ...createMarchRows(1, 2, 3, 4, 5)),
			injectSendFault({ kind: 'html502', times: 99 }),
		],
		[expectRun(...repeat(3, 'unknown'), 'failed', 'failed'), expectRequestCount(3)],
		[expectOutcomes(...repeat(3, 'unknown'), ...repeat(2, 'notSent')), expectCalendar()],
	],
	[
		'tells an older equal post from the one it sent with Post Again',
		[useSheet({ ...NOW, ...POST_AGAIN }, TEA), expectRun('created')],
		[injectSendFault({ kind: 'resetAfter' }), expectRun('created'), expectPostCount(2)],
		[injectSendFault({ kind: 'resetBefore' }), expectRun('unknown'), expectPostCount(2)],
	],
	[
		'reports a post of the first try as created if the second cannot read the calendar',
		[RETRY_ON_FAIL, useSheet(TAGS_BY_ROW, TEA, MILK), REJECT_ONCE],
		injectListFault({ kind: 'status', skip: 1, times: 99 }),
		[expectRun('unreadableCalendar', 'created'), expectCalendar('Milk')],
	],
	[
		'reports a post of an unanswered first try as unknown if the second cannot read the calendar',
		[
			RETRY_ON_FAIL,
			useSheet({}, TEA),
			LOSE_REQUESTS,
			injectListFault({ kind: 'status', status: 404, skip: 1, times: 99 }),
		],
		[expectRun('unknown'), expectRequestCount(1)],
	],
	[
		'reports a post of an unanswered first try as created if the second finds it',
		[
			RETRY_ON_FAIL,
			useSheet(TAGGED, TEA),
			...LOSE_ANSWER_ONCE,
			expectRun('created'),
			expectRequestCount(1),
		],
		[
			useSheet(NEXT_SLOT, MILK),
			...LOSE_ANSWER_ONCE,
			expectRun('created'),
			expectCalendar('Tea', 'Milk'),
		],
	],
	[
		'reports a row that skips a channel as unknown if the second try cannot read the calendar',
		[
			RETRY_ON_FAIL,
			useSheet({ channels: CHANNELS_BY_ROW, options: { ifUnsupported: 'skip' } }, TEA, TOO_LONG),
		],
		[
			injectSendFault({ kind: 'resetAfter' }),
			injectListFault({ kind: 'status', status: 404, skip: 1, times: 99 }),
		],
		[expectRun('unknown', 'unknown'), expectRequestCount(1)],
	],
	[
		'reports a change of an unanswered first try as updated if the second finds it',
		[RETRY_ON_FAIL, useSheet(UPSERT, MAY_1), expectRun('created')],
		[
			changeRow({ text: 'Milk' }),
			...LOSE_ANSWER_ONCE,
			expectRun('updated'),
			expectRequestCount(1),
			expectCalendar('Milk'),
		],
	],
	[
		'recognizes the same sheet in the second try by a row that the first one updated',
		[
			RETRY_ON_FAIL,
			STOP_ON_ERROR,
			useSheet(UPSERT, ...createMayRows(1, 2, { date: MAY })),
			expectRun('created', 'created'),
		],
		[changeRow({ text: 'Milk' }), changeRow({ text: 'Wine', date: JUNE }, 1)],
		[injectSendFault({ kind: 'status', status: 400, body: { message: 'No' }, skip: 1 })],
		[expectRun('updated', 'updated'), expectCalendar('Milk', 'Wine · 2099-06-04')],
	],
	[
		'reports what the first try updated beside what is unknown in the second',
		[RETRY_ON_FAIL, useSheet(UPSERT, MAY_1, MAY_2)],
		[
			changeRow({ date: IN_200_DAYS, channels: 'Bluesky' }),
			changeRow({ date: MAY, channels: 'Bluesky, Telegram' }, 1),
		],
		[
			expectRun('created', 'created', 'created'),
			changeRow({ text: 'Milk' }),
			changeRow({ text: 'Wine' }, 1),
		],
		({ service: { state } }) => (state.posts[1].publishDate = JUNE),
		[REJECT_ONCE, injectSendFault({ kind: 'resetBefore', skip: 1 })],
		injectListFault({ kind: 'status', status: 404, skip: 1 }),
		[expectRun('updated', 'updated', 'unknown'), expectOutcomes('updated', 'updated', 'unknown')],
	],
	[
		'reports two equal rows as one unknown post in the second try, too',
		[
			RETRY_ON_FAIL,
			useSheet(UPSERT, MAY_1, { ...MAY_1, id: 'May 2' }),
			injectSendFault({ kind: 'resetBefore' }),
		],
		[expectRun('unknown', 'unknown'), expectPostCount(0)],
	],
	[
		'reports a thread that the first try left incomplete as unknown',
		[RETRY_ON_FAIL, useSheet(THREAD, TEA), failToStore('Two')],
		[expectRun('rejected: incompleteThread'), expectOutcomes('unknown'), expectRequestCount(1)],
	],
	[
		'creates the other posts after a 500 for the third of five',
		[useSheet({}, TEA, MILK, { text: 'Bad' }, WINE, { text: 'Last' }), failToStore('Bad')],
		[expectRun('created', 'created', 'notCreated', 'created', 'created')],
		expectCalendar('Tea', 'Milk', 'Wine', 'Last'),
	],
	...[HOUR, -HOUR].map((ahead): Case => [
		`finds created posts after a 500 if the clock of n8n is off by ${ahead} ms`,
		[shiftClockOfN8n(ahead), useSheet(NOW, TEA, { text: 'Bad' }, WINE), failToStore('Bad')],
		[
			expectRun('created', 'notCreated', 'created'),
			expectRequestCount(2),
			expectCalendar('Tea', 'Wine'),
		],
	]),
	...(
		[
			[
				'Postiz shows no public data of posts',
				[USE_OLDER_RELEASE, injectPublicPostFault({ kind: 'status', status: 403, times: 99 })],
			],
			['Postiz drops keys', [DROP_KEYS]],
		] as const
	).map(([condition, steps]): Case => [
		`sends nothing again after a 500 if ${condition}`,
		[...steps, useSheet({}, TEA, MILK, { text: 'Bad' }, WINE), failToStore('Bad')],
		[expectRun(...repeat(4, 'unknown')), expectRequestCount(1), expectCalendar('Tea', 'Milk')],
	]),
	[
		'names both posts of two workers in the next run',
		[
			useSheet({}, TEA),
			expectRunByTwoWorkers('created'),
			expectPostCount(2),
			expectRun('unchanged'),
			expectHints('extraPosts'),
		],
	],
	[
		'recognizes a dated post if Postiz drops keys',
		[
			DROP_KEYS,
			useSheet({}, TEA),
			expectRun('created'),
			expectRun('unchanged'),
			expectPostCount(1),
		],
	],
	[
		'recognizes an immediate post if Postiz drops keys, and creates one with another picture',
		[
			DROP_KEYS,
			useSheet(NOW, { ...TEA, picture: A }),
			expectRun('created'),
			expectRun('unchanged'),
		],
		[changeRow({ picture: B }), expectRun('created')],
	],
	...[403, 429, 500].map((status): Case => [
		`sends nothing if the list fails with ${status}`,
		[useSheet({}, TEA), injectListFault({ kind: 'status', status, times: 99 })],
		[expectRun('unreadableCalendar'), expectRequestCount(0)],
	]),
	[
		'sends nothing if a post is unreadable whose files must be compared',
		[useSheet({}, { ...TEA, picture: A }), expectRun('created')],
		[
			changeRow({ picture: B }),
			injectPublicPostFault({ kind: 'status', times: 99 }),
			expectRun('unreadableCalendar'),
			expectRequestCount(0),
		],
	],
	...['publishDate', 'id', 'integration'].map((field): Case => [
		`sends nothing if the listed posts lack ${field}`,
		[useSheet({}, TEA), expectRun('created')],
		injectListFault({
			kind: 'changedJson',
			times: 99,
			change: ({ posts }: { posts: IDataObject[] }) => posts.forEach((post) => delete post[field]),
		}),
		[expectRun('unreadableCalendar'), expectRequestCount(0)],
	]),
	...['image', 'tags'].map((field): Case => [
		`overwrites nothing if the public data of a post with a Row ID lacks ${field}`,
		[
			USE_OLDER_RELEASE,
			useSheet(UPSERT, { ...MAY_1, picture: A, tags: 'Launch' }),
			expectRun('created'),
		],
		injectPublicPostFault({
			kind: 'changedJson',
			times: 99,
			change: (parts: IDataObject[]) => parts.forEach((part) => delete part[field]),
		}),
		[
			changeRow({ text: 'Milk' }),
			expectRun('failed'),
			expectRequestCount(0),
			expectCalendar('Tea · png · Launch'),
		],
	]),
	[
		'rejects a post without a key that failed with a timeout',
		[
			useSheet({}, TEA),
			expectRun('created'),
			removeKey(),
			failPost('withTimeout'),
			expectRun('rejected: mayBeOnline'),
		],
	],
	...(
		[
			{ kind: 'status', status: 403 },
			{ kind: 'html502', status: 200 },
		] as const
	).flatMap((fault): Case[] => [
		[
			`rejects another picture with the same text if requests for public data fail with ${fault.status}`,
			[USE_OLDER_RELEASE, useSheet(NOW, { ...TEA, picture: A }), expectRun('created')],
			[
				injectPublicPostFault({ ...fault, times: 99 }),
				changeRow({ picture: B }),
				expectRun('rejected: unknownFiles'),
			],
		],
		[
			`rejects a thread with another second part if requests for public data fail with ${fault.status}`,
			[USE_OLDER_RELEASE, useSheet({ ...NOW, ...THREAD }, TEA), expectRun('created')],
			[
				injectPublicPostFault({ ...fault, times: 99 }),
				changeForm(createThread('Other')),
				expectRun('rejected: unknownFiles'),
			],
		],
	]),
];

/** Where lists show no settings, only their public data has the keys of posts. */
const UNREADABLE_KEYS: Case[] = [
	[
		'rejects only the row whose files cannot be compared if a request for public data fails',
		[useSheet({}, { ...TEA, picture: A }, { ...WINE, picture: A })],
		expectRun('created', 'created'),
		injectPublicPostFault({ kind: 'status', status: 500, times: 99 }),
		[changeRow({ picture: B }, 0), addRow({ text: 'Milk', picture: A })],
		[expectRun('unreadableCalendar', 'unchanged', 'created'), expectPostCount(3)],
	],
	[
		'creates nothing for a row with a new ID if a request for the public data of its post fails',
		[useSheet(UPSERT, { ...MAY_1, picture: A }, { ...MAY_2, picture: A })],
		expectRun('created', 'created'),
		injectPublicPostFault({ kind: 'status', status: 500, times: 99 }),
		[changeRow({ id: 'June 1', picture: B }, 0), addRow({ ...createMayRows(3, 3)[0], picture: A })],
		[expectRun('unreadableCalendar', 'unchanged', 'created'), expectPostCount(3)],
	],
	...(
		[
			['a sign-in page', { kind: 'html502', status: 200 }],
			['a redirect', { kind: 'status', status: 302 }],
			['forbidden', { kind: 'status', status: 403 }],
			['missing', { kind: 'status', status: 404 }],
			['an object', { kind: 'status', status: 200, body: {} }],
			['an empty list', { kind: 'status', status: 200, body: [] }],
		] as const
	).map(([what, fault]): Case => [
		`rejects changed and new rows, and leaves the others unchanged, if requests for public data are ${what}`,
		[
			USE_OLDER_RELEASE,
			useSheet(UPSERT, ...createMayRows(1, 3, { date: MAY })),
			expectRun(...repeat(3, 'created')),
		],
		injectPublicPostFault({ ...fault, times: 99 }),
		[changeRow({ text: 'Milk' }, 0), changeRow({ date: JUNE }, 1), addRow(createMayRows(4, 4)[0])],
		[
			expectRun(
				'rejected: unknownKey',
				'rejected: unknownKey',
				'unchanged',
				'rejected: unknownKey',
			),
		],
		[expectRequestCount(0), expectCalendar('Tea 1', 'Tea 2', 'Tea 3')],
	]),
	[
		'updates and creates other posts if the files of a single post are unreadable',
		[USE_OLDER_RELEASE, useSheet(UPSERT, { ...MAY_1, picture: A }, { ...MAY_2, picture: A })],
		[expectRun('created', 'created')],
		injectPublicPostFault({ kind: 'changedJson', times: 1, change: removeFiles }),
		[changeRow({ text: 'Milk' }, 1), addRow({ ...createMayRows(3, 3)[0], picture: A })],
		[expectRun('unchanged', 'updated', 'created')],
	],
	[
		'rejects a changed row if Postiz drops keys',
		[
			DROP_KEYS,
			useSheet(UPSERT, MAY_1, MAY_2),
			expectRun('created', 'created'),
			expectRun('unchanged', 'unchanged'),
		],
		[changeRow({ text: 'Tea!' }, 0), changeRow({ date: JUNE }, 1)],
		[
			expectRun('rejected: lostKey', 'rejected: lostKey'),
			expectRequestCount(0),
			expectPostCount(2),
		],
	],
];

const DISTANT_DATES: Case[] = [
	...repeatOnOlderRelease('finds the post of a row with a mistyped year', [
		useSheet(UPSERT, { ...MAY_1, date: addDays(9 * 365) }),
		expectRun('created'),
		changeRow({ date: addDays(30) }),
		expectRun('updated'),
		expectPostCount(1),
	]),
	...repeatOnOlderRelease('rejects another date for a row that was published 60 days ago', [
		useSheet(UPSERT, { ...MAY_1, date: TOMORROW }),
		expectRun('created'),
		publishPost(),
		passTime(61 * DAY),
		changeRow({ date: addDays(90) }),
		expectRun('rejected: alreadyPublished'),
	]),
	...repeatOnOlderRelease(
		'rejects another date for a row whose post failed 60 days ago and may be online',
		[
			useSheet(UPSERT, { ...MAY_1, date: TOMORROW }),
			expectRun('created'),
			failPost('withTimeout'),
			passTime(61 * DAY),
			changeRow({ date: addDays(90) }),
			expectRun('rejected: mayBeOnline'),
		],
	),
];

const REPEATED_RUNS: Case[] = [
	[
		'creates the three rows of 60 that were too long once Adapt is chosen',
		[
			useSheet(
				{},
				...createMayRows(1, 57),
				...repeat(3, 'x '.repeat(200)).map((text, index) => ({ text: text + index })),
			),
		],
		[expectRun(...repeat(57, 'created'), ...repeat(3, 'failed')), expectPostCount(57)],
		[
			changeForm(ADAPT),
			expectRun(...repeat(57, 'unchanged'), ...repeat(3, 'created')),
			expectPostCount(60),
		],
	],
	[
		'creates each post once if failed rows return through the error output',
		[useSheet({ ...NOW, ...TAGS_BY_ROW }, TEA, MILK, WINE), REJECT_ONCE],
		expectRunInLoop('errors', ['created', 'created'], ['created']),
		expectCalendar('Milk', 'Wine', 'Tea'),
	],
	[
		'creates each post once if failed rows return in a loop together with the others',
		[useSheet({ ...NOW, ...TAGS_BY_ROW }, TEA, MILK, WINE), REJECT_ONCE],
		expectRunInLoop('all', ['created', 'created'], ['created', 'unchanged', 'unchanged']),
		expectCalendar('Milk', 'Wine', 'Tea'),
	],
	[
		'leaves a published row unchanged if its copy becomes a draft',
		[
			useSheet({ type: '={{ $json.type }}', date: '' }, { ...TEA, type: 'now' }),
			expectRun('created'),
		],
		[publishPost(), passTime(HOUR), changeRow({ type: 'draft' }), addRow({ ...TEA, type: 'now' })],
		[expectRun('created', 'unchanged'), expectCalendar('Tea · published', 'Tea · draft')],
	],
	[
		'gives no hint about the post of another row in a loop',
		[
			useSheet({}, TEA, MILK),
			expectRunInLoop('others', ['created'], ['created']),
			expectHints(),
			expectPostCount(2),
		],
	],
	[
		'names the old post of a moved row if another row fails in the first try of Retry On Fail',
		[
			RETRY_ON_FAIL,
			useSheet({ ...DATE_BY_ROW, ...TAGS_BY_ROW }, ...createMarchRows(1, 2)),
			expectRun('created', 'created'),
		],
		[
			changeRow({ ...createMarchRows(9)[0], ...MILK }, 0),
			changeRow(createMarchRows(8)[0], 1),
			REJECT_ONCE,
		],
		[expectRun('created', 'created'), expectHints('replacesAtOtherTime')],
	],
];

const BY_ROW_ID: Case[] = [
	...repeatOnOlderRelease(
		'updates changed rows of 22, creates new ones, and creates none twice',
		[
			useSheet(UPSERT, ...createMayRows(1, 22, { picture: A })),
			expectRun(...repeat(22, 'created')),
			passTime(DAY),
		],
		[expectRun(...repeat(22, 'unchanged')), expectRequestCount(0)],
		[changeRow({ date: MAY }, 0), changeRow({ text: 'Milk' }, 1), changeRow({ picture: B }, 2)],
		[
			changeRow({ channels: 'Bluesky, Telegram' }, 3),
			addRow(createMayRows(23, 23, { picture: A })[0]),
		],
		expectRun(
			...repeat(3, 'updated'),
			'unchanged',
			'created',
			...repeat(18, 'unchanged'),
			'created',
		),
		[expectPostCount(24), expectRun(...repeat(24, 'unchanged')), expectRequestCount(0)],
	),
	[
		'changes nothing if the rows are in another order',
		[useSheet(UPSERT, ...createMayRows(1, 9)), expectRun(...repeat(9, 'created'))],
		[reverseRows, expectRun(...repeat(9, 'unchanged')), expectRequestCount(0)],
	],
	[
		'updates a row that returns corrected in a loop',
		[useSheet({ ...UPSERT, ...DRAFT }, MAY_1, MAY_2)],
		expectRunInLoop([[{ text: 'Tea, please' }, 0]], ['created', 'created'], ['updated']),
		expectCalendar('Tea, please', 'Tea 2'),
	],
	[
		'rejects another row with the same Row ID in a loop',
		[useSheet(UPSERT, MAY_1, MAY_2)],
		expectRunInLoop([[{ id: 'May 1' }, 1]], ['created', 'created'], []),
		expectCalendar('Tea', 'Tea 2'),
	],
	[
		'does not recognize the same sheet by a row that an earlier round of a loop created',
		[
			useSheet(UPSERT, MAY_1),
			expectRun('created'),
			changeRow({ text: 'Milk', date: MAY }),
			addRow(MAY_2),
		],
		expectRunInLoop('all', ['created'], ['unchanged']),
		expectCalendar('Tea', 'Tea 2'),
	],
	[
		'rejects two rows with the same Row ID',
		useSheet(UPSERT, MAY_1, { ...MAY_1, text: 'Milk' }),
		[expectRun('rejected: reusedRowId', 'rejected: reusedRowId'), expectCalendar()],
	],
	[
		'creates two rows with the same Row ID on different channels',
		[useSheet(UPSERT, MAY_1, { ...MAY_1, channels: 'Telegram' }), expectRun('created', 'created')],
	],
	[
		'rejects an empty Row ID',
		useSheet(UPSERT, { ...MAY_1, id: ' ' }),
		expectRun('rejected: emptyRowId'),
	],
	[
		'rejects a row number as the Row ID',
		[useSheet(createUpsert('={{ $json.row_number }}'), { ...TEA, row_number: 7 })],
		[expectRun('rejected: positionalRowId'), expectCalendar()],
	],
	...[7, '007', '1,000', '7.00'].map((id): Case => [
		`rejects ${JSON.stringify(id)} as the Row ID, which other sheets may have, too`,
		[useSheet(UPSERT, { ...MAY_1, id }), expectRun('rejected: numericRowId'), expectCalendar()],
	]),
	[
		'accepts a number with a prefix as the Row ID, and ignores spaces around it',
		[useSheet(createUpsert("={{ 'May ' + $json.id }}"), { ...TEA, id: 7 }), expectRun('created')],
		[useSheet(UPSERT, { ...TEA, id: ' May 7 ' }), expectRun('unchanged')],
	],
	[
		'rejects a row from Create that changed before its first run by Row ID',
		[useSheet({}, MAY_1), expectRun('created'), changeForm(UPSERT)],
		[changeRow({ text: 'Tea!' }), expectRun('rejected: earlierVersion'), expectCalendar('Tea')],
	],
	[
		'creates a row at the minute of an unrelated post from Create',
		[
			useSheet({}, TEA),
			expectRun('created'),
			useSheet(UPSERT, { ...MAY_1, ...MILK }),
			expectRun('created'),
		],
		[expectHints(), expectCalendar('Tea', 'Milk')],
	],
	...repeatOnOlderRelease(
		'links posts from Create with one request in the first run by Row ID, and updates them from then on',
		[
			useSheet({}, ...createMayRows(1, 25, { picture: A })),
			expectRun(...repeat(25, 'created')),
			editText('Tea, edited'),
		],
		[
			changeForm(UPSERT),
			expectRun(...repeat(25, 'unchanged')),
			expectHints('linked'),
			expectRequestCount(1),
		],
		[expectRun(...repeat(25, 'unchanged')), expectHints(), expectRequestCount(0)],
		[
			changeRow({ date: JUNE }, 0),
			changeRow({ text: 'Milk' }, 1),
			changeRow({ text: 'Wine', date: JUNE }, 2),
		],
		[expectRun(...repeat(3, 'updated'), ...repeat(22, 'unchanged')), expectPostCount(25)],
	),
	[
		'links an approved draft and a post in a free slot without changing them',
		[useSheet({ ...DRAFT, date: FUTURE }, MAY_1), expectRun('created'), approveDraft()],
		[useSheet({ ...UPSERT, ...DRAFT }, MAY_1), expectRun('unchanged'), expectHints('linked')],
		[
			changeRow({ text: 'Milk' }),
			expectRun('rejected: changedAfterApproval'),
			expectCalendar('Tea · scheduled'),
		],
		[
			useSheet(NEXT_SLOT, MAY_2),
			expectRun('created'),
			useSheet({ ...UPSERT, ...NEXT_SLOT }, MAY_2),
		],
		[
			expectRun('unchanged'),
			expectHints('linked'),
			changeRow({ text: 'Milk' }),
			expectRun('updated'),
			expectPostCount(2),
		],
	],
	[
		'links no post from Create that is published or due in minutes',
		[useSheet({}, MAY_1), expectRun('created'), publishPost(), changeForm(UPSERT)],
		[expectRun('unchanged'), expectHints(), expectRequestCount(0)],
		[useSheet({ date: addMinutes(4) }, MAY_2), expectRun('created')],
		[
			useSheet({ ...UPSERT, date: addMinutes(4) }, MAY_2),
			expectRun('unchanged'),
			expectHints(),
			expectRequestCount(0),
		],
	],
	[
		'leaves rows unchanged if linking fails, and links them in the next run',
		[useSheet({}, ...createMayRows(1, 3)), expectRun(...repeat(3, 'created')), changeForm(UPSERT)],
		[injectSendFault({ kind: 'status', status: 429, headers: { 'retry-after': '1200' } })],
		[expectRun(...repeat(3, 'unchanged')), expectHints()],
		[failToStore('Tea 1'), expectRun(...repeat(3, 'unchanged')), expectHints('linked')],
		[
			failToStore(null),
			expectRun(...repeat(3, 'unchanged')),
			expectHints('linked'),
			expectRun(...repeat(3, 'unchanged')),
			expectHints(),
		],
	],
	[
		'creates a text that is repeated each week, and names the posts from Create',
		[useSheet(DATE_BY_ROW, ...createMarchRows(1, 2)), expectRun('created', 'created')],
		useSheet(
			UPSERT,
			...createMarchRows(8, 9).map((week, index) => ({ ...week, id: `May ${index}` })),
		),
		[
			expectRun('created', 'created'),
			expectHints('replacesAtOtherTime'),
			expectRun('unchanged', 'unchanged'),
			expectPostCount(4),
		],
	],
	[
		'names the post from Create if the date and settings of its row changed before the first run by Row ID',
		[
			useSheet({}, MAY_1),
			expectRun('created'),
			changeForm(UPSERT),
			changeRow({ date: JUNE, tags: 'Launch' }),
		],
		[
			expectRun('created'),
			expectHints('replacesAtOtherTime'),
			expectCalendar('Tea', 'Tea · Launch'),
		],
	],
	[
		'recognizes a manual post with the same text among posts from Create at its minute',
		[useSheet({}, TEA, MILK), expectRun('created', 'created'), removeKey()],
		[useSheet(UPSERT, MAY_1), expectRun('unchanged'), expectCalendar('Tea', 'Milk')],
	],
	[
		'recognizes an undated post from Create at any age, even if its file has another URL',
		[uploadFile(A), useSheet({ ...FROM_URL, ...NOW }, MAY_1), expectRun('created'), publishPost()],
		[
			passTime(30 * HOUR),
			changeForm({ ...UPSERT, ...FROM_URL, ...NOW }),
			uploadFile(A),
			expectRun('unchanged'),
		],
		[uploadFile(A), breakFileLinks(), expectRun('rejected: unknownFiles'), expectPostCount(1)],
	],
	[
		'publishes an undated draft once its row says now',
		[useSheet({ ...UPSERT, ...UNDATED_DRAFT }, MAY_1), expectRun('created')],
		[
			passTime(HOUR),
			changeForm({ ...UPSERT, ...NOW }),
			expectRun('updated'),
			expectCalendar('Tea · published'),
		],
	],
	[
		'fails a copied row with the error of the original',
		[useSheet(UPSERT, MAY_1), expectRun('created'), failPost('withTimeout')],
		useSheet(UPSERT, MAY_1, { ...MAY_1, id: 'May 2' }),
		[expectRun('rejected: mayBeOnline', 'rejected: mayBeOnline'), expectSameErrors],
	],
	[
		'reports in each run that the text of a published row has changed',
		[useSheet(UPSERT, MAY_1), expectRun('created'), publishPost(), changeRow({ text: 'Teas' })],
		[
			expectRun('unchanged'),
			expectHints('outdated'),
			expectRun('unchanged'),
			expectHints('outdated'),
			expectCalendar('Tea'),
		],
	],
	...[{ date: JUNE }, { date: JUNE, text: 'Milk' }].map((changes, index): Case => [
		`rejects a published row that was ${['moved', 'reused'][index]}`,
		[useSheet(UPSERT, MAY_1), expectRun('created'), publishPost()],
		[
			changeRow(changes),
			expectRun('rejected: alreadyPublished'),
			expectCalendar('Tea · published'),
		],
	]),
	[
		'retries a row with a new date only on the channel where it failed',
		[useSheet(UPSERT, { ...MAY_1, channels: 'Bluesky, Telegram', date: TOMORROW })],
		[expectRun('created', 'created'), failPost('forGood'), publishOtherPosts, passTime(2 * DAY)],
		[
			changeRow({ date: JUNE }),
			expectRun('updated', 'unchanged'),
			expectHints('outdated'),
			expectRun('unchanged', 'unchanged'),
		],
		expectCalendar('Tea · scheduled · 2099-06-04', 'Tea · published'),
	],
	[
		'skips a channel for which a row became too long, and names its earlier post',
		[
			useSheet(
				{ ...UPSERT, options: { ifUnsupported: 'skip' } },
				{ ...MAY_1, channels: 'Bluesky, Telegram' },
			),
		],
		[expectRun('created', 'created'), changeRow({ text: 'Tea '.repeat(200) })],
		[
			expectRun('skipped', 'updated'),
			expectHints('remainingPost'),
			expectCalendar('Tea · bluesky', 'scheduled · telegram'),
		],
	],
	[
		'publishes an immediate row with a Row ID only once',
		[useSheet(UPSERT, { ...MAY_1, type: 'now' }), expectRun('created')],
		[
			passTime(HOUR),
			expectRun('unchanged'),
			passTime(40 * DAY),
			expectRun('unchanged'),
			passTime(400 * DAY),
			expectRun('unchanged'),
		],
		[changeRow({ text: 'Milk' }), expectRun('rejected: alreadyPublished'), expectCalendar('Tea')],
	],
	[
		'overwrites nothing if a new month reuses all Row IDs',
		[useSheet(UPSERT, ...createMayRows(1, 5)), expectRun(...repeat(5, 'created')), publishPost()],
		useSheet(
			UPSERT,
			...createMayRows(1, 5).map(({ id, text }) => ({
				id,
				text: `New ${String(text)}`,
				date: JUNE,
			})),
		),
		expectRun('rejected: alreadyPublished', ...repeat(4, 'rejected: foreignRow')),
		expectCalendar('Tea 1', 'Tea 2', 'Tea 3', 'Tea 4', 'Tea 5'),
	],
	[
		'overwrites nothing if the only other row of the reused Row IDs is published',
		[useSheet(UPSERT, ...createMayRows(1, 2)), expectRun('created', 'created'), publishPost()],
		useSheet(
			UPSERT,
			...createMayRows(1, 2).map(({ id }) => ({ id, text: `New ${String(id)}`, date: JUNE })),
		),
		[
			expectRun('rejected: alreadyPublished', 'rejected: foreignRow'),
			expectCalendar('Tea 1', 'Tea 2'),
		],
	],
	[
		'updates the text and date of one row of five',
		[
			useSheet(UPSERT, ...createMayRows(1, 5)),
			expectRun(...repeat(5, 'created')),
			changeRow({ text: 'Milk', date: JUNE }, 2),
		],
		expectRun('unchanged', 'unchanged', 'updated', 'unchanged', 'unchanged'),
	],
	[
		'moves an approved draft, but does not replace its text',
		[useSheet(UPSERT, { ...MAY_1, type: 'draft' }), expectRun('created'), approveDraft()],
		[
			changeRow({ date: JUNE }),
			expectRun('updated'),
			expectCalendar('Tea · scheduled · 2099-06-04'),
		],
		[
			changeRow({ text: 'Milk' }),
			expectRun('rejected: changedAfterApproval'),
			expectCalendar('Tea · scheduled'),
		],
	],
	[
		'names both posts of two workers, and rejects the row once it is edited',
		[
			useSheet(UPSERT, MAY_1),
			expectRunByTwoWorkers('created'),
			expectRun('unchanged'),
			expectHints('extraPosts'),
		],
		[
			changeRow({ text: 'Milk' }),
			expectRun('rejected: twoPostsForRow'),
			expectCalendar('Tea', 'Tea'),
		],
	],
	[
		'creates a post on an added channel',
		[useSheet(UPSERT, MAY_1), expectRun('created')],
		[changeRow({ channels: 'Bluesky, Telegram' }), expectRun('unchanged', 'created')],
	],
	...[{ type: 'now' }, { date: TOMORROW }].map((fields, index): Case => [
		`skips an added channel of a row that is ${['published', 'past'][index]}`,
		[useSheet(UPSERT, { ...MAY_1, ...fields }), expectRun('created'), passTime(2 * DAY)],
		[
			changeRow({ channels: 'Bluesky, Telegram' }),
			expectRun('unchanged', 'skipped'),
			expectPostCount(1),
		],
	]),
	[
		'skips an added channel of a published row although the clock of n8n is behind',
		[useSheet(UPSERT, { ...MAY_1, type: 'now' }), expectRun('created'), passTime(2 * DAY)],
		[
			shiftClockOfN8n(-3 * DAY),
			changeRow({ channels: 'Bluesky, Telegram' }),
			expectRun('unchanged', 'skipped'),
		],
	],
	[
		'updates twelve rows and creates three at the same date with one request',
		[useSheet(UPSERT, ...createMayRows(1, 12)), expectRun(...repeat(12, 'created'))],
		useSheet(UPSERT, ...createMayRows(1, 15, { date: JUNE })),
		[expectRun(...repeat(12, 'updated'), ...repeat(3, 'created')), expectRequestCount(1)],
	],
	[
		'updates and creates the other rows if Postiz cannot store the fourth of twelve',
		[
			useSheet(UPSERT, ...createMayRows(1, 12)),
			expectRun(...repeat(12, 'created')),
			failToStore('Tea 4'),
		],
		useSheet(UPSERT, ...createMayRows(1, 15, { date: JUNE })),
		expectRun(...repeat(3, 'updated'), 'failed', ...repeat(8, 'updated'), ...repeat(3, 'created')),
		expectPostCount(15),
	],
	[
		'keeps the slot of a post when the text of its row changes',
		[useSheet({ ...UPSERT, ...NEXT_SLOT }, MAY_1), setFreeSlots, expectRun('created')],
		[
			changeRow({ text: 'Milk' }),
			expectRun('updated'),
			expectCalendar('Milk · scheduled'),
			expectRun('unchanged'),
		],
	],
	[
		'leaves a post unchanged that is due within five minutes, and rejects changes',
		[useSheet(UPSERT, MAY_1), ({ rows }) => Object.assign(rows[0], { date: addMinutes(4) })],
		[expectRun('created'), expectRun('unchanged')],
		[
			changeRow({ text: 'Milk' }),
			expectRun('failed'),
			expectRequestCount(0),
			expectCalendar('Tea · scheduled'),
		],
	],
	[
		'keeps the date to which a person moved a post when the text of its past row changes',
		[useSheet(UPSERT, { ...MAY_1, date: TOMORROW }), expectRun('created'), dragTo(IN_200_DAYS)],
		[passTime(2 * DAY), changeRow({ text: 'Milk' }), expectRun('updated')],
		expectCalendar(`Milk · scheduled · ${IN_200_DAYS.slice(0, 10)}`),
	],
];

const DATES: Case[] = [
	[
		'reports an instance that stores dates an hour early, unless a person may have moved a post',
		[
			useSheet(DATE_BY_ROW, ...createMarchRows(1, 2, 3)),
			expectRun(...repeat(3, 'created')),
			expectHints(),
		],
		[dragTo('2099-03-20T10:00:00.000Z'), expectRun(...repeat(3, 'unchanged')), expectHints()],
		[dragTo(createMarchRows(1)[0].date as string), shiftStoredDates(HOUR)],
		[expectRun(...repeat(3, 'unchanged')), expectHints('shiftedDates')],
	],
	[
		'reports two posts at the same minute',
		useSheet({}, TEA, MILK),
		expectRun('created', 'created'),
		expectHints('sameMinute'),
	],
	[
		'does not report a post at the minute of a rejected one',
		[
			useSheet({}, TEA, { ...MILK, text: 'a'.repeat(301) }),
			expectRun('created', 'failed'),
			expectHints(),
		],
	],
	[
		'does not report two drafts at the same minute',
		[
			useSheet({ ...DRAFT, date: FUTURE }, TEA, MILK),
			expectRun('created', 'created'),
			expectHints(),
		],
	],
	[
		'does not report posts on two channels at the same minute',
		useSheet(
			{ channels: '={{ $json.channels }}' },
			{ ...TEA, channels: 'Bluesky' },
			{ ...TEA, channels: 'Telegram' },
		),
		[expectRun('created', 'created'), expectHints()],
	],
	[
		'leaves a row unchanged once its date has passed, and rejects another at that date',
		[
			useSheet({ date: TOMORROW }, TEA),
			expectRun('created'),
			publishPost(),
			passTime(2 * DAY),
			expectRun('unchanged'),
		],
		[changeRow(MILK), expectRun('failed'), expectRequestCount(0)],
	],
	[
		'sends allowed past dates with one request, and leaves them unchanged in the next run',
		useSheet({ ...DATE_BY_ROW, options: { allowPastDates: true } }, ...PAST_ROWS),
		[expectRun('created', 'created'), expectRequestCount(1), expectHints()],
		[expectRun('unchanged', 'unchanged'), expectRequestCount(0)],
	],
	...[HOUR, -HOUR].map((ahead): Case => [
		`moves a post to an allowed past date if the clock of n8n is off by ${ahead} ms`,
		[
			useSheet({ ...UPSERT, options: { allowPastDates: true } }, { ...MAY_1, date: TOMORROW }),
			expectRun('created'),
			shiftClockOfN8n(ahead),
		],
		[changeRow({ date: '2020-05-06T10:00:00Z' }), expectRun('updated')],
	]),
	[
		'schedules a post of the next hour if the clock of n8n is two hours ahead',
		[
			useSheet({ date: addMinutes(60), options: { allowPastDates: true } }, TEA),
			shiftClockOfN8n(2 * HOUR),
			expectRun('created'),
			expectCalendar('Tea · scheduled'),
		],
	],
	[
		'reports a date without a time',
		useSheet({ date: '2099-05-04' }, TEA),
		expectRun('created'),
		expectHints('noTime'),
	],
	[
		'reports midnight UTC in another time zone',
		[
			useSheet({ date: '2099-05-04T00:00:00.000Z' }, TEA),
			setRunOptions({ timezone: 'America/New_York' }),
		],
		[expectRun('created'), expectHints('utcMidnight')],
	],
];

describe.each<[string, Case[]]>([
	['undated posts', UNDATED],
	['pending posts', PENDING],
	['duplicate rows', DUPLICATE_ROWS],
	['posts edited in the calendar', EDITED],
	['files', FILES],
	['settings', SETTINGS],
	['incomplete and failed posts', FAILED],
	['moved and corrected rows', MOVED],
	['drafts', DRAFTS],
	['unclear answers', UNCLEAR],
	['unreadable keys', UNREADABLE_KEYS],
	['distant dates', DISTANT_DATES],
	['repeated runs and loops', REPEATED_RUNS],
	['rows with a Row ID', BY_ROW_ID],
	['dates', DATES],
])('%s', (_group, cases) => {
	for (const [title, ...steps] of cases)
		test(title, async () => await runSteps(service, steps.flat()));
});
