import { findDifferences } from '../../../../calendar/compare';
import { toPlannedPost, type WholePost } from '../../../../calendar/whole';
import type { Uploads } from '../../../../media/uploads';
import { checkPost, refuseProblems } from '../../../../publishing/check/checkPost';
import { filesOfPost, toPostItem } from '../../../../publishing/payload';
import type { PostizClient } from '../../../../transport/client';
import type { PostItem } from '../../../../transport/types';
import { caughtProblem, Problem } from '../../../../values/problem';
import { Queue } from '../../../../values/queue';
import type { Plan, Planner } from './plan';
import type { PostChange } from './types';
import { writePost, type Written } from './write';

/** A change that was sent, and what the answer says of it. */
export interface SentChange {
	plan: Plan;
	item: PostItem;
	change: PostChange;
	written: Written;
}

const changes = new Map<string, Queue>();

/** Does this when no other change of the post is under way in this process. */
export async function oneAtATime<T>(id: string, work: () => Promise<T>): Promise<T> {
	const queue = changes.get(id) ?? new Queue(1);
	changes.set(id, queue);
	try {
		return await queue.run(work);
	} finally {
		if (queue.isIdle) changes.delete(id);
	}
}

/** Throws {@link Problem} for what the service would refuse; `advice` ends its description. */
export function checkChange(
	{ before, merged: { post, type } }: Plan,
	{ thread = [], schedules }: PostChange,
	advice = 'Nothing was changed.',
): void {
	const { label, provider } = post.target;
	const isDraft = type === 'draft';
	if (!isDraft && provider?.ignoresThreads && thread.length > 0) {
		throw new Problem(
			`${label}: ${provider.displayName} doesn't support threads, so the parts would be lost`,
			'Nothing was changed. Add what they say to Text instead.',
		);
	}
	// What the post has already is no reason to refuse another change, save for a draft to be published.
	const known = schedules
		? []
		: checkPost(toPlannedPost(before), { isDraft }).map(({ message }) => message);
	const problems = checkPost(post, { isDraft }).filter(({ message }) => !known.includes(message));
	refuseProblems(problems, advice);
}

/** Sends a planned change once. Throws {@link Problem} if the post was certainly not changed. */
export async function sendChange(
	client: PostizClient,
	{ planner, uploads }: { planner: Planner; uploads: Uploads },
	{ plan, change }: Pick<SentChange, 'plan' | 'change'>,
): Promise<SentChange> {
	const references = await uploads.references(filesOfPost(plan.merged.post));
	const item = withIds(toPostItem(plan.merged.post, references), plan);
	const written = await writePost(client, plan, item).finally(() => planner.forget());
	return { plan, item, change, written };
}

/** The post as it is sent, its parts with the IDs that they have already. */
function withIds(item: PostItem, { merged: { ids } }: Plan): PostItem {
	const value = item.value.map((part, index) => ({
		...(ids[index] === undefined ? {} : { id: ids[index] }),
		...part,
	}));
	return { ...item, value };
}

/**
 * Reads the post again, to see whether it is what was written. Throws {@link Problem} if it is not, or
 * if that cannot be seen.
 */
export async function settle(
	planner: Planner,
	{ plan: { before, merged }, item, written }: SentChange,
): Promise<WholePost> {
	const after = await planner.read(before.listed.id).catch((error: unknown) => {
		const problem = caughtProblem(error);
		throw written.problem ?? unseen(problem);
	});
	const isDraft = merged.type === 'draft';
	const differences = findDifferences(item, { ...merged, isDraft }, after);
	// With each change a post gets another group.
	const isChanged = after.listed.group !== before.listed.group;
	const isSeen = isChanged || (after.parts.length > 0 && differences.length === 0);
	if (written.problem && written.isUnclear && !isSeen) throw written.problem;
	if (differences.length === 0) return after;
	if (written.problem && !written.isUnclear) throw written.problem;
	throw new Problem(
		`Postiz didn't save all changes: ${differences.join(', ')}`,
		'The rest was changed. Check the post with Post > Get.',
	);
}

function unseen({ message, httpCode }: Problem): Problem {
	return new Problem(
		`The post was changed, but could not be read again: ${message}`,
		'Check the post with Post > Get.',
		{ httpCode },
	);
}
