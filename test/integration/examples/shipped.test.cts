import { exampleFiles, readExample } from '../../demo/example.cjs';
import { createAccess, createSeed } from '../../service/seed.cjs';

test.each(exampleFiles())('%s names no channel of the sandbox', (file) => {
	const json = JSON.stringify(readExample(file));
	const ids = createSeed(createAccess()).channels.map(({ id }) => id);
	expect(ids.filter((id) => json.includes(id))).toEqual([]);
});
