import { visibleText, withoutLinks } from '../../text/visibleText';
import type { PostizClient } from '../../transport/client';
import { listPosts } from '../../transport/posts';
import type { ListedPost } from '../../transport/types';
import { DAY_MS, serviceTime, showDate, utcDate } from '../../values/date';
import { Problem, quote } from '../../values/problem';
import { stateWord } from '../../values/state';
import type { PlannedItem, PlannedPost, SamePost } from '../types';

interface KnownPost {
	shown: SamePost;
	channelId: string | undefined;
	text: string;
	/** In ms. */
	time: number;
	hasShortLinks: boolean;
}

/** Finds planned posts whose text, if any, is there already (docs/api.md, Listing posts). */
export class SamePosts {
	private readonly planned: KnownPost[] = [];
	private listed?: Promise<KnownPost[]>;

	/** `now` is the moment of the execution, in ms; a {@link Problem} shows dates in `timezone`. */
	constructor(
		private readonly client: PostizClient,
		private readonly items: PlannedItem[],
		private readonly moment: { now: number; timezone: string },
	) {}

	/** The item, marked if it asks for that; `own` are IDs created for it. Throws {@link Problem}. */
	async mark(item: PlannedItem, itemIndex: number, own: Set<string>): Promise<PlannedItem> {
		const { action, days } = item.ifSame;
		if (action === 'post') return item;
		const there = await (this.listed ??= this.list());
		const posts = item.posts.map((post): PlannedPost => {
			const known = this.toKnown(post, item, itemIndex);
			const sameAs = [...there, ...this.planned].find(
				(other) => !own.has(other.shown.postId ?? '') && isSame(known, other, days),
			);
			if (!sameAs) {
				if (known.text !== '') this.planned.push(known);
				return post;
			}
			const { shown } = sameAs;
			if (action === 'fail') throw alreadyThere(post.target.label, shown, this.moment.timezone);
			return { ...post, sameAs: shown };
		});
		return { ...item, posts };
	}

	private async list(): Promise<KnownPost[]> {
		const reaching = this.items.filter(({ ifSame }) => ifSame.action !== 'post');
		const reach = reaching.flatMap((item) => {
			const reachMs = item.ifSame.days * DAY_MS;
			return [this.timeOf(item) - reachMs, this.timeOf(item) + reachMs];
		});
		const window = { start: Math.min(...reach), end: Math.max(...reach) };
		const posts = await listPosts(this.client, window);
		// Those that failed are no reason not to try again.
		return posts.filter(({ state }) => state !== 'ERROR').map(toListed);
	}

	private timeOf({ fields: { type, date } }: PlannedItem): number {
		return type === 'nextSlot' || type === 'now' ? this.moment.now : Date.parse(date);
	}

	private toKnown(post: PlannedPost, item: PlannedItem, itemIndex: number): KnownPost {
		const time = this.timeOf(item);
		return {
			shown: { postId: null, state: null, date: new Date(time).toISOString(), itemIndex },
			channelId: post.target.id,
			text: comparableText(post.parts[0]?.content ?? ''),
			time,
			hasShortLinks: item.fields.shortLink,
		};
	}
}

const toListed = (post: ListedPost): KnownPost => ({
	shown: { postId: post.id, state: stateWord(post.state), date: utcDate(post.publishDate) ?? null },
	channelId: post.integration?.id,
	text: comparableText(post.content ?? ''),
	time: serviceTime(post.publishDate || post.actualDate),
	hasShortLinks: false,
});

function isSame(post: KnownPost, other: KnownPost, days: number): boolean {
	return (
		post.text !== '' &&
		post.channelId === other.channelId &&
		Math.abs(post.time - other.time) <= days * DAY_MS &&
		(post.text === other.text ||
			(post.hasShortLinks && withoutLinks(post.text) === withoutLinks(other.text)))
	);
}

const comparableText = (content: string) => visibleText(content).replace(/\s+/g, ' ').trim();

function alreadyThere(label: string, { postId, date, itemIndex }: SamePost, timezone: string) {
	const where = postId === null ? `[item ${itemIndex}] of this run` : `the post ${quote(postId)}`;
	const when = date ? `, dated ${showDate(date, timezone)}` : '';
	return new Problem(
		`${label}: the same text already exists: ${where} has it${when}`,
		'Nothing was sent for this item. Change the text, or choose Skip or Post Again under If the Same Post Exists.',
	);
}
