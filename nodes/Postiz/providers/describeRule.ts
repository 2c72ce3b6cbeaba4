import { MEASURES, type MeasureWords } from './measures';
import type { Limit, Provider, Rule } from './types';

/** True for a rule that measures something. */
export const isLimit = (rule: Rule): rule is Limit => 'of' in rule;

/** What a post must be like, without the subject: `at most 4 pictures`, `duration 3 s to 15 min`. */
export function describeLimit(limit: Limit): string {
	const { of, oneOf, not } = limit;
	const { name, one }: MeasureWords = MEASURES[of];
	if (oneOf) return `${name} ${inWords(oneOf)}`;
	if (not) return `no ${inWords(not)}`;
	if (one === undefined) return `${name} ${rangeOf(limit)}`;
	return `${rangeOf(limit)} ${[limit.max, limit.min].includes(1) && limit.max !== 0 ? one : name}`;
}

/** A list of types or sizes: `JPG or PNG`. */
export const inWords = (values: string[]) =>
	values
		.map((value) => (value === 'webp' ? 'WebP' : value.replace(/^[a-z]+$/, upper)))
		.join(' or ');

const upper = (word: string) => word.toUpperCase();

function rangeOf({ of, min = -Infinity, max = Infinity }: Limit): string {
	const { show = String, one }: MeasureWords = MEASURES[of];
	const shown = (value: number) => (one ? value.toLocaleString('en') : show(value));
	if (max === 0) return 'no';
	if (min === max) return `exactly ${shown(max)}`;
	if (max === Infinity) return `at least ${shown(min)}`;
	if (min === -Infinity) return `at most ${shown(max)}`;
	const [unit = ''] = / [a-z].*$/.exec(shown(max)) ?? [];
	return `${shown(min).replace(unit, '')} to ${shown(max)}`;
}

/** Which files a post may have, in a few words; empty for any. */
export const describeFiles = ({ rules = [] }: Provider): string =>
	rules
		.filter(isLimit)
		.filter(({ of, when, note, oneOf }) => MEASURES[of].of === 'files' && !when && !note && !oneOf)
		.map((limit) => `${describeLimit(limit)}${limit.in === 'thread' ? ' in a thread' : ''}`)
		.join(', ');
