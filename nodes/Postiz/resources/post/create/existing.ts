import type { IDataObject } from 'n8n-workflow';

import { unknownPost } from '../../../calendar/find';
import type { CalendarPost } from '../../../calendar/post';
import { changedRow } from '../../../calendar/row';
import { labelOf } from '../../../channels/nearestChannels';
import type { MakeChange } from '../../../publishing/change/changer';
import type { PlannedItem, PlannedPost, WrittenItem } from '../../../publishing/types';
import { getOrMake } from '../../../values/getOrMake';
import { count, wasOrWere } from '../../../values/words';
import { caughtProblem, Problem, quote } from '../../../values/problem';
import { isEmpty } from '../../../values/read';
import type { ItemValue } from '../../shared/operation';
import { addChangeHints, changePost } from '../shared/changes';
import { leftOutRow } from './outcome';
import { rowChange } from './rowChange';
import type { CreateRun } from './run';

/** The existing posts of an item, by channel ID. */
export type Existing = ReadonlyMap<string, CalendarPost>;

const IF_GONE =
	'It may have been deleted. Empty the Post ID to create the post anew, or correct it: the output has the IDs as “postIds”.';

/** An item, with the existing posts that it names. */
export interface FoundItem {
	item: WrittenItem;
	existing?: Existing;
}

/** An item, with only the posts that it changes, and with only those that it creates. */
interface DividedItem {
	changing?: PlannedItem;
	creating?: PlannedItem;
}

/** Changes existing posts into what the form says. Sends nothing for posts that already match. */
export class ExistingPosts {
	/** By item index. */
	private readonly existing = new Map<number, Existing>();
	/** The indexes of items that change posts and create others. */
	private readonly growing = new Set<number>();

	constructor(private readonly run: CreateRun) {}

	/** Filters out items that an earlier try has finished, and outputs their rows. */
	withoutDone<T>(items: Array<ItemValue<T>>): Array<ItemValue<T>> {
		const { results, memory } = this.run;
		return items.filter(({ itemIndex }) => {
			const rows = memory.done.get(itemIndex);
			if (rows) results.addRows(rows, itemIndex);
			return !rows;
		});
	}

	/** Fetches the existing posts that the items name. */
	async read(items: Array<ItemValue<WrittenItem>>): Promise<Array<ItemValue<FoundItem>>> {
		const { runner, results, changer } = this.run;
		const ids = items.flatMap(({ value }) => value.postIds ?? []);
		await changer.posts.prepare(ids, { toFetch: true, withReleaseIds: false });
		return await runner.inTurn(items, async (item, itemIndex) => {
			if (!item.postIds) return { item };
			results.noteExisting(itemIndex, item.postIds);
			const { existing, gone } = await this.readAll(item.postIds);
			this.existing.set(itemIndex, existing);
			if (gone === undefined) this.noteIds(itemIndex);
			return {
				item: gone === undefined ? item : { ...item, goneProblem: unknownPost(gone, IF_GONE) },
				existing,
			};
		});
	}

	/** The posts with these IDs, and the first ID that is gone. */
	private async readAll(ids: string[]): Promise<{ existing: Existing; gone?: string }> {
		const existing = new Map<string, CalendarPost>();
		let gone: string | undefined;
		for (const id of ids) {
			const post = await this.run.changer.readIfThere(id);
			if (!post) gone ??= id;
			if (!post) continue;
			const { id: channelId = '' } = post.integration ?? {};
			const other = existing.get(channelId);
			if (other) {
				throw new Problem(
					`The posts ${quote(other.id)} and ${quote(id)} are both on ${labelOfPost(post)}`,
					'Enter one post ID for each channel.',
				);
			}
			existing.set(channelId, post);
		}
		return { existing, gone };
	}

	/** Posts may have other IDs than those in the row. */
	private noteIds(itemIndex: number): void {
		const own = [...this.existing.get(itemIndex)!.values()];
		this.run.results.noteExisting(
			itemIndex,
			own.map(({ id }) => id),
		);
	}

	/** Filters out items that name a post that is gone, unless it was found among the `decided` ones. */
	withoutGone(
		changing: Array<ItemValue<PlannedItem>>,
		decided: Array<ItemValue<PlannedItem>>,
	): Array<ItemValue<PlannedItem>> {
		const found = decided
			.filter(({ value }) => value.goneProblem)
			.map(({ itemIndex }) => itemIndex);
		for (const itemIndex of found) this.noteIds(itemIndex);
		return changing.filter(
			({ itemIndex, value }) => !value.goneProblem || found.includes(itemIndex),
		);
	}

	/** Divides items into those that change posts, with the differences, and those that create posts. */
	async compare(items: Array<ItemValue<PlannedItem>>) {
		const { runner } = this.run;
		const divided = await runner.inTurn(
			items,
			async (item, itemIndex) => await this.divide(item, itemIndex),
		);
		const owners = this.ownersOf(only('changing', divided));
		const owned = await runner.inTurn(divided, (item, itemIndex) => {
			for (const { id } of item.changing ? changesIn(item.changing) : []) {
				refuseOwned(id, owners.get(id)!, itemIndex);
			}
			return item;
		});
		return { changing: only('changing', owned), creating: only('creating', owned) };
	}

	private async divide(item: PlannedItem, itemIndex: number): Promise<DividedItem> {
		const existing = this.existing.get(itemIndex);
		if (!existing) return { creating: item };
		refuseOtherChannels(item, existing);
		const there = item.posts.filter(({ target }) => existing.has(target.id));
		const added = item.posts.filter((post) => !there.includes(post));
		// A post that is gone may have another ID now: its key tells.
		if (item.goneProblem && (added.length === 0 || item.postsAgain)) throw item.goneProblem;
		const posts: PlannedPost[] = [];
		for (const post of there) posts.push(await this.comparePost(post, item, itemIndex));
		if (added.length > 0) this.growing.add(itemIndex);
		return {
			...(posts.length > 0 && { changing: { ...item, posts } }),
			...(added.length > 0 && { creating: { ...item, posts: added } }),
		};
	}

	/**
	 * The items that decide about posts: of several with one post, such as a copied row, the one for which it stays as it
	 * is, or else the first.
	 */
	private ownersOf(changing: Array<ItemValue<PlannedItem>>): Map<string, number> {
		const owners = new Map<string, number>();
		for (const [itemIndex, rows] of this.run.memory.done) {
			for (const { postId } of rows) getOrMake(owners, String(postId), () => itemIndex);
		}
		for (const actionsIn of [staysIn, changesIn]) {
			for (const { itemIndex, value } of changing) {
				for (const { id } of actionsIn(value)) getOrMake(owners, id, () => itemIndex);
			}
		}
		return owners;
	}

	private async comparePost(
		post: PlannedPost,
		item: PlannedItem,
		itemIndex: number,
	): Promise<PlannedPost> {
		if (post.action) return post;
		const there = this.existing.get(itemIndex)!.get(post.target.id)!;
		const { id } = there;
		const plan = await this.run.changer.plan(there, this.changeFor(post, item));
		return { ...plan.post, action: { kind: 'change', id, changed: plan.changed } };
	}

	/** Sends the differences, and outputs all posts. */
	async change(items: Array<ItemValue<PlannedItem>>): Promise<void> {
		const { runner, results, changer, memory } = this.run;
		// They were fetched a while ago.
		changer.posts.forget();
		await runner.inTurn(items, async (item, itemIndex) => {
			const rows: IDataObject[] = [];
			for (const post of item.posts) {
				const { action } = post;
				const there = this.existing.get(itemIndex)!.get(post.target.id)!;
				const { id } = there;
				if (action?.kind === 'leaveOut') rows.push(leftOutRow(post, action.why, id));
				else if (action?.kind === 'change' && action.changed.length > 0) {
					const change = changePost(this.run, `${itemIndex} ${id}`, id, this.changeFor(post, item));
					rows.push(await change.catch(afterOthers(rows.filter((row) => !isEmpty(row.changed)))));
				} else rows.push(changedRow(there, []));
			}
			const shown = rows.map(withoutLookUps);
			// In a later try, the changes of an item that also creates posts are no longer any.
			if (!this.growing.has(itemIndex)) memory.done.set(itemIndex, shown);
			results.addRows(shown, itemIndex);
		});
		addChangeHints(this.run);
	}

	private changeFor(post: PlannedPost, item: PlannedItem): MakeChange {
		const { uploads, slotFinder } = this.run;
		const findSlot = async () => await slotFinder.findOne(post.target);
		return async (before) => await rowChange(before, post, item, { uploads, findSlot });
	}
}

const only = (part: keyof DividedItem, items: Array<ItemValue<DividedItem>>) =>
	items.flatMap(({ itemIndex, value: { [part]: value } }) => (value ? [{ itemIndex, value }] : []));

const actionsOf = ({ posts }: PlannedItem) =>
	posts.flatMap(({ action }) => (action?.kind === 'change' ? [action] : []));

const changesIn = (item: PlannedItem) => actionsOf(item).filter(({ changed }) => !isEmpty(changed));
const staysIn = (item: PlannedItem) => actionsOf(item).filter(({ changed }) => isEmpty(changed));

/** Throws {@link Problem} if another item decides about the post. */
function refuseOwned(id: string, owner: number, itemIndex: number): void {
	if (owner === itemIndex) return;
	throw new Problem(
		`Item ${owner} has the post ${quote(id)}, too`,
		'One post cannot become two things. Give each item a post of its own, or none, to create one.',
	);
}

/** Throws {@link Problem} unless the posts and the channels of the item match one to one. */
function refuseOtherChannels({ posts, disabled }: PlannedItem, existing: Existing): void {
	const chosen = [...posts.map(({ target }) => target.id), ...disabled.map(({ id }) => id)];
	for (const [channelId, post] of existing) {
		if (chosen.includes(channelId)) continue;
		throw new Problem(
			`The post ${quote(post.id)} is on ${labelOfPost(post)}, which is not among the chosen channels`,
			'A post keeps its channel. To move it, delete the post and empty its Post ID: the new one is created then.',
		);
	}
}

const labelOfPost = ({ integration }: CalendarPost) =>
	labelOf({
		name: integration?.name ?? '',
		identifier: integration?.providerIdentifier ?? '',
	});

/** Without what could take many requests to look up. */
function withoutLookUps({ ...row }: IDataObject): IDataObject {
	delete row.releaseId;
	delete row.missing;
	return row;
}

/** Adds how many posts of the item were changed before the one that failed. */
const afterOthers =
	({ length }: IDataObject[]) =>
	(error: unknown): never => {
		const problem = caughtProblem(error);
		if (length === 0) throw problem;
		const description = `${problem.description} ${count(length, 'other post')} of the item ${wasOrWere(length)} changed.`;
		throw problem.with({ description });
	};
