import {
	isWebAddress,
	parseAddress,
	getReachability,
	removeFragment,
	canBePathSegment,
} from '../../../nodes/Postiz/common/webAddress';

test.each<[address: string, isOfTheWeb: boolean, reach: ReturnType<typeof getReachability>]>([
	['https://media.example/a.png', true, 'surely'],
	['HTTPS://EXAMPLE.COM', true, 'surely'],
	['https://müller.de', true, 'surely'],
	['https://user:key@example.com', true, 'surely'],
	['https://1.2.3.4/a.png', true, 'surely'],
	['https://172.32.0.1/a.png', true, 'surely'],
	['https://[2a00::1]/a.png', true, 'surely'],
	['http://shop.example.co.uk:8080/a?b=c#d', true, 'perhaps'],
	['https://postiz.local/a.png', true, 'never'],
	['https://host.docker.internal/a.png', true, 'never'],
	['https://127.0.0.1/a.png', true, 'never'],
	['https://169.254.0.1/a.png', true, 'never'],
	['https://172.31.0.1/a.png', true, 'never'],
	['https://192.168.1.5/a.png', true, 'never'],
	['https://[::1]/a.png', true, 'never'],
	['https://[fd00::1]/a.png', true, 'never'],
	['https://[::ffff:10.0.0.1]/a.png', true, 'never'],
	['https://localhost/a.png', false, 'never'],
	['https://a_b.example.com', false, 'perhaps'],
	['https://example.c', false, 'perhaps'],
	['https://example.com.', false, 'perhaps'],
	['https://exa mple.com', false, 'never'],
	['https://example.com/<x>', false, 'perhaps'],
	['https://example.com:99999', false, 'never'],
	['ftp://example.com', false, 'never'],
	['example.com', false, 'never'],
	['javascript:alert(1)', false, 'never'],
	['', false, 'never'],
])(
	'recognizes whether %j is a web address (%p), and who can reach it: %s',
	(address, isOfTheWeb, reach) => {
		expect([isWebAddress(address), getReachability(address)]).toEqual([isOfTheWeb, reach]);
	},
);

test('accepts an address with an umlaut every time', () => {
	const hosts = Array.from({ length: 50_000 }, () => parseAddress('https://müller.de')?.hostname);
	expect(new Set(hosts)).toEqual(new Set(['xn--mller-kva.de']));
});

test('removes only the fragment of a URL', () => {
	expect(removeFragment('https://media.example/cup.png?a=1#top#b')).toBe(
		'https://media.example/cup.png?a=1',
	);
	expect(removeFragment('https://media.example/cup.png')).toBe('https://media.example/cup.png');
});

test.each([
	['cmb1x2y3z0001abcd', true],
	['a/b?c#d', true],
	['...', true],
	['.', false],
	['..', false],
	['\ud83c', false],
	['a\udf89b', false],
])('allows %j as part of a URL: %p', (id, fits) => {
	expect(canBePathSegment(id)).toBe(fits);
});
