import type { IDataObject } from 'n8n-workflow';

import { parseSettings } from '../../calendar/row';
import { comparableText, withoutLinks } from '../../text/visibleText';
import type { ListedPost } from '../../transport/types';
import { serviceTime, utcDate } from '../../values/date';
import { getOrMake } from '../../values/getOrMake';
import type { TimeSpan } from '../../values/spans';
import { stateWord } from '../../values/state';
import type { SamePost } from '../types';

/** A post in the calendar. A repeating post has an entry per occurrence. */
export interface Entry {
	id: string;
	/** Its {@link comparableText}. */
	text: string;
	/** In ms. */
	time: number;
	isDraft: boolean;
	/** From the list; empty if it has none. */
	settings: IDataObject;
	/** It is already matched with a post of this run. */
	isTaken: boolean;
	shown: SamePost & { postId: string };
}

/** Indexes the calendar by channel and text, so that lookups stay fast however many posts there are. */
export class CalendarIndex {
	/** Ordered by time. */
	private readonly byText = new Map<string, Entry[]>();

	/** Skips failed posts, which may be created again. */
	constructor(posts: ListedPost[]) {
		for (const post of posts) {
			const time = serviceTime(post.publishDate || post.actualDate);
			if (post.state === 'ERROR' || Number.isNaN(time)) continue;
			const text = comparableText(post.content ?? '');
			const entry: Entry = {
				id: post.id,
				text,
				time,
				isDraft: post.state === 'DRAFT',
				settings: parseSettings(post.settings) ?? {},
				isTaken: false,
				shown: {
					postId: post.id,
					state: stateWord(post.state),
					date: utcDate(post.publishDate || post.actualDate) ?? null,
				},
			};
			const channelId = post.integration?.id ?? '';
			this.bucket(channelId, text).push(entry);
			const rest = withoutLinks(text);
			if (rest !== text) this.bucket(channelId, rest, true).push(entry);
		}
		for (const bucket of this.byText.values()) bucket.sort((a, b) => a.time - b.time);
	}

	/** The entries of a channel with this text in a time span; with `isShortened`, links may differ. */
	*find(channelId: string, text: string, span: TimeSpan, isShortened: boolean): Generator<Entry> {
		yield* within(this.bucket(channelId, text), span);
		if (isShortened) yield* within(this.bucket(channelId, withoutLinks(text), true), span);
	}

	private bucket(channelId: string, text: string, isRest = false): Entry[] {
		const key = JSON.stringify([channelId, text, isRest]);
		return getOrMake(this.byText, key, (): Entry[] => []);
	}
}

/** The entries that aren't taken yet, earliest first. */
function* within(entries: Entry[], { start, end }: TimeSpan): Generator<Entry> {
	for (const entry of entries) {
		if (!entry.isTaken && entry.time >= start && entry.time <= end) yield entry;
	}
}
