import { createUncheckedFile } from '../../../nodes/Postiz/media/mediaFile';
import { findNetwork } from '../../../nodes/Postiz/networks';
import { toPostContent } from '../../../nodes/Postiz/posts/toPostContent';
import { CUP, createCalendarPost, TITLE } from '../publishing/send/updates/createCalendarPost.cjs';

test('reads a post as content, also without public data', () => {
	const target = { id: 'x-1', name: 'Acme', identifier: 'x', network: findNetwork('x') };
	const content = { source: 'calendar', target, settings: TITLE, settingFiles: {} };
	const files = [createUncheckedFile(CUP)];
	expect(toPostContent(createCalendarPost())).toEqual({
		...content,
		parts: [
			{ content: 'Tea', files },
			{ content: 'Cake', files: [], delay: 5 },
		],
	});
	const unseen = createCalendarPost({ parts: undefined, settings: JSON.stringify(TITLE) });
	expect(toPostContent(unseen)).toEqual({ ...content, parts: [{ content: 'Tea', files: [] }] });
	const empty = createCalendarPost({ parts: undefined, content: undefined });
	expect(toPostContent(empty).parts).toEqual([{ content: '', files: [] }]);
});
