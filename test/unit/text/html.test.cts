import { tokenize, type HtmlToken } from '../../../nodes/Postiz/text/html';

const show = (token: HtmlToken): string => {
	if (token.type === 'text') return token.text;
	if (token.type === 'close') return `</${token.name}>`;
	return `<${[token.name, ...[...token.attributes].map((pair) => pair.join('='))].join(' ')}>`;
};

test.each([
	['<P CLASS=a title="b &amp; c">x</P>', ['<p class=a title=b & c>', 'x', '</p>']],
	['a &lt; b &#8217; &unknown; &', ['a < b ’ &unknown; &']],
	['<br/>a<!-- b -->c', ['<br>', 'a', 'c']],
	['<p a=1 a=2>', ['<p a=1>']],
	['<script>if (a < b) {}</script>shown', ['shown']],
	['<script src="x"/>shown<title>not', ['shown']],
	['a<template><p>b<noscript></p></template>c</template>', ['a', 'c', '</template>']],
	['<noscript><noscript>a</noscript>b</noscript>c', ['c']],
	['5 < 6 <', ['5 < 6 <']],
	['', []],
])('%j', (html, expected) => {
	expect(tokenize(html).map(show)).toEqual(expected);
});
