import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parsePostText } from '../../../nodes/Postiz/text/normalizeText';
import { modelTalkIn } from '../../../nodes/Postiz/text/marks';
import { findMarkupNotes } from '../../../nodes/Postiz/text/content';
import { asItMayArrive, cannotArrive, contentOf, handed } from './hostile.cjs';

/** Texts as people write them, one a line; ⏎ and ⇥ are line breaks and tabs in them. */
const captions = readFileSync(join(__dirname, '../../fixtures/captions.txt'), 'utf8')
	.split('\n')
	.filter(Boolean)
	.map((line) => line.replace(/⏎/g, '\n').replace(/⇥/g, '\t'));

test('there are 300 of them', () => {
	expect(new Set(captions).size).toBeGreaterThanOrEqual(300);
});

test.each(captions)('%j is published as it was written', (caption) => {
	const texts = [parsePostText(caption, 'Text')];
	expect(texts).toEqual([caption]);
	expect(modelTalkIn(caption)).toBeUndefined();
	const mark = caption.startsWith('{{name}}') ? ['“{{name}}” is not filled in'] : [];
	expect(findMarkupNotes({ texts, format: 'automatic' })).toEqual(mark);
	for (const [form, handing] of [
		['plain', 'plain'],
		['x', 'tweet'],
	] as const) {
		if (cannotArrive(caption, form)) continue;
		const { shown } = handed(contentOf(caption, 'automatic', form), handing);
		expect(shown.trim()).toBe(asItMayArrive(caption, form).trim());
	}
});
