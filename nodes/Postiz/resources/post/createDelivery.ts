import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import type { ReadyPost, Row } from '../../post/batches';
import { isPast, showDate } from '../../post/date';
import type { CreatedPost, DeliveryOptions, DeliveryPort, Finding } from '../../post/delivery';
import { visibleText } from '../../post/html';
import { Problem } from '../../post/problem';
import { numberIn, quote, readSwitch } from '../../post/values';
import type { PostizClient } from '../../transport/client';
import { handsErrorsOn } from '../../transport/failing';
import { LimitWait } from '../../transport/limit';
import { listPosts } from '../../transport/posts';
import { serviceTime } from '../../transport/time';
import type { Explanation } from '../../transport/types';
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
	const maxPosts = readAmount(options.maxPosts ?? 50, 'Maximum Posts per Request');
	const maxKilobytes = readAmount(options.maxKilobytes ?? 100, 'Maximum Request Size (KB)');
	return {
		combine: readSwitch(
			context.getNodeParameter('combineItems', 0, false),
			'Combine Items Into One Request',
		),
		limits: { maxPosts: Math.floor(maxPosts), maxBytes: maxKilobytes * 1024 },
		isolateFailures: handsErrorsOn(context),
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

/** How long an execution waits for the hourly limit, from the options of the form. */
export function limitWait(context: IExecuteFunctions): LimitWait {
	const options = sharedOptions(context);
	const minutes = readAmount(options.maxWait ?? 60, 'Wait for the Limit (Minutes)');
	const maxMs = readLimitReached(options) === 'wait' ? minutes * 60_000 : 0;
	return new LimitWait(maxMs, async (milliseconds) => await waitFor(context, milliseconds));
}

function readLimitReached({ limitReached = 'fail' }: CreateOptions): string {
	if (LIMIT_CHOICES.includes(limitReached as string)) return limitReached as string;
	throw new Problem(
		`When the Limit Is Reached cannot be ${quote(limitReached)}`,
		`Choose it from the list; in an expression these are ${LIMIT_CHOICES.join(', ')}.`,
	);
}

/** The service and the clock as a delivery sees them (API: POST /posts). */
export function deliveryPort(
	{ context, client, now }: CreateSession,
	limit: LimitWait,
): DeliveryPort {
	const lookUpUnclear = readSwitch(sharedOptions(context).lookUpUnclear, 'Look Up Unclear Posts');
	const request = (rows: Row[]) => ({
		method: 'POST' as const,
		path: '/posts',
		meetsLimit: true,
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
		expiry,
		limit,
		wait: async (milliseconds) => await waitFor(context, milliseconds),
		now: () => Date.now(),
	};
}

/** Refused for a date that passed while others were sent or waited for, unless it may. */
function expiry({ shared: { type, date }, pastAllowed }: Row): Explanation | undefined {
	if (type !== 'schedule' || pastAllowed || !isPast(date, Date.now())) return undefined;
	return {
		message: `Its date, ${showDate(date)}, passed before this item could be sent`,
		description:
			'Postiz would publish it at once. Give it a later date and run it again. With Combine Items Into One Request, fewer requests are needed and so less time.',
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
// Dates may be kept without seconds.
const SAME_DATE_MS = 60_000;

/**
 * What the service has of these rows: a post of the same channel, text and date is found; what may
 * be one of them, or an older one like it, is similar (API: GET /posts, which has no media).
 */
async function findPosts(
	client: PostizClient,
	rows: Row[],
	sentAt: number,
	claimed: Set<string>,
): Promise<Finding[][]> {
	const { type, date, shortLink } = rows[0].shared;
	const [from, to] = type === 'now' ? [sentAt, Date.now()] : [Date.parse(date), Date.parse(date)];
	const listed = await listPosts(client, {
		start: from - LOOK_UP_WINDOW_MS,
		end: to + LOOK_UP_WINDOW_MS,
	});
	const candidates = listed.map((post) => {
		const { id, content, publishDate, actualDate, integration } = post;
		const time = serviceTime(actualDate ?? publishDate);
		const isAround = time >= from - SAME_DATE_MS && time <= to + SAME_DATE_MS;
		return { id, channelId: integration?.id, text: plainText(content), isAround };
	});
	const find = ({ item, target }: ReadyPost): Finding => {
		const text = plainText(item.value[0].content);
		const free = candidates.filter(
			({ id, channelId, isAround }) =>
				!claimed.has(id) && channelId === target.id && (isAround || type === 'now'),
		);
		const same = free.filter((candidate) => candidate.text === text);
		// Posts without text are all alike.
		const post = text === '' ? undefined : same.find(({ isAround }) => isAround);
		if (post) {
			claimed.add(post.id);
			return { kind: 'found', post: { postId: post.id, integration: target.id } };
		}
		// The service dates a post for now by its own clock, and may have shortened its links.
		const similar =
			same[0] ??
			(shortLink
				? free.find((candidate) => withoutLinks(candidate.text) === withoutLinks(text))
				: undefined);
		return similar ? { kind: 'similar', postId: similar.id } : { kind: 'absent' };
	};
	return rows.map(({ posts }) => posts.map(find));
}

const plainText = (content = '') => visibleText(content).trim();
const withoutLinks = (text: string) => text.replace(/https?:\/\/\S+/gi, '');
