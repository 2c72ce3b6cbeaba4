import {
	DEDUPE_WINDOW_MS,
	getDedupeWindow,
	isRepeatedOnPurpose,
} from '../../../../nodes/Postiz/posts/existing/dedupeWindow';
import { MINUTE } from '../../../shared/time.cjs';

test.each<[string, string, object, object[], number]>([
	['a form that never changes', 'trigger', {}, [{}], 10 * MINUTE],
	['an expression', 'trigger', { a: '={{ $json.a }}' }, [{}], DEDUPE_WINDOW_MS],
	[
		'an entry with one',
		'trigger',
		{ a: { b: [{ c: '=Hi {{ $json.a }}' }] } },
		[{}],
		DEDUPE_WINDOW_MS,
	],
	['a fixed text with braces', 'trigger', { a: 'Hello {{ name }}' }, [{}], 10 * MINUTE],
	['a fixed text in expression mode', 'trigger', { a: '=Hello' }, [{}], 10 * MINUTE],
	['a file', 'webhook', {}, [{}, { binary: {} }], DEDUPE_WINDOW_MS],
	['a manual execution', 'manual', {}, [{}], DEDUPE_WINDOW_MS],
	['a chat', 'chat', {}, [{}], 10 * MINUTE],
	['an error trigger', 'error', {}, [{}], 10 * MINUTE],
	['a webhook', 'webhook', {}, [{}], 10 * MINUTE],
])('returns the dedupe window for %s', (_what, mode, parameters, items, window) => {
	const getNode = () => ({ parameters });
	const context = { getNode, getInputData: () => items, getMode: () => mode };
	expect(getDedupeWindow(isRepeatedOnPurpose(context as never))).toBe(window);
});
