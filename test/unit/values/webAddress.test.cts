import fc from 'fast-check';
import validator from 'validator';

import { isPublicAddress, isWebAddress } from '../../../nodes/Postiz/values/webAddress';

test.each([
	['https://example.com', true],
	['http://shop.example.co.uk:8080/a?b=c#d', true],
	['HTTPS://EXAMPLE.COM', true],
	['https://1.2.3.4/x', true],
	['https://[::1]/x', true],
	['https://müller.de', true],
	['https://user:key@example.com', true],
	['example.com', false],
	['http://localhost/x', false],
	['https://intranet', false],
	['https://a_b.example.com', false],
	['https://example.c', false],
	['https://example.com.', false],
	['https://-a.com', false],
	['https://exa mple.com', false],
	['https://example.com/<x>', false],
	['https://example.com:99999', false],
	['ftp://example.com', false],
	['//example.com', false],
	['javascript:alert(1)', false],
	['', false],
])('%j: %p', (text, expected) => {
	expect(isWebAddress(text)).toBe(expected);
});

test.each([
	['https://media.example/a.png', true],
	['https://10.example.com/a.png', true],
	['https://1.2.3.4/a.png', true],
	['https://172.32.0.1/a.png', true],
	['https://[2a00::1]/a.png', true],
	['http://media.example/a.png', false],
	['https://localhost/a.png', false],
	['https://postiz.local/a.png', false],
	['https://host.docker.internal/a.png', false],
	['https://127.0.0.1/a.png', false],
	['https://10.0.0.1/a.png', false],
	['https://100.64.0.1/a.png', false],
	['https://169.254.0.1/a.png', false],
	['https://172.31.0.1/a.png', false],
	['https://192.168.1.5/a.png', false],
	['https://[::1]/a.png', false],
	['https://[fd00::1]/a.png', false],
	['https://[fe80::1]/a.png', false],
	['https://[::ffff:10.0.0.1]/a.png', false],
	['/uploads/a.png', false],
])('%j is public: %p', (text, expected) => {
	expect(isPublicAddress(text)).toBe(expected);
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
