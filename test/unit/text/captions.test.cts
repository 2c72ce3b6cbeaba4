import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import type { PostInput } from '../../../nodes/Postiz/posts/item';
import { readUpdateForm } from '../../../nodes/Postiz/publishing/read/readUpdateForm';
import { buildSettings } from '../../../nodes/Postiz/settings/buildSettings';
import { parseMediaEntries } from '../../../nodes/Postiz/media/mediaField';
import { findNetwork } from '../../../nodes/Postiz/networks';
import { readJson } from '../../../nodes/Postiz/publishing/read/readJson';
import { parsePostText } from '../../../nodes/Postiz/text/parsePostText';
import { findModelReply } from '../../../nodes/Postiz/text/modelMarks';
import { findTextNotes } from '../../../nodes/Postiz/text/textNotes';
import { createFormContext } from '../publishing/read/createFormContext.cjs';
import {
	toArrivedText,
	isUnstorable,
	createSingleContent,
	convertForNetwork,
} from './hostileTexts.cjs';

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
	expect(findModelReply(caption)).toBeUndefined();
	const mark = caption.startsWith('{{name}}') ? ['“{{name}}” is not filled in'] : [];
	expect(findTextNotes({ texts, format: 'automatic' })).toEqual(mark);
	for (const [form, handing] of [
		['plain', 'plain'],
		['x', 'tweet'],
	] as const) {
		if (isUnstorable(caption, form)) continue;
		const { shown } = convertForNetwork(createSingleContent(caption, 'automatic', form), handing);
		expect(shown.trim()).toBe(toArrivedText(caption, form).trim());
	}
});

/** Titles of the networks, and where their forms have them. */
const buildTitle = (network: string, settings: IDataObject) =>
	buildSettings(network, findNetwork(network), { provider: network, ...settings });
const parseAltText = (caption: string) =>
	parseMediaEntries(
		{ file: [{ source: 'url', url: 'https://e.example/a.png', details: { alt: caption } }] },
		{},
	);

test.each<[string, (caption: string) => unknown]>([
	[
		'Update',
		(content) => readUpdateForm(createFormContext({ updateFields: { content } }), 0).newValues.text,
	],
	[
		'Create From JSON',
		(content) => {
			const post = { integration: { id: 'a' }, value: [{ content, image: [] }] };
			const form = createFormContext({ json: JSON.stringify([post]), type: 'now', options: {} });
			return (readJson(form, 0, 0).input as { posts: PostInput[] }).posts[0].parts;
		},
	],
	['an alt text', (caption) => parseAltText(caption)[0].alt],
	['the title on YouTube', (title) => buildTitle('youtube', { title }).title],
	['the title on Pinterest', (title) => buildTitle('pinterest', { settings: { title } }).title],
	[
		'the title on Reddit',
		(title) => buildTitle('reddit', { subreddit: { entry: [{ title }] } }).subreddit,
	],
])('keeps every caption in %s', (_place, read) => {
	const changed = captions.filter(
		(caption) =>
			!JSON.stringify(read(caption)).includes(JSON.stringify(caption.trim()).slice(1, -1)),
	);
	expect(changed).toEqual([]);
});

/** Captions that are Markdown if a model writes them. */
const MARKDOWN: Record<string, string> = {
	'Type `npm install` and wait': 'Type npm install and wait',
	'Try `<b>` for bold': 'Try <b> for bold',
	'```js\nconst tea = "green";\n```': 'const tea = "green";',
	'*cough* buy our stuff *cough*': 'cough buy our stuff cough',
	'This is **not** a drill': 'This is 𝗻𝗼𝘁 a drill',
	'_Really_ good tea': 'Really good tea',
	'~~€20~~ €15 today': '€20 €15 today',
	'\\\\server\\news\\today': '\\server\\news\\today',
	'¯\\_(ツ)_/¯': '¯_(ツ)_/¯',
	'>:( when the tea is cold': ':( when the tea is cold',
	'>>> print("Hi") <<<': 'print("Hi") <<<',
	'<me@acme.example> wrote to <you@acme.example>': 'me@acme.example wrote to you@acme.example',
	'See <https://acme.example/menu>': 'See https://acme.example/menu',
	'Hello, world\\! escaped?': 'Hello, world! escaped?',
	'Tabs\tbetween\twords': 'Tabs between words',
	'# Not a heading on X': 'Not a heading on X',
	'## Hashes are hashtags to some': 'Hashes are hashtags to some',
	'> A quote by somebody': 'A quote by somebody',
	'| a | b |\n| - | - |\n| 1 | 2 |': 'a b\n1 2',
	'---\nA rule above': 'A rule above',
	'***': '',
	___: '',
};

test('keeps every caption of a model, except its Markdown', () => {
	const changed = captions.flatMap((caption) => {
		if (isUnstorable(caption, 'plain')) return [];
		const { shown } = convertForNetwork(createSingleContent(caption, 'model', 'plain'), 'plain');
		return shown.trim() === caption.trim() ? [] : [[caption, shown.trim()]];
	});
	expect(Object.fromEntries(changed)).toEqual(MARKDOWN);
	const inMarkdown = captions.filter((caption) => {
		if (isUnstorable(caption, 'markdown')) return false;
		const { shown } = convertForNetwork(
			createSingleContent(caption, 'model', 'markdown'),
			'markdown',
		);
		return shown.trim() !== caption.trim();
	});
	expect(inMarkdown).toEqual([]);
});
