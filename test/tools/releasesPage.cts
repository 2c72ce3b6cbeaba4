/** The page under docs/ about the releases of Postiz, made from what the errors of the node are made from. */
import { providers } from '../../nodes/Postiz/providers';
import { resources } from '../../nodes/Postiz/resources';
import {
	CALLS_SINCE,
	compareReleases,
	FEATURES_SINCE,
	NEWEST_RELEASE,
	OLDEST_RELEASE,
	olderThan,
	shortRelease,
	type Release,
} from '../../nodes/Postiz/transport/releases';
import { endpointCases } from '../integration/resources/endpoints.cases.cjs';

interface Lacking {
	since: Release;
	kind: 'network' | 'setting' | 'operation';
	name: string;
}

const networks = providers.flatMap(({ since, displayName }): Lacking[] =>
	since ? [{ since, kind: 'network', name: displayName }] : [],
);

const settings = providers.flatMap(({ displayName: network, fields }) =>
	fields.flatMap(({ since, displayName }): Lacking[] =>
		since ? [{ since, kind: 'setting', name: `${network}: ${displayName}` }] : [],
	),
);

const withoutNames = (call: string) => call.replace(/\{\w+\}/g, '{}');

const operations = Object.entries(CALLS_SINCE).flatMap(([call, since]) =>
	endpointCases
		.filter(({ endpoint }) => withoutNames(endpoint) === withoutNames(call))
		.map(({ operation }): Lacking => ({ since, kind: 'operation', name: nameOf(operation) })),
);

function nameOf(path: string): string {
	const [resource, operation] = path.split('.');
	const { name, operations: own } = resources.find(({ value }) => value === resource)!;
	return `${name} > ${own.find(({ value }) => value === operation)!.name}`;
}

const all: Lacking[] = [
	...networks,
	...settings,
	...operations,
	{ since: FEATURES_SINCE.threadDelays, kind: 'setting', name: 'Thread: Delay (Minutes)' },
];

/** What each release lacks, a row for each release that brought something, the newest first. */
export function lackingRows(): string[][] {
	const releases = [...new Set(all.map(({ since }) => since))].sort((a, b) =>
		compareReleases(b, a),
	);
	return releases.map((release) => {
		const names = (kind: Lacking['kind']) =>
			[
				...new Set(
					all.filter((one) => one.since === release && one.kind === kind).map(({ name }) => name),
				),
			].join(', ');
		const label = olderThan(release).replace(/^./, (letter) => letter.toUpperCase());
		return [label, names('network'), names('setting'), names('operation')];
	});
}

export const VERSIONS = {
	oldest: shortRelease(OLDEST_RELEASE),
	newest: shortRelease(NEWEST_RELEASE),
};
