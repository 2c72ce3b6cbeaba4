import type { Rule } from '../../../../nodes/Postiz/networks/rules';
import { getTextLimits, hasDailyLimit } from '../../../../nodes/Postiz/posts/limits/partLimits';
import { createPart, createPostWithRules } from '../../publishing/validate/createPostWithRules.cjs';

test('cuts texts only at limits that are errors and allow some text', () => {
	const limits: Rule[] = [
		{ measure: 'bytes', max: 5 },
		{ measure: 'files', max: 2 },
		{ measure: 'hashtags', max: 0 },
		{ measure: 'codePoints', max: 4, note: 'so what' },
	];
	const found = getTextLimits(createPostWithRules(limits), createPart('Tea'), 0);
	expect(found.map(({ max, count }) => [max, count('é')])).toEqual([[5, 2]]);
});

test('applies a daily limit only if the network declares one', () => {
	const has = (...rules: Rule[]) => hasDailyLimit(createPostWithRules(rules).target);
	expect([
		has(),
		has({ measure: 'files', max: 1 }),
		has({ measure: 'postsPerDay', max: 5 }),
	]).toEqual([false, false, true]);
	const { network } = createPostWithRules([]).target;
	expect(hasDailyLimit({ network: { ...network!, rules: undefined } })).toBe(false);
	expect(hasDailyLimit({})).toBe(false);
});
