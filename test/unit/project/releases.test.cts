import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { endpoints } from '../../../nodes/Postiz/transport/endpoints';

test('README.md and docs/using.md say of each operation which Postiz it needs, if it is newer than 2.18', () => {
	const lines = ['README.md', 'docs/using.md'].flatMap((path) =>
		readFileSync(resolve(path), 'utf8').split('\n'),
	);
	for (const { operation, since } of Object.values(endpoints)) {
		const isNewer = since?.localeCompare('2.18.0', 'en', { numeric: true }) === 1;
		if (!operation || !isNewer) continue;
		const named = lines.filter((line) => line.includes(`**${operation}**`));
		for (const line of named) expect(line).toContain(`Postiz ${since.replace(/\.0$/, '')}`);
	}
});
