import type { DetailKey } from '../../common/detailKeys';
import { hasDigest, hasSameDigest } from '../../common/digest';
import type { Fingerprint, RowField, StoredFingerprint } from '../../common/fingerprint';
import type { PlannedPostOf } from '../plannedPost';

/** The changes of a row since its post was written: compares the row's fingerprint with the stored one. */
export class RowChanges {
	constructor(
		private readonly fingerprint: Fingerprint,
		private readonly stored: StoredFingerprint | undefined,
		readonly changedFields: RowField[],
	) {}

	private get storedDetails(): string {
		return this.stored?.detailsDigest ?? '';
	}

	/** The number of sent parts; undefined if unknown. */
	get sentPartCount(): number | undefined {
		return this.stored?.partCount;
	}

	hasChanged(field: RowField): boolean {
		return this.changedFields.includes(field);
	}

	/** True if a setting, tag or other detail has changed. */
	hasDetailChanged(key: DetailKey): boolean {
		return (
			this.hasChanged('details') &&
			!hasSameDigest(key, this.fingerprint.detailsDigest, this.storedDetails)
		);
	}

	/** True if the row had a setting, tag or other detail that has changed or is gone. */
	wasDetailChangedOrRemoved(key: DetailKey): boolean {
		return hasDigest(key, this.storedDetails) && this.hasDetailChanged(key);
	}
}

/** Returns the changes of a row, according to the calendar that was read for matching. */
export const getRowChanges = ({
	desired,
	existing,
	changedFields,
}: PlannedPostOf<'update'>): RowChanges =>
	new RowChanges(desired.fingerprint, existing.fingerprint, changedFields);
