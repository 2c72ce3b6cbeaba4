import type { Resource } from '../shared/types';
import { file } from './file';
import { fromUrl } from './fromUrl';

/** Media: files that posts can carry. */
export const upload: Resource = {
	name: 'Media',
	value: 'upload',
	defaultOperation: 'file',
	operations: [file, fromUrl],
};
