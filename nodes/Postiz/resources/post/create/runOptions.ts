import type { IExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../../../values/problem';
import { quote } from '../../../values/quote';
import { readBoolean, readOption, toNumber } from '../../../values/read';
import { MINUTE_MS } from '../../../values/time';
import { optionsOf, type CreateOptions } from './readFields';

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
