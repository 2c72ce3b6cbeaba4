import { ROUTES, findFirstRelease, UNRELEASED, type Change } from './history.cjs';

/** The recorded releases by their short names. */
export const VERSIONS = {
	'2.18': '2.18.0',
	'2.21': '2.21.7',
	'2.23': '2.23.0',
	newest: UNRELEASED,
} as const;
export type Version = keyof typeof VERSIONS;

export const ALL_VERSIONS = Object.keys(VERSIONS) as Version[];
/** All but the newest state of the service. */
export const RELEASED = ALL_VERSIONS.filter((version) => version !== 'newest');

const parseNumbers = (release: string) =>
	release === UNRELEASED ? [Infinity] : release.split('.').map(Number);

/** Below 0 if the first release is older. */
function compareReleases(a: string, b: string): number {
	const [first, second] = [parseNumbers(a), parseNumbers(b)];
	const index = first.findIndex((number, place) => number !== second[place]);
	return index < 0 ? 0 : first[index] - (second[index] ?? 0);
}

/** Describes a release; by default, the newest state of the service. */
export function createRelease(version: Version = 'newest') {
	const number = VERSIONS[version];
	const isYounger = (since: string | undefined) =>
		since !== undefined && compareReleases(since, number) > 0;
	return {
		version,
		/** Such as 2.21.7. */
		number,
		/** Calls that were introduced later. */
		missingRoutes: Object.keys(ROUTES).filter((route) => isYounger(ROUTES[route])),
		/** True if it has this change. */
		has: (change: Change) => !isYounger(findFirstRelease('changes', change)),
		/** True if it lacks something, such as a setting of a network. */
		lacks: (...what: Parameters<typeof findFirstRelease>) => isYounger(findFirstRelease(...what)),
	};
}
export type Release = ReturnType<typeof createRelease>;

/** Computes a value for each release once. */
export function memoizeByRelease<Made>(
	make: (release: Release) => Made,
): (release: Release) => Made {
	const known = new Map<Version, Made>();
	return (release) => {
		const made = known.get(release.version) ?? make(release);
		known.set(release.version, made);
		return made;
	};
}

/**
 * The version that a person asks for, such as `2.21`, `2.21.7` or `newest`; the newest if it is empty.
 * Throws for others, and names those that there are.
 */
export function readVersion(requested = ''): Version {
	const text = requested.trim() || 'newest';
	const found = ALL_VERSIONS.find((version) => text === version || text === VERSIONS[version]);
	if (!found)
		throw new Error(
			`The sandbox knows no Postiz ${text}. POSTIZ_VERSION may be ${ALL_VERSIONS.join(', ')}.`,
		);
	return found;
}
