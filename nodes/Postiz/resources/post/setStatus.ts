import { refusePast } from '../../post/date';
import { Problem } from '../../post/problem';
import type { PostizClient } from '../../transport/client';
import { listPosts } from '../../transport/posts';
import { DAY_MS, utcDate } from '../../transport/time';
import type { PostRow } from '../../transport/types';
import { postField, readId, unknownId } from '../ids';
import { forEachItem } from '../items';
import type { Operation } from '../types';
import { quote, readSwitch } from '../../post/values';

const STATE_OF = { draft: 'DRAFT', schedule: 'QUEUE' } as const;
type Status = keyof typeof STATE_OF;

/** Post: Set Status (API: PUT /posts/{id}/status). */
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
			description: 'What the post shall be',
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
						'Whether to schedule a draft whose date is over, which Postiz publishes at once',
				},
				{
					displayName: 'Allow Published Posts',
					name: 'allowPublished',
					type: 'boolean',
					default: false,
					description:
						'Whether to change a post that is published already. Scheduled again, it is published a second time.',
				},
			],
		},
	],
	execute: async (context, client) => {
		const lookUp = postLookUp(client);
		return await forEachItem(context, async (itemIndex) => {
			const id = readId(context, itemIndex, 'postId', 'Post');
			const status = readStatus(context.getNodeParameter('status', itemIndex));
			const options = context.getNodeParameter('options', itemIndex, {}) as Options;
			const post = await lookUp(id, itemIndex);
			refuseRisk(post, status, options);
			if (post.state === STATE_OF[status]) return [{ id, state: post.state, changed: false }];
			const answer = await client.request<{ state?: string } | undefined>({
				method: 'PUT',
				path: `/posts/${encodeURIComponent(id)}/status`,
				body: { status },
				itemIndex,
				explain: unknownId('post', id),
			});
			post.state = answer?.state ?? STATE_OF[status];
			return [{ id, state: post.state, changed: true }];
		});
	},
};

interface Options {
	allowPastDates?: unknown;
	allowPublished?: unknown;
}

function readStatus(entered: unknown): Status {
	if (entered === 'draft' || entered === 'schedule') return entered;
	throw new Problem(
		`Status cannot be ${quote(entered)}`,
		'Choose Draft or Scheduled; in an expression these are draft and schedule.',
	);
}

function refuseRisk(
	{ id, state, publishDate }: PostRow,
	status: Status,
	{ allowPastDates, allowPublished }: Options,
): void {
	if (state === 'PUBLISHED' && !readSwitch(allowPublished, 'Allow Published Posts')) {
		throw new Problem(
			`The post ${quote(id)} is published already`,
			'Scheduled again, it would be published a second time. Turn on the option Allow Published Posts if that is what you want.',
		);
	}
	const date = utcDate(publishDate);
	const isPastAllowed = readSwitch(allowPastDates, 'Allow Past Dates');
	if (state === 'DRAFT' && status === 'schedule' && date && !isPastAllowed) {
		refusePast(date, Date.now());
	}
}

const YEAR_MS = 366 * DAY_MS;
/** Nearly all posts lie in the first; the second costs a further request. */
const WINDOWS_MS = [YEAR_MS, 20 * YEAR_MS];

/**
 * Looks posts up among all that there are: a list is asked for once, however many items there are.
 * The service gives no single post, and would change one that was deleted (API: Endpoints).
 */
function postLookUp(client: PostizClient) {
	const now = Date.now();
	const windows: Array<Promise<Map<string, PostRow>>> = [];
	return async (id: string, itemIndex: number): Promise<PostRow> => {
		for (const [index, reach] of WINDOWS_MS.entries()) {
			windows[index] ??= listPosts(client, {
				start: now - reach,
				end: now + reach,
				itemIndex,
			}).then((rows) => new Map(rows.map((row) => [row.id, row])));
			const found = (await windows[index]).get(id);
			if (found) return found;
		}
		throw new Problem(
			`Postiz knows no post with the ID ${quote(id)}`,
			'It may have been deleted. Post > Get Many lists the posts with their IDs; the ID of a later part of a thread does not count.',
		);
	};
}
