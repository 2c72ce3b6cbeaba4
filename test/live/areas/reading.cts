import { byId } from '../../integration/support/posts.cjs';
import { isObject, type Values } from '../../service/schema.cjs';
import { differs, errorOf, join, show } from '../compare.cjs';
import type { Channel, Instance } from '../instance.cjs';
import { rowsOf } from '../ledger.cjs';
import { noChannel, single, type AreaPlan, type Problem, type Step } from '../types.cjs';

/** Networks that mostly have metrics. */
const COUNTED = ['x', 'instagram', 'facebook', 'youtube', 'linkedin-page'];
const DAYS = 7;
const NO_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;
const NOTIFICATIONS = '/public/v1/notifications';
const PAGE_SIZE = 100;

// One channel is enough: one without posting times would keep the server busy for good.
const trySlot = (instance: Instance, { id }: Channel): Step =>
	single('the next free slot is in the future, and in UTC', async () => {
		const run = await instance.node({
			resource: 'integration',
			operation: 'findSlot',
			...byId(id),
		});
		if (run.error) return errorOf(run);
		const said = run.calls.find(({ path }) => path.includes('/find-slot/'))?.answer;
		const { date: raw } = Object(said) as { date?: unknown };
		if (!NO_ZONE.test(String(raw))) return `the instance answered ${show(said)}`;
		if (Date.parse(`${String(raw)}Z`) <= Date.now()) return `it is ${String(raw)}`;
		return differs('the date', run.output[0][0].json.date, new Date(`${raw}Z`).toISOString());
	});

const isDay = (day: unknown) => isObject(day) && 'total' in day && 'date' in day;
const isMetric = (metric: unknown) =>
	isObject(metric) &&
	typeof metric.label === 'string' &&
	Array.isArray(metric.data) &&
	metric.data.every(isDay);

const tryMetrics = (instance: Instance, channel: Channel): Step =>
	single('the analytics of a channel are metrics with days, and one row of the node', async () => {
		const run = await instance.node({
			resource: 'analytics',
			operation: 'channel',
			...byId(channel.id),
			days: DAYS,
		});
		if (run.error) return errorOf(run);
		const said = run.calls.find(({ path }) => path.includes('/analytics/'))?.answer;
		if (!Array.isArray(said) || !said.every(isMetric)) return `the instance said ${show(said)}`;
		const names = run.output[0].map(({ json }) => json.channelId);
		return differs('the channels of the rows', names, [channel.id]);
	});

const isNotification = ({ id, content, link, createdAt }: Values) =>
	typeof id === 'string' &&
	typeof content === 'string' &&
	(link === null || typeof link === 'string') &&
	!Number.isNaN(Date.parse(String(createdAt)));

const tryNotifications = (instance: Instance): Step =>
	single('the first page of notifications', async (): Promise<Problem> => {
		const { body } = await instance.call('GET', `${NOTIFICATIONS}?page=0`);
		if (!isObject(body) || typeof body.total !== 'number') return `the answer is ${show(body)}`;
		const { notifications, total, page, limit, hasMore } = body;
		const rows = rowsOf(notifications);
		return join([
			differs('page and limit', { page, limit }, { page: 0, limit: PAGE_SIZE }),
			differs('hasMore', hasMore, total > PAGE_SIZE),
			differs('the number of notifications', rows.length, Math.min(PAGE_SIZE, total)),
			differs(
				'what is none',
				rows.find((row) => !isNotification(row)),
				undefined,
			),
		]);
	});

/** What can be asked without a post: a free slot, what channels count, and notifications. */
export function planReading(instance: Instance): AreaPlan {
	const [channel] = instance.channels;
	return [
		tryNotifications(instance),
		...(channel
			? [trySlot(instance, channel), tryMetrics(instance, instance.firstOf(COUNTED) ?? channel)]
			: [noChannel('free slot, analytics', 'any network')]),
	];
}
