import type { Resource } from '../shared/types';
import { getManyNotifications } from './list';

/** Notifications: what Postiz reports to its users, such as posts that went out or failed. */
export const notification: Resource = {
	name: 'Notification',
	value: 'notification',
	defaultOperation: 'list',
	operations: [getManyNotifications],
};
