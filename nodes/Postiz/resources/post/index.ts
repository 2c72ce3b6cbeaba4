import type { Resource } from '../types';
import { create } from './create';

/** Posts: what is published, scheduled or drafted. */
export const post: Resource = {
	name: 'Post',
	value: 'post',
	defaultOperation: 'create',
	operations: [create],
};
