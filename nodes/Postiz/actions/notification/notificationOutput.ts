import { toUtcDate } from '../../common/serviceTime';
import type { ListedNotification } from '../../transport/notifications';

export const toNotificationOutput = ({ id, link, content, createdAt }: ListedNotification) => ({
	content,
	link: link ?? null,
	createdAt: toUtcDate(createdAt) ?? createdAt,
	notificationId: id ?? null,
});
