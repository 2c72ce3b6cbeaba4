import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { PostFinder } from '../../calendar/find';
import { toDetails, toPlannedPost, type WholePost } from '../../calendar/row';
import { refuseUnusableChannel } from '../../channels/targets';
import { field, option } from '../../form/fields';
import { Uploads } from '../../media/uploads';
import { checkPost } from '../../publishing/check/checkPost';
import { refuseProblems, type ProblemOfPost } from '../../publishing/check/postProblems';
import { completePost } from '../../publishing/plan/completePlan';
import type { PostizClient } from '../../transport/client';
import { endpoints } from '../../transport/endpoints';
import { NOT_FOUND } from '../../transport/status';
import {
	MINUTE_MS,
	refusePast,
	serviceTime,
	showDate,
	toServiceDate,
	utcDate,
} from '../../values/date';
import { Problem, quote } from '../../values/problem';
import { isEmpty, readBoolean, readOption } from '../../values/read';
import { postField, readId, unknownId } from '../shared/ids';
import { changeOnce, forEachItemOnce, putOnce } from '../shared/once';
import type { Operation } from '../shared/operation';
import { oneAtATime, PostChanger } from './shared/change/changer';
import { mergePost, type PostChange } from './shared/change/merge';

const STATE_OF = { draft: 'DRAFT', scheduled: 'QUEUE' } as const;
/** What the service calls it when it is to be scheduled, as bodies of requests have it. */
const SCHEDULE = 'schedule';
type Status = keyof typeof STATE_OF;
const STATUSES = Object.keys(STATE_OF) as Status[];

/** Post: Set Status (docs/api.md, Status of a post, Changing a post). */
export const setStatus: Operation = {
	name: 'Set Status',
	value: 'setStatus',
	action: 'Schedule a draft or turn a post into a draft',
	description:
		'Schedule a draft, try a failed post again, or turn a scheduled post into a draft, by post ID from Post > Get Many',
	properties: [
		postField('The post to change'),
		field.choice('Status', 'status', {
			default: 'scheduled',
			description: 'The new status of the post: draft, or scheduled',
			options: [
				option('Draft', 'draft', 'Keep it without publishing it'),
				option(
					'Scheduled',
					'scheduled',
					'Publish it at its date; a failed post goes out again at once',
				),
			],
		}),
		field.date('Date', 'date', {
			placeholder: 'Unchanged if empty',
			displayOptions: { show: { status: ['scheduled'] } },
			description:
				"When to publish the post, such as 2026-12-14 10:00:00 (in the workflow's time zone). Leave it empty to keep the date.",
		}),
		field.furtherOptions([
			field.boolean('Allow Past Dates', 'allowPastDates', {
				description:
					'Whether to schedule posts for a date that has passed. Postiz publishes them immediately.',
			}),
			field.boolean('Allow Published Posts', 'allowPublished', {
				description:
					'Whether to change a post that is already published. Scheduled again, it is published a second time; as a draft it stays on the network.',
			}),
		]),
	],
	execute: async (context, client, { done, unclear }) => {
		const finder = new PostFinder(client);
		const changer = new PostChanger(client, new Uploads(context, client, 'postMedia'));
		const timezone = context.getTimezone();
		const merge = (whole: WholePost, both: PostChange) =>
			mergePost(whole, both, { opened: new Map(), now: Date.now(), timezone });
		const failed = new Set<string>();
		return await forEachItemOnce(context, done, async (itemIndex) => {
			const id = readId(context, itemIndex, 'postId');
			const order = readOrder(context, itemIndex);
			const { status, date } = order;
			// Queued twice, a post could be published in between.
			if (failed.has(id)) {
				throw new Problem(
					`The post ${quote(id)} was not tried again`,
					'An earlier item failed to change it: see its error.',
				);
			}
			const sendOnce = async (send: () => Promise<WholePost>) => {
				failed.add(id);
				const after = await send();
				failed.delete(id);
				return [toItem(after, true)];
			};
			const change = async () => {
				const before = await (date === undefined ? finder : changer).read(id);
				if (isDone(before, order)) return [toItem(before, false)];
				if (date === undefined) {
					await refuseRisk(before, order, changer);
					if (status === 'scheduled') {
						const { target } = toPlannedPost(before);
						refuseUnusableChannel(target, await client.channels());
					}
					return await sendOnce(async () =>
						withState(before, await sendStatus(client, id, status)),
					);
				}
				// Date and status are one request, so that no failure leaves the one without the other.
				const both: PostChange = { date, schedules: true, format: 'asIs' };
				const plan = await changer.plan(id, (whole) => merge(whole, both), CORRECT_FIRST);
				return await sendOnce(async () => await changer.settle(await changer.send(plan)));
			};
			const look = async () => {
				const whole = await finder.read(id);
				const isOut = status === 'scheduled' && whole.listed.state === 'PUBLISHED';
				return isOut || isDone(whole, order) ? [toItem(whole, true)] : undefined;
			};
			return await changeOnce(unclear, itemIndex, async () => await oneAtATime(id, change), look);
		});
	},
};

const CORRECT_FIRST = 'Nothing was changed. Correct the draft with Post > Update first.';

type Order = ReturnType<typeof readOrder>;

function readOrder(context: IExecuteFunctions, itemIndex: number) {
	const chosen = context.getNodeParameter('status', itemIndex);
	const status = chosen === SCHEDULE ? 'scheduled' : readOption(chosen, STATUSES, 'Status');
	const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
	const allowsPast = readBoolean(options.allowPastDates, 'Allow Past Dates');
	const allowsPublished = readBoolean(options.allowPublished, 'Allow Published Posts');
	const timezone = context.getTimezone();
	const entered = status === 'scheduled' ? context.getNodeParameter('date', itemIndex, '') : '';
	const date = isEmpty(entered) ? undefined : toServiceDate(entered, timezone);
	if (date && !allowsPast) refusePast(date, Date.now(), { timezone, canAllow: true });
	return { status, date, allowsPast, allowsPublished, timezone };
}

const toItem = (whole: WholePost, changed: boolean) => ({ ...toDetails(whole), changed });

function withState({ listed, parts: [first, ...later] }: WholePost, state: string): WholePost {
	return { listed: { ...listed, state }, parts: first ? [{ ...first, state }, ...later] : [] };
}

/** True for a post that has the status, and the date if one is given; it may be stored without seconds. */
function isDone({ listed: { state, publishDate } }: WholePost, { status, date }: Order): boolean {
	const shift = date === undefined ? 0 : serviceTime(publishDate) - Date.parse(date);
	return state === STATE_OF[status] && Math.abs(shift) < MINUTE_MS;
}

const PUBLISHED_RISK: Record<Status, string> = {
	draft:
		'It would stay on the network, while Postiz keeps it as a draft: scheduled later, it would be published a second time.',
	scheduled: 'Scheduled again, it would be published a second time.',
};

/** Throws {@link Problem} for a post that would go out twice or now, and a draft that Postiz would refuse. */
async function refuseRisk(
	whole: WholePost,
	{ status, allowsPast, allowsPublished, timezone }: Order,
	{ abilities, uploads }: PostChanger,
): Promise<void> {
	const { id, state, publishDate } = whole.listed;
	if (state === 'PUBLISHED' && !allowsPublished) {
		throw new Problem(
			`The post ${quote(id)} is already published`,
			`${PUBLISHED_RISK[status]} Turn on the option Allow Published Posts.`,
			{ forModel: PUBLISHED_RISK[status] },
		);
	}
	if (state !== 'DRAFT' || status !== 'scheduled') return;
	const date = utcDate(publishDate);
	if (date === undefined) {
		throw new Problem(
			`The draft ${quote(id)} has no date`,
			'Postiz publishes no post without one. Enter when to publish it under Date.',
		);
	}
	if (Date.parse(date) <= Date.now() && !allowsPast) {
		throw new Problem(
			`The date of the draft, ${showDate(date, timezone)}, is in the past`,
			'Postiz would publish it immediately. Enter a later one under Date, or set the option Allow Past Dates.',
			{ forModel: 'Postiz would publish it immediately. Give a later date.' },
		);
	}
	// A draft was not checked when it was created. One that cannot be read is not checked now either.
	if (whole.parts.length === 0) return;
	const draft = await completePost(toPlannedPost(whole), { abilities, uploads, isDraft: false });
	const problems = checkPost(draft, { isDraft: false });
	refuseProblems(
		problems.map((problem): ProblemOfPost => [draft.target, problem]),
		CORRECT_FIRST,
	);
}

async function sendStatus(client: PostizClient, id: string, status: Status): Promise<string> {
	const explainUnknown = unknownId('post', id);
	const answer = await putOnce<{ state?: string } | undefined>(client, 'the status of the post', {
		...endpoints.setStatus(id),
		body: { status: status === 'draft' ? status : SCHEDULE },
		// The service has just shown the post: a 500 is no sign that there is none.
		explain: (given) => (given.status === NOT_FOUND ? explainUnknown(given) : undefined),
	});
	return answer?.state ?? STATE_OF[status];
}
