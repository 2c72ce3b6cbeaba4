import type { IExecuteFunctions } from 'n8n-workflow';

import { FOR_MAKER, Problem, quote } from '../../../values/problem';

/** The fields whose content is published. */
const FIELDS = ['content', 'thread', 'networkSettings', 'json', 'updateFields'];
/** Matches an expression that names a value of n8n, such as `{{ $json.text }}`. */
const EXPRESSION = /\{\{[^{}]*\$[\w(][^{}]*\}\}/;

/**
 * Throws {@link Problem} if a text has an expression that n8n doesn't evaluate: while somebody types, its editor leaves
 * a field at Fixed.
 */
export function refuseUnevaluated(context: IExecuteFunctions): void {
	const { parameters } = context.getNode();
	const [found] = FIELDS.flatMap((name) => expressionsIn(parameters[name]));
	if (found === undefined) return;
	throw new Problem(
		`${quote(found)} would be published as it is written`,
		'Switch the field from Fixed to Expression: n8n then fills it in. To publish just this, let an expression return it.',
		{ forModel: FOR_MAKER },
	);
}

function expressionsIn(written: unknown): string[] {
	if (typeof written !== 'string') return Object.values(Object(written)).flatMap(expressionsIn);
	const [found] = EXPRESSION.exec(written) ?? [];
	return found === undefined || written.startsWith('=') ? [] : [found];
}
