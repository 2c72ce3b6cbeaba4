import { renderText } from '../../../../nodes/Postiz/publishing/preview/renderText';

const show = (content: string) => renderText(content).text;

test.each([
	['Fresh &amp; bold <i>beans</i>', 'Fresh &amp; bold beans'],
	['a<br>b <b>c</b>', 'ab c'],
	['<div>a</div><div>b</div>', 'ab'],
	['a < b & c', 'a &lt; b &amp; c'],
	[
		'<p>We are <strong>hiring</strong></p><ul><li><p>in <u>Berlin</u></p></li></ul>',
		'We are <strong>hiring</strong>\n• in <u>Berlin</u>',
	],
	['<h2>Menu</h2><p>Tea</p>', '<strong>Menu</strong>\nTea'],
	[
		'See https://acme.example/a?b=1&c=2.',
		'See <a href="https://acme.example/a?b=1&amp;c=2" rel="noopener noreferrer">https://acme.example/a?b=1&amp;c=2</a>.',
	],
	[
		'<p><a href="https://acme.example/jobs">Apply</a></p>',
		'<a href="https://acme.example/jobs" rel="noopener noreferrer">Apply</a>',
	],
	[
		'@anna.k and #coffee, me@home.example',
		'<span class="name">@anna.k</span> and <span class="name">#coffee</span>, me@home.example',
	],
	['@[Acme](urn:li:organization:1) hi', '<span class="name">@Acme</span> hi'],
])('shows %j as %j', (content, shown) => {
	expect(show(content)).toBe(shown);
});
