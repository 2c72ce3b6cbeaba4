import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { newSettingsOf } from '../../../nodes/Postiz/channels/abilities';
import { findProvider } from '../../../nodes/Postiz/providers';
import {
	compareReleases,
	OLDEST_RELEASE,
	shortRelease,
	type Release,
} from '../../../nodes/Postiz/transport/releases';
import { exampleFiles, readExample } from '../../demo/example.cjs';
import { nameOf, operationsSince } from '../../tools/releasesPage.cjs';

const read = (path: string) => readFileSync(resolve(path), 'utf8');
const linesOf = (path: string) => read(path).split('\n');
const PAGES = ['README.md', 'docs/recipes.md'];

const youngest = (releases: Release[]) =>
	releases.reduce((a, b) => (compareReleases(a, b) < 0 ? b : a), OLDEST_RELEASE as Release);

/** The release that what a node of a workflow does needs. */
function neededBy({
	resource = 'post',
	operation = 'create',
	date,
	networkSettings,
}: INodeParameters): Release {
	const ofOperation = operationsSince.get(nameOf(resource, operation));
	const { network = [] } = Object(networkSettings) as {
		network?: Array<{ provider: string; settings?: IDataObject }>;
	};
	const ofSettings = network.flatMap(({ provider, settings = {} }) =>
		newSettingsOf(findProvider(provider)?.fields ?? [], settings).map(({ since }) => since),
	);
	// With a date, the status of a post needs no call of its own.
	return youngest([...(ofOperation && !date ? [ofOperation] : []), ...ofSettings]);
}

test.each(PAGES)('%s says of each recipe which Postiz it needs', (page) => {
	const lines = linesOf(page);
	for (const file of exampleFiles()) {
		const { nodes } = readExample(file);
		const own = nodes.filter(({ type }) => /\.postiz(Tool)?$/.test(type));
		const release = youngest(own.map(({ parameters }) => neededBy(parameters)));
		const rows = lines.filter((line) => line.startsWith('|') && line.includes(file));
		if (page === 'docs/recipes.md') expect([file, rows.length]).toEqual([file, 1]);
		const isSaid = `Postiz ${shortRelease(release)} or newer`;
		for (const row of rows) {
			const isYoung = release !== OLDEST_RELEASE;
			expect([file, row.includes(isSaid)]).toEqual([file, isYoung]);
		}
	}
});

test.each(['README.md', 'docs/using.md'])(
	'%s says of each operation which Postiz it needs',
	(page) => {
		for (const [name, release] of operationsSince) {
			const named = linesOf(page).filter((line) => line.includes(`**${name}**`));
			for (const line of named) expect(line).toContain(`Postiz ${shortRelease(release)}`);
		}
	},
);
