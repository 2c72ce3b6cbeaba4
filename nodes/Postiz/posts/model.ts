import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import type { CalendarPost } from '../calendar/calendarPost';
import type { ChannelChoice, Target } from '../channels/targets';
import type { KeyField, PostKey, StoredKey } from '../common/postKey';
import type { Problem } from '../common/problem';
import type { FileSource } from '../media/fileSource';
import type { MediaFile } from '../media/mediaFile';
import type { ContentFormat, TextInput } from '../text/content';
import type { ListedPost, RequestFields } from '../transport/apiTypes';

/** A problem of a post that is found before it is sent. */
export interface Issue {
	level: 'error' | 'note';
	/** Other accounts or releases may accept it: the error suggests Skip Validation. */
	mayPass?: boolean;
	field: string;
	message: string;
	remedy?: string;
	/** What only a person can do in the node. */
	forPerson?: string;
	/** Postiz accepts the post, but its network rejects it when it is due. */
	failsWhenDue?: boolean;
	/** It concerns the whole item, not one channel. */
	concernsItem?: boolean;
}

export const isError = ({ level }: Issue): boolean => level === 'error';

/** An input item as it was entered: nothing has been looked up, opened or sent yet. */
export interface Item {
	index: number;
	input: FormInput | PostInput[];
	/** The Row ID of Create or Update. */
	rowId?: string;
	/** With `nextSlot`, each channel has its own date. */
	requestFields: Omit<RequestFields, 'type'> & { type: RequestFields['type'] | 'nextSlot' };
	/** The date is entered, and so the same in each run: it is neither now nor a free slot. */
	hasFixedDate: boolean;
	/** Posts are adapted to the limits of their networks. */
	adapts: boolean;
	/** Channels that the post doesn't fit are skipped. */
	skipsUnfit: boolean;
	allowsPast: boolean;
	skipsValidation: boolean;
	/** Posts are created even if they exist. */
	ignoresExisting: boolean;
	/** Why the date can't be used: the item fails even if its posts exist. */
	dateProblem?: Problem;
	/** Set if the date has passed: the item only fails if it has a new post, or moves one to this date. */
	pastProblem?: Problem;
	/** A note on the date. */
	dateNote?: string;
	/** Notes on the values of expressions. */
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
	channel: ChannelChoice;
	parts: PartInput[];
	format: ContentFormat;
	/** The settings in the form; empty without any, undefined in JSON. */
	formSettings?: IDataObject;
	/** Settings to send unchanged, in addition to the form. */
	jsonSettings: IDataObject;
	/** Settings with a file, by key. */
	settingFiles: Record<string, FileSource>;
}

/** An entry of Network Settings. */
export interface NetworkSettings {
	/** How errors name the entry. */
	label: string;
	/** The network's identifier in the API. */
	identifier: string;
	/** The ID or name of the channel it is limited to; empty for all channels of the network. */
	onlyChannel: string;
	formSettings: IDataObject;
	jsonSettings: IDataObject;
	/** Replaces the text for all channels. */
	text: string;
	/** The binary data of the item, for settings with files. */
	binary: IBinaryKeyData;
}

/** A form before its channels are looked up. */
export interface FormInput extends Pick<PostInput, 'parts' | 'format'> {
	channels: string[][];
	/** Name or ID of the group that limits them; empty for no limit. */
	group: string;
	networkSettings: NetworkSettings[];
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

/** The content of a post for one channel. Its files may not be uploaded yet. */
export interface Content {
	origin: Origin;
	target: Target;
	parts: Part[];
	/** By API keys, without those in {@link settingFiles}. */
	settings: IDataObject;
	settingFiles: Record<string, MediaFile>;
	/** Keys of settings that the node doesn't know; the instance may know them. */
	unknownSettings?: string[];
	/** Issues of names that were looked up to get IDs. */
	nameIssues?: Issue[];
	/** Whether it was adapted to its network; undefined if the form has no such option. */
	adapts?: boolean;
}

/** The post that an item should have on a channel. */
export interface DesiredPost extends Content {
	item: Item;
	/** Its index among the posts of its item. */
	postIndex: number;
	key: PostKey;
	/** The first text, as the calendar shows it, to compare it with those of existing posts; it is never stored. */
	comparableText: string;
	/** Its date, in ms. */
	time: number;
	/** Set if this run has sent the post, in an earlier attempt or, for a lookup, just now. */
	sentRecord?: SentRecord;
}

/** What a run has sent of a post, in all its attempts. */
export interface SentRecord {
	/** The IDs of its keys, one for each request. */
	keyIds: string[];
	/** Undefined without a clear response. */
	postId?: string;
	/** In UTC. */
	date?: string;
	isUpdate?: boolean;
	/** The existing post that it may replace. */
	replaceCandidate?: ExistingPost;
}

/** A post in the calendar of Postiz. */
export interface ExistingPost {
	id: string;
	channelId: string;
	/** `PUBLISHED` includes a failed post that is online. */
	state: string;
	/** It failed, but may be online. */
	mayBeOnline: boolean;
	/** Postiz will try it again. */
	isStillTrying?: boolean;
	/** It failed, and is certainly not online. */
	failedForGood: boolean;
	/** Why it failed. */
	reason?: string;
	link?: string | null;
	/** Its date, in ms. */
	time: number;
	/** Time since it was created, in ms by the service's clock. */
	age: number;
	/** Undefined if another client created it, or if it can't be read. */
	key?: StoredKey;
	/** Neither the list nor the public data shows its settings, and so its key. */
	isKeyUnknown: boolean;
	/** A person created it in Postiz; false if unknown. */
	isByHand: boolean;
	content: string;
	comparableText: string;
	/** Undefined if its public data wasn't read, or is unreadable. */
	partCount?: number;
	fileCount?: number;
	/** The addresses of its files. */
	paths: string[];
	isEdited: boolean;
}

/** True if a post in this state may still be published. */
export const isPending = (state: string): boolean => state === 'QUEUE' || state === 'DRAFT';

/** Whether a post has the files of a row. */
export type FileMatch = 'same' | 'other' | 'unknown';

/** Compares files of rows and posts for the rules of matching. */
export interface FileComparer {
	/** The result of a comparison; if it isn't known yet, requests it, and returns `unknown` for the time being. */
	getOrRequest: (desired: DesiredPost, post: ExistingPost) => FileMatch;
}

/** The posts in the calendar that may match those of a run, and what else matching needs to know. */
export interface Calendar {
	posts: ExistingPost[];
	/** In Create or Update, each desired post has a Row ID. */
	isUpsert: boolean;
	/** Each run has the same post, such as a daily greeting: see dedupeWindow.ts. */
	isRepeatedOnPurpose: boolean;
	/** False if the instance drops keys, so that only texts match. */
	keepsKeys: boolean;
	files: FileComparer;
	/** Posts of the earlier rounds of a loop. */
	loopHistory: {
		/** True if an earlier round used its Row ID for another row, such as a copied one. */
		isRowIdReused: (desired: DesiredPost) => boolean;
		/** True for a post that any round of the loop has sent. */
		isSentInLoop: (post: ExistingPost) => boolean;
		/** True for a post that an earlier round created. */
		isCreatedInEarlierRound: (post: ExistingPost) => boolean;
	};
	/** When the run started, in ms by the service's clock, like the dates of posts. */
	now: number;
}

/** What was read of the calendar for a run. */
export interface CalendarSnapshot extends Pick<Calendar, 'posts' | 'keepsKeys' | 'now'> {
	listed: ListedPost[];
	/** How many posts that may belong to a row weren't read, as there are too many. */
	unreadCount: number;
	/** The IDs of channels with posts that are stuck. */
	stuckChannels: ReadonlySet<string>;
}

/** A conflict of Create or Update, whose message is about rows. */
export type UpsertConflict =
	| 'reusedRowId'
	| 'alreadyPublished'
	| 'foreignRow'
	| 'unknownKey'
	| 'lostKey'
	| 'twoPostsForRow'
	| 'changedAfterApproval'
	| 'similarPost';

/** An existing post or another row because of which a post is rejected; the messages are in explainConflicts.ts. */
export type Conflict =
	| UpsertConflict
	| 'incompleteThread'
	| 'mayBeOnline'
	| 'stillTrying'
	| 'otherFiles'
	| 'otherSettings'
	| 'existingDraft'
	| 'alreadyScheduled'
	| 'unknownFiles'
	| 'unclear';

/** The states that people can choose, and their names in the API. */
export const API_STATES = { draft: 'DRAFT', scheduled: 'QUEUE' } as const;
export type DesiredState = keyof typeof API_STATES;

/** What to do with a post. */
export type Decision =
	/** `failedPost`: the same post, which certainly failed earlier. */
	| { action: 'create'; replaceCandidate?: ExistingPost; failedPost?: ExistingPost }
	/** `changedKeyFields`: what differs from the row. */
	| { action: 'update'; post: ExistingPost; changedKeyFields: KeyField[] }
	/**
	 * `hasRowChanged`: the row has changed since the post was published. `needsRowId`: Create made the post, so its key has
	 * no Row ID yet. `extraPosts`: other posts with the same content.
	 */
	| {
			action: 'keep';
			post: ExistingPost;
			hasRowChanged?: boolean;
			needsRowId?: boolean;
			extraPosts?: ExistingPost[];
	  }
	/** An earlier attempt of this run created it. */
	| ({ action: 'alreadySent'; postId: string; post?: ExistingPost } & Pick<
			SentRecord,
			'date' | 'isUpdate' | 'replaceCandidate'
	  >)
	/** Another item has the same post, and shares its result. */
	| { action: 'duplicate'; duplicateOf: DesiredPost }
	/** `reason`: full sentences. */
	| { action: 'skip'; reason: string }
	/** The cause is `post`, `otherPosts`, or the items at `itemIndexes`. */
	| {
			action: 'reject';
			conflict: Conflict;
			post?: ExistingPost;
			otherPosts?: ExistingPost[];
			itemIndexes?: number[];
	  };

export type PlannedPost = Decision & {
	desired: DesiredPost;
	issues: Issue[];
};

/** A planned post with one of the actions. */
export type PlannedPostOf<Action extends Decision['action']> = Extract<
	PlannedPost,
	{ action: Action }
>;

/** The existing post that the decision is about. */
export const getExistingPost = (decision: Decision): ExistingPost | undefined =>
	'post' in decision ? decision.post : undefined;

/** The existing post that the new one may replace. */
export const getReplaceCandidate = (decision: Decision): ExistingPost | undefined =>
	'replaceCandidate' in decision ? decision.replaceCandidate : undefined;

export const isToSend = ({ action }: PlannedPost): boolean =>
	action === 'create' || action === 'update';

/** What became of a post, as the output shows it. */
export type Outcome =
	'created' | 'updated' | 'unchanged' | 'skipped' | 'rejected' | 'notSent' | 'unknown';

export interface PostResult {
	planned: PlannedPost;
	outcome: Outcome;
	postId?: string;
	/** In UTC; undefined if unchanged. */
	date?: string;
	/** It was sent to be published immediately, so that Postiz sets its date. */
	isSentNow?: boolean;
	/** Why it was rejected or not sent, or why the outcome is unknown. */
	problem?: Problem;
	/** What has changed, such as `text` or `settings.title`. */
	changed?: string[];
	after?: CalendarPost;
	/** Tags that don't exist in Postiz. */
	missingTags?: string[];
	/** Seconds until the hourly limit is reset. */
	retryAfter?: number;
}
