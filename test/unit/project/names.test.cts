import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../../harness/paths.cjs';
import { listSavedNames } from '../../shared/names.cjs';

const FILE = 'test/fixtures/names.txt';
const kept = readFileSync(join(ROOT, FILE), 'utf8').trim().split('\n');

const names = listSavedNames();

test('keeps the names that saved workflows depend on; only a major version removes any', () => {
	expect(kept.filter((name) => !names.includes(name))).toEqual([]);
});

test(`lists all names in ${FILE}; \`npx --yes pnpm@10 run docs\` adds new ones`, () => {
	expect(names.filter((name) => !kept.includes(name))).toEqual([]);
});

test('lists the names of nested parameters and choices', () => {
	expect(kept).toEqual(
		expect.arrayContaining([
			'postiz post.create type = nextSlot',
			'postiz post.update updateFields state = draft',
			'postiz post.create networkSettings.network provider = x',
			'postiz post.get postId by list',
			'postizTrigger events = postPublished',
			'postizApi host',
		]),
	);
});
