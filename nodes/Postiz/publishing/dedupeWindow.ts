import type { IExecuteFunctions } from 'n8n-workflow';

import { HOUR_MS, MINUTE_MS } from '../common/date';

/** A post without a date exists already if it was made in the last 11 hours: two posts a day are both published. */
export const DEDUPE_WINDOW_MS = 11 * HOUR_MS;
/** A run that repeats itself on purpose only finds the post of a trigger that fired twice. */
const REPEAT_WINDOW_MS = 10 * MINUTE_MS;

/** How long ago a post without a date may have been made to count as existing, in ms. */
export const getDedupeWindow = (context: IExecuteFunctions): number =>
	repeatsOnPurpose(context) ? REPEAT_WINDOW_MS : DEDUPE_WINDOW_MS;

/** Modes in which n8n starts a workflow by itself. */
const TRIGGER_MODES = ['trigger', 'webhook', 'chat', 'error'];

/** A trigger starts the run, and nothing in the form comes from earlier nodes: each run has the same post. */
function repeatsOnPurpose(context: IExecuteFunctions): boolean {
	const hasExpression = JSON.stringify(context.getNode().parameters).includes('{{');
	const hasFile = context.getInputData().some(({ binary }) => binary !== undefined);
	return TRIGGER_MODES.includes(context.getMode()) && !hasExpression && !hasFile;
}
