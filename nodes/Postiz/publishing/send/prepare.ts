import { PostFinder } from '../../calendar/calendarPost';
import { FailureList, mapAtOnce, type ItemFailures } from '../../execution/itemResults';
import type { MediaFile } from '../../media/mediaFile';
import { findPlaces, toUnreachableIssue } from '../unreachableFiles';
import { planChange, prepareChange, type SentChange } from './planChange';
import { mergeRow } from './mergeRow';
import { getFiles, toPayload, withKey, type OutgoingPost } from './requests';
import type { Run } from '../run';
import { isToSend, type Issue, type PlannedPost, type DesiredPost } from '../model';
import type { ImageRef } from '../../transport/apiTypes';
import { Problem, quote } from '../../common/problem';
import { applyIssues } from '../validate/validate';

type References = Map<MediaFile, ImageRef>;
type PlannedUpdate = Extract<PlannedPost, { action: 'update' }>;

/** What is ready to be sent, and the changes among it that turned out to be none. */
export interface Prepared {
	steps: PlannedPost[];
	outgoing: OutgoingPost[];
	/** What each change writes. */
	changes: Map<DesiredPost, SentChange>;
	/** Also of earlier steps. */
	failures: ItemFailures;
}

/** Uploads the files of all posts that are to be sent, and merges what changes with what the calendar has. */
export async function prepare(
	steps: PlannedPost[],
	run: Run,
	failed: ItemFailures,
): Promise<Prepared> {
	const failures = new FailureList(failed);
	const posts = new PostFinder(run.client);
	const references = new Map<DesiredPost, References>();
	const changes = new Map<DesiredPost, SentChange>();
	const planned = new Map<DesiredPost, OutgoingPost | undefined>();
	const needed = findNeeded(steps, failures);
	const prepared = await mapAtOnce(
		steps.filter(({ desired }) => needed.has(desired)),
		async (step) => {
			const { desired } = step;
			if (step.action === 'update') planned.set(desired, await plan(step));
			if (step.action !== 'create') return;
			references.set(desired, await run.uploads.uploadAll(getFiles(desired)));
		},
	);
	failures.addAll(prepared.failures);
	// Only now is it known where the instance keeps its files.
	const known = steps.map((step) => withUnreachable(step, references.get(step.desired)));
	const applied = applyIssues(known, failures, run.timezone);
	failures.addAll(applied.failures);
	const judged = applied.values;
	const stillNeeded = findNeeded(judged, failures);
	const sendings = judged.flatMap((step): OutgoingPost[] => {
		const { desired } = step;
		const own = references.get(desired);
		if (!stillNeeded.has(desired)) return [];
		if (step.action === 'create' && own) return [toOutgoingPost(step, own)];
		const change = planned.get(desired);
		return change ? [change] : [];
	});
	return { steps: judged, outgoing: sendings, changes, failures };

	async function plan(step: PlannedUpdate): Promise<OutgoingPost | undefined> {
		const change = await prepareUpdate(step, posts, run);
		changes.set(step.desired, change);
		const { changed, shared, payload } = change;
		if (changed.length === 0) return undefined;
		const isForSlot = step.desired.item.shared.type === 'nextSlot' && changed.includes('date');
		const planAgain = async () => await plan(step);
		return { planned: step, shared, payload, isForSlot, plannedAt: Date.now(), planAgain };
	}
}

/** The posts to send that an item means which hasn't failed, itself or by saying the same. */
function findNeeded(steps: PlannedPost[], failures: ItemFailures): Set<DesiredPost> {
	const meant = new Set<DesiredPost>();
	for (const step of steps) {
		if (failures.has(step.desired.item.index)) continue;
		meant.add(step.action === 'duplicate' ? step.duplicateOf : step.desired);
	}
	const needed = steps.flatMap((step) =>
		isToSend(step) && meant.has(step.desired) ? [step.desired] : [],
	);
	return new Set(needed);
}

/** The step with what is to be said of uploaded files that its network cannot reach. */
function withUnreachable(step: PlannedPost, references?: References): PlannedPost {
	const { desired, issues } = step;
	if (!references || desired.key.isDraft) return step;
	const { skipsValidation } = desired.item;
	const places = findPlaces(desired, 'never', (file) => references.get(file)?.path);
	const found = places
		.map(toUnreachableIssue)
		.filter(({ message }) => issues.every((known) => known.message !== message))
		.map((finding): Issue => (skipsValidation ? { ...finding, level: 'note' } : finding));
	return { ...step, issues: [...issues, ...found] };
}

function toOutgoingPost(step: PlannedPost, references: References): OutgoingPost {
	const { item, key } = step.desired;
	const { type } = item.shared;
	const isForSlot = type === 'nextSlot';
	return {
		planned: step,
		payload: withKey(toPayload(step.desired, references), key),
		shared: { ...item.shared, type: isForSlot ? 'schedule' : type },
		...(isForSlot && { isForSlot }),
	};
}

async function prepareUpdate(
	{ desired, post, changed }: PlannedUpdate,
	posts: PostFinder,
	run: Run,
): Promise<SentChange> {
	return await prepareChange(async () => {
		posts.clearLists();
		const before = await posts.fetch(post.id);
		const plan = planChange(before, mergeRow(before, desired, changed), run.timezone);
		// What was decided may be wrong by now, such as of a draft that somebody has approved.
		if (before.state === post.state) return plan;
		throw new Problem(
			`The post ${quote(post.id)} was changed in Postiz meanwhile`,
			'Nothing was changed. Run this again.',
		);
	}, run);
}
