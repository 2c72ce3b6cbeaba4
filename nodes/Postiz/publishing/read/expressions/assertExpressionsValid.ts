import { Problem } from '../../../common/problem';
import { quote } from '../../../common/text';
import { isExpression } from '../../../posts/form/expressions';
import { findDateInBody } from './clock';
import type { RawField } from './rawFields';

// "toFormat('yyyy-MM-dd')"
const FORMAT = /format\(\s*(['"])(.*?)\1/gi;

/** Common mistakes in date formats, and how to correct them, such as `HH:ii`, `HH:MM`, `yyyy-mm-dd` and `hh:mm`. */
const FORMAT_MISTAKES: Array<[mistake: RegExp, explanation: string]> = [
	[/HH?:ii?/i, 'prints the year: use HH:mm'],
	[/[Hh]{1,2}:MM?/, 'prints the month: use HH:mm'],
	[/y+[-/.]mm?\b|\bmm?[-/.]y+|\bd+[-/.]mm?\b/, 'prints the minutes: use MM for the month'],
	[/\bhh?:mm(?!.*a)/, 'prints 01:00 for 13:00: use HH:mm'],
];

/** Explains mistakes in the date formats of an expression. */
const findFormatMistakes = (expression = ''): string[] =>
	[...expression.matchAll(FORMAT)].flatMap(([, , format = '']) =>
		FORMAT_MISTAKES.flatMap(([pattern, explanation]) => {
			const match = pattern.exec(format);
			return match ? [`${match[0]} ${explanation}`] : [];
		}),
	);

// "{{ $json.title }}", but not "{{ title }}" of Vue, Blade, Angular or Helm.
const N8N_EXPRESSION =
	/\{\{(?:(?!\}\})[^]){0,2000}?\$(?:(?:json|now|input|binary|node|items|today|workflow|execution)\b|\(\s*['"`])(?:(?!\}\})[^]){0,2000}\}\}/;

/** For a post about n8n. */
const TO_PUBLISH_BRACES = "To publish it unchanged, also replace {{ with {{ '{{' }}.";

/** Throws {@link Problem} if a field in fixed mode has an expression, or if a date format has a common mistake. */
export function assertExpressionsValid(fields: RawField[]): void {
	for (const { label, path, rawText } of fields) {
		const [expression] = (!isExpression(rawText) && N8N_EXPRESSION.exec(rawText)) || [];
		if (expression !== undefined) {
			throw new Problem(
				`${label}: ${quote(expression)} is not evaluated`,
				['Switch the field to Expression.', /\bdate$/.test(path) ? '' : TO_PUBLISH_BRACES],
				{ needsPerson: true },
			);
		}
		const date = path === 'json' ? findDateInBody(rawText) : rawText;
		const [mistake] = /\b(?:date|json)$/.test(path) ? findFormatMistakes(date) : [];
		if (mistake !== undefined) {
			throw new Problem(`${label}: ${mistake}`, 'Correct the format in the expression.', {
				needsPerson: true,
			});
		}
	}
}
