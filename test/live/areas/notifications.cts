import { isObject, type Values } from '../../service/schema.cjs';
import { differs, errorOf, join, show } from '../compare.cjs';
import type { Instance } from '../instance.cjs';
import { rowsOf } from '../ledger.cjs';
import { single, type AreaPlan, type Problem } from '../types.cjs';

const PATH = '/public/v1/notifications';
const PAGE_SIZE = 100;
const BEYOND = 9999;
const MAX_READ = 150;

const isNotification = ({ id, content, link, createdAt }: Values) =>
	typeof id === 'string' &&
	typeof content === 'string' &&
	(link === null || typeof link === 'string') &&
	!Number.isNaN(Date.parse(String(createdAt)));

/** What is wrong with a page of notifications, apart from what they say. */
function judge(body: unknown, page: number): Problem {
	if (!isObject(body)) return `the answer is ${show(body)}`;
	const { notifications, total, hasMore } = body;
	const rows = rowsOf(notifications);
	const isLast = (page + 1) * PAGE_SIZE >= Number(total);
	return join([
		differs('page', body.page, page),
		differs('limit', body.limit, PAGE_SIZE),
		typeof total === 'number' ? undefined : `total is ${show(total)}`,
		differs('hasMore', hasMore, !isLast),
		differs(
			'the number of notifications',
			rows.length,
			Math.max(0, Math.min(PAGE_SIZE, Number(total) - page * PAGE_SIZE)),
		),
		rows.every(isNotification)
			? undefined
			: `one is ${show(rows.find((row) => !isNotification(row)))}`,
	]);
}

/** The pages of notifications, and the node's reading of several. */
export function planNotifications(instance: Instance): AreaPlan {
	const readPage = async (page: number) => await instance.call('GET', `${PATH}?page=${page}`);
	const steps = [
		single('the first page', async () => judge((await readPage(0)).body, 0)),
		single('a page beyond the last is empty', async () =>
			judge((await readPage(BEYOND)).body, BEYOND),
		),
		single('the node lists as many as there are, each once', async () => {
			const { body } = await readPage(0);
			const run = await instance.node({
				resource: 'notification',
				operation: 'list',
				limit: MAX_READ,
			});
			const ids = (run.output[0] ?? []).map(({ json }) => json.notificationId);
			const count = Math.min(MAX_READ, Number((body as Values).total));
			return (
				errorOf(run) ??
				join([
					differs('the number', ids.length, count),
					differs('the number without repetitions', new Set(ids).size, count),
				])
			);
		}),
	];
	return { steps, skipped: [] };
}
