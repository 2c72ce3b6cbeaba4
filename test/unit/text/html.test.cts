import { tokenize, type HtmlToken } from '../../../nodes/Postiz/text/html';

const show = (token: HtmlToken): string => {
	if (token.type === 'text') return token.text;
	if (token.type === 'close') return `</${token.name}>`;
	return `<${[token.name, ...[...token.attributes].map((pair) => pair.join('='))].join(' ')}>`;
};

test.each([
	['<P CLASS=a title="b &amp; c">x</P>', ['<p class=a title=b & c>', 'x', '</p>']],
	['a &lt; b &#8217; &unknown; &', ['a < b ’ &unknown; &']],
	['<br/>a<!-- b -->c', ['<br>', 'ac']],
	['<p a=1 a=2>', ['<p a=1>', '</p>']],
	['<script>if (a < b) {}</script>shown', ['shown']],
	['shown<title>not', ['shown']],
	['a<template><p>b<noscript></p></template>c</template>', ['ac']],
	['<noscript><noscript>a</noscript>b</noscript>c', ['c']],
	['5 < 6 <', ['5 < 6 <']],
	['<p>a<b>b<div>c', ['<p>', 'a', '<b>', 'b', '<div>', 'c', '</div>', '</b>', '</p>']],
	['</p>a</b>', ['a']],
	['', []],
])('%j', (html, expected) => {
	expect(tokenize(html).map(show)).toEqual(expected);
});
