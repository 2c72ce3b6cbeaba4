import type { IExecuteFunctions } from 'n8n-workflow';

import type { PostizClient } from '../../../transport/client';
import { LimitWait } from '../../../transport/limit';
import { isPast, showDate } from '../../../values/date';
import { Problem, type Explanation } from '../../../values/problem';
import { quote } from '../../../values/quote';
import { readBoolean, readOption, toNumber } from '../../../values/read';
import { MINUTE_MS } from '../../../values/time';
import { isCancelled, pause } from '../../../transport/pause';
import type { Row } from '../../../publishing/deliver/requests';
import type { DeliveryDependencies } from '../../../publishing/deliver/delivery';
import { findRows } from '../../../publishing/deliver/findRows';
import { optionsOf, type CreateOptions } from './readFields';
import type { SentPosts } from '../../../publishing/deliver/sentPosts';

/** What holds for all items of an execution. */
export interface RunOptions {
	combinesRows: boolean;
	/** Items that the hourly limit kept from being sent are output as errors. */
	outputsLimited: boolean;
	/** How long to wait for the hourly limit in all, in ms. */
	maxWaitMs: number;
}

const LIMIT_CHOICES = ['fail', 'output', 'wait'] as const;

/** Reads the options of the execution from the first item that has any. Throws {@link Problem}. */
export function readRunOptions(context: IExecuteFunctions): RunOptions {
	const { choice, minutes } = readLimitOptions(firstOptions(context));
	return {
		// n8n runs no expression in it, so that all items have the same.
		combinesRows: readBoolean(
			context.getNodeParameter('combineItems', 0, false),
			'Combine Items Into One Request',
		),
		outputsLimited: choice === 'output',
		maxWaitMs: choice === 'wait' ? minutes * MINUTE_MS : 0,
	};
}

/**
 * Throws {@link Problem} if an expression gives this item another option of the execution than the one
 * that {@link readRunOptions} reads: only one of them could be followed.
 */
export function refuseOtherRunOptions(context: IExecuteFunctions, itemIndex: number): void {
	const first = readLimitOptions(firstOptions(context));
	const own = readLimitOptions(optionsOf(context, itemIndex));
	refuseOther(LIMIT_LABEL, first.choice, own.choice);
	// It counts for no other choice.
	if (first.choice === 'wait') refuseOther(MAX_WAIT_LABEL, first.minutes, own.minutes);
}

function refuseOther<T>(label: string, first: T, own: T): void {
	if (own === first) return;
	throw new Problem(
		`${label} must be the same for all items: it applies to the whole run`,
		`It is ${quote(own)} for this item, but ${quote(first)} for the first. Use one value, or run the items with another value separately.`,
	);
}

const LIMIT_LABEL = 'When the Limit Is Reached';
const MAX_WAIT_LABEL = 'Max Wait (Minutes)';

function readLimitOptions({ limitReached = 'fail', maxWait = 60 }: CreateOptions) {
	const choice = readOption(limitReached, LIMIT_CHOICES, LIMIT_LABEL);
	const minutes = toNumber(maxWait);
	if (!(minutes >= 1)) {
		throw new Problem(
			`${MAX_WAIT_LABEL} cannot be ${quote(maxWait)}`,
			'Enter a number, at least 1, or remove the option.',
		);
	}
	return { choice, minutes };
}

/** The options of the first item that has any. */
function firstOptions(context: IExecuteFunctions): CreateOptions {
	for (const itemIndex of context.getInputData().keys()) {
		try {
			return optionsOf(context, itemIndex);
		} catch {
			// An item whose expressions fail has its own error already and must not spoil the others.
		}
	}
	return {};
}

/** The wait for the hourly limit; it ends early if the execution is cancelled. */
export function limitWait(context: IExecuteFunctions, { maxWaitMs }: RunOptions): LimitWait {
	return new LimitWait(maxWaitMs, async (milliseconds) => await pause(context, milliseconds));
}

/** The service and the clock as a delivery needs them (docs/api.md, Creating posts). */
export function deliveryDependencies(
	context: IExecuteFunctions,
	client: PostizClient,
	{ limit, sent }: { limit: LimitWait; sent: SentPosts },
): DeliveryDependencies {
	const timezone = context.getTimezone();
	const request = { method: 'POST', path: '/posts', handlesLimit: true } as const;
	return {
		send: async (body) => await client.exchange({ ...request, body: { ...body } }),
		explain: (exchange) => client.explain(exchange, request),
		// Posts that the service named for other rows are not the ones that a look-up looks for.
		lookUp: async (rows, sentAt) => await findRows(client, rows, { sentAt, taken: sent.ids() }),
		note: (outcomes) => sent.note(outcomes),
		expiry: (row) => expiry(row, timezone),
		limit,
		wait: async (milliseconds) => await pause(context, milliseconds),
		isCancelled: () => isCancelled(context),
		now: () => Date.now(),
	};
}

/** A date that passed while others were sent or waited for, unless it may. */
function expiry({ shared, becomes, allowsPast }: Row, timezone: string): Explanation | undefined {
	const { type, date } = shared;
	if ((becomes ?? type) !== 'schedule' || allowsPast || !isPast(date, Date.now())) return undefined;
	return {
		message: `Its date, ${showDate(date, timezone)}, passed before this item could be sent`,
		description:
			'Postiz would publish it immediately. Choose a later date and run it again. Combine Items Into One Request sends faster.',
	};
}
