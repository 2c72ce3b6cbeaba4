import { walkHtml } from '../../../nodes/Postiz/text/walkHtml';

/** What is found in a text, in order. */
function findingsOf(html: string): string[] {
	const found: string[] = [];
	walkHtml(html, {
		open: (name, attributes) =>
			found.push(
				`<${[name, ...[...attributes].map(([key, value]) => `${key}=${value}`)].join(' ')}>`,
			),
		text: (text) => found.push(text),
		close: (name) => found.push(`</${name}>`),
	});
	return found;
}

test.each([
	['<P CLASS=a title="b &amp; c">x</P>', ['<p class=a title=b & c>', 'x', '</p>']],
	['a &lt; b &#8217; &unknown; &', ['a < b ’ &unknown; &']],
	['<br/>a<!-- b -->c', ['<br>', 'a', 'c']],
	['<p a=1 a=2>', ['<p a=1>']],
	['<script>if (a < b) {}</script>', ['<script>', 'if (a < b) {}', '</script>']],
	['<script src="x"/>shown', ['<script src=x>', '</script>', 'shown']],
	['5 < 6 <', ['5 < 6 <']],
	['', []],
])('%j', (html, expected) => {
	expect(findingsOf(html)).toEqual(expected);
});
