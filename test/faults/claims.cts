import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { NodeRun } from '../integration/support/harness.cjs';
import type { RecordedRequest } from '../service/server.cjs';
import type { ServiceState, StoredPost } from '../service/state.cjs';

/** A row of the input, as it is written in the service. */
export interface ScriptRow extends IDataObject {
	text: string;
	/** The texts of the later parts. */
	thread: string[];
	date: string;
	/** The name of its picture. */
	file?: string;
	/** Uploads behind it, which make too many for the first channel. */
	moreFiles: IDataObject[];
	/** So many of the first channels do not take it, and are skipped. */
	skippedChannels: number;
	/** Its picture can't be read in the first run. */
	isBroken?: boolean;
	/** The service refuses it, or fails at it, or its picture can't be read. */
	isBad: boolean;
}

/** A run of the node, and what it met. */
export interface PlayedRun {
	run: NodeRun;
	rows: ScriptRow[];
	/** IDs of the channels that the rows go to. */
	channels: string[];
	/** Of the run alone. */
	requests: RecordedRequest[];
	/** The posts that were there before. */
	before: ReadonlySet<string>;
	/** How often n8n may have run the node. */
	tries: number;
	/** On Error is set to continue. */
	continues: boolean;
	/** It waits at the limit. */
	waits: boolean;
	/** Posts have the dates of their rows. */
	isDated: boolean;
	/** Each post takes a request of its own. */
	isOneByOne: boolean;
	/** It looks for existing posts, which stay unchanged. */
	looks: boolean;
}

/** What the node says of an item. */
export interface Claim {
	/** The rows of its posts. */
	rows: Array<{ postId: string; channelId: string; isUnchanged: boolean }>;
	/** IDs of the channels that are said to be skipped. */
	skippedChannels: string[];
	/** What is said if it failed. */
	error?: string;
}

const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

/** The claims of the node, by item. Says what is no claim at all. */
export function readClaims({ run, rows }: PlayedRun, problems: string[]): Claim[] {
	const claims = rows.map((): Claim => ({ rows: [], skippedChannels: [] }));
	for (const item of run.output.flat()) {
		const claim = claims[itemOf(item)];
		const { postId, channelId, outcome, error } = item.json as Record<string, string>;
		if (outcome === 'skipped') claim.skippedChannels.push(channelId);
		else if (error === undefined) {
			const isUnchanged = outcome === 'unchanged';
			if (!isUnchanged && outcome !== 'created')
				problems.push(`item ${itemOf(item)} is ${outcome}`);
			claim.rows.push({ postId, channelId, isUnchanged });
		} else if (claim.error) problems.push(`item ${itemOf(item)}: there are two errors of it`);
		else claim.error = error;
	}
	return claims;
}

/** The names of pictures, by the path of the upload. */
const fileNames = new Map<string, string>();

export const isAtDate = (post: StoredPost, { date }: ScriptRow) =>
	Date.parse(post.publishDate) === Date.parse(date);

/** Remembers what the pictures of the posts are called. */
export function noteFiles({ media }: ServiceState): void {
	for (const { path, originalName } of media) fileNames.set(path, originalName);
}

export const textsOf = ({ parts }: StoredPost) => parts.map(({ content }) => content);
const fileOf = (image: unknown) => {
	const [file] = (image ?? []) as Array<{ path: string }>;
	return file && (fileNames.get(file.path) ?? file.path);
};

const inOneWord = (texts: string[], file?: string) => JSON.stringify([file ?? null, ...texts]);

/** The channels that a row goes to. */
export const channelsOf = ({ skippedChannels }: ScriptRow, channels: string[]) =>
	channels.slice(skippedChannels);

/** A row in one word: its picture and the texts of its parts. */
export const partsOf = ({ text, thread, file }: ScriptRow) => inOneWord([text, ...thread], file);
export const storedParts = (post: StoredPost) =>
	inOneWord(textsOf(post), fileOf(post.parts[0].image));
export const sentParts = (value: IDataObject[]) =>
	inOneWord(
		value.map(({ content }) => content as string),
		fileOf(value[0].image),
	);

/** True if the post is one of the row, whole or only its beginning. */
export function isOfRow(post: StoredPost, { text, thread, file }: ScriptRow): boolean {
	const wanted = [text, ...thread];
	return (
		fileOf(post.parts[0].image) === file &&
		textsOf(post).every((content, index) => content === wanted[index])
	);
}
