import { comparableText } from '../../text/visibleText';
import { DAY_MS } from '../../values/date';
import { getOrMake } from '../../values/getOrMake';
import type { ItemOf, SameAction } from '../types';
import { isCreated, type Outcome, type ReadyPost } from './requests';

/** The posts of an input item, ready or not. */
export interface TwinItem<Post> {
	itemIndex: number;
	value: Pick<ItemOf<Post>, 'fields' | 'ifSame' | 'namesDate' | 'posts'>;
}

/** A post of this run and its outcome. */
interface Known<Post> {
	itemIndex: number;
	post: Post;
	/** In ms. */
	time: number;
	/** Undefined while it is being sent. */
	outcome?: Outcome;
}

/** A post that isn't sent because another post of this run has the same text. */
export interface Twin<Post> {
	itemIndex: number;
	post: Post;
	/** What its item says about such posts. */
	action: SameAction;
	of: Known<Post>;
}

/** What to do with posts next: send them, decide later, or don't send them. */
export interface Division<Item, Post> {
	go: Item[];
	wait: Item[];
	twins: Array<Twin<Post>>;
}

/** Posts of a run with the same text, for items that compare texts: each waits for the outcome of the first. */
export class Twins<Post extends Pick<ReadyPost, 'target'>> {
	private readonly known = new Map<string, Array<Known<Post>>>();

	/** `contentOf` returns the first text of a post; `startedAt` is the date of posts without one, in ms. */
	constructor(
		private readonly contentOf: (post: Post) => string,
		private readonly startedAt: number,
	) {}

	/** Divides the unsent items. With Fail, all posts of an item share the same fate. */
	divide<Item extends TwinItem<Post>>(items: Item[]): Division<Item, Post> {
		const division: Division<Item, Post> = { go: [], wait: [], twins: [] };
		for (const item of items) {
			const { itemIndex, value } = item;
			const found =
				value.ifSame.action === 'fail'
					? value.posts.flatMap((post) => this.firstLike(value, post) ?? [])
					: [];
			const go: Post[] = [];
			const wait: Post[] = [];
			for (const post of value.posts) {
				const of = this.firstLike(value, post);
				if (found.some(({ outcome }) => !outcome) || (of && !of.outcome)) wait.push(post);
				else if (of) division.twins.push({ itemIndex, post, of, action: value.ifSame.action });
				else if (found.length === 0) {
					go.push(post);
					this.add(item, post);
				}
			}
			const part = (posts: Post[]) => ({ ...item, value: { ...value, posts } });
			if (go.length > 0) division.go.push(part(go));
			if (wait.length > 0) division.wait.push(part(wait));
		}
		return division;
	}

	/** Records outcomes. Posts that weren't created are ignored. */
	note(outcomes: Outcome[]): void {
		const byPost = new Map<unknown, Outcome>(outcomes.map((outcome) => [outcome.post, outcome]));
		for (const [key, entries] of this.known) {
			const left = entries.filter((entry) => {
				entry.outcome ??= byPost.get(entry.post);
				const { outcome } = entry;
				return !outcome || isCreated(outcome) || outcome.reason === 'unknown';
			});
			this.known.set(key, left);
		}
	}

	/** The first post of this run with the same text at about the same time, if any. */
	firstLike(value: TwinItem<Post>['value'], post: Post): Known<Post> | undefined {
		const { action, days } = value.ifSame;
		const text = comparableText(this.contentOf(post));
		if ((action !== 'skip' && action !== 'fail') || text === '') return undefined;
		const time = this.timeOf(value);
		const entries = this.known.get(keyOf(post, text)) ?? [];
		return entries.find((other) => Math.abs(other.time - time) <= days * DAY_MS);
	}

	private add({ itemIndex, value }: TwinItem<Post>, post: Post): void {
		const key = keyOf(post, comparableText(this.contentOf(post)));
		const entries = getOrMake(this.known, key, (): Array<Known<Post>> => []);
		entries.push({ itemIndex, post, time: this.timeOf(value) });
	}

	private timeOf({ fields, namesDate }: TwinItem<Post>['value']): number {
		return namesDate ? Date.parse(fields.date) : this.startedAt;
	}
}

const keyOf = ({ target }: Pick<ReadyPost, 'target'>, text: string) =>
	JSON.stringify([target.id, text]);
