import { hasDigest, hasSameDigest } from '../../common/digest';
import type { Fingerprint, RowField, StoredFingerprint } from '../../common/fingerprint';

/** The changes of a row since its post was written: compares the row's fingerprint with the stored one. */
export class RowChanges {
	constructor(
		private readonly fingerprint: Fingerprint,
		private readonly stored: StoredFingerprint | undefined,
		readonly changedFields: RowField[],
	) {}

	/** The stored digests of settings, tags and other details. */
	private get storedDigests(): string {
		return this.stored?.detailDigests ?? '';
	}

	/** The number of sent parts; undefined if unknown. */
	get sentPartCount(): number | undefined {
		return this.stored?.partCount;
	}

	has(field: RowField): boolean {
		return this.changedFields.includes(field);
	}

	/** True if a setting, tag or other detail has changed. `name` is its name in the fingerprint. */
	hasSetting(name: string): boolean {
		return (
			this.has('settings') &&
			!hasSameDigest(name, this.fingerprint.detailDigests, this.storedDigests)
		);
	}

	/** True if the row had a setting, tag or other detail that has changed or is gone. */
	hasFormerSetting(name: string): boolean {
		return hasDigest(name, this.storedDigests) && this.hasSetting(name);
	}
}
