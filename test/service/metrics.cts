import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { createBareError, checkInput, findPost, type Context } from './http.cjs';
import { providers } from './providers.cjs';
import { matches, optional, string } from './schema.cjs';
import { listLivingChannels } from './state.cjs';
import { DAY } from '../shared/time.cjs';

const PAGE_SIZE = 100;
const MAX_DAYS = 1000;
const pageFields = {
	page: optional(string(matches(/^\d{1,4}$/, 'page must not be less than 0'))),
};
const LABELS = ['Impressions', 'Likes', 'Comments'];

/** Plausible metrics, which stay the same for an ID and day. */
function createMetrics(id: string, days: number, now: number) {
	return LABELS.map((label) => {
		const data = Array.from({ length: days }, (_, index) => {
			const date = new Date(now - (days - 1 - index) * DAY).toISOString().slice(0, 10);
			const hash = createHash('sha256').update(`${id} ${label} ${date}`).digest();
			return { total: String(hash.readUInt16BE() % 500), date };
		});
		const [first, last] = [data.at(0), data.at(-1)].map((day) => Number(day?.total ?? 0));
		const percentageChange = first ? Math.round(((last - first) / first) * 1000) / 10 : 0;
		return { label, data, percentageChange };
	});
}

/** The days of a query; undefined unless it is a number. */
const readDays = (query: unknown) => {
	const days = Number((query as { date?: string }).date);
	return Number.isInteger(days) && days > 0 ? Math.min(days, MAX_DAYS) : 0;
};

/** Analytics and notifications. */
export function addMetricRoutes(app: FastifyInstance, context: Context): void {
	app.get<{ Params: { id: string } }>('/analytics/:id', (incoming) => {
		const days = readDays(incoming.query);
		const channel = listLivingChannels(incoming.workspace!).find(
			({ id }) => id === incoming.params.id,
		);
		if (!channel) throw createBareError();
		if (days === 0 || providers[channel.identifier].noAnalytics) return [];
		return createMetrics(channel.id, days, context.now());
	});

	app.get<{ Params: { id: string } }>('/analytics/post/:id', (incoming) => {
		const days = readDays(incoming.query);
		const post = findPost(incoming.workspace!, incoming.params.id);
		if (!post || days === 0) return [];
		if (post.releaseId === 'missing') return { missing: true };
		return post.state === 'PUBLISHED' && !providers[post.identifier].noAnalytics
			? createMetrics(post.id, days, context.now())
			: [];
	});

	app.get('/notifications', (incoming) => {
		const page = Number(checkInput(pageFields, incoming.query).page ?? 0);
		const start = page * PAGE_SIZE;
		const { notifications } = incoming.workspace!;
		const total = notifications.length;
		return {
			notifications: notifications.slice(start, start + PAGE_SIZE),
			total,
			page,
			limit: PAGE_SIZE,
			hasMore: start + PAGE_SIZE < total,
		};
	});
}
