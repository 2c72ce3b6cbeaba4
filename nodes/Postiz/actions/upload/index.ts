import type { Resource } from '../shared/operation';
import { uploadFile } from './uploadFile';
import { uploadFromUrl } from './uploadFromUrl';

/** Media: files for posts. */
export const upload: Resource = {
	name: 'Media',
	value: 'upload',
	defaultOperation: 'file',
	operations: [uploadFile, uploadFromUrl],
};
