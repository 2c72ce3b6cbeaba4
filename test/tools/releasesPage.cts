/** The page under docs/ about the releases of Postiz, made from what the errors of the node are made from. */
import { providers } from '../../nodes/Postiz/providers';
import { resources } from '../../nodes/Postiz/resources';
import { endpoints } from '../../nodes/Postiz/transport/endpoints';
import {
	compareReleases,
	FEATURES_SINCE,
	olderThan,
	type Release,
} from '../../nodes/Postiz/transport/releases';

interface Lacking {
	since: Release;
	kind: 'network' | 'setting' | 'operation';
	name: string;
}

const lacking = (since: Release | undefined, kind: Lacking['kind'], name: string): Lacking[] =>
	since ? [{ since, kind, name }] : [];

/** The release that an operation needs, by its name, such as `Post > Find Published Content`. */
export const operationsSince = new Map(
	Object.values(endpoints).flatMap(({ operation, since }): Array<[string, Release]> =>
		operation !== undefined && since ? [[operation, since]] : [],
	),
);

/** The name of an operation, such as `Post > Find Published Content` of `post` and `getMissing`. */
export function nameOf(resource: unknown, operation: unknown): string {
	const { name, operations: own } = resources.find(({ value }) => value === resource)!;
	return `${name} > ${own.find(({ value }) => value === operation)!.name}`;
}

const all: Lacking[] = [
	...providers.flatMap(({ since, displayName }) => lacking(since, 'network', displayName)),
	...providers.flatMap(({ displayName: network, fields }) =>
		fields.flatMap(({ since, displayName }) =>
			lacking(since, 'setting', `${network}: ${displayName}`),
		),
	),
	...[...operationsSince].flatMap(([name, since]) => lacking(since, 'operation', name)),
	...lacking(endpoints.runTool.since, 'operation', 'the lists of settings, such as boards'),
	...lacking(endpoints.listNotifications.since, 'operation', 'Postiz Trigger: New Notification'),
	...lacking(FEATURES_SINCE.oAuth2, 'operation', 'the credential Postiz OAuth2 API'),
	...lacking(
		FEATURES_SINCE.updates,
		'operation',
		'Post > Update of a failed post without a new Date',
	),
	...lacking(FEATURES_SINCE.threadDelays, 'setting', 'Thread: Delay (Minutes)'),
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
