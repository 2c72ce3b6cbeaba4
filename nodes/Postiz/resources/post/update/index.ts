import { checkPost, summarize } from '../../../channels/checkPost';
import { toPreview, Uploads, type CheckedFile } from '../../../media/uploads';
import { toDetails, type WholePost } from '../../../calendar/whole';
import type { ImageRef, PostItem } from '../../../transport/types';
import { caughtProblem, Problem } from '../../../values/problem';
import { Queue } from '../../../values/queue';
import { quote } from '../../../values/quote';
import { continuesOnError } from '../../shared/continuesOnError';
import { readId } from '../../shared/ids';
import { forEachItem } from '../../shared/itemRun';
import type { Operation } from '../../shared/types';
import { hasSizeRule, toPostItem } from '../create/drafts';
import { addMissingTagsHint } from '../create/tags';
import { toWholeDraft } from '../wholeDraft';
import { findDifferences, findMissingLabels } from './compare';
import { updateFields } from './fields';
import { Planner, type Plan } from './plan';
import { completeChange, readChange } from './read';
import type { PostChange } from './types';
import { writePost, type Written } from './write';

/** Post: Update (docs/api.md, Changing a post). */
export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update a post',
		description:
			'Change the date, text, files, thread, tags, repetition or settings of a post that is not out yet, by post ID (from Post > Create or Post > Get Many). What is not given stays exactly as it is. A failed post is tried again at its new date.',
	},
	properties: updateFields,
	execute: async (context, client) => {
		const planner = new Planner(client);
		const uploads = new Uploads(context, client, {
			takes: 'postMedia',
			continuesOnError: continuesOnError(context),
		});
		const unclear = new Set<string>();
		const missingTags: string[] = [];
		const output = await forEachItem(context, async (itemIndex) => {
			const id = readId(context, itemIndex, 'postId', 'Post');
			const written = readChange(context, itemIndex);
			if (unclear.has(id)) {
				throw new Problem(
					`The post ${quote(id)} was not changed again`,
					'It is not known what became of it in an earlier item: see what is said there.',
				);
			}
			const change = completeChange(written, await planner.networkOf(id));
			const files = await uploads.checkAll(change.files);
			// A mistake must not cost an upload.
			if (files.length > 0)
				await checkBefore(await planner.plan(id, change), change, files, uploads);
			const references = await uploads.references(files);
			return await oneAtATime(id, async () => {
				// The uploads took their time: the post may have changed or gone out meanwhile.
				const plan = await planner.plan(id, change);
				const item = check(plan, change, references);
				const answer = await writePost(client, plan, item).finally(() => planner.forget());
				if (answer.isUnclear) unclear.add(id);
				const after = await settle(planner, { plan, item, written: answer });
				unclear.delete(id);
				const missing = findMissingLabels(plan.merged, after);
				missingTags.push(...missing);
				return [
					{
						...toDetails(after),
						changed: changedFields(change),
						...(missing.length > 0 && { missingTags: missing }),
					},
				];
			});
		});
		addMissingTagsHint(context, missingTags);
		return output;
	},
};

const changes = new Map<string, Queue>();

/** Does this when no other change of the post is under way in this process. */
async function oneAtATime<T>(id: string, work: () => Promise<T>): Promise<T> {
	const queue = changes.get(id) ?? new Queue(1);
	changes.set(id, queue);
	try {
		return await queue.run(work);
	} finally {
		if (queue.isIdle) changes.delete(id);
	}
}

async function checkBefore(
	plan: Plan,
	change: PostChange,
	files: CheckedFile[],
	uploads: Uploads,
): Promise<void> {
	const measured = hasSizeRule(plan.merged.draft) ? await uploads.measureAll(files) : files;
	check(plan, change, measured.map(toPreview));
}

/** The post as it is sent. Throws {@link Problem} for what the service would refuse. */
function check(
	{ before, merged: { draft, ids, type } }: Plan,
	{ thread }: PostChange,
	references: ImageRef[],
): PostItem {
	const { target } = draft;
	const { provider } = target;
	if (type !== 'draft' && provider?.ignoresThreads && thread && thread.length > 0) {
		throw new Problem(
			`${target.label}: ${provider.displayName} publishes no threads, so that the parts would be lost`,
			'Nothing was changed. Add what they say to Text instead.',
		);
	}
	const item = toPostItem(draft, references);
	const problemsOf = (post: PostItem) =>
		checkPost(post, target, type === 'draft' ? 'draft' : 'schedule');
	// What the post has already is no reason to refuse another change.
	const known = problemsOf(toPostItem(toWholeDraft(before), [])).map(({ message }) => message);
	const problems = problemsOf(item).filter(({ message }) => !known.includes(message));
	if (problems.length > 0) throw Problem.from(summarize(problems, 'Nothing was changed.'));
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
async function settle(
	planner: Planner,
	{ plan: { before, merged }, item, written }: { plan: Plan; item: PostItem; written: Written },
): Promise<WholePost> {
	const after = await planner.read(before.row.id).catch((error: unknown) => {
		const problem = caughtProblem(error);
		throw written.problem ?? unseen(problem);
	});
	const differences = findDifferences(item, merged, after);
	// With each change a post gets another group.
	const isChanged = after.row.group !== before.row.group;
	const isSeen = isChanged || (after.parts.length > 0 && differences.length === 0);
	if (written.problem && written.isUnclear && !isSeen) throw written.problem;
	if (differences.length === 0) return after;
	if (written.problem && !written.isUnclear) throw written.problem;
	throw new Problem(
		`Postiz did not keep everything that was changed: ${differences.join(', ')}`,
		'The rest was changed. See with Post > Get what the post is now.',
	);
}

function unseen({ message, httpCode }: Problem): Problem {
	return new Problem(
		`The post was changed, but could not be read again: ${message}`,
		'See with Post > Get what the post is now.',
		{ httpCode },
	);
}

/** The names of what was to be changed; of settings, each with its key. */
function changedFields({ settings, ...change }: PostChange): string[] {
	const keys = Object.keys(change).filter((key) => key !== 'files' && key !== 'format');
	const settingKeys = Object.keys({ ...settings?.settings, ...settings?.settingFiles });
	return [...keys, ...settingKeys.map((key) => `settings.${key}`)];
}
