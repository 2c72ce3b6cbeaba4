import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { NodeRun } from '../../integration/support/harness.cjs';
import type { RecordedRequest } from '../../service/server.cjs';
import type { ServiceState, StoredPost } from '../../service/state.cjs';

/** A row of the input. */
export interface ScriptRow extends IDataObject {
	text: string;
	/** The texts of the later parts. */
	thread: string[];
	date: string;
	/** The name of its picture. */
	file?: string;
	/** Further uploads, which are too many for the first channel. */
	moreFiles: IDataObject[];
	/** How many of the first channels reject it, and are skipped. */
	skippedChannels: number;
	/** Its picture can't be read in the first run. */
	isBroken?: boolean;
	/** The service may reject it or fail at it. */
	mayFail: boolean;
}

/** A run of the node, and its conditions. */
export interface PlayedRun {
	run: NodeRun;
	rows: ScriptRow[];
	/** IDs of the channels of the rows. */
	channels: string[];
	/** The requests of this run. */
	requests: RecordedRequest[];
	/** IDs of the posts that existed before. */
	existingIds: ReadonlySet<string>;
	/** How often n8n may have run the node. */
	tries: number;
	/** On Error is set to continue. */
	continues: boolean;
	/** It waits at the hourly limit. */
	waitsAtLimit: boolean;
	/** Posts have the dates of their rows. */
	isDated: boolean;
	/** Each post has its own request. */
	isOneByOne: boolean;
	/** It skips existing posts. */
	skipsExisting: boolean;
}

/** The output of an item. */
export interface Claim {
	/** The rows of its posts. */
	rows: Array<{ postId: string; channelId: string; isUnchanged: boolean }>;
	/** IDs of the channels that are reported as skipped. */
	skippedChannels: string[];
	/** The message of a failed item. */
	error?: string;
}

const getItemIndex = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

/** Reads the output by item, and reports items with an unknown outcome. */
export function readClaims({ run, rows }: PlayedRun, problems: string[]): Claim[] {
	const claims = rows.map((): Claim => ({ rows: [], skippedChannels: [] }));
	for (const item of run.output.flat()) {
		const claim = claims[getItemIndex(item)];
		const { postId, channelId, outcome, error } = item.json as Record<string, string>;
		if (outcome === 'skipped') claim.skippedChannels.push(channelId);
		else if (error === undefined) {
			const isUnchanged = outcome === 'unchanged';
			if (!isUnchanged && outcome !== 'created')
				problems.push(`item ${getItemIndex(item)} is ${outcome}`);
			claim.rows.push({ postId, channelId, isUnchanged });
		} else if (claim.error) problems.push(`item ${getItemIndex(item)}: it has two errors`);
		else claim.error = error;
	}
	return claims;
}

/** The names of pictures by the path of their uploads. */
const fileNames = new Map<string, string>();

export const hasDateOfRow = (post: StoredPost, { date }: ScriptRow) =>
	Date.parse(post.publishDate) === Date.parse(date);

/** Remembers the names of uploaded pictures. */
export function rememberFileNames({ media }: ServiceState): void {
	for (const { path, originalName } of media) fileNames.set(path, originalName);
}

export const getTexts = ({ parts }: StoredPost) => parts.map(({ content }) => content);
const getFileName = (image: unknown) => {
	const [file] = (image ?? []) as Array<{ path: string }>;
	return file && (fileNames.get(file.path) ?? file.path);
};

const toComparable = (texts: string[], file?: string) => JSON.stringify([file ?? null, ...texts]);

/** The channels of a row that are not skipped. */
export const getRowChannels = ({ skippedChannels }: ScriptRow, channels: string[]) =>
	channels.slice(skippedChannels);

/** A row as one string: its picture and the texts of its parts. */
export const getRowContent = ({ text, thread, file }: ScriptRow) =>
	toComparable([text, ...thread], file);
export const getStoredContent = (post: StoredPost) =>
	toComparable(getTexts(post), getFileName(post.parts[0].image));
export const getSentContent = (value: IDataObject[]) =>
	toComparable(
		value.map(({ content }) => content as string),
		getFileName(value[0].image),
	);

/** True if the post was made from the row, even if only its beginning was stored. */
export function belongsToRow(post: StoredPost, { text, thread, file }: ScriptRow): boolean {
	const expected = [text, ...thread];
	return (
		getFileName(post.parts[0].image) === file &&
		getTexts(post).every((content, index) => content === expected[index])
	);
}
