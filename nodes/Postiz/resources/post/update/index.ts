import { checkPost, summarize } from '../../../channels/checkPost';
import { toPreview, Uploads } from '../../../media/uploads';
import { PostFinder } from '../../../posts/find';
import { readWhole, toDetails } from '../../../posts/whole';
import type { ApiRequest, PostizClient } from '../../../transport/client';
import type { CreatedPost, ImageRef, PostItem, PostRow } from '../../../transport/types';
import { Problem, type Explanation } from '../../../values/problem';
import { quote } from '../../../values/quote';
import { continuesOnError } from '../../shared/continuesOnError';
import { readId } from '../../shared/ids';
import { forEachItem } from '../../shared/itemRun';
import type { Operation } from '../../shared/types';
import { hasSizeRule, toPostItem } from '../create/drafts';
import { ChannelLimits } from '../create/limits';
import { findDifferences } from './compare';
import { updateFields } from './fields';
import { mergePost, type MergedPost } from './merge';
import { readChange } from './read';
import type { PostChange } from './types';

/** IDs and groups must have been read a moment ago: others may have changed since. */
const MAX_AGE_MS = 15_000;

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
		const finder = new PostFinder(client);
		const limits = new ChannelLimits(client);
		const uploads = new Uploads(context, client, {
			takes: 'postMedia',
			continuesOnError: continuesOnError(context),
		});
		return await forEachItem(context, async (itemIndex) => {
			const id = readId(context, itemIndex, 'postId', 'Post');
			const change = readChange(context, itemIndex);
			const files = await uploads.checkAll(change.files);
			const plan = async (): Promise<Plan> => {
				const row = await finder.find(id, MAX_AGE_MS);
				const merged = mergePost(await readWhole(client, row), change, Date.now());
				const draft = merged.type === 'draft' ? merged.draft : await limits.apply(merged.draft);
				return { row, merged: { ...merged, draft }, group: groupToSend(row, merged, finder) };
			};

			const planned = await plan();
			const measured = hasSizeRule(planned.merged.draft) ? await uploads.measureAll(files) : files;
			check(planned.merged, measured.map(toPreview));
			const references = await uploads.references(files);
			// The upload took its time: the post may have changed or gone out meanwhile.
			const current = files.length > 0 ? await plan() : planned;
			const item = check(current.merged, references);

			const written = await writePost(client, current, item);
			finder.forget();
			const whole = await readWhole(client, await finder.find(id));
			refuseDifferences(findDifferences(item, current.merged, whole.parts), written);
			return [{ ...toDetails(whole), changed: changedFields(change) }];
		});
	},
};

interface Plan {
	row: PostRow;
	merged: MergedPost;
	/** Undefined if parts that are not written are to stay. */
	group?: string;
}

/**
 * The group of a post, with which parts that are not written are deleted; undefined if other posts
 * have the same one, as they would be deleted too.
 */
function groupToSend(row: PostRow, merged: MergedPost, finder: PostFinder): string | undefined {
	const group = finder.sharesGroup(row) ? undefined : row.group;
	if (group === undefined && merged.removesParts) {
		throw new Problem(
			`The thread of the post ${quote(row.id)} cannot be shortened`,
			'The post belongs to a group with posts on other channels, which Postiz would delete along with the parts. Change the thread in Postiz.',
		);
	}
	return group;
}

/** The post as it is to be sent. Throws {@link Problem} for what the service would refuse. */
function check({ draft, ids, type }: MergedPost, references: ImageRef[]): PostItem {
	const item = toPostItem(draft, references);
	const sentences = checkPost(item, draft.target, type === 'draft' ? 'draft' : 'schedule');
	if (sentences.length > 0) {
		const { message } = summarize(sentences);
		throw new Problem(message, `${sentences.join('. ')}. Nothing was changed.`);
	}
	const value = item.value.map((part, index) => ({
		...(ids[index] === undefined ? {} : { id: ids[index] }),
		...part,
	}));
	return { ...item, value };
}

/** What the service said to a change; undefined if its answer was lost. */
type Written = 'confirmed' | Problem;

async function writePost(
	client: PostizClient,
	{ row, merged, group }: Plan,
	item: PostItem,
): Promise<Written> {
	const { type, date, tags, inter, draft } = merged;
	const isDraftFirst = draft.target.provider?.onlyDrafts === true && type !== 'draft';
	const request: ApiRequest = {
		method: 'POST',
		path: '/posts',
		body: {
			type: isDraftFirst ? 'draft' : type,
			date,
			shortLink: false,
			tags,
			...(inter === undefined ? {} : { inter }),
			posts: [{ ...item, ...(group === undefined ? {} : { group }) }],
		},
	};
	const exchange = await client.exchange(request);
	if (exchange.kind === 'unknown') return unclear(exchange.explanation);
	if (exchange.kind === 'answer' && exchange.answer.status >= 500) {
		return unclear(client.explain(exchange, request));
	}
	const [answer] = client.bodyOf<CreatedPost[] | undefined>(exchange, request) ?? [];
	if (answer && answer.postId !== row.id) {
		throw new Problem(
			`Postiz made a new post, ${quote(answer.postId)}, instead of changing ${quote(row.id)}`,
			'The post may have been deleted a moment ago. Look into the calendar of Postiz, and delete the new post if you do not want it.',
		);
	}
	if (isDraftFirst && row.state === 'QUEUE') {
		await client.request({
			method: 'PUT',
			path: `/posts/${encodeURIComponent(row.id)}/status`,
			body: { status: 'schedule' },
		});
	}
	return 'confirmed';
}

function unclear({ message, httpCode }: Explanation): Problem {
	return new Problem(
		`It is not known whether Postiz changed the post: ${message}`,
		'See with Post > Get what the post is now before you run this again.',
		{ httpCode },
	);
}

/** Throws {@link Problem} if the service did not keep what was written. */
function refuseDifferences(differences: string[], written: Written): void {
	if (differences.length === 0) return;
	if (written !== 'confirmed') throw written;
	throw new Problem(
		`Postiz did not keep everything that was changed: ${differences.join(', ')}`,
		'The rest was changed. See with Post > Get what the post is now.',
	);
}

function changedFields(change: PostChange): string[] {
	return Object.keys(change).filter((key) => key !== 'files' && key !== 'format');
}
