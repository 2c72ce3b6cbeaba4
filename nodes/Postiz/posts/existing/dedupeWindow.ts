import type { IExecuteFunctions } from 'n8n-workflow';

import { HOUR_MS, MINUTE_MS } from '../../common/date';
import { isExpression, listExpressions } from '../form/expressions';

/** The default. Short enough that two identical posts a day are both published. */
export const DEDUPE_WINDOW_MS = 11 * HOUR_MS;
/** For runs that repeat a post on purpose. Only catches triggers that fire twice. */
const REPEAT_WINDOW_MS = 10 * MINUTE_MS;

/** How long a post without a fixed date counts as already sent. */
export const getDedupeWindow = (isRepeated: boolean): number =>
	isRepeated ? REPEAT_WINDOW_MS : DEDUPE_WINDOW_MS;

/** Modes in which n8n starts a workflow by itself. */
const TRIGGER_MODES = ['trigger', 'webhook', 'chat', 'error'];

/** True if all runs publish the same post: a trigger starts them, and the form has neither expressions nor files. */
export function isRepeatedOnPurpose(context: IExecuteFunctions): boolean {
	const { parameters } = context.getNode();
	const hasFile = context.getInputData().some(({ binary }) => binary !== undefined);
	return TRIGGER_MODES.includes(context.getMode()) && !hasExpression(parameters) && !hasFile;
}

/** True if a parameter at any depth has an expression. Braces in a fixed text don't count. */
function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return isExpression(value) && listExpressions(value).length > 0;
	return typeof value === 'object' && Object.values(value ?? {}).some(hasExpression);
}
