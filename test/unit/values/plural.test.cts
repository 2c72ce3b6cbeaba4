import { count } from '../../../nodes/Postiz/values/plural';

test.each([
	[0, '0 posts'],
	[1, '1 post'],
	[2, '2 posts'],
])('%p', (amount, words) => expect(count(amount, 'post')).toBe(words));
