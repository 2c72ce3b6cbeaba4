import type { IExecuteFunctions } from 'n8n-workflow';

import { FOR_MAKER, Problem, quote } from '../../../values/problem';

/** Matches an expression that names a value of n8n, such as `{{ $json.text }}`. */
const EXPRESSION = /\{\{[^{}]*\$[\w(][^{}]*\}\}/;

/**
 * Throws {@link Problem} if a field has an expression that n8n doesn't evaluate: while somebody types, its editor leaves
 * a field at Fixed.
 */
export function refuseUnevaluated(context: IExecuteFunctions): void {
	const { parameters } = context.getNode();
	// Models are shown the description of a tool, but nothing is made from it.
	const [found] = expressionsIn({ ...parameters, toolDescription: '' });
	if (found === undefined) return;
	throw new Problem(
		`${quote(found)} would be used as it is written`,
		'Switch the field from Fixed to Expression: n8n then fills it in. To use just this, let an expression return it.',
		{ forModel: FOR_MAKER },
	);
}

function expressionsIn(written: unknown): string[] {
	if (typeof written !== 'string') return Object.values(Object(written)).flatMap(expressionsIn);
	const [found] = EXPRESSION.exec(written) ?? [];
	return found === undefined || written.startsWith('=') ? [] : [found];
}
