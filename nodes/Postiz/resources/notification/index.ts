import type { Resource } from '../shared/types';
import { list } from './list';

/** Notifications: what Postiz reports to its users, such as posts that went out or failed. */
export const notification: Resource = {
	name: 'Notification',
	value: 'notification',
	defaultOperation: 'list',
	operations: [list],
};
