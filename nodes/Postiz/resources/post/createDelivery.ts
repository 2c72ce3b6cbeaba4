import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import type { Row } from '../../post/batches';
import type { CreatedPost, DeliveryOptions, DeliveryPort } from '../../post/delivery';
import { visibleText } from '../../post/html';
import { Problem } from '../../post/problem';
import { numberIn, quote, readSwitch } from '../../post/values';
import type { PostizClient } from '../../transport/client';
import { handsErrorsOn } from '../../transport/failing';
import { listPosts } from '../../transport/posts';
import { serviceTime } from '../../transport/time';
import type { PostRow } from '../../transport/types';
import type { CreateOptions, CreateSession } from './createItem';

/** The options that hold for all items: those of the first item that has any. */
export function sharedOptions(context: IExecuteFunctions): CreateOptions {
	for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex++) {
		try {
			return context.getNodeParameter('options', itemIndex, {}) as CreateOptions;
		} catch {
			// An item whose expressions fail has its own error already and must not spoil the others.
		}
	}
	return {};
}

/** How the posts of an execution are to be delivered, from the options of the form. */
export function deliveryOptions(context: IExecuteFunctions): DeliveryOptions {
	const options = sharedOptions(context);
	const limitReached = readLimitReached(options);
	const maxPosts = readAmount(options.maxPosts ?? 50, 'Maximum Posts per Request');
	const maxKilobytes = readAmount(options.maxKilobytes ?? 100, 'Maximum Request Size (KB)');
	const maxWait = readAmount(options.maxWait ?? 60, 'Wait for the Limit (Minutes)');
	return {
		combine: readSwitch(
			context.getNodeParameter('combineItems', 0, false),
			'Combine Items Into One Request',
		),
		limits: { maxPosts: Math.floor(maxPosts), maxBytes: maxKilobytes * 1024 },
		isolateFailures: handsErrorsOn(context),
		maxWaitMs: limitReached === 'wait' ? maxWait * 60_000 : 0,
		requestsPerHour:
			options.requestsPerHour === undefined
				? undefined
				: Math.floor(readAmount(options.requestsPerHour, 'Requests per Hour')),
	};
}

function readAmount(entered: unknown, field: string): number {
	const amount = numberIn(entered);
	if (amount >= 1) return amount;
	throw new Problem(
		`${field} cannot be ${quote(entered)}`,
		'Enter a number from 1 on, or take the option out.',
	);
}

const LIMIT_CHOICES = ['fail', 'continue', 'wait'];

/** What to do when the hourly limit is reached. Throws `Problem` for what is no choice. */
export function readLimitReached({ limitReached = 'fail' }: CreateOptions): string {
	if (LIMIT_CHOICES.includes(limitReached as string)) return limitReached as string;
	throw new Problem(
		`When the Limit Is Reached cannot be ${quote(limitReached)}`,
		`Choose it from the list; in an expression these are ${LIMIT_CHOICES.join(', ')}.`,
	);
}

/** The service and the clock as a delivery sees them (API: POST /posts). */
export function deliveryPort({ context, client, now }: CreateSession): DeliveryPort {
	const lookUpUnclear = readSwitch(sharedOptions(context).lookUpUnclear, 'Look Up Unclear Posts');
	const request = (rows: Row[]) => ({
		method: 'POST' as const,
		path: '/posts',
		itemIndex: rows[0]?.itemIndex,
	});
	const claimed = new Set<string>();
	let sentAt = now;
	return {
		send: async (body, rows) => {
			sentAt = Date.now();
			const exchange = await client.exchange({ ...request(rows), body: { ...body } });
			if (exchange.kind === 'answer' && Array.isArray(exchange.answer.body)) {
				for (const post of exchange.answer.body as CreatedPost[]) claimed.add(post?.postId);
			}
			return exchange;
		},
		explain: (exchange, rows) => {
			const { message, description, httpCode } = client.toError(exchange, request(rows));
			return { message, description: description ?? '', httpCode: httpCode ?? undefined };
		},
		lookUp: lookUpUnclear
			? async (rows) => await findPosts(client, rows, sentAt, claimed)
			: undefined,
		wait: async (milliseconds) => await waitFor(context, milliseconds),
		now: () => Date.now(),
	};
}

const CANCEL_CHECK_MS = 1000;

async function waitFor(context: IExecuteFunctions, milliseconds: number): Promise<boolean> {
	const end = Date.now() + milliseconds;
	for (let left = milliseconds; left > 0; left = end - Date.now()) {
		if (context.getExecutionCancelSignal()?.aborted) return false;
		await sleep(Math.min(left, CANCEL_CHECK_MS));
	}
	return !context.getExecutionCancelSignal()?.aborted;
}

const LOOK_UP_WINDOW_MS = 30 * 60_000;
// The clocks of both sides differ, and dates may be kept without seconds.
const SAME_DATE_MS = 60_000;

/** Which posts of these rows the service has: same channel, text and date (API: GET /posts). */
async function findPosts(
	client: PostizClient,
	rows: Row[],
	sentAt: number,
	claimed: Set<string>,
): Promise<Array<Array<CreatedPost | undefined>>> {
	const { type, date } = rows[0].shared;
	const [from, to] = type === 'now' ? [sentAt, Date.now()] : [Date.parse(date), Date.parse(date)];
	const listed = await listPosts(client, {
		start: from - LOOK_UP_WINDOW_MS,
		end: to + LOOK_UP_WINDOW_MS,
	});
	const isAround = ({ publishDate, actualDate }: PostRow) => {
		const time = serviceTime(actualDate ?? publishDate);
		return time >= from - SAME_DATE_MS && time <= to + SAME_DATE_MS;
	};
	return rows.map(({ posts }) =>
		posts.map(({ item, target }) => {
			const found = listed.find(
				(post) =>
					!claimed.has(post.id) &&
					post.integration?.id === target.id &&
					isAround(post) &&
					visibleText(post.content ?? '') === visibleText(item.value[0].content),
			);
			if (!found) return undefined;
			claimed.add(found.id);
			return { postId: found.id, integration: target.id };
		}),
	);
}
