import type { IDataObject } from 'n8n-workflow';

import { findDifferences, findMissingLabels } from '../../../calendar/compare';
import { toPlannedPost } from '../../../calendar/planned';
import { toDetails, type WholePost } from '../../../calendar/whole';
import { Uploads } from '../../../media/uploads';
import { checkPost, refuseProblems } from '../../../publishing/check/checkPost';
import { filesOfPost, toPostItem } from '../../../publishing/payload';
import { openFiles } from '../../../publishing/plan/plan';
import { sharedByTries } from '../../../transport/tries';
import type { PostItem } from '../../../transport/types';
import { caughtProblem, Problem } from '../../../values/problem';
import { Queue } from '../../../values/queue';
import { quote } from '../../../values/quote';
import { continuesOnError } from '../../shared/continuesOnError';
import { readId } from '../../shared/ids';
import { forEachItemOnce } from '../../shared/itemRun';
import type { Operation } from '../../shared/types';
import { addMissingTagsHint } from '../shared/missingTags';
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
		const uploads = new Uploads(context, client, {
			takes: 'postMedia',
			continuesOnError: continuesOnError(context),
		});
		const planner = new Planner(client, uploads);
		const unclear = unclearChanges(context);
		const output = await forEachItemOnce(context, async (itemIndex) => {
			const id = readId(context, itemIndex, 'postId', 'Post');
			const written = readChange(context, itemIndex);
			const earlier = unclear.get(itemIndex);
			if (earlier) {
				const after = await settle(planner, earlier);
				unclear.delete(itemIndex);
				return [describeChange(earlier, after)];
			}
			if ([...unclear.values()].some(({ plan }) => plan.before.listed.id === id)) {
				throw new Problem(
					`The post ${quote(id)} was not changed again`,
					'It is not known what became of it in an earlier item: see what is said there.',
				);
			}
			const change = completeChange(written, await planner.networkOf(id));
			const opened = await openFiles([filesOfChange(change)], uploads);
			// A mistake must not cost an upload.
			if (opened.size > 0) check(await planner.plan(id, change, opened), change);
			await uploads.references(opened.values());
			return await oneAtATime(id, async () => {
				// The uploads took their time: the post may have changed or gone out meanwhile.
				const plan = await planner.plan(id, change, opened);
				check(plan, change);
				const references = await uploads.references(filesOfPost(plan.merged.post));
				const item = withIds(toPostItem(plan.merged.post, references), plan);
				const sent: SentChange = {
					plan,
					item,
					change,
					written: await writePost(client, plan, item).finally(() => planner.forget()),
				};
				if (sent.written.isUnclear) unclear.set(itemIndex, sent);
				const after = await settle(planner, sent);
				unclear.delete(itemIndex);
				return [describeChange(sent, after)];
			});
		});
		const missing = output.flatMap(({ json }) => (json.missingTags ?? []) as string[]);
		addMissingTagsHint(context, missing);
		return output;
	},
};

/** A change that was sent, and what the answer says of it. */
interface SentChange {
	plan: Plan;
	item: PostItem;
	change: PostChange;
	written: Written;
}

/** Changes of which it is not known whether they were made, by the index of the item. */
const unclearChanges = sharedByTries(() => new Map<number, SentChange>());

function describeChange({ plan, change }: SentChange, after: WholePost): IDataObject {
	const missing = findMissingLabels(plan.merged, after);
	return {
		...toDetails(after),
		changed: changedFields(change),
		...(missing.length > 0 && { missingTags: missing }),
	};
}

function filesOfChange({ media = [], thread = [], settings }: PostChange) {
	return {
		parts: [{ text: '', files: media }, ...thread],
		settingFiles: settings?.settingFiles ?? {},
	};
}

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

/** Throws {@link Problem} for what the service would refuse. */
function check({ before, merged: { post, type } }: Plan, { thread = [] }: PostChange): void {
	const { label, provider } = post.target;
	const isDraft = type === 'draft';
	if (!isDraft && provider?.ignoresThreads && thread.length > 0) {
		throw new Problem(
			`${label}: ${provider.displayName} publishes no threads, so that the parts would be lost`,
			'Nothing was changed. Add what they say to Text instead.',
		);
	}
	// What the post has already is no reason to refuse another change.
	const known = checkPost(toPlannedPost(before), { isDraft }).map(({ message }) => message);
	const problems = checkPost(post, { isDraft }).filter(({ message }) => !known.includes(message));
	refuseProblems(problems, 'Nothing was changed.');
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
async function settle(
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
	const keys = Object.keys(change).filter((key) => key !== 'format');
	const settingKeys = Object.keys({ ...settings?.settings, ...settings?.settingFiles });
	return [...keys, ...settingKeys.map((key) => `settings.${key}`)];
}
