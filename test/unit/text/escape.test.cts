import { escapeAttribute, escapeHtml } from '../../../nodes/Postiz/text/escape';

test('escaping', () => {
	expect(escapeHtml('a & b < c > "d"')).toBe('a &amp; b &lt; c &gt; "d"');
	expect(escapeAttribute('a & "b"')).toBe('a &amp; &quot;b&quot;');
});
