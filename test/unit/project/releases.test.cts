import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { operationsSince } from '../../tools/releasesPage.cjs';

test('README.md and docs/using.md say of each operation which Postiz it needs, if it is newer than 2.18', () => {
	const lines = ['README.md', 'docs/using.md'].flatMap((path) =>
		readFileSync(resolve(path), 'utf8').split('\n'),
	);
	for (const [name, release] of operationsSince) {
		const named = lines.filter((line) => line.includes(`**${name}**`));
		for (const line of named) expect(line).toContain(`Postiz ${release.replace(/\.0$/, '')}`);
	}
});
