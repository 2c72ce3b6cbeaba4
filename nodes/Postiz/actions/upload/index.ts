import type { Resource } from '../shared/operation';
import { uploadFileOperation } from './uploadFile';
import { uploadFromUrlOperation } from './uploadFromUrl';

/**
 * Media: files for posts. `upload` is the word of the API, and the value of the resource in saved workflows; as in n8n's
 * nodes, the folder is named like the value.
 */
export const upload: Resource = {
	name: 'Media',
	value: 'upload',
	defaultOperation: 'file',
	operations: [uploadFileOperation, uploadFromUrlOperation],
};
