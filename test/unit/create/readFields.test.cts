import { buildRequest, toTags } from '../../../nodes/Postiz/resources/post/create/request';

describe('tags', () => {
	test.each([
		['winter, menu', ['winter', 'menu']],
		[' winter ,, winter ,menu', ['winter', 'menu']],
		['', []],
		[' , ', []],
		[undefined, []],
		[null, []],
		[
			['winter', ' menu '],
			['winter', 'menu'],
		],
		[
			[{ value: '1', label: 'winter' }, { name: 'menu' }],
			['winter', 'menu'],
		],
		[[2026, null], ['2026']],
		[{ label: 'winter' }, ['winter']],
		['{"value": "1", "label": "winter, menu"}', ['winter, menu']],
		['["winter", "menu"]', ['winter', 'menu']],
		[
			[['winter'], [['menu']]],
			['winter', 'menu'],
		],
		[
			[{ value: 'winter' }, { tag: { id: '1', name: 'menu' } }],
			['winter', 'menu'],
		],
	])('%j are %j', (entered, labels) => {
		expect(toTags(entered)).toEqual(labels.map((label) => ({ value: label, label })));
	});

	test.each([
		[{ a: 1 }, '{"a":1}'],
		[['winter', {}], '{}'],
		[[{ label: { a: 1 } }], '{"label":{"a":1}}'],
		['["winter", "menu"', '["winter", "menu"'],
		[[NaN], 'NaN'],
	])('%j has one that cannot be read', (entered, shown) => {
		expect(() => toTags(entered)).toThrow(`Tags cannot have “${shown}”`);
	});
});

test('a request holds what its posts share, and `inter` only where they repeat', () => {
	const shared = {
		type: 'schedule' as const,
		date: '2030-03-04T10:00:00.000Z',
		shortLink: false,
		tags: [],
	};
	const post = {
		integration: { id: 'channel' },
		value: [{ content: 'a', image: [] }],
		settings: { __type: 'bluesky' },
	};
	expect(buildRequest(shared, [post])).toEqual({ ...shared, posts: [post] });
	expect(Object.keys(buildRequest(shared, [post]))).not.toContain('inter');
	expect(buildRequest({ ...shared, inter: 7 }, [post, post])).toEqual({
		...shared,
		inter: 7,
		posts: [post, post],
	});
});
