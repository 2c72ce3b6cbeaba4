import { readLimits } from '../networks/limits.cjs';
import { networks } from '../networks/table.cjs';
import { getNetworkFormat, getMaxLength, providers } from './providers.cjs';

test('X has limits for every account and for articles in HTML', () => {
	const article = { post_type: 'article' };
	expect(getMaxLength(providers.x, {}, false)).toBe(networks.x.usual);
	expect(getMaxLength(providers.x, {}, true)).toBe(networks.x.max);
	expect(getMaxLength(providers.x, article, false)).toBe(100_000);
	expect(getNetworkFormat(providers.x, article)).toBe('html');
	expect(getNetworkFormat(providers.x, {})).toBe(networks.x.text);
});

describe('the table of limits', () => {
	const read = (row: string) =>
		readLimits(`networks,level,measure,least,most,condition,answer\n${row}`);

	test('has a rule for each end of a bound', () => {
		expect(read('x,rejected,files,1,4,arrival story,No, none')).toMatchObject([
			{ networks: 'x', level: 'rejected', onArrival: true, answer: 'No, none' },
			{ level: 'rejected', outside: { settings: { post_type: 'story' } } },
		]);
	});

	test.each([
		['x,forbidden,files,1,,arrival,No', 'forbidden'],
		['x,rejected,fils,1,,arrival,No', 'fils'],
		['x,rejected,files,one,,arrival,No', 'one'],
		['x,rejected,files,1,,arrival storey,No', 'storey'],
	])('rejects an unknown word: %s', (row, word) => {
		expect(() => read(row)).toThrow(`limits.csv: there is no “${word}”`);
	});
});
