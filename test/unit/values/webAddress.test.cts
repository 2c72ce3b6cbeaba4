import fc from 'fast-check';
import validator from 'validator';

import { isPublicAddress, isWebAddress } from '../../../nodes/Postiz/values/webAddress';

test.each<[address: string, isOfTheWeb: boolean, isPublic: boolean]>([
	['https://media.example/a.png', true, true],
	['HTTPS://EXAMPLE.COM', true, true],
	['https://müller.de', true, true],
	['https://user:key@example.com', true, true],
	['https://10.example.com/a.png', true, true],
	['https://1.2.3.4/a.png', true, true],
	['https://172.32.0.1/a.png', true, true],
	['https://[2a00::1]/a.png', true, true],
	['http://shop.example.co.uk:8080/a?b=c#d', true, false],
	['https://postiz.local/a.png', true, false],
	['https://host.docker.internal/a.png', true, false],
	['https://127.0.0.1/a.png', true, false],
	['https://10.0.0.1/a.png', true, false],
	['https://100.64.0.1/a.png', true, false],
	['https://169.254.0.1/a.png', true, false],
	['https://172.31.0.1/a.png', true, false],
	['https://192.168.1.5/a.png', true, false],
	['https://[::1]/a.png', true, false],
	['https://[fd00::1]/a.png', true, false],
	['https://[fe80::1]/a.png', true, false],
	['https://[::ffff:10.0.0.1]/a.png', true, false],
	['https://localhost/a.png', false, false],
	['https://a_b.example.com', false, false],
	['https://example.c', false, false],
	['https://example.com.', false, false],
	['https://-a.com', false, false],
	['https://exa mple.com', false, false],
	['https://example.com/<x>', false, false],
	['https://example.com:99999', false, false],
	['ftp://example.com', false, false],
	['//example.com', false, false],
	['example.com', false, false],
	['/uploads/a.png', false, false],
	['javascript:alert(1)', false, false],
	['', false, false],
])('%j is of the web: %p, and public: %p', (address, isOfTheWeb, isPublic) => {
	expect([isWebAddress(address), isPublicAddress(address)]).toEqual([isOfTheWeb, isPublic]);
});

test('takes an address with an umlaut however often it is asked', () => {
	const answers = Array.from({ length: 50_000 }, () => isWebAddress('https://müller.de'));
	expect(answers).not.toContain(false);
});

test('takes and refuses the addresses with a scheme that the service does', () => {
	const label = fc.oneof(
		fc.stringMatching(/^[a-z\d-]{1,8}$/),
		fc.constantFrom('com', 'de', 'xn--p1ai', 'a_b', '', 'x'.repeat(64), 'ü', '1'),
	);
	const host = fc.oneof(
		fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.')),
		fc.constantFrom('1.2.3.4', '[::1]', 'localhost'),
	);
	const rest = fc.constantFrom('', '/', '/a b', '/a?b=c', '?x', '#y', ':80/', ':0', ':70000', '/<');
	fc.assert(
		fc.property(fc.constantFrom('http://', 'https://', 'HTTPS://'), host, rest, (...parts) => {
			const address = parts.join('');
			expect(isWebAddress(address)).toBe(validator.isURL(address));
		}),
		{ numRuns: 5000 },
	);
});
