import type { IDataObject } from 'n8n-workflow';

import { createUploadFile, type MediaFile } from '../../../../nodes/Postiz/media/mediaFile';
import type { Part } from '../../../../nodes/Postiz/posts/desiredPost';
import { isErrorIssue } from '../../../../nodes/Postiz/posts/issue';
import {
	findLimitIssues,
	findCustomRuleIssues,
} from '../../../../nodes/Postiz/publishing/validate/findRuleIssues';
import { createTarget } from '../createItem.cjs';

/** Kinds of files: `400x300` is a picture of that size, `cover` a video with one. */
export type FileKind = 'png' | 'jpeg' | 'webp' | 'mp4' | 'cover' | `${number}x${number}`;

const COVER = 'https://media.example/c.png';

/** An uploaded file, identified by its name. */
function createFile(kind: FileKind, name: string): MediaFile {
	const createUpload = (ending: string, more = {}) =>
		createUploadFile({ id: 'a', path: `https://media.example/${name}.${ending}?v=1`, ...more });
	if (kind === 'cover') return createUpload('mp4', { thumbnail: COVER });
	const [width, height] = kind.split('x').map(Number);
	return height ? { ...createUpload('png'), pixels: { width, height } } : createUpload(kind);
}

export const createParts = (parts: FileKind[][]): Part[] =>
	parts.map((kinds, part) => ({
		content: 'Tea',
		files: kinds.map((kind, index) => createFile(kind, `${part}-${index}`)),
	}));

/** What is wrong with a post by the rules of its network. */
export function listProblems(
	identifier: string,
	parts: Part[],
	settings: IDataObject = {},
): string[] {
	const post = {
		target: createTarget(identifier),
		parts,
		settings,
		settingFiles: {},
		source: 'json' as const,
	};
	return [...findLimitIssues(post), ...findCustomRuleIssues(post, { inDrafts: false })]
		.filter(isErrorIssue)
		.map(({ message, remedy }) => [`${message}.`, remedy].filter(Boolean).join(' '));
}

/** What is wrong with a post with these files. */
export const check = (identifier: string, parts: FileKind[][], settings: IDataObject = {}) =>
	listProblems(identifier, createParts(parts), settings);
