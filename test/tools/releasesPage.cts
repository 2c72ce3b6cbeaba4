/** The page under docs/ about the releases of Postiz, from what was read in their code and what the errors of the node name. */
import { providers } from '../../nodes/Postiz/providers';
import { endpoints } from '../../nodes/Postiz/transport/endpoints';
import { sinceOf, UNRELEASED } from '../service/releases/history.cjs';
import { compareReleases } from '../service/releases/release.cjs';

const OLDEST = '2.18.0';

interface Lacking {
	since: string;
	kind: 'network' | 'setting' | 'operation';
	name: string;
}

const lacking = (since: string | undefined, kind: Lacking['kind'], name: string): Lacking[] =>
	since !== undefined && compareReleases(since, OLDEST) > 0 ? [{ since, kind, name }] : [];

/** The releases that operations need, by their names, such as `Channel > Delete`, if they aren't in the oldest. */
export const operationsSince = new Map(
	Object.values(endpoints).flatMap(({ operation, since }): Array<[string, string]> =>
		operation !== undefined && since && compareReleases(since, OLDEST) > 0
			? [[operation, since]]
			: [],
	),
);

const networkSince = (identifier: string) => sinceOf('networks', identifier) ?? OLDEST;

const all: Lacking[] = [
	...providers.flatMap(({ identifier, displayName }) =>
		lacking(networkSince(identifier), 'network', displayName),
	),
	...providers.flatMap(({ identifier, displayName: network, fields }) =>
		fields.flatMap(({ name, displayName }) => {
			const since = sinceOf('settings', name, identifier) ?? OLDEST;
			const isYounger = compareReleases(since, networkSince(identifier)) > 0;
			return isYounger ? lacking(since, 'setting', `${network}: ${displayName}`) : [];
		}),
	),
	...[...operationsSince].flatMap(([name, since]) => lacking(since, 'operation', name)),
	...lacking('2.21.7', 'operation', 'the credential Postiz OAuth2 API'),
];

const olderThan = (release: string) =>
	release === UNRELEASED ? 'No newer than 2.23' : `Older than ${release.replace(/\.0$/, '')}`;

/** What each release lacks, a row for each release that brought something, the newest first. */
export function lackingRows(): string[][] {
	const releases = [...new Set(all.map(({ since }) => since))].sort((a, b) =>
		compareReleases(b, a),
	);
	return releases.map((release) => {
		const own = all.filter(({ since }) => since === release);
		const names = (kind: Lacking['kind']) =>
			[...new Set(own.filter((one) => one.kind === kind).map(({ name }) => name))].join(', ');
		return [olderThan(release), names('network'), names('setting'), names('operation')];
	});
}
