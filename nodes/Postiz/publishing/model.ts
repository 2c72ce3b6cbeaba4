import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import type { CalendarPost } from '../calendar/calendarPost';
import type { Target } from '../channels/targets';
import type { FileSource } from '../media/fileSource';
import type { MediaFile } from '../media/mediaFile';
import type { ContentFormat, TextInput } from '../text/content';
import type { ListedPost, SharedFields } from '../transport/apiTypes';
import type { KeyPart, PostKey, StoredKey } from '../common/postKey';
import type { Problem } from '../common/problem';

/** What may be said of a post before it is sent. */
export interface Issue {
	level: 'error' | 'note';
	/** An error that Skip Validation passes. */
	mayPass?: boolean;
	field: string;
	message: string;
	remedy?: string;
	/** What only a person can do in the node. */
	forPerson?: string;
	/** Only the network refuses it, when the post is due. */
	failsWhenDue?: boolean;
	/** Of the whole item rather than of one channel. */
	isOfItem?: boolean;
}

/** True for what keeps a post from being sent. */
export const isError = ({ level }: Issue): boolean => level === 'error';

/** What a row says: an input item as entered. Nothing of it has been looked up, opened or sent. */
export interface Item {
	index: number;
	input: FormInput | PostInput[];
	/** What tells the row apart for good, in Create or Update. */
	rowId?: string;
	/** At the next free slot, each channel has a date of its own. */
	shared: Omit<SharedFields, 'type'> & { type: SharedFields['type'] | 'nextSlot' };
	/** Each run gives it the same date: it doesn't come from the clock or a free slot. */
	isDated: boolean;
	/** Posts are changed into what their networks take, where that is possible. */
	adapts: boolean;
	/** Channels whose networks can't take the post get none, if others get it. */
	skipsUnfit: boolean;
	allowsPast: boolean;
	skipsValidation: boolean;
	/** Its posts are created even if they exist. */
	ignoresExisting: boolean;
	/** What is wrong with its date. A past one only matters for what isn't there yet. */
	dateProblem?: Problem;
	pastProblem?: Problem;
	/** What is to be said of its date. */
	dateNote?: string;
	/** Notes on what its expressions give. */
	notes: Issue[];
}

/** A part of a post, as entered. */
export interface PartInput {
	text: string;
	/** In minutes. */
	delay?: number;
	files: FileSource[];
}

/** A post for a channel, as entered in a form or in JSON. */
export interface PostInput {
	choice: { id: string; position: string };
	parts: PartInput[];
	format: ContentFormat;
	/** The settings in the form; empty without any, undefined in JSON. */
	form?: IDataObject;
	/** Settings to send as they are, besides those of the form. */
	json: IDataObject;
	/** Settings that name a file, by key. */
	settingFiles: Record<string, FileSource>;
}

/** An entry of Network Settings. */
export interface NetworkSettings {
	/** How errors name the entry. */
	label: string;
	/** The network's identifier in the API. */
	identifier: string;
	/** The channel it is limited to; empty for all channels of the network. */
	channelId: string;
	form: IDataObject;
	json: IDataObject;
	/** Replaces the text for all channels. */
	text: string;
	/** The files of the item, which settings may name. */
	binary: IBinaryKeyData;
}

/** A form before its channels are looked up. */
export interface FormInput extends Pick<PostInput, 'parts' | 'format'> {
	channels: string[][];
	/** The name or ID of the group to look for them in; empty for all channels. */
	group: string;
	networks: NetworkSettings[];
}

/** A part of a post, with its text rendered for the network. */
export interface Part {
	content: string;
	/** What the content was rendered from. */
	source?: TextInput;
	/** In minutes. */
	delay?: number;
	files: MediaFile[];
}

/** Where a post comes from: a form with or without Network Settings for its network, JSON, or the calendar. */
export type Origin = 'formWithSettings' | 'form' | 'json' | 'calendar';

/** What goes to one channel. Only its files may still have to be uploaded. */
export interface Content {
	origin: Origin;
	target: Target;
	parts: Part[];
	/** By API keys, without those in {@link settingFiles}. */
	settings: IDataObject;
	settingFiles: Record<string, MediaFile>;
	/** Keys of settings that the node doesn't know or, once it was asked, that the instance doesn't list. */
	unlisted?: string[];
	/** What is wrong with names in place of IDs, once they were looked up. */
	lookupIssues?: Issue[];
	/** It was adapted to its network; undefined if the form has no such option. */
	adapts?: boolean;
}

/** A post on one channel, as its row wants it. */
export interface DesiredPost extends Content {
	item: Item;
	/** Its index among the posts of its item. */
	position: number;
	key: PostKey;
	/** What it looks like in the calendar. */
	fingerprint: string;
	/** Its date, in ms. */
	time: number;
	/** What earlier tries of this run sent of it. */
	earlierAttempt?: SentAttempt;
}

/** What a run has sent of a post: under these IDs of its key, and the post if the service has answered. */
export interface SentAttempt {
	keyIds: string[];
	postId?: string;
	/** In UTC. */
	date?: string;
	isChange?: boolean;
	/** Another post, which it may replace. */
	possiblyReplaces?: ExistingPost;
}

/** A post that the calendar has. */
export interface ExistingPost {
	id: string;
	channelId: string;
	/** A failed post that is online counts as published. */
	state: string;
	/** It failed, and may be online. */
	mayBeOnline: boolean;
	/** Postiz has not given it up. */
	isStillTrying?: boolean;
	/** It failed, and is certainly not online; with the reason. */
	failedForGood: boolean;
	reason?: string;
	link?: string | null;
	/** Its date, in ms. */
	time: number;
	/** How long ago it was made, in ms by the service's clock. */
	age: number;
	/** Undefined if another client made it, or if it is unknown. */
	key?: StoredKey;
	/** Neither the list nor the preview shows its settings. */
	isKeyUnknown: boolean;
	/** A person made it in Postiz; false if that is unknown. */
	isByHand: boolean;
	content: string;
	fingerprint: string;
	/** How many files and parts it has; undefined if it can't be read. */
	files?: number;
	parts?: number;
	/** The addresses of its files. */
	paths: string[];
	isEdited: boolean;
}

/** True if a post in this state is still to be published, or may be. */
export const isPending = (state: string): boolean => state === 'QUEUE' || state === 'DRAFT';

/** Whether a post has the files of a row. */
export type FilesComparison = 'same' | 'other' | 'unknown';

/** What the calendar has, as far as the posts of a run may be among it. */
export interface Calendar {
	posts: ExistingPost[];
	/** How long ago a post without a date counts, in ms. */
	dedupeWindowMs: number;
	/** False if the instance drops keys, and only the look of a post tells. */
	keepsKeys: boolean;
	/** Undefined until they are compared. */
	compareFiles: (one: DesiredPost, post: ExistingPost) => FilesComparison | undefined;
	/** What the rounds of a loop wanted and created. */
	loopHistory: {
		/** True if it was something else under the same Row ID, as after a copied ID; a row that comes back says the same. */
		isUsedForOtherContent: (desired: DesiredPost) => boolean;
		/** True for a post of this row, or of one of another round. */
		isSentInLoop: (post: ExistingPost) => boolean;
		/** True for a post that this execution created before this round. */
		isCreatedInEarlierRound: (post: ExistingPost) => boolean;
	};
	/** In ms. */
	now: number;
}

/** What was read of the calendar for the posts of a run. */
export interface CalendarSnapshot extends Pick<Calendar, 'posts' | 'keepsKeys'> {
	listed: ListedPost[];
	/** How many posts may be a row's and weren't read, since there are too many. */
	unread: number;
	/** The IDs of channels with posts that are stuck. */
	stuck: ReadonlySet<string>;
}

/** Why a row is refused, though nothing is wrong with what it says. */
export type Rejection =
	| 'start'
	| 'unsure'
	| 'stillTrying'
	| 'files'
	| 'settings'
	| 'draft'
	| 'notDraft'
	| 'unknownFiles'
	| 'unclear'
	| 'twiceInRun'
	| 'published'
	| 'other'
	| 'unknownKey'
	| 'lostKey'
	| 'two'
	| 'approved'
	| 'alike';

/** The states that people can choose, with the service's own words. */
export const STATES_BY_TYPE = { draft: 'DRAFT', scheduled: 'QUEUE' } as const;
export type DesiredState = keyof typeof STATES_BY_TYPE;

/** What is to be done for a post, and why. */
export type Decision =
	/** `failed`: the post that certainly failed before. */
	| { action: 'create'; possiblyReplaces?: ExistingPost; failed?: ExistingPost }
	/** Its row says something else in these parts. */
	| { action: 'update'; post: ExistingPost; changed: KeyPart[] }
	/**
	 * `isOut`: the row says something else now that its post is out. `isToLink`: Create made the post, and its key doesn't
	 * name its row yet.
	 */
	| {
			action: 'keep';
			post: ExistingPost;
			isPublished?: boolean;
			isToLink?: boolean;
			duplicates?: ExistingPost[];
	  }
	/** This run made it. */
	| ({ action: 'alreadySent'; postId: string; post?: ExistingPost } & Pick<
			SentAttempt,
			'date' | 'isChange' | 'possiblyReplaces'
	  >)
	/** Another row says the same; its fate is theirs. */
	| { action: 'duplicate'; duplicateOf: DesiredPost }
	/** Its channel gets none; why, in sentences. */
	| { action: 'skip'; reason: string }
	/** `post` or `others` are in the way, or the items of these `rows`. */
	| {
			action: 'reject';
			rejection: Rejection;
			post?: ExistingPost;
			others?: ExistingPost[];
			rows?: number[];
	  };

export type PlannedPost = Decision & {
	desired: DesiredPost;
	/** Errors and notes, filled in by judge. */
	issues: Issue[];
};

/** The post that is there, or in the way. */
export const getExistingPost = (decision: Decision): ExistingPost | undefined =>
	'post' in decision ? decision.post : undefined;

/** Another post, which the new one may replace. */
export const getReplacedPost = (decision: Decision): ExistingPost | undefined =>
	'possiblyReplaces' in decision ? decision.possiblyReplaces : undefined;

/** True if the post is to be sent. */
export const isToSend = ({ action }: PlannedPost): boolean =>
	action === 'create' || action === 'update';

/** What became of a post. Nothing else says so. */
export type Outcome =
	'created' | 'updated' | 'unchanged' | 'skipped' | 'rejected' | 'notSent' | 'unknown';

export interface PostResult {
	planned: PlannedPost;
	outcome: Outcome;
	postId?: string;
	/** In UTC; undefined if it stays as it is. */
	date?: string;
	/** Why it was refused, not sent, or is unclear. */
	problem?: Problem;
	/** What has changed, such as `text` or `settings.title`, and the post as it is now. */
	changed?: string[];
	after?: CalendarPost;
	/** Labels that Postiz doesn't have. */
	missingTags?: string[];
	/** Seconds until the hourly limit is reset. */
	retryAfter?: number;
}
