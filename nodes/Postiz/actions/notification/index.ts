import type { Resource } from '../shared/operation';
import { getManyNotificationsOperation } from './getManyNotifications';

/** Notifications: what Postiz reports to its users, such as published or failed posts. */
export const notification: Resource = {
	name: 'Notification',
	value: 'notification',
	defaultOperation: 'list',
	operations: [getManyNotificationsOperation],
};
