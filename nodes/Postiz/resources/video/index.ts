import type { Resource } from '../shared/types';
import { generate } from './generate';
import { runFunction } from './runFunction';

/** Videos that Postiz makes. */
export const video: Resource = {
	name: 'Video',
	value: 'video',
	defaultOperation: 'generate',
	operations: [generate, runFunction],
};
