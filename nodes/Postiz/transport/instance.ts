import { HOUR_MS } from '../values/date';
import { KeptAnswers } from '../values/keptAnswers';
import { compareReleases, NEWEST_RELEASE, OLDEST_RELEASE, type Release } from './releases';
import type { Endpoint } from './endpoints';

/**
 * Learns the age of an instance, which no answer contains: it is at least the release of everything it was seen to do
 * (docs/api.md, Releases). Missing features aren't remembered, as they may come with an update.
 */
export class Instance {
	private seen: Release = OLDEST_RELEASE;
	/** The origin of its uploads, such as `https://your-domain`; undefined before the first one. */
	filesAt?: string;
	/** How far its clock was ahead of n8n's, in ms, when it last answered. */
	clockAhead = 0;
	/** Whether it returns settings that it doesn't know, as all tried releases do; undefined until a post showed it. */
	keepsKeys?: boolean;

	/** True if the instance has this release; false if unknown, and always for `unreleased`. */
	isAtLeast(release: Release): boolean {
		return compareReleases(this.seen, release) >= 0;
	}

	/** The instance has a feature of this release. */
	hasShown(release: Release): void {
		// Unreleased features come one by one, so having one doesn't imply the others.
		const shown = release === 'unreleased' ? NEWEST_RELEASE : release;
		if (!this.isAtLeast(shown)) this.seen = shown;
	}

	/** An answer has this `Date` header, which has no milliseconds. */
	hasTime(date: unknown): void {
		const ahead = Date.parse(String(date)) - Date.now();
		if (!Number.isNaN(ahead)) this.clockAhead = ahead;
	}

	/** The instance has answered a request to an endpoint with success. */
	hasAnswered({ since }: Endpoint): void {
		if (since) this.hasShown(since);
	}
}

// Not for longer, as an older release may be restored.
const instances = new KeptAnswers<Instance>(HOUR_MS);

/**
 * What is known about the instance at an address, for an hour. `credentialId` is the ID of the credential in n8n, not
 * part of it; without one, nothing is remembered.
 */
export async function instanceAt(baseUrl: string, credentialId?: string | null): Promise<Instance> {
	const make = async () => await Promise.resolve(new Instance());
	return credentialId
		? await instances.get(JSON.stringify([baseUrl, credentialId]), make)
		: await make();
}
