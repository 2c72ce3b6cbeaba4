import { HOUR_MS } from '../values/date';
import { compareReleases, NEWEST_RELEASE, OLDEST_RELEASE, type Release } from './releases';
import type { Endpoint } from './endpoints';

/**
 * What an instance of Postiz showed of its age, which no answer names: it is at least the release of all that it
 * was seen to do (docs/api.md, Releases). What it lacks is not kept: after an update it has it.
 */
export class Instance {
	private seen: Release = OLDEST_RELEASE;

	/** True if the instance has all that the release has; false if that is not known, as it never is of `unreleased`. */
	isAtLeast(release: Release): boolean {
		return compareReleases(this.seen, release) >= 0;
	}

	/** Learns that the instance has something that came with a release. */
	hasShown(release: Release): void {
		// What is in no release yet comes one by one: who has some of it may lack the rest.
		const shown = release === 'unreleased' ? NEWEST_RELEASE : release;
		if (!this.isAtLeast(shown)) this.seen = shown;
	}

	/** Learns from a request to an endpoint that was answered with success. */
	hasAnswered({ since }: Endpoint): void {
		if (since) this.hasShown(since);
	}
}

/** How long to believe what an instance showed: somebody may go back to an older release. */
const KEPT_MS = HOUR_MS;

const kept = new Map<string, { instance: Instance; until: number }>();

/**
 * What is known of the instance at an address, for the hour after it was first asked about. `credentialId` is the ID
 * under which n8n keeps the credential, no part of it; without one nothing is kept.
 */
export function instanceAt(baseUrl: string, credentialId?: string | null): Instance {
	const now = Date.now();
	for (const [key, { until }] of kept) if (until <= now) kept.delete(key);
	if (!credentialId) return new Instance();
	const key = JSON.stringify([baseUrl, credentialId]);
	const known = kept.get(key) ?? { instance: new Instance(), until: now + KEPT_MS };
	kept.set(key, known);
	return known.instance;
}
