import type { IDataObject } from 'n8n-workflow';

import { parseSettings } from '../../calendar/row';
import { comparableText, withoutLinks } from '../../text/visibleText';
import type { ListedPost } from '../../transport/types';
import { serviceTime, utcDate } from '../../values/date';
import { getOrMake } from '../../values/getOrMake';
import type { TimeSpan } from '../../values/spans';
import { stateWord } from '../../values/state';
import type { SamePost } from '../types';

/** A post of the calendar; a repeating one may have more entries, one for each occurrence. */
export interface Entry {
	id: string;
	/** Its {@link comparableText}. */
	text: string;
	/** In ms. */
	time: number;
	isDraft: boolean;
	/** As the list has them; empty if it has none. */
	settings: IDataObject;
	/** It already counts as a post of this run. */
	isTaken: boolean;
	shown: SamePost & { postId: string };
}

/** Posts of the calendar by channel and text, so that looking for one does not grow with their number. */
export class CalendarIndex {
	/** Entries ordered by time. */
	private readonly byText = new Map<string, Entry[]>();

	/** Posts that failed are not among them: they are no reason not to try again. */
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

	/** The entries of a channel with this text in a span; `isShortened`: or with other links. */
	*find(channelId: string, text: string, span: TimeSpan, isShortened: boolean): Generator<Entry> {
		yield* within(this.bucket(channelId, text), span);
		if (isShortened) yield* within(this.bucket(channelId, withoutLinks(text), true), span);
	}

	private bucket(channelId: string, text: string, isRest = false): Entry[] {
		const key = JSON.stringify([channelId, text, isRest]);
		return getOrMake(this.byText, key, (): Entry[] => []);
	}
}

/** The entries that are still free, the earliest first. */
function* within(entries: Entry[], { start, end }: TimeSpan): Generator<Entry> {
	for (const entry of entries) {
		if (!entry.isTaken && entry.time >= start && entry.time <= end) yield entry;
	}
}
