import {
	boolean,
	described,
	equals,
	filled,
	group,
	isBoolean,
	isDefined,
	isIn,
	isString,
	isUrl,
	list,
	minElements,
	minLength,
	optional,
	string,
	when,
	type Field,
	type Fields,
} from '../schema.cjs';
import { address, isLink, mentionsPost, words, type OwnProvider } from './types.cjs';

/** The service's word for one place of several that a post goes to. */
const places = (fields: Fields): Field => list({ value: group(fields, isDefined) }, minElements(1));
const title = string(isDefined, minLength(2), isString);
const channelOnly = { channel: described('From channels', filled) };

/** Whether a subreddit of a post is to get one of these kinds. */
const hasKind =
	(...kinds: string[]) =>
	({ subreddit }: { subreddit?: unknown }) =>
		Array.isArray(subreddit) &&
		subreddit.some(({ value }: { value?: { type?: string } }) => kinds.includes(value?.type ?? ''));
/** Taken as any text of two letters is; only for `media` a file is brought to Reddit. */
const isOldKind = hasKind('image', 'video', 'videogif');

/** Networks of groups, boards and rooms. */
export const communities: Record<string, OwnProvider> = {
	reddit: {
		settings: {
			subreddit: places({
				subreddit: described('As /r/name', title),
				title,
				type: described('self, link or media', title),
				url: when(
					({ type, url }) => type === 'link' && Boolean(url) && !mentionsPost(url),
					string(isLink, isDefined, isUrl),
				),
				is_flair_required: boolean(isDefined, isBoolean),
				flair: when(
					equals('is_flair_required', true),
					group({ id: string(isDefined, isString), name: string(isDefined, isString) }, isDefined),
				),
			}),
		},
		dropsFiles: hasKind('self', 'link'),
		failsWith: (settings) =>
			isOldKind(settings) ? 'Reddit could not find the media of this post' : undefined,
	},
	lemmy: {
		settings: {
			subreddit: places({
				subreddit: title,
				id: string(isDefined, isString),
				title,
				url: address,
			}),
		},
		needsServerAddress: true,
	},
	discord: { settings: channelOnly },
	slack: { settings: channelOnly },
	skool: {
		settings: {
			group: described('From groups', filled),
			label: described('From label, of the group', filled),
			title: described('The headline', filled),
		},
	},
	whop: {
		settings: {
			company: described('From companies', filled),
			experience: described('From experiences, of the company', filled),
			title: words,
		},
	},
	mewe: {
		settings: {
			postType: described('Where it is posted', string(isIn('timeline', 'group'))),
			group: described('From groups', optional(string(isString, minLength(1)))),
		},
	},
	moltbook: {
		settings: { submolt: filled },
		hidesSettings: true,
	},
};
