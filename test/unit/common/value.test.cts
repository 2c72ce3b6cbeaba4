import { isEmpty, isObject, toObject, unwrapLocator } from '../../../nodes/Postiz/common/value';
import { parseOptionalText } from '../../../nodes/Postiz/common/parseText';

test.each([
	[{ a: 1 }, true, 1],
	[Object.assign(new Error(), { a: 2 }), true, 2],
	[{}, true, undefined],
	[[], false, undefined],
	[null, false, undefined],
	[undefined, false, undefined],
	['{}', false, undefined],
])('recognizes %p as an object: %p, with the property %p', (value, is, a) => {
	expect(isObject(value)).toBe(is);
	expect(toObject(value).a).toBe(a);
});

test('treats values that people leave empty as empty', () => {
	for (const value of [undefined, null, '', ' \n', []]) expect(isEmpty(value)).toBe(true);
	for (const value of [false, 0, 'a', [''], {}]) expect(isEmpty(value)).toBe(false);
});

test('reads the value of a picker', () => {
	expect(unwrapLocator({ __rl: true, mode: 'id', value: 'c1' })).toBe('c1');
	expect(unwrapLocator({ id: '1', path: 'p' })).toEqual({ id: '1', path: 'p' });
	expect(unwrapLocator('c1')).toBe('c1');
	const picked = { __rl: true, mode: 'list', value: ' c1 ' };
	expect(parseOptionalText(picked, 'Group')).toBe('c1');
	expect(parseOptionalText(undefined, 'Group')).toBe('');
	expect(unwrapLocator(undefined)).toBeUndefined();
});
