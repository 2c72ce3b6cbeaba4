import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { providers } from '../../nodes/Postiz/providers';
import { pages } from '../tools/docs.cjs';

test.each(Object.entries(pages()))('%s is what `pnpm run docs` writes', (path, text) => {
	expect(readFileSync(resolve(path), 'utf8')).toBe(text);
});

test.each(['docs/providers.md', 'docs/coverage.md'])(
	'%s has a section for every network',
	(path) => {
		const text = pages()[path];
		for (const { displayName } of providers) expect(text).toContain(`\n## ${displayName}\n`);
	},
);

test('the reference names every setting and every allowed value', () => {
	const page = pages()['docs/providers.md'];
	for (const { displayName, fields } of providers) {
		const section = page.split(`\n## ${displayName}\n`)[1].split('\n## ')[0];
		for (const { name, displayName: label, type, options = [] } of fields) {
			expect(section).toContain(`| ${label} | \`${name}\` |`);
			if (type !== 'options') continue;
			for (const option of options as Array<{ value: string }>) {
				expect(section).toContain(`\`${option.value}\``);
			}
		}
	}
});
