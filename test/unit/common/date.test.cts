import { formatDateTime, formatDateTimeWithZone } from '../../../nodes/Postiz/common/date';
import { parseDate } from '../../../nodes/Postiz/common/parseDate';

const BERLIN = 'Europe/Berlin';

test.each([
	['2026-12-14T09:00:00.000Z', BERLIN, '2026-12-14 10:00 Europe/Berlin'],
	['2026-07-14T08:00:30.250Z', BERLIN, '2026-07-14 10:00 Europe/Berlin'],
	['2026-12-14T23:30:00.000Z', 'Asia/Kolkata', '2026-12-15 05:00 Asia/Kolkata'],
	['2026-12-14T10:00:30.250Z', 'UTC', '2026-12-14 10:00 UTC'],
])('shows %s in %s as %s, and reads it as the same minute', (date, timezone, shown) => {
	expect(formatDateTimeWithZone(date, timezone)).toBe(shown);
	expect(formatDateTime(date, timezone)).toBe(shown.slice(0, 16));
	expect(parseDate(shown, BERLIN).slice(0, 16)).toBe(date.slice(0, 16));
});
