/** The page under docs/ about the releases of Postiz, made from what the errors of the node are made from. */
import { providers } from '../../nodes/Postiz/providers';
import { resources } from '../../nodes/Postiz/resources';
import { endpoints } from '../../nodes/Postiz/transport/endpoints';
import {
	compareReleases,
	FEATURES_SINCE,
	NEWEST_RELEASE,
	OLDEST_RELEASE,
	olderThan,
	shortRelease,
	type Release,
} from '../../nodes/Postiz/transport/releases';

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

/** The release that an operation needs, by its name, such as `Post > Find the Published Post`. */
export const operationsSince = new Map(
	Object.values(endpoints).flatMap(({ operation, since }): Array<[string, Release]> =>
		operation !== undefined && since ? [[operation, since]] : [],
	),
);

/** The name of an operation, such as `Post > Find the Published Post` of `post` and `getMissing`. */
export function nameOf(resource: unknown, operation: unknown): string {
	const { name, operations: own } = resources.find(({ value }) => value === resource)!;
	return `${name} > ${own.find(({ value }) => value === operation)!.name}`;
}

const operations = [...operationsSince].map(([name, since]): Lacking => ({
	since,
	kind: 'operation',
	name,
}));

const sinceCall = (call: { since?: Release }, name: string): Lacking => ({
	since: call.since!,
	kind: 'operation',
	name,
});

const all: Lacking[] = [
	...networks,
	...settings,
	...operations,
	sinceCall(endpoints.runTool, 'the lists of settings, such as boards'),
	sinceCall(endpoints.listNotifications, 'Postiz Trigger: New Notification'),
	{ since: FEATURES_SINCE.oAuth2, kind: 'operation', name: 'the credential Postiz OAuth2 API' },
	{
		since: FEATURES_SINCE.updates,
		kind: 'operation',
		name: 'Post > Update of a failed post without a new Date',
	},
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
