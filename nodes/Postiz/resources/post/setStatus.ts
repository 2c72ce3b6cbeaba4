import type { IExecuteFunctions } from 'n8n-workflow';

import { toPlannedPost } from '../../calendar/planned';
import { checkPost, refuseProblems } from '../../publishing/check/checkPost';
import { OwnLengths } from '../../publishing/plan/ownLengths';
import { PostFinder } from '../../calendar/find';
import type { WholePost } from '../../calendar/whole';
import type { ApiRequest, PostizClient } from '../../transport/client';
import { NOT_FOUND } from '../../transport/status';
import type { ListedPost } from '../../transport/types';
import { showDate } from '../../values/date';
import { Problem } from '../../values/problem';
import { quote } from '../../values/quote';
import { readBoolean, readOption } from '../../values/read';
import { utcDate } from '../../values/time';
import { postField, readId, unknownId } from '../shared/ids';
import { forEachItemOnce } from '../shared/itemRun';
import type { Operation } from '../shared/types';
import { changeOnce } from '../shared/changeOnce';
import { changePost } from './shared/changePost';

const STATE_OF = { draft: 'DRAFT', schedule: 'QUEUE' } as const;
type Status = keyof typeof STATE_OF;
const STATUSES = Object.keys(STATE_OF) as Status[];

/** Post: Set Status (docs/api.md, Status of a post). */
export const setStatus: Operation = {
	option: {
		name: 'Set Status',
		value: 'setStatus',
		action: 'Schedule a draft or turn a post into a draft',
		description:
			'Turn a draft into a scheduled post, try a failed post again, or take a scheduled post back to draft, by post ID (from Post > Create or Post > Get Many)',
	},
	properties: [
		postField('The post to change'),
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			default: 'schedule',
			description: 'The new status of the post: draft, or scheduled',
			options: [
				{ name: 'Draft', value: 'draft', description: 'Keep it without publishing it' },
				{
					name: 'Scheduled',
					value: 'schedule',
					description: 'Publish it at its date; a failed post goes out again at once',
				},
			],
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
						'Whether to schedule drafts whose date has passed. Postiz publishes them at once.',
				},
				{
					displayName: 'Allow Published Posts',
					name: 'allowPublished',
					type: 'boolean',
					default: false,
					description:
						'Whether to change a post that is published already. Scheduled again, it is published a second time; as a draft it stays on the network.',
				},
			],
		},
	],
	execute: async (context, client) => {
		const finder = new PostFinder(client);
		const lengths = new OwnLengths(client);
		const failed = new Set<string>();
		return await forEachItemOnce(context, async (itemIndex) => {
			const id = readId(context, itemIndex, 'postId', 'Post');
			const status = readOption(context.getNodeParameter('status', itemIndex), STATUSES, 'Status');
			const options = readOptions(context, itemIndex);
			// Queued twice, a post could be published in between.
			if (failed.has(id)) {
				throw new Problem(
					`The post ${quote(id)} was not tried again`,
					'An earlier item failed to change it: see its error.',
				);
			}
			return await changeOnce(context, itemIndex, {
				change: async () => {
					const whole = await finder.read(id);
					const { listed: post } = whole;
					refuseRisk(post, status, options);
					if (post.state === STATE_OF[status]) return [{ id, state: post.state, changed: false }];
					if (status === 'schedule' && post.state === 'DRAFT') await checkDraft(whole, lengths);
					failed.add(id);
					const state = await sendStatus(client, id, status);
					failed.delete(id);
					return [{ id, state, changed: true }];
				},
				look: async () => {
					const { state } = (await finder.read(id)).listed;
					const isMade = state === STATE_OF[status] || isOut(status, state);
					return isMade ? [{ id, state, changed: true }] : undefined;
				},
			});
		});
	},
};

/** True for a post that was scheduled and has gone out since. */
const isOut = (status: Status, state: string) => status === 'schedule' && state === 'PUBLISHED';

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
	schedule: 'Scheduled again, it would be published a second time.',
};

function refuseRisk(
	{ id, state, publishDate }: ListedPost,
	status: Status,
	{ allowPastDates, allowPublished }: Options,
): void {
	if (state === 'PUBLISHED' && !allowPublished) {
		throw new Problem(
			`The post ${quote(id)} is published already`,
			`${PUBLISHED_RISK[status]} Turn on the option Allow Published Posts if that is what you want.`,
		);
	}
	const date = utcDate(publishDate);
	const isOver = date !== undefined && Date.parse(date) <= Date.now();
	if (state === 'DRAFT' && status === 'schedule' && isOver && !allowPastDates) {
		throw new Problem(
			`The date of the draft, ${showDate(date)}, is in the past`,
			'Postiz would publish it at once. Give it a later date with Post > Update, or turn on the option Allow Past Dates if that is what you want.',
		);
	}
}

/**
 * A draft was not checked when it was created: scheduled, it would fail. Throws {@link Problem}. It
 * passes if it cannot be read whole, or if the node does not know its network.
 */
async function checkDraft(whole: WholePost, lengths: OwnLengths): Promise<void> {
	if (whole.parts.length === 0) return;
	const draft = await lengths.apply(toPlannedPost(whole));
	const rest = 'Nothing was changed. Correct the draft with Post > Update first.';
	refuseProblems(checkPost(draft, { isDraft: false }), rest);
}

async function sendStatus(client: PostizClient, id: string, status: Status): Promise<string> {
	const explainUnknown = unknownId('post', id);
	const request: ApiRequest = {
		method: 'PUT',
		path: `/posts/${encodeURIComponent(id)}/status`,
		body: { status },
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
