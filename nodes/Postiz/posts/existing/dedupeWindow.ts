import type { IExecuteFunctions } from 'n8n-workflow';

import { HOUR_MS, MINUTE_MS } from '../../common/date';
import { isExpression, listExpressions } from '../form/expressions';

/** For most runs: an equal post is kept, but two posts a day are both published. */
export const DEDUPE_WINDOW_MS = 11 * HOUR_MS;
/** For runs that repeat a post on purpose: only finds the post of a trigger that fired twice. */
const REPEAT_WINDOW_MS = 10 * MINUTE_MS;

/** How long a post without a date counts as sent, in ms. */
export const getDedupeWindow = (isRepeated: boolean): number =>
	isRepeated ? REPEAT_WINDOW_MS : DEDUPE_WINDOW_MS;

/** Modes in which n8n starts a workflow by itself. */
const TRIGGER_MODES = ['trigger', 'webhook', 'chat', 'error'];

/** True if each run has the same post: a trigger starts it, and nothing in the form comes from earlier nodes. */
export function isRepeatedOnPurpose(context: IExecuteFunctions): boolean {
	const { parameters } = context.getNode();
	const hasFile = context.getInputData().some(({ binary }) => binary !== undefined);
	return TRIGGER_MODES.includes(context.getMode()) && !hasExpression(parameters) && !hasFile;
}

/** True if a parameter, at any depth, is an expression; braces in a fixed text are part of it. */
function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return isExpression(value) && listExpressions(value).length > 0;
	return typeof value === 'object' && Object.values(value ?? {}).some(hasExpression);
}
