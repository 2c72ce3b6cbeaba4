import { hasDigest, hasSameDigest } from '../../common/digest';
import type { Fingerprint, RowField, StoredFingerprint } from '../../common/fingerprint';

/** What has changed in a row since its post was written, by the row's fingerprint and the stored one. */
export class RowChanges {
	constructor(
		private readonly fingerprint: Fingerprint,
		private readonly stored: StoredFingerprint | undefined,
		readonly changedFields: RowField[],
	) {}

	/** The digests of settings, tags and the like in the stored fingerprint. */
	private get storedDigests(): string {
		return this.stored?.detailDigests ?? '';
	}

	/** How many parts were sent; undefined if unknown. */
	get sentPartCount(): number | undefined {
		return this.stored?.partCount;
	}

	has(field: RowField): boolean {
		return this.changedFields.includes(field);
	}

	/** True if a setting, tag or the like has changed, by its name in the fingerprint. */
	hasSetting(name: string): boolean {
		return (
			this.has('settings') &&
			!hasSameDigest(name, this.fingerprint.detailDigests, this.storedDigests)
		);
	}

	/** True if the row had a setting, tag or the like that has changed or is gone. */
	hasFormerSetting(name: string): boolean {
		return hasDigest(name, this.storedDigests) && this.hasSetting(name);
	}
}
