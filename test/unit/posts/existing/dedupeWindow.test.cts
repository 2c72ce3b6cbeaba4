import {
	DEDUPE_WINDOW_MS,
	getDedupeWindow,
	isRepeatedOnPurpose,
} from '../../../../nodes/Postiz/posts/existing/dedupeWindow';
import { MINUTE } from '../../../shared/time.cjs';

test.each<{ title: string; mode: string; parameters: object; items: object[]; window: number }>([
	{
		title: 'a form that never changes',
		mode: 'trigger',
		parameters: {},
		items: [{}],
		window: 10 * MINUTE,
	},
	{
		title: 'an expression',
		mode: 'trigger',
		parameters: { a: '={{ $json.a }}' },
		items: [{}],
		window: DEDUPE_WINDOW_MS,
	},
	{
		title: 'an entry with one',
		mode: 'trigger',
		parameters: { a: { b: [{ c: '=Hi {{ $json.a }}' }] } },
		items: [{}],
		window: DEDUPE_WINDOW_MS,
	},
	{
		title: 'a fixed text with braces',
		mode: 'trigger',
		parameters: { a: 'Hello {{ name }}' },
		items: [{}],
		window: 10 * MINUTE,
	},
	{
		title: 'a fixed text in expression mode',
		mode: 'trigger',
		parameters: { a: '=Hello' },
		items: [{}],
		window: 10 * MINUTE,
	},
	{
		title: 'a file',
		mode: 'webhook',
		parameters: {},
		items: [{}, { binary: {} }],
		window: DEDUPE_WINDOW_MS,
	},
	{
		title: 'a manual execution',
		mode: 'manual',
		parameters: {},
		items: [{}],
		window: DEDUPE_WINDOW_MS,
	},
	{ title: 'a chat', mode: 'chat', parameters: {}, items: [{}], window: 10 * MINUTE },
	{ title: 'an error trigger', mode: 'error', parameters: {}, items: [{}], window: 10 * MINUTE },
	{ title: 'a webhook', mode: 'webhook', parameters: {}, items: [{}], window: 10 * MINUTE },
])('returns the dedupe window for $title', ({ mode, parameters, items, window }) => {
	const getNode = () => ({ parameters });
	const context = { getNode, getInputData: () => items, getMode: () => mode };
	expect(getDedupeWindow(isRepeatedOnPurpose(context as never))).toBe(window);
});
