import type { ListedNotification } from '../../transport/notifications';

/** A notification in the output. */
export const toNotificationOutput = ({ id, link, content, createdAt }: ListedNotification) => ({
	content,
	link: link ?? null,
	createdAt,
	notificationId: id ?? null,
});
