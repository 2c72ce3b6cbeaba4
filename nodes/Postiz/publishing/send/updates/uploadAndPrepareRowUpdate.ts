import type { PostFinder } from '../../../calendar/postFinder';
import { Problem } from '../../../common/problem';
import { quote } from '../../../common/text';
import type { Item } from '../../../posts/item';
import { mergeRow } from '../../../posts/merge/mergeRow';
import { findPastDateProblem } from '../../../posts/merge/pastDate';
import { toUpdatableFields } from '../../../posts/merge/updatableFields';
import type { PlannedPostOf } from '../../../posts/plannedPost';
import type { PlannedUpdate } from '../../../posts/postUpdate';
import { getServiceStartTime, type Run } from '../../../posts/run/run';
import { type OutgoingPost, toOutgoingUpdate } from '../outgoingPost';
import { planUpdateOrThrow } from './planUpdateOrThrow';
import { uploadAndCreatePayload } from './uploadAndCreatePayload';
import { uploadNewFiles } from './uploadNewFiles';

/**
 * Merges a row into its post, uploads its files and prepares the update. Returns undefined if nothing changes. Throws
 * {@link Problem}.
 */
export async function uploadAndPrepareRowUpdate(
	planned: PlannedPostOf<'update'>,
	finder: PostFinder,
	run: Run,
): Promise<OutgoingPost | undefined> {
	let update = await fetchAndPlanRowUpdate(planned, finder, run);
	if (await uploadNewFiles(update, run)) update = await fetchAndPlanRowUpdate(planned, finder, run);
	if (update.changed.length === 0) return undefined;
	const payload = await uploadAndCreatePayload(update, run);
	const refresh = async () => await uploadAndPrepareRowUpdate(planned, finder, run);
	return toOutgoingUpdate(planned.desired, { ...update, payload }, refresh);
}

/** Reads the post of a row again, merges the row into it and plans the update. Throws {@link Problem}. */
async function fetchAndPlanRowUpdate(
	{ desired, existing, changedFields }: PlannedPostOf<'update'>,
	finder: PostFinder,
	run: Run,
): Promise<PlannedUpdate> {
	const before = await finder.fetchFresh(existing.id);
	const merged = mergeRow(toUpdatableFields(before), desired, changedFields);
	const update = { ...merged, date: merged.date && getServiceDate(desired.item, run) };
	const pastProblem = update.date && findPastDateProblem(desired.item, run);
	if (pastProblem) throw pastProblem;
	const plannedUpdate = planUpdateOrThrow(before, update, run);
	// The decision may be outdated, for example if somebody has just approved a draft.
	if (before.state === existing.state) return plannedUpdate;
	throw new Problem(
		`The post ${quote(existing.id)} was changed in Postiz in the meantime`,
		'Nothing was changed for this item. Run this again.',
		{ hasRetryAdvice: true },
	);
}

/** The date of an item in UTC. “Now” comes from the service's clock, as n8n's clock may be ahead. */
const getServiceDate = ({ requestFields: { type, date } }: Item, run: Run): string =>
	type === 'now' ? new Date(getServiceStartTime(run)).toISOString() : date;
