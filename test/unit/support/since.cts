import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../../harness/paths.cjs';
import {
	compareReleases,
	OLDEST_RELEASE,
	type Release,
} from '../../../nodes/Postiz/transport/releases';

interface Since {
	routes: Record<string, string>;
	providers: Record<string, string>;
	settings: Record<string, string>;
}

const file = join(ROOT, 'test/fixtures/recorded/versions/since.json');

/** The first release of each route, network and setting, from the service's code. */
export const since = JSON.parse(readFileSync(file, 'utf8')) as Since;

/** A release in the format of the package. */
export const toRelease = (text: string) =>
	(text === 'after 2.23.0' ? 'unreleased' : text) as Release;

/** True if the oldest supported release lacks what this one introduced. */
export const isYoung = (release: Release) => compareReleases(release, OLDEST_RELEASE) > 0;
