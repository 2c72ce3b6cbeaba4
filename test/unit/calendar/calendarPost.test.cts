import { isOverdue } from '../../../nodes/Postiz/calendar/calendarPost';
import type { PostState } from '../../../nodes/Postiz/transport/apiTypes';

const DATE = '2026-09-01T12:00:00.000Z';

test.each<{ state: PostState; publishDate: string; ms: number; isLate: boolean }>([
	{ state: 'QUEUE', publishDate: DATE, ms: 900_000, isLate: true },
	{ state: 'QUEUE', publishDate: DATE, ms: 899_999, isLate: false },
	{ state: 'QUEUE', publishDate: DATE.slice(0, 19), ms: 900_000, isLate: true },
	{ state: 'QUEUE', publishDate: '', ms: 900_000, isLate: false },
	{ state: 'DRAFT', publishDate: DATE, ms: 900_000, isLate: false },
	{ state: 'ERROR', publishDate: DATE, ms: 900_000, isLate: false },
	{ state: 'PUBLISHED', publishDate: DATE, ms: 900_000, isLate: false },
])(
	'is overdue in state $state, dated “$publishDate”, $ms ms after the date: $isLate',
	({ state, publishDate, ms, isLate }) => {
		expect(isOverdue({ state, publishDate }, Date.parse(DATE) + ms)).toBe(isLate);
	},
);
