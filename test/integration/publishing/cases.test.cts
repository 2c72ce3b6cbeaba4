/**
 * Is it there already, and as it should be? The cases that must hold, whatever the code looks like. Each is a sentence
 * and its story: `run` has what becomes of each row, `calendar` what Postiz then has.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DAY, HOUR, MINUTE } from '../../shared/time.cjs';
import { fileOf, JPEG, PNG } from '../../shared/samples.cjs';
import {
	addRow,
	approves,
	byHand,
	byTrigger,
	calendar,
	cannotStore,
	count,
	dragsTo,
	editsText,
	fails,
	form,
	hasDeadLinks,
	holdsBack,
	INSTANCE,
	isPublished,
	isStoredAs,
	isThereTwice,
	later,
	listing,
	losesKey,
	n8nIsAhead,
	on,
	outcomes,
	play,
	preview,
	removesLastPart,
	requests,
	row,
	run,
	runByTwoWorkers,
	runInLoop,
	runs,
	expectSameErrors,
	says,
	sending,
	sheet,
	reverseRows,
	started,
	postsInHours,
	storesEarly,
	updateIsRefused,
	uploads,
	type Row,
	type Step,
} from '../support/cases.cjs';
import { FUTURE, inDays, inMinutes } from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

const service = useService(INSTANCE);

/** A sentence, and its story in acts. */
type Story = Array<Step | Step[]>;
type Case = [name: string, ...story: Story];

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
const BY_CLOCK: INodeParameters = { date: "={{ $now.plus(1, 'hour') }}" };
const ON_BY_ROW = '={{ $json.on ?? "Bluesky" }}';
const BY_ROW: INodeParameters = { date: '={{ $json.date }}' };
const MAY = '2099-05-04T10:00:00.000Z';
/** Within a year. */
const IN_JUNE = inDays(200);
const JUNE = '2099-06-04T10:00:00.000Z';
/** In the future, until two days have passed. */
const TOMORROW = inDays(1);
const PAST: Row[] = [
	{ ...TEA, date: '2020-05-06' },
	{ text: 'Milk', date: '2021-06-07' },
];
const march = (...days: number[]): Row[] =>
	days.map((day) => ({ ...TEA, date: `2099-03-0${day}T10:00:00Z` }));

const threadOf = (...texts: string[]): INodeParameters => ({
	thread: { segment: texts.map((content) => ({ content })) },
});
const THREAD = threadOf('Two', 'Three');
const TAGGED: INodeParameters = { options: { tags: 'Launch' } };
const TAGS_BY_ROW: INodeParameters = { options: { tags: '={{ $json.text }}' } };
const AS_MARKDOWN: INodeParameters = { options: { contentFormat: 'markdown' } };
const AGAIN: INodeParameters = { options: { ifExists: 'post' } };
const ADAPT: INodeParameters = { options: { ifUnsupported: 'adapt' } };
const UPLOADED: INodeParameters = {
	media: { file: [{ source: 'upload', file: '={{ $json.file }}' }] },
};
const AT_ADDRESS: INodeParameters = {
	media: { file: [{ source: 'url', url: '={{ $json.file.path }}' }] },
};
const SIGNED: INodeParameters = {
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

/** Create or Update, with columns for what a row may say. */
const UPSERT: INodeParameters = {
	operation: 'upsert',
	rowId: '={{ $json.id }}',
	type: '={{ $json.how ?? "schedule" }}',
	date: `={{ $json.date ?? "${FUTURE}" }}`,
	channels: ON_BY_ROW,
	options: { tags: '={{ $json.tags ?? "" }}' },
};
const MAY_1: Row = { id: 'May 1', text: 'Tea' };
const may = (from: number, to: number, more: Row = {}): Row[] =>
	Array.from({ length: to - from + 1 }, (_, index) => ({
		id: `May ${from + index}`,
		text: `Tea ${from + index}`,
		...more,
	}));
const TOO_LONG: Row = { text: 'x'.repeat(400), on: 'Bluesky, Telegram' };
const MAY_2: Row = { id: 'May 2', text: 'Tea 2' };
const rowIdIs = (rowId: string): INodeParameters => ({ ...UPSERT, rowId });

const loseFiles = (parts: IDataObject[]) => parts.forEach((part) => (part.image = null));
const OLDER: Step = on({ version: '2.21' });
const NO_KEYS: Step = on({ dropsUnknownSettings: true });
const NEVER_ARRIVES: Step = sending({ kind: 'resetBefore', times: 99 });
const REFUSED_ONCE: Step = sending({ kind: 'status', status: 400, body: { message: 'No' } });
/** A request arrives, its answer doesn't, and the look for its posts fails. */
const UNCLEAR_ONCE: Step[] = [
	sending({ kind: 'resetAfter' }),
	listing({ kind: 'status', status: 404, skip: 1 }),
];
const OTHERS_ARE_OUT: Step = ({ service: { state } }) => {
	for (const post of state.posts.slice(1))
		Object.assign(post, { state: 'PUBLISHED', releaseURL: 'https://telegram.example/1' });
};
const RETRIES: Step = started({ node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } });
const ENDS: Step = started({ onError: 'stopWorkflow' });

const all = (amount: number, outcome: string) => Array<string>(amount).fill(outcome);

/** Two cases: lists show settings, or don't, as in all releases so far. */
const onBoth = (name: string, ...story: Story): Case[] => [
	[name, ...story],
	[`on 2.21, ${name}`, OLDER, ...story],
];

/** Two cases: in Create, and in Create or Update. */
const inBoth = (name: string, type: string, ...story: Story): Case[] => [
	[name, sheet({ type }, TEA), ...story],
	[`by Row ID, ${name}`, sheet({ ...UPSERT, type }, MAY_1), ...story],
];

const TWICE_A_DAY: Case[] = [
	[
		'now, the same caption with another picture is sent',
		[sheet(NOW, { ...TEA, picture: A }), run('created')],
		[row({ picture: B }), run('created')],
	],
	[
		'now, the same file is there after 10 hours, and sent after 11',
		[sheet(NOW, { ...TEA, picture: A }), run('created')],
		[later(10 * HOUR), run('unchanged'), later(HOUR + MINUTE), run('created')],
	],
	[
		'the clock of n8n may be wrong',
		[sheet(NOW, TEA), run('created')],
		[n8nIsAhead(20 * HOUR), run('unchanged'), n8nIsAhead(-40 * HOUR), run('unchanged')],
		[later(11 * HOUR + MINUTE), run('created')],
	],
	[
		'two rows by a schedule at 9:00 and 21:00, without a date, are sent both times',
		[byTrigger, sheet(NOW, TEA, MILK), run('created', 'created')],
		[later(12 * HOUR - 3000), run('created', 'created')],
	],
	[
		'a typed text goes out each hour by a trigger; by hand after 40 minutes it is there',
		[byTrigger, sheet({ ...NOW, content: 'Good morning' }, {}), run('created')],
		[later(HOUR), run('created')],
		[byHand, later(40 * MINUTE), run('unchanged')],
	],
	[
		'a text from the item is there an hour later, by a trigger, too',
		[byTrigger, sheet(NOW, TEA), run('created'), later(HOUR), run('unchanged')],
	],
];

const STILL_WAITING: Case[] = [
	[
		'at the next free slot: there as long as it is queued, and sent again once it is out',
		[sheet(NEXT_SLOT, TEA), run('created'), dragsTo(inDays(20))],
		[later(12 * HOUR), run('unchanged'), isPublished(), run('created')],
	],
	...onBoth('a draft without a date: there until somebody decides about it', [
		sheet(UNDATED_DRAFT, TEA),
		run('created'),
		later(60 * DAY),
		run('unchanged'),
	]),
];

const EQUAL_ROWS: Case[] = [
	[
		'two equal rows are one post',
		[
			sheet({}, TEA, MILK, TEA),
			run('created', 'created', 'created, same as 0'),
			says('same', 'at once'),
		],
		[run('unchanged', 'unchanged', 'unchanged, same as 0'), calendar('Tea', 'Milk')],
	],
	[
		'five items and a typed text are one post',
		[sheet({ ...NOW, content: 'Good morning' }, {}, {}, {}, {}, {})],
		[run('created', ...all(4, 'created, same as 0'))],
		calendar('Good morning'),
	],
	[
		'what an equal row creates of a row that is refused is reported with the reason',
		[sheet({ channels: ON_BY_ROW }, { ...TEA, on: 'Bluesky, Pinterest' }, TEA)],
		[run('created', 'failed', 'created, same as 0'), outcomes('created', 'rejected', 'created')],
	],
	[
		'two equal rows fail with the same words if their post is refused, and are no post',
		[sheet({}, TEA, TEA), REFUSED_ONCE, REFUSED_ONCE, REFUSED_ONCE],
		[run('failed', 'failed'), expectSameErrors, says()],
	],
	[
		'two equal rows with Post Again are two posts',
		[sheet(AGAIN, TEA, TEA), run('created', 'created'), count(2)],
	],
	[
		'two equal rows fail with the same words if their date has passed',
		[sheet({ date: '2020-05-06' }, TEA, TEA), run('failed', 'failed'), expectSameErrors, says()],
	],
];

const EDITED: Case[] = [
	...onBoth('a dated post that was edited is there', [
		sheet({}, TEA),
		run('created'),
		editsText('Tea, corrected'),
		run('unchanged'),
	]),
	...onBoth('a dated post that was dragged nine days is there', [
		sheet({}, TEA),
		run('created'),
		dragsTo('2099-03-13T10:00:00.000Z'),
		run('unchanged'),
	]),
	[
		'what is rendered, split or signed otherwise by now is there, and nothing is read',
		uploads(A),
		sheet(SIGNED, { ...TEA, key: 1 }),
		[run('created'), isStoredAs('<p>T</p>'), hasDeadLinks(), row({ key: 2 }), run('unchanged')],
	],
];

const FILES: Case[] = [
	[
		'of two pictures under one caption, the one that could not be read is sent, the other is there',
		[sheet({}, { ...TEA, picture: BROKEN }, { ...TEA, picture: B }), run('failed', 'created')],
		[row({ picture: A }), run('created', 'unchanged')],
		calendar('Tea · jpg', 'Tea · png'),
	],
	...([{}, NOW, BY_CLOCK] as INodeParameters[]).map((when, index): Case => [
		`another upload of the same bytes is there (${['dated', 'now', 'by the clock'][index]})`,
		[uploads(A), sheet({ ...UPLOADED, ...when }, TEA), run('created')],
		[uploads(A), run('unchanged')],
	]),
	[
		'another address with the same bytes is there',
		[uploads(A), sheet(AT_ADDRESS, TEA), run('created')],
		[uploads(A), run('unchanged')],
	],
	[
		'a dated post whose files cannot be read is refused',
		[uploads(A), sheet(AT_ADDRESS, TEA), run('created')],
		[uploads(A), hasDeadLinks(), run('rejected: otherFiles')],
	],
	[
		'a post for now whose files cannot be read is refused, too',
		[uploads(A), sheet({ ...AT_ADDRESS, ...NOW }, TEA), run('created')],
		[uploads(A), hasDeadLinks(), run('rejected: unknownFiles')],
	],
	[
		'at the same date, a picture that was encoded anew is refused',
		[sheet({}, { ...TEA, picture: A }), run('created')],
		[row({ picture: B }), run('rejected: otherFiles'), count(1)],
	],
	[
		'a published row with dead links and other tags or files is there, and nothing is read',
		[sheet({}, { ...TEA, picture: A }), run('created'), isPublished(), hasDeadLinks()],
		[form(TAGGED), run('unchanged')],
		[row({ picture: B }), run('unchanged')],
	],
	[
		'an album of four executions, pictures without text at one date, is four posts',
		...[1, 2, 3, 4].flatMap((mark) => [
			sheet({ content: '' }, { picture: fileOf(PNG, 100, mark) }),
			run('created'),
		]),
		count(4),
	],
	[
		'a picture without text is not there because another one at its date is out',
		[sheet({ content: '' }, { picture: A }), run('created'), isPublished()],
		[row({ picture: B }), run('created')],
	],
];

const SETTINGS: Case[] = [
	[
		'a tag that was added to a scheduled row is refused in Create',
		[sheet({}, TEA), run('created'), form(TAGGED), run('rejected: otherSettings')],
	],
	[
		'by Row ID, a tag that was added to a scheduled row is all that is written',
		[sheet(UPSERT, MAY_1), run('created'), editsText('Tea, corrected')],
		[row({ tags: 'Launch' }), run('updated'), calendar('Tea, corrected · Launch')],
	],
	[
		'of the same text at the same minute on two boards, the one that failed is sent',
		sheet(BOARDS, { ...TEA, board: 'general' }, { ...TEA, board: 'announcements' }),
		// The request is divided, and its first half rejected again.
		[REFUSED_ONCE, REFUSED_ONCE],
		run('failed', 'created'),
		run('created', 'unchanged'),
		count(2),
	],
	[
		'now, run again with a tag added is refused within 11 hours',
		[sheet(NOW, TEA), run('created'), later(HOUR)],
		[form(TAGGED), run('rejected: otherSettings'), later(10 * HOUR + MINUTE), run('created')],
	],
	[
		'now, run again with another option is refused within 11 hours',
		[sheet(NOW, TEA), run('created'), form(AS_MARKDOWN), run('rejected: otherSettings')],
	],
];

const IN_PART: Case[] = [
	[
		'the start of a thread is refused',
		[sheet(THREAD, TEA), cannotStore('Two'), runs, cannotStore(null)],
		[calendar('Tea · 1 parts'), run('rejected: incompleteThread'), count(1)],
	],
	[
		'a thread of which a person removed a part is there',
		[sheet(THREAD, TEA), run('created'), removesLastPart(), run('unchanged')],
	],
	[
		'a failed post with a link is there',
		sheet({}, TEA),
		run('created'),
		fails('withLink'),
		run('unchanged'),
	],
	[
		'a post that failed for certain is sent',
		[sheet({}, TEA), run('created'), fails('certainly'), run('created'), run('unchanged')],
	],
	[
		'a post that failed by time-out is refused',
		[sheet({}, TEA), run('created'), fails('byTimeOut'), run('rejected: mayBeOnline')],
	],
	[
		'a post that the network may have published is refused',
		[sheet({}, TEA), run('created'), fails('unclear'), run('rejected: mayBeOnline')],
	],
	[
		'a post without a date that the network may have published is refused',
		[sheet(NOW, MILK), run('created'), fails('unclear'), run('rejected: mayBeOnline')],
	],
	[
		'a failed post that Postiz still tries to publish is refused, and unclear an hour later',
		[sheet({}, TEA), run('created'), fails('triedAgain'), run('rejected: stillTrying')],
		[later(HOUR + MINUTE), run('rejected: mayBeOnline')],
	],
	[
		'a failed post that may be online, or is tried again, is never scheduled by its row',
		[sheet(UPSERT, MAY_1), run('created'), fails('unclear')],
		[row({ date: JUNE }), run('rejected: mayBeOnline'), updateIsRefused({ date: JUNE })],
		[fails('triedAgain'), run('rejected: stillTrying'), updateIsRefused({ date: JUNE })],
		calendar('Tea · failed · 2099-03-04'),
	],
	[
		'a post that failed by time-out beside a whole one is there',
		[sheet({}, TEA), run('created'), isThereTwice(), fails('byTimeOut'), run('unchanged')],
	],
	[
		'after a failed post that has a link, its row is refused in each change, and never scheduled again',
		[sheet(UPSERT, MAY_1), run('created'), fails('withLink')],
		[row({ date: JUNE }), run('rejected: alreadyPublished'), updateIsRefused({ date: JUNE })],
		calendar('Tea · failed · 2099-03-04'),
	],
	[
		'after a post that failed by time-out, its row is refused in each change',
		[sheet(UPSERT, MAY_1), run('created'), fails('byTimeOut')],
		[row({ text: 'Milk' }), run('rejected: mayBeOnline'), updateIsRefused({ date: JUNE })],
		calendar('Tea · failed · 2099-03-04'),
	],
];

const MOVED: Case[] = [
	[
		'the same text on four dates: a fifth is sent, and none named beside it',
		[sheet(BY_ROW, ...march(1, 2, 3, 4)), run(...all(4, 'created'))],
		[addRow(march(5)[0]), run(...all(4, 'unchanged'), 'created'), says()],
	],
	[
		'the date of a row was moved: sent, and the old one named',
		[sheet(BY_ROW, ...march(1)), run('created')],
		[row(march(9)[0]), run('created'), says('beside: text')],
	],
	[
		'what failed on one channel is to be tried again by itself; with a new date, what is out is named',
		[sheet({ channels: 'Bluesky, Telegram', date: TOMORROW }, TEA), run('created', 'created')],
		[fails('certainly'), OTHERS_ARE_OUT, later(2 * DAY), run('unchanged', 'failed')],
		({ last, service: { state } }) => {
			const [{ id }] = state.posts;
			expect(last!.output[0][1].json.error).toContain(`with Post > Update: ${id}.`);
		},
		[form({ date: inDays(9) }), run('created', 'created'), says('beside: out')],
	],
	[
		'the text of a dated row was corrected: sent, and the old one named',
		[sheet({}, TEA), run('created'), row({ text: 'Tea!' }), run('created'), says('beside: minute')],
	],
	[
		'an hour from now, run twice, is there',
		[sheet(BY_CLOCK, TEA), run('created'), later(30 * MINUTE), run('unchanged')],
	],
	[
		'a date of the row, or else the clock, is exact',
		sheet({ date: '={{ $json.date || $now }}' }, ...march(1)),
		[run('created'), row(march(2)[0]), run('created'), run('unchanged')],
	],
	[
		'scheduled, then now with the same text: sent, and the other one named',
		[
			sheet({ date: inDays(7) }, TEA),
			run('created'),
			form(NOW),
			run('created'),
			says('beside: text'),
		],
	],
	[
		'at the next free slot, then now within 11 hours: there',
		[sheet(NEXT_SLOT, TEA), run('created'), later(HOUR), form(NOW), run('unchanged'), count(1)],
	],
	[
		'a day by the clock with an hour of the row is a date',
		sheet(
			{ date: "={{ $now.plus(1, 'day').toISO().split('T')[0] }} {{ $json.hour }}" },
			{ ...TEA, hour: '09:00' },
		),
		[run('created'), row({ hour: '18:00' }), run('created'), run('unchanged')],
	],
];

const DRAFTS: Case[] = [
	[
		'a draft without a date, then now: sent, and the draft named',
		[sheet(UNDATED_DRAFT, TEA), run('created'), form(NOW), run('created')],
		says('beside: draft'),
	],
	[
		'a draft at the same minute with another text is no draft of it',
		[sheet(DRAFT, TEA), run('created'), row({ text: 'Tea!' }), run('created')],
		says('beside: minute'),
	],
	[
		'an unrelated post at the same minute is not named',
		[sheet({}, TEA), run('created'), row(MILK), run('created'), says()],
	],
	[
		'a row that flips to scheduled is refused in Create',
		[sheet(DRAFT, TEA), run('created'), editsText('Tea, corrected')],
		[form(SCHEDULE), run('rejected: existingDraft')],
	],
	[
		'by Row ID, a row that flips to scheduled is scheduled, with the text of who approved it',
		[sheet(UPSERT, { ...MAY_1, how: 'draft' }), run('created'), editsText('Tea, corrected')],
		[row({ how: 'schedule' }), run('updated'), calendar('Tea, corrected · scheduled')],
	],
	...inBoth(
		'a draft that was approved in the calendar is there, and once it is out',
		'draft',
		[run('created'), approves(), run('unchanged'), calendar('Tea · scheduled')],
		[isPublished(), run('unchanged'), calendar('Tea · published')],
	),
	...inBoth('a post that was held back in the calendar is there', 'schedule', [
		run('created'),
		holdsBack(),
		run('unchanged'),
		calendar('Tea · draft'),
	]),
	[
		'by Row ID, the text of a post that was held back changes, and it stays a draft',
		[sheet(UPSERT, MAY_1), run('created'), holdsBack()],
		[row({ text: 'Milk' }), run('updated'), calendar('Milk · draft')],
	],
	[
		'a row that flips to draft is refused in Create',
		[sheet({}, TEA), run('created'), form(DRAFT), run('rejected: alreadyScheduled')],
	],
	[
		'by Row ID, a row whose date has passed is there, though Post Again was chosen in Create before',
		[sheet(UPSERT, { ...MAY_1, date: TOMORROW }), run('created'), isPublished()],
		[form(AGAIN), later(2 * DAY), run('unchanged')],
	],
	[
		'by Row ID, a row that flips to draft becomes one',
		[sheet(UPSERT, MAY_1), run('created')],
		[row({ how: 'draft' }), run('updated'), calendar('Tea · draft')],
	],
];

const UNCLEAR: Case[] = [
	[
		'posts that arrive some seconds after their request was given up are created, each once',
		[sheet({}, TEA, MILK), sending({ kind: 'late', delay: 60 }), run('created', 'created')],
		calendar('Tea', 'Milk'),
	],
	[
		'a post that never arrives is unclear, and a later try does not send it again',
		[RETRIES, sheet({}, TEA), NEVER_ARRIVES, run('unknown'), requests(1), calendar()],
	],
	[
		'where nothing arrives of three requests, no more are sent',
		[sheet(BY_ROW, ...march(1, 2, 3, 4, 5)), sending({ kind: 'html502', times: 99 })],
		[run(...all(3, 'unknown'), 'failed', 'failed'), requests(3)],
		[outcomes(...all(3, 'unknown'), ...all(2, 'notSent')), calendar()],
	],
	[
		'with Post Again, an older equal post is not taken for what was sent',
		[sheet({ ...NOW, ...AGAIN }, TEA), run('created')],
		[sending({ kind: 'resetAfter' }), run('created'), count(2)],
		[sending({ kind: 'resetBefore' }), run('unknown'), count(2)],
	],
	[
		'with Retry On Fail, what the first try made is made, though the second cannot read the calendar',
		[RETRIES, sheet(TAGS_BY_ROW, TEA, MILK), REFUSED_ONCE],
		listing({ kind: 'status', skip: 1, times: 99 }),
		[run('unreadable', 'created'), calendar('Milk')],
	],
	[
		'what an unanswered first try sent is unclear, where the second cannot read the calendar',
		[
			RETRIES,
			sheet({}, TEA),
			NEVER_ARRIVES,
			listing({ kind: 'status', status: 404, skip: 1, times: 99 }),
		],
		[run('unknown'), requests(1)],
	],
	[
		'what an unanswered first try created is created, where the second finds it',
		[RETRIES, sheet(TAGGED, TEA), ...UNCLEAR_ONCE, run('created'), requests(1)],
		[sheet(NEXT_SLOT, MILK), ...UNCLEAR_ONCE, run('created'), calendar('Tea', 'Milk')],
	],
	[
		'a row that skips a channel stays unclear if the second try cannot read the calendar',
		[RETRIES, sheet({ channels: ON_BY_ROW, options: { ifUnsupported: 'skip' } }, TEA, TOO_LONG)],
		[sending({ kind: 'resetAfter' }), listing({ kind: 'status', status: 404, skip: 1, times: 99 })],
		[run('unknown', 'unknown'), requests(1)],
	],
	[
		'what an unanswered first try changed is changed, where the second finds it',
		[RETRIES, sheet(UPSERT, MAY_1), run('created')],
		[row({ text: 'Milk' }), ...UNCLEAR_ONCE, run('updated'), requests(1), calendar('Milk')],
	],
	[
		'a row that the first try changed tells that the others are of the same sheet, in the second, too',
		[RETRIES, ENDS, sheet(UPSERT, ...may(1, 2, { date: MAY })), run('created', 'created')],
		[row({ text: 'Milk' }), row({ text: 'Wine', date: JUNE }, 1)],
		[sending({ kind: 'status', status: 400, body: { message: 'No' }, skip: 1 })],
		[run('updated', 'updated'), calendar('Milk', 'Wine · 2099-06-04')],
	],
	[
		'what the first try changed of a row is reported with what is unclear in the second',
		[RETRIES, sheet(UPSERT, MAY_1, MAY_2)],
		[row({ date: IN_JUNE, on: 'Bluesky' }), row({ date: MAY, on: 'Bluesky, Telegram' }, 1)],
		[run('created', 'created', 'created'), row({ text: 'Milk' }), row({ text: 'Wine' }, 1)],
		({ service: { state } }) => (state.posts[1].publishDate = JUNE),
		[REFUSED_ONCE, sending({ kind: 'resetBefore', skip: 1 })],
		listing({ kind: 'status', status: 404, skip: 1 }),
		[run('updated', 'updated', 'unknown'), outcomes('updated', 'updated', 'unknown')],
	],
	[
		'two equal rows stay one post that is unclear in the second try, too',
		[RETRIES, sheet(UPSERT, MAY_1, { ...MAY_1, id: 'May 2' }), sending({ kind: 'resetBefore' })],
		[run('unknown', 'unknown'), count(0)],
	],
	[
		'of a thread that the first try could not finish, the second leaves open what Postiz has',
		[RETRIES, sheet(THREAD, TEA), cannotStore('Two')],
		[run('rejected: incompleteThread'), outcomes('unknown'), requests(1)],
	],
	[
		'after a 500 at the third of five, two are made, one fails, and two are sent',
		[sheet({}, TEA, MILK, { text: 'Bad' }, WINE, { text: 'Last' }), cannotStore('Bad')],
		[run('created', 'created', 'missing', 'created', 'created')],
		calendar('Tea', 'Milk', 'Wine', 'Last'),
	],
	...[HOUR, -HOUR].map((ahead): Case => [
		`after a 500, what is made is found, too, if the clock of n8n is off by ${ahead} ms`,
		[n8nIsAhead(ahead), sheet(NOW, TEA, { text: 'Bad' }, WINE), cannotStore('Bad')],
		[run('created', 'missing', 'created'), requests(2), calendar('Tea', 'Wine')],
	]),
	...(
		[
			['no previews are shown', [OLDER, preview({ kind: 'status', status: 403, times: 99 })]],
			['keys are stripped', [NO_KEYS]],
		] as const
	).map(([where, steps]): Case => [
		`where ${where}, nothing is sent again after a 500, as what is made may be any of it`,
		[...steps, sheet({}, TEA, MILK, { text: 'Bad' }, WINE), cannotStore('Bad')],
		[run(...all(4, 'unknown')), requests(1), calendar('Tea', 'Milk')],
	]),
	[
		'two workers make two posts, and the next run names them',
		[sheet({}, TEA), runByTwoWorkers('created'), count(2), run('unchanged'), says('twins')],
	],
	[
		'where keys are stripped, a dated post is there',
		[NO_KEYS, sheet({}, TEA), run('created'), run('unchanged'), count(1)],
	],
	[
		'where keys are stripped, now, the same is there, and another picture is sent',
		[NO_KEYS, sheet(NOW, { ...TEA, picture: A }), run('created'), run('unchanged')],
		[row({ picture: B }), run('created')],
	],
	...[403, 429, 500].map((status): Case => [
		`if the list is answered with ${status}, nothing is sent`,
		[sheet({}, TEA), listing({ kind: 'status', status, times: 99 })],
		[run('unreadable'), requests(0)],
	]),
	[
		'if a post whose files have to be compared cannot be read, nothing is sent',
		[sheet({}, { ...TEA, picture: A }), run('created')],
		[row({ picture: B }), preview({ kind: 'status', times: 99 }), run('unreadable'), requests(0)],
	],
	...['publishDate', 'id', 'integration'].map((part): Case => [
		`a list whose rows lack the ${part} is no answer, and nothing is sent`,
		[sheet({}, TEA), run('created')],
		listing({
			kind: 'changedJson',
			times: 99,
			change: ({ posts }: { posts: IDataObject[] }) => posts.forEach((post) => delete post[part]),
		}),
		[run('unreadable'), requests(0)],
	]),
	...['image', 'tags'].map((part): Case => [
		`by Row ID, a preview without ${part} is no answer, and nothing is wiped`,
		[OLDER, sheet(UPSERT, { ...MAY_1, picture: A, tags: 'Launch' }), run('created')],
		preview({
			kind: 'changedJson',
			times: 99,
			change: (parts: IDataObject[]) => parts.forEach((each) => delete each[part]),
		}),
		[row({ text: 'Milk' }), run('failed'), requests(0), calendar('Tea · png · Launch')],
	]),
	[
		'a post without a key that failed by time-out is refused',
		[sheet({}, TEA), run('created'), losesKey(), fails('byTimeOut'), run('rejected: mayBeOnline')],
	],
	...(
		[
			{ kind: 'status', status: 403 },
			{ kind: 'html502', status: 200 },
		] as const
	).flatMap((fault): Case[] => [
		[
			`where previews are a ${fault.status}, another picture is not called there by its text alone`,
			[OLDER, sheet(NOW, { ...TEA, picture: A }), run('created')],
			[preview({ ...fault, times: 99 }), row({ picture: B }), run('rejected: unknownFiles')],
		],
		[
			`where previews are a ${fault.status}, a thread whose second part differs is not called there`,
			[OLDER, sheet({ ...NOW, ...THREAD }, TEA), run('created')],
			[preview({ ...fault, times: 99 }), form(threadOf('Other')), run('rejected: unknownFiles')],
		],
	]),
];

/** Where lists show no settings, only previews have the keys of posts. */
const UNSEEN: Case[] = [
	...(
		[
			['a page to sign in', { kind: 'html502', status: 200 }],
			['a redirect', { kind: 'status', status: 302 }],
			['refused', { kind: 'status', status: 403 }],
			['missing', { kind: 'status', status: 404 }],
			['an object', { kind: 'status', status: 200, body: {} }],
			['an empty list', { kind: 'status', status: 200, body: [] }],
		] as const
	).map(([what, fault]): Case => [
		`where previews are ${what}, changed and new rows are refused, and the others are there`,
		[OLDER, sheet(UPSERT, ...may(1, 3, { date: MAY })), run(...all(3, 'created'))],
		preview({ ...fault, times: 99 }),
		[row({ text: 'Milk' }, 0), row({ date: JUNE }, 1), addRow(may(4, 4)[0])],
		[run('rejected: unknownKey', 'rejected: unknownKey', 'unchanged', 'rejected: unknownKey')],
		[requests(0), calendar('Tea 1', 'Tea 2', 'Tea 3')],
	]),
	[
		'a single post whose files cannot be read stops no row of another post',
		[OLDER, sheet(UPSERT, { ...MAY_1, picture: A }, { ...MAY_2, picture: A })],
		[run('created', 'created')],
		preview({ kind: 'changedJson', times: 1, change: loseFiles }),
		[row({ text: 'Milk' }, 1), addRow({ ...may(3, 3)[0], picture: A })],
		[run('unchanged', 'updated', 'created')],
	],
	[
		'where keys are stripped, a row that changes is refused',
		[
			NO_KEYS,
			sheet(UPSERT, MAY_1, MAY_2),
			run('created', 'created'),
			run('unchanged', 'unchanged'),
		],
		[row({ text: 'Tea!' }, 0), row({ date: JUNE }, 1)],
		[run('rejected: lostKey', 'rejected: lostKey'), requests(0), count(2)],
	],
];

/** A row moves to another date, however far the one is from the other. */
const FAR: Case[] = [
	...onBoth('a mistyped year: the post of a row is found years ahead', [
		sheet(UPSERT, { ...MAY_1, date: inDays(9 * 365) }),
		run('created'),
		row({ date: inDays(30) }),
		run('updated'),
		count(1),
	]),
	...onBoth('published 60 days ago: a row that gets another date is refused', [
		sheet(UPSERT, { ...MAY_1, date: TOMORROW }),
		run('created'),
		isPublished(),
		later(61 * DAY),
		row({ date: inDays(90) }),
		run('rejected: alreadyPublished'),
	]),
	...onBoth('failed 60 days ago: a post that may be online is found', [
		sheet(UPSERT, { ...MAY_1, date: TOMORROW }),
		run('created'),
		fails('byTimeOut'),
		later(61 * DAY),
		row({ date: inDays(90) }),
		run('rejected: mayBeOnline'),
	]),
];

const AGAIN_AND_AGAIN: Case[] = [
	[
		'of 60 rows, three were too long: with Adapt they are sent, and 57 are there',
		[
			sheet(
				{},
				...may(1, 57),
				...all(3, 'x '.repeat(200)).map((text, index) => ({ text: text + index })),
			),
		],
		[run(...all(57, 'created'), ...all(3, 'failed')), count(57)],
		[form(ADAPT), run(...all(57, 'unchanged'), ...all(3, 'created')), count(60)],
	],
	[
		'rows that failed come back through the error output: each post goes out once',
		[sheet({ ...NOW, ...TAGS_BY_ROW }, TEA, MILK, WINE), REFUSED_ONCE],
		runInLoop('errors', ['created', 'created'], ['created']),
		calendar('Milk', 'Wine', 'Tea'),
	],
	[
		'rows that failed come back in a loop, with those that went out: each post goes out once',
		[sheet({ ...NOW, ...TAGS_BY_ROW }, TEA, MILK, WINE), REFUSED_ONCE],
		runInLoop('all', ['created', 'created'], ['created', 'unchanged', 'unchanged']),
		calendar('Milk', 'Wine', 'Tea'),
	],
	[
		'of a row that stands twice and is out, one becomes a draft: the other does not go out again',
		[sheet({ type: '={{ $json.how }}', date: '' }, { ...TEA, how: 'now' }), run('created')],
		[isPublished(), later(HOUR), row({ how: 'draft' }), addRow({ ...TEA, how: 'now' })],
		[run('created', 'unchanged'), calendar('Tea · published', 'Tea · draft')],
	],
	[
		'in a loop, the post of another row is not named as one that may be replaced',
		[sheet({}, TEA, MILK), runInLoop('others', ['created'], ['created']), says(), count(2)],
	],
	[
		'a row was moved, and another one fails in the first try of Retry On Fail: the old one is named',
		[RETRIES, sheet({ ...BY_ROW, ...TAGS_BY_ROW }, ...march(1, 2)), run('created', 'created')],
		[row({ ...march(9)[0], ...MILK }, 0), row(march(8)[0], 1), REFUSED_ONCE],
		[run('created', 'created'), says('beside: text')],
	],
];

const BY_ROW_ID: Case[] = [
	...onBoth(
		'of 22 rows, what changed is changed, what is new is created, and nothing is there twice',
		[sheet(UPSERT, ...may(1, 22, { picture: A })), run(...all(22, 'created')), later(DAY)],
		[run(...all(22, 'unchanged')), requests(0)],
		[row({ date: MAY }, 0), row({ text: 'Milk' }, 1), row({ picture: B }, 2)],
		[row({ on: 'Bluesky, Telegram' }, 3), addRow(may(23, 23, { picture: A })[0])],
		run(...all(3, 'updated'), 'unchanged', 'created', ...all(18, 'unchanged'), 'created'),
		[count(24), run(...all(24, 'unchanged')), requests(0)],
	),
	[
		'rows that were sorted otherwise change nothing',
		[sheet(UPSERT, ...may(1, 9)), run(...all(9, 'created'))],
		[reverseRows, run(...all(9, 'unchanged')), requests(0)],
	],
	[
		'in a loop, a row that was corrected after its draft was read is changed',
		[sheet({ ...UPSERT, ...DRAFT }, MAY_1, MAY_2)],
		runInLoop([[{ text: 'Tea, please' }, 0]], ['created', 'created'], ['updated']),
		calendar('Tea, please', 'Tea 2'),
	],
	[
		'in a loop, another row with the same Row ID is refused, and the post of the first is named',
		[sheet(UPSERT, MAY_1, MAY_2)],
		runInLoop([[{ id: 'May 1' }, 1]], ['created', 'created'], []),
		calendar('Tea', 'Tea 2'),
	],
	[
		'in a loop, a row that an earlier round created does not tell whether the sheet is the same',
		[sheet(UPSERT, MAY_1), run('created'), row({ text: 'Milk', date: MAY }), addRow(MAY_2)],
		runInLoop('all', ['created'], ['unchanged']),
		calendar('Tea', 'Tea 2'),
	],
	[
		'two rows with one Row ID are refused',
		sheet(UPSERT, MAY_1, { ...MAY_1, text: 'Milk' }),
		[run('rejected: duplicateRowId', 'rejected: duplicateRowId'), calendar()],
	],
	[
		'two rows with one Row ID for two channels are created',
		[sheet(UPSERT, MAY_1, { ...MAY_1, on: 'Telegram' }), run('created', 'created')],
	],
	['an empty Row ID is refused', sheet(UPSERT, { ...MAY_1, id: ' ' }), run('rejected: noId')],
	[
		'the number of a row is refused, as it says where the row stands',
		[sheet(rowIdIs('={{ $json.row_number }}'), { ...TEA, row_number: 7 })],
		[run('rejected: position'), calendar()],
	],
	...[7, '007', '1,000', '7.00'].map((id): Case => [
		`the Row ID ${JSON.stringify(id)} is refused, as other sheets count alike`,
		[sheet(UPSERT, { ...MAY_1, id }), run('rejected: number'), calendar()],
	]),
	[
		'a number with a name before it is created, and is the same row with blanks around it',
		[sheet(rowIdIs("={{ 'May ' + $json.id }}"), { ...TEA, id: 7 }), run('created')],
		[sheet(UPSERT, { ...TEA, id: ' May 7 ' }), run('unchanged')],
	],
	[
		'a row that Create made is refused if it changed before the first run by Row ID, but never made twice',
		[sheet({}, MAY_1), run('created'), form(UPSERT)],
		[row({ text: 'Tea!' }), run('rejected: similarPost'), calendar('Tea')],
	],
	[
		'a row at the minute of an unrelated post that Create made is created',
		[sheet({}, TEA), run('created'), sheet(UPSERT, { ...MAY_1, ...MILK }), run('created')],
		[says(), calendar('Tea', 'Milk')],
	],
	...onBoth(
		'rows that Create made are linked by one request in the first run by Row ID, and change from then on',
		[
			sheet({}, ...may(1, 25, { picture: A })),
			run(...all(25, 'created')),
			editsText('Tea, edited'),
		],
		[form(UPSERT), run(...all(25, 'unchanged')), says('linked'), requests(1)],
		[run(...all(25, 'unchanged')), says(), requests(0)],
		[row({ date: JUNE }, 0), row({ text: 'Milk' }, 1), row({ text: 'Wine', date: JUNE }, 2)],
		[run(...all(3, 'updated'), ...all(22, 'unchanged')), count(25)],
	),
	[
		'what Create made is linked as it is: a draft that was approved, and one that goes to a free slot',
		[sheet({ ...DRAFT, date: FUTURE }, MAY_1), run('created'), approves()],
		[sheet({ ...UPSERT, ...DRAFT }, MAY_1), run('unchanged'), says('linked')],
		[row({ text: 'Milk' }), run('rejected: changedAfterApproval'), calendar('Tea · scheduled')],
		[sheet(NEXT_SLOT, MAY_2), run('created'), sheet({ ...UPSERT, ...NEXT_SLOT }, MAY_2)],
		[run('unchanged'), says('linked'), row({ text: 'Milk' }), run('updated'), count(2)],
	],
	[
		'what Create made and is out, or due at once, is not linked',
		[sheet({}, MAY_1), run('created'), isPublished(), form(UPSERT)],
		[run('unchanged'), says(), requests(0)],
		[sheet({ date: inMinutes(4) }, MAY_2), run('created')],
		[sheet({ ...UPSERT, date: inMinutes(4) }, MAY_2), run('unchanged'), says(), requests(0)],
	],
	[
		'that the limit is reached, or a post cannot be written, fails no row: the next run links them',
		[sheet({}, ...may(1, 3)), run(...all(3, 'created')), form(UPSERT)],
		[sending({ kind: 'status', status: 429, headers: { 'retry-after': '1200' } })],
		[run(...all(3, 'unchanged')), says()],
		[cannotStore('Tea 1'), run(...all(3, 'unchanged')), says('linked')],
		[
			cannotStore(null),
			run(...all(3, 'unchanged')),
			says('linked'),
			run(...all(3, 'unchanged')),
			says(),
		],
	],
	[
		'a text that comes back each week, or a copied sheet, is created beside what Create made',
		[sheet(BY_ROW, ...march(1, 2)), run('created', 'created')],
		sheet(UPSERT, ...march(8, 9).map((week, index) => ({ ...week, id: `May ${index}` }))),
		[run('created', 'created'), says('beside: text'), run('unchanged', 'unchanged'), count(4)],
	],
	[
		'a row that Create made is named where its date and settings changed before the first run by Row ID',
		[sheet({}, MAY_1), run('created'), form(UPSERT), row({ date: JUNE, tags: 'Launch' })],
		[run('created'), says('beside: text'), calendar('Tea', 'Tea · Launch')],
	],
	[
		'a post by hand that says the same is there, whatever else Create made at its minute',
		[sheet({}, TEA, MILK), run('created', 'created'), losesKey()],
		[sheet(UPSERT, MAY_1), run('unchanged'), calendar('Tea', 'Milk')],
	],
	[
		'without a date, a row that Create made is there at any age, though its file comes from another address',
		[uploads(A), sheet({ ...AT_ADDRESS, ...NOW }, MAY_1), run('created'), isPublished()],
		[later(30 * HOUR), form({ ...UPSERT, ...AT_ADDRESS, ...NOW }), uploads(A), run('unchanged')],
		[uploads(A), hasDeadLinks(), run('rejected: unknownFiles'), count(1)],
	],
	[
		'a draft without a date goes out once its row says now',
		[sheet({ ...UPSERT, ...UNDATED_DRAFT }, MAY_1), run('created')],
		[later(HOUR), form({ ...UPSERT, ...NOW }), run('updated'), calendar('Tea · published')],
	],
	[
		'a copied row whose post is refused fails like the row that it says the same as',
		[sheet(UPSERT, MAY_1), run('created'), fails('byTimeOut')],
		sheet(UPSERT, MAY_1, { ...MAY_1, id: 'May 2' }),
		[run('rejected: mayBeOnline', 'rejected: mayBeOnline'), expectSameErrors],
	],
	[
		'the typo of a published row is noted in each run',
		[sheet(UPSERT, MAY_1), run('created'), isPublished(), row({ text: 'Teas' })],
		[run('unchanged'), says('out'), run('unchanged'), says('out'), calendar('Tea')],
	],
	...[{ date: JUNE }, { date: JUNE, text: 'Milk' }].map((changes, index): Case => [
		`a published row that was ${['moved', 'used again'][index]} is refused`,
		[sheet(UPSERT, MAY_1), run('created'), isPublished()],
		[row(changes), run('rejected: alreadyPublished'), calendar('Tea · published')],
	]),
	[
		'a row that is out on one channel and failed on another is tried again there alone, with a new date',
		[sheet(UPSERT, { ...MAY_1, on: 'Bluesky, Telegram', date: TOMORROW })],
		[run('created', 'created'), fails('certainly'), OTHERS_ARE_OUT, later(2 * DAY)],
		[row({ date: JUNE }), run('updated', 'unchanged'), says('out'), run('unchanged', 'unchanged')],
		calendar('Tea · scheduled · 2099-06-04', 'Tea · published'),
	],
	[
		'a row that got too long for a channel is left out there, and its earlier post is named',
		[
			sheet(
				{ ...UPSERT, options: { ifUnsupported: 'skip' } },
				{ ...MAY_1, on: 'Bluesky, Telegram' },
			),
		],
		[run('created', 'created'), row({ text: 'Tea '.repeat(200) })],
		[
			run('skipped', 'updated'),
			says('left out'),
			calendar('Tea · bluesky', 'scheduled · telegram'),
		],
	],
	[
		'now, with a Row ID, is published once for ever',
		[sheet(UPSERT, { ...MAY_1, how: 'now' }), run('created')],
		[
			later(HOUR),
			run('unchanged'),
			later(40 * DAY),
			run('unchanged'),
			later(400 * DAY),
			run('unchanged'),
		],
		[row({ text: 'Milk' }), run('rejected: alreadyPublished'), calendar('Tea')],
	],
	[
		'a new month that counts from 1 under the old name overwrites nothing',
		[sheet(UPSERT, ...may(1, 5)), run(...all(5, 'created')), isPublished()],
		sheet(
			UPSERT,
			...may(1, 5).map(({ id, text }) => ({ id, text: `New ${String(text)}`, date: JUNE })),
		),
		run('rejected: alreadyPublished', ...all(4, 'rejected: foreignRow')),
		calendar('Tea 1', 'Tea 2', 'Tea 3', 'Tea 4', 'Tea 5'),
	],
	[
		'that the posts of the other rows are out says nothing for one of a new month',
		[sheet(UPSERT, ...may(1, 2)), run('created', 'created'), isPublished()],
		sheet(UPSERT, ...may(1, 2).map(({ id }) => ({ id, text: `New ${String(id)}`, date: JUNE }))),
		[run('rejected: alreadyPublished', 'rejected: foreignRow'), calendar('Tea 1', 'Tea 2')],
	],
	[
		'text and date of one row of five are changed',
		[sheet(UPSERT, ...may(1, 5)), run(...all(5, 'created')), row({ text: 'Milk', date: JUNE }, 2)],
		run('unchanged', 'unchanged', 'updated', 'unchanged', 'unchanged'),
	],
	[
		'the row of an approved draft may be moved, but its text is not replaced',
		[sheet(UPSERT, { ...MAY_1, how: 'draft' }), run('created'), approves()],
		[row({ date: JUNE }), run('updated'), calendar('Tea · scheduled · 2099-06-04')],
		[row({ text: 'Milk' }), run('rejected: changedAfterApproval'), calendar('Tea · scheduled')],
	],
	[
		'what two workers made is named, and refused once the row is edited',
		[sheet(UPSERT, MAY_1), runByTwoWorkers('created'), run('unchanged'), says('twins')],
		[row({ text: 'Milk' }), run('rejected: twoPostsForRow'), calendar('Tea', 'Tea')],
	],
	[
		'a channel that joins gets the rows to come',
		[sheet(UPSERT, MAY_1), run('created')],
		[row({ on: 'Bluesky, Telegram' }), run('unchanged', 'created')],
	],
	...[{ how: 'now' }, { date: TOMORROW }].map((when, index): Case => [
		`a channel that joins is left out of a row that is ${['out', 'past'][index]}`,
		[sheet(UPSERT, { ...MAY_1, ...when }), run('created'), later(2 * DAY)],
		[row({ on: 'Bluesky, Telegram' }), run('unchanged', 'skipped'), count(1)],
	]),
	[
		'twelve rows that move to one date and three new ones share a request',
		[sheet(UPSERT, ...may(1, 12)), run(...all(12, 'created'))],
		sheet(UPSERT, ...may(1, 15, { date: JUNE })),
		[run(...all(12, 'updated'), ...all(3, 'created')), requests(1)],
	],
	[
		'if the fourth of twelve rows cannot be stored, the others are changed and created',
		[sheet(UPSERT, ...may(1, 12)), run(...all(12, 'created')), cannotStore('Tea 4')],
		sheet(UPSERT, ...may(1, 15, { date: JUNE })),
		run(...all(3, 'updated'), 'failed', ...all(8, 'updated'), ...all(3, 'created')),
		count(15),
	],
	[
		'a row that waits for its slot stays there when its text changes',
		[sheet({ ...UPSERT, ...NEXT_SLOT }, MAY_1), postsInHours, run('created')],
		[row({ text: 'Milk' }), run('updated'), calendar('Milk · scheduled'), run('unchanged')],
	],
	[
		'a post that is due within five minutes is there, and its row does not become another',
		[sheet(UPSERT, MAY_1), ({ rows }) => Object.assign(rows[0], { date: inMinutes(4) })],
		[run('created'), run('unchanged')],
		[row({ text: 'Milk' }), run('failed'), requests(0), calendar('Tea · scheduled')],
	],
	[
		'a post that was dragged to June stays there when the text of its past row changes',
		[sheet(UPSERT, { ...MAY_1, date: TOMORROW }), run('created'), dragsTo(IN_JUNE)],
		[later(2 * DAY), row({ text: 'Milk' }), run('updated')],
		calendar(`Milk · scheduled · ${IN_JUNE.slice(0, 10)}`),
	],
];

const DATES: Case[] = [
	[
		'an instance that stores dates an hour early is noted, unless a person may have moved a post',
		[sheet(BY_ROW, ...march(1, 2, 3)), run(...all(3, 'created')), says()],
		[dragsTo('2099-03-20T10:00:00.000Z'), run(...all(3, 'unchanged')), says()],
		[dragsTo(march(1)[0].date as string), storesEarly(HOUR)],
		[run(...all(3, 'unchanged')), says('shifted')],
	],
	['two posts at one minute', sheet({}, TEA, MILK), run('created', 'created'), says('at once')],
	[
		'a post at the minute of one that is refused',
		[sheet({}, TEA, { ...MILK, text: 'a'.repeat(301) }), run('created', 'failed'), says()],
	],
	[
		'two drafts at one minute',
		[sheet({ ...DRAFT, date: FUTURE }, TEA, MILK), run('created', 'created'), says()],
	],
	[
		'two channels at one minute',
		sheet({ channels: '={{ $json.on }}' }, { ...TEA, on: 'Bluesky' }, { ...TEA, on: 'Telegram' }),
		[run('created', 'created'), says()],
	],
	[
		'a row is there once its date has passed, and another at that date is refused',
		[
			sheet({ date: TOMORROW }, TEA),
			run('created'),
			isPublished(),
			later(2 * DAY),
			run('unchanged'),
		],
		[row(MILK), run('failed'), requests(0)],
	],
	[
		'past dates that are allowed share a request, and are there in the next run',
		sheet({ ...BY_ROW, options: { allowPastDates: true } }, ...PAST),
		[run('created', 'created'), requests(1), says()],
		[run('unchanged', 'unchanged'), requests(0)],
	],
	['a date without a time', sheet({ date: '2099-05-04' }, TEA), run('created'), says('no time')],
	[
		'midnight UTC elsewhere',
		[sheet({ date: '2099-05-04T00:00:00.000Z' }, TEA), started({ timezone: 'America/New_York' })],
		[run('created'), says('midnight')],
	],
];

describe.each<[string, Case[]]>([
	['without a date', TWICE_A_DAY],
	['still to go out', STILL_WAITING],
	['equal rows', EQUAL_ROWS],
	['edited in the calendar', EDITED],
	['files', FILES],
	['settings', SETTINGS],
	['in part, or failed', IN_PART],
	['moved, corrected, or by the clock', MOVED],
	['drafts', DRAFTS],
	['unclear', UNCLEAR],
	['unseen', UNSEEN],
	['far away', FAR],
	['run again', AGAIN_AND_AGAIN],
	['by Row ID', BY_ROW_ID],
	['dates', DATES],
])('%s', (_what, cases) => {
	for (const [name, ...story] of cases) test(name, async () => await play(service, story.flat()));
});
