import { safeHtml } from '../../../../nodes/Postiz/publishing/preview/safeHtml';

test('escapes everything in a template, unless it is a template', () => {
	const hostile = `<b a="1" b='2'>&\0`;
	expect(safeHtml`<p title="${hostile}">${[hostile, safeHtml`<i>${1}</i>`]}${false}</p>`.text).toBe(
		'<p title="&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;">&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;<i>1</i></p>',
	);
});
