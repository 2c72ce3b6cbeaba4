import { sleep, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';

import { PostFinder } from '../../posts/find';
import { readWhole, toDetails } from '../../posts/whole';
import type { PostizClient } from '../../transport/client';
import { listPosts } from '../../transport/posts';
import type { PostRow } from '../../transport/types';
import { showDate } from '../../values/date';
import { Problem } from '../../values/problem';
import { quote } from '../../values/quote';
import { toNumber } from '../../values/read';
import { DAY_MS, MINUTE_MS, serviceTime, utcDate } from '../../values/time';
import { postField, readId } from '../shared/ids';
import { ItemRun, type Entry } from '../shared/itemRun';
import type { Operation } from '../shared/types';

/** The pauses between looks, in ms; the last one repeats. */
const PAUSES_MS = [3000, 5000, 10_000, 20_000, 30_000];
const DEFAULT_MINUTES = 10;

const properties: INodeProperties[] = [
	postField('The post to wait for'),
	{
		displayName: 'Wait at Most (Minutes)',
		name: 'maxMinutes',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_MINUTES,
		description:
			'How long to wait in all. A post that is scheduled for later than that fails at once.',
	},
];

/** Post: Wait (docs/api.md, Listing posts). */
export const wait: Operation = {
	option: {
		name: 'Wait',
		value: 'wait',
		action: 'Wait until a post is out',
		description:
			'Wait until posts are published, by post ID (from Post > Create), and output them with their links. A post that failed becomes an error with the reason. All items are looked up together.',
	},
	properties,
	execute: async (context, client) => {
		const run = new ItemRun(context);
		const finder = new PostFinder(client);
		const begun = Date.now();
		let waiting = await run.inTurn(run.items, async (_value, itemIndex) => {
			const id = readId(context, itemIndex, 'postId', 'Post');
			const until = begun + readMinutes(context, itemIndex) * MINUTE_MS;
			return { post: await finder.find(id), until };
		});
		for (let look = 0; waiting.length > 0; look++) {
			const open: typeof waiting = [];
			await run.inTurn(waiting, async ({ post, until }, itemIndex) => {
				if (isOut(post)) run.add([toDetails(await readWhole(client, post))], itemIndex);
				else {
					await refuseHopeless(client, post, until);
					open.push({ itemIndex, value: { post, until } });
				}
			});
			waiting = open;
			if (waiting.length === 0) break;
			await pause(context, PAUSES_MS[Math.min(look, PAUSES_MS.length - 1)]);
			waiting = await lookAgain(client, waiting);
		}
		return run.toOutput();
	},
};

interface Waiting {
	post: PostRow;
	/** In ms. */
	until: number;
}

const isOut = ({ state }: PostRow) => state === 'PUBLISHED';

function readMinutes(context: IExecuteFunctions, itemIndex: number): number {
	const entered = context.getNodeParameter('maxMinutes', itemIndex, DEFAULT_MINUTES) as unknown;
	const minutes = toNumber(entered);
	if (Number.isFinite(minutes) && minutes > 0) return minutes;
	throw new Problem(
		`Wait at Most (Minutes) cannot be ${quote(entered)}`,
		'Enter a number of minutes, such as 10.',
	);
}

/** Throws {@link Problem} for a post that will not be out in time. */
async function refuseHopeless(client: PostizClient, post: PostRow, until: number): Promise<void> {
	const { id, state, publishDate } = post;
	if (state === 'ERROR') {
		const [first] = (await readWhole(client, post)).parts;
		throw new Problem(
			`The post ${quote(id)} failed: ${first?.failureReason ?? 'Postiz does not say why'}`,
			'Correct what the reason names with Post > Update and give it a new date, or look at the notifications in Postiz.',
		);
	}
	if (state === 'DRAFT') {
		throw new Problem(
			`The post ${quote(id)} is a draft and will not go out by itself`,
			'Schedule it with Post > Set Status first.',
		);
	}
	const date = utcDate(publishDate);
	if (date && Date.parse(date) > until) {
		throw new Problem(
			`The post ${quote(id)} goes out at ${showDate(date)}, later than this node waits`,
			'Raise Wait at Most (Minutes), or start this workflow with the Postiz Trigger instead.',
		);
	}
	if (Date.now() > until) {
		throw new Problem(
			`The post ${quote(id)} is not out yet`,
			'Postiz still works on it. Run this again later, or raise Wait at Most (Minutes).',
		);
	}
}

async function pause(context: IExecuteFunctions, milliseconds: number): Promise<void> {
	await sleep(milliseconds);
	if (context.getExecutionCancelSignal()?.aborted) {
		throw new Problem('The execution was cancelled', 'The posts go out all the same.');
	}
}

/** The same posts as they are now: one request for all of them. */
async function lookAgain(
	client: PostizClient,
	waiting: Array<Entry<Waiting>>,
): Promise<Array<Entry<Waiting>>> {
	const dates = waiting.map(({ value }) => serviceTime(value.post.publishDate));
	const rows = await listPosts(client, {
		start: Math.min(...dates) - DAY_MS,
		end: Math.max(...dates, Date.now()) + DAY_MS,
	});
	const byId = new Map(rows.map((row) => [row.id, row]));
	return waiting.map(({ itemIndex, value }) => ({
		itemIndex,
		value: { ...value, post: byId.get(value.post.id) ?? value.post },
	}));
}
