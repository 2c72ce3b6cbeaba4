import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../../harness/paths.cjs';
import { listSavedNames } from '../../shared/names.cjs';

const FILE = 'test/fixtures/names.txt';
const kept = readFileSync(join(ROOT, FILE), 'utf8').trim().split('\n');

// `pnpm run docs` adds what is new. Once a version is out, a line goes only with a major one.
test(`what saved workflows name stays as it is, and ${FILE} has all of it`, () => {
	const names = listSavedNames();
	expect(kept.filter((name) => !names.includes(name))).toEqual([]);
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
