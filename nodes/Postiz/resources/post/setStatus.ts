import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { PostFinder } from '../../calendar/find';
import { toDetails, toPlannedPost, type WholePost } from '../../calendar/whole';
import { Uploads } from '../../media/uploads';
import { checkPost, refuseProblems } from '../../publishing/check/checkPost';
import { OwnLengths } from '../../publishing/plan/completePlan';
import type { ApiRequest, PostizClient } from '../../transport/client';
import { NOT_FOUND } from '../../transport/status';
import type { ListedPost } from '../../transport/types';
import { refusePast, showDate, toServiceDate } from '../../values/date';
import { Problem } from '../../values/problem';
import { quote } from '../../values/quote';
import { isEmpty, readBoolean, readOption } from '../../values/read';
import { MINUTE_MS, serviceTime, utcDate } from '../../values/time';
import { changeOnce } from '../shared/changeOnce';
import { continuesOnError } from '../shared/continuesOnError';
import { postField, readId, unknownId } from '../shared/ids';
import { forEachItemOnce } from '../shared/itemRun';
import type { Operation } from '../shared/types';
import { Planner } from './shared/change/plan';
import { checkChange, oneAtATime, sendChange, settle } from './shared/change/send';
import type { PostChange } from './shared/change/types';
import { changePost } from './shared/changePost';

const STATE_OF = { draft: 'DRAFT', scheduled: 'QUEUE' } as const;
/** What the service calls it when it is to be scheduled, as bodies of requests have it. */
const SCHEDULE = 'schedule';
type Status = keyof typeof STATE_OF;
const STATUSES = Object.keys(STATE_OF) as Status[];

/** Post: Set Status (docs/api.md, Status of a post, Changing a post). */
export const setStatus: Operation = {
	option: {
		name: 'Set Status',
		value: 'setStatus',
		action: 'Schedule a draft or turn a post into a draft',
		description:
			'Schedule a draft, try a failed post again, or turn a scheduled post into a draft, by post ID from Post > Get Many',
	},
	properties: [
		postField('The post to change'),
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			default: 'scheduled',
			description: 'The new status of the post: draft, or scheduled',
			options: [
				{ name: 'Draft', value: 'draft', description: 'Keep it without publishing it' },
				{
					name: 'Scheduled',
					value: 'scheduled',
					description: 'Publish it at its date; a failed post goes out again at once',
				},
			],
		},
		{
			displayName: 'Date',
			name: 'date',
			type: 'dateTime',
			default: '',
			displayOptions: { show: { status: ['scheduled'] } },
			description:
				"When to publish the post, such as 2026-12-14 10:00:00 (in the workflow's time zone). Leave it empty to keep the date.",
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [
				{
					displayName: 'Allow Past Dates',
					name: 'allowPastDates',
					type: 'boolean',
					default: false,
					description:
						'Whether to schedule posts for a date that has passed. Postiz publishes them immediately.',
				},
				{
					displayName: 'Allow Published Posts',
					name: 'allowPublished',
					type: 'boolean',
					default: false,
					description:
						'Whether to change a post that is already published. Scheduled again, it is published a second time; as a draft it stays on the network.',
				},
			],
		},
	],
	execute: async (context, client) => {
		const finder = new PostFinder(client);
		const lengths = new OwnLengths(client);
		const uploads = new Uploads(context, client, {
			takes: 'postMedia',
			continuesOnError: continuesOnError(context),
		});
		const planner = new Planner(client, uploads, context.getTimezone());
		const failed = new Set<string>();
		return await forEachItemOnce(context, async (itemIndex) => {
			const id = readId(context, itemIndex, 'postId', 'Post');
			const status = readStatus(context.getNodeParameter('status', itemIndex));
			const options = readOptions(context, itemIndex);
			const date = status === 'scheduled' ? readDate(context, itemIndex, options) : undefined;
			// Queued twice, a post could be published in between.
			if (failed.has(id)) {
				throw new Problem(
					`The post ${quote(id)} was not tried again`,
					'An earlier item failed to change it: see its error.',
				);
			}
			const sendOnce = async <T>(send: () => Promise<T>): Promise<T> => {
				failed.add(id);
				const answer = await send();
				failed.delete(id);
				return answer;
			};
			const changeStatus = async () => {
				const whole = await finder.read(id);
				refuseRisk(whole.listed, status, { ...options, timezone: context.getTimezone() });
				if (whole.listed.state === STATE_OF[status]) return [toItem(whole, false)];
				if (status === 'scheduled' && whole.listed.state === 'DRAFT')
					await checkDraft(whole, lengths);
				const state = await sendOnce(async () => await sendStatus(client, id, status));
				return [toItem(withState(whole, state), true)];
			};
			// Date and status are one request, so that no failure leaves the one without the other.
			const schedule = async (newDate: string) =>
				await oneAtATime(id, async () => {
					const before = await planner.read(id);
					if (isScheduledFor(before, newDate)) return [toItem(before, false)];
					const change: PostChange = { date: newDate, schedules: true, format: 'asIs' };
					const plan = await planner.plan(id, change, new Map());
					checkChange(plan, change, CORRECT_FIRST);
					const after = await sendOnce(
						async () =>
							await settle(
								planner,
								await sendChange(client, { planner, uploads }, { plan, change }),
							),
					);
					return [toItem(after, true)];
				});
			return await changeOnce(context, itemIndex, {
				change: async () => (date === undefined ? await changeStatus() : await schedule(date)),
				look: async () => {
					const whole = await finder.read(id);
					const { state } = whole.listed;
					const isMade =
						date === undefined || state !== 'QUEUE'
							? state === STATE_OF[status] || isOut(status, state)
							: isScheduledFor(whole, date);
					return isMade ? [toItem(whole, true)] : undefined;
				},
			});
		});
	},
};

const CORRECT_FIRST = 'Nothing was changed. Correct the draft with Post > Update first.';

const readStatus = (entered: unknown): Status =>
	entered === SCHEDULE ? 'scheduled' : readOption(entered, STATUSES, 'Status');

/** The post as items show it, and whether it was changed. */
const toItem = (whole: WholePost, changed: boolean): IDataObject => ({
	...toDetails(whole),
	changed,
});

/** A post as it is once its state was changed. */
function withState({ listed, parts: [first, ...later] }: WholePost, state: string): WholePost {
	return { listed: { ...listed, state }, parts: first ? [{ ...first, state }, ...later] : [] };
}

/** True for a post that is scheduled for this very date; dates may be stored without seconds. */
function isScheduledFor({ listed: { state, publishDate } }: WholePost, date: string): boolean {
	return state === 'QUEUE' && Math.abs(serviceTime(publishDate) - serviceTime(date)) < MINUTE_MS;
}

/** The new date, UTC with milliseconds and Z; undefined if none is given. Throws {@link Problem}. */
function readDate(
	context: IExecuteFunctions,
	itemIndex: number,
	{ allowPastDates }: Options,
): string | undefined {
	const entered = context.getNodeParameter('date', itemIndex, '') as unknown;
	if (isEmpty(entered)) return undefined;
	const timezone = context.getTimezone();
	const date = toServiceDate(entered, timezone);
	if (!allowPastDates) refusePast(date, Date.now(), { timezone, canAllow: true });
	return date;
}

/** True for a post that was scheduled and has gone out since. */
const isOut = (status: Status, state: string) => status === 'scheduled' && state === 'PUBLISHED';

interface Options {
	allowPastDates: boolean;
	allowPublished: boolean;
}

function readOptions(context: IExecuteFunctions, itemIndex: number): Options {
	const { allowPastDates, allowPublished } = context.getNodeParameter('options', itemIndex, {}) as {
		[key in keyof Options]?: unknown;
	};
	return {
		allowPastDates: readBoolean(allowPastDates, 'Allow Past Dates'),
		allowPublished: readBoolean(allowPublished, 'Allow Published Posts'),
	};
}

const PUBLISHED_RISK: Record<Status, string> = {
	draft:
		'It would stay on the network, while Postiz keeps it as a draft: scheduled later, it would be published a second time.',
	scheduled: 'Scheduled again, it would be published a second time.',
};

function refuseRisk(
	{ id, state, publishDate }: ListedPost,
	status: Status,
	{ allowPastDates, allowPublished, timezone }: Options & { timezone: string },
): void {
	if (state === 'PUBLISHED' && !allowPublished) {
		throw new Problem(
			`The post ${quote(id)} is already published`,
			`${PUBLISHED_RISK[status]} Turn on the option Allow Published Posts if that is what you want.`,
		);
	}
	const date = utcDate(publishDate);
	if (state !== 'DRAFT' || status !== 'scheduled') return;
	if (date === undefined) {
		throw new Problem(
			`The draft ${quote(id)} has no date`,
			'Postiz publishes no post without one. Enter when to publish it under Date.',
		);
	}
	if (Date.parse(date) <= Date.now() && !allowPastDates) {
		throw new Problem(
			`The date of the draft, ${showDate(date, timezone)}, is in the past`,
			'Postiz would publish it immediately. Enter a later one under Date, or turn on the option Allow Past Dates if that is what you want.',
		);
	}
}

/**
 * A draft was not checked when it was created: scheduled, it would fail. Throws {@link Problem}. It
 * passes if it cannot be read completely, or if the node does not know its network.
 */
async function checkDraft(whole: WholePost, lengths: OwnLengths): Promise<void> {
	if (whole.parts.length === 0) return;
	const draft = await lengths.apply(toPlannedPost(whole));
	refuseProblems(checkPost(draft, { isDraft: false }), CORRECT_FIRST);
}

async function sendStatus(client: PostizClient, id: string, status: Status): Promise<string> {
	const explainUnknown = unknownId('post', id);
	const request: ApiRequest = {
		method: 'PUT',
		path: `/posts/${encodeURIComponent(id)}/status`,
		body: { status: status === 'draft' ? status : SCHEDULE },
		// The service has just shown the post: a 500 is no sign that there is none.
		explain: (answer) => (answer.status === NOT_FOUND ? explainUnknown(answer) : undefined),
	};
	const answer = await changePost<{ state?: string } | undefined>(
		client,
		request,
		'the status of the post',
	);
	return answer?.state ?? STATE_OF[status];
}
