import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { bareError, checkInput, findPost, type Context } from './http.cjs';
import { providers } from './providers.cjs';
import { required, text } from './schema.cjs';
import { livingChannels } from './state.cjs';

const DAY_MS = 86_400_000;
const PAGE_SIZE = 100;
const LABELS = ['Impressions', 'Likes', 'Comments'];

const wholeNumber = text({ pattern: [/^\d{1,4}$/, 'a whole number'] });

/** Figures that look alive and are the same for the same id and day. */
function figures(id: string, days: number, now: number) {
	return LABELS.map((label) => {
		const data = Array.from({ length: days }, (_, index) => {
			const date = new Date(now - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10);
			const hash = createHash('sha256').update(`${id} ${label} ${date}`).digest();
			return { total: String(hash.readUInt16BE() % 500), date };
		});
		const [first, last] = [data.at(0), data.at(-1)].map((day) => Number(day?.total ?? 0));
		const percentageChange = first ? Math.round(((last - first) / first) * 1000) / 10 : 0;
		return { label, data, percentageChange };
	});
}

/** Analytics and notifications. API: Endpoints. */
export function figureRoutes(app: FastifyInstance, context: Context): void {
	const { state } = context;
	const daysOf = (query: unknown) =>
		Number(checkInput({ date: required(wholeNumber) }, query).date as string);

	app.get<{ Params: { id: string } }>('/analytics/:id', (incoming) => {
		const days = daysOf(incoming.query);
		const channel = livingChannels(state).find(({ id }) => id === incoming.params.id);
		if (!channel) throw bareError();
		if (providers[channel.identifier].noAnalytics) return [];
		return figures(channel.id, days, context.now());
	});

	app.get<{ Params: { id: string } }>('/analytics/post/:id', (incoming) => {
		const days = daysOf(incoming.query);
		const post = findPost(state, incoming.params.id);
		if (!post) throw bareError();
		if (post.releaseId === 'missing') return { missing: true };
		const hasFigures = post.state === 'PUBLISHED' && !providers[post.identifier].noAnalytics;
		return hasFigures ? figures(post.id, days, context.now()) : [];
	});

	app.get('/notifications', (incoming) => {
		const page = Number(checkInput({ page: wholeNumber }, incoming.query).page ?? 0);
		const start = page * PAGE_SIZE;
		const total = state.notifications.length;
		return {
			notifications: state.notifications.slice(start, start + PAGE_SIZE),
			total,
			page,
			limit: PAGE_SIZE,
			hasMore: start + PAGE_SIZE < total,
		};
	});
}
