import { DateTime } from 'luxon';

import { describeUnexpectedTime } from '../../../nodes/Postiz/common/unexpectedTime';

const BERLIN = 'Europe/Berlin';

describe('adds a note to dates that may be misread', () => {
	const NEW_YORK = 'America/New_York';
	const midnight = 'midnight UTC is 2099-12-13 19:00 here (America/New_York)';
	const skipped =
		'02:30 does not exist on this day, as the clocks change: the post goes out at 03:30 Europe/Berlin';
	test.each<[unknown, string, string | undefined]>([
		[
			'2099-12-14',
			NEW_YORK,
			'the date has no time, so the post goes out at 00:00 America/New_York',
		],
		[{ start: '2099-12-14' }, BERLIN, expect.stringContaining('no time')],
		[['2099-12-14'], BERLIN, expect.stringContaining('no time')],
		['2099-12-14T00:00:00.000Z', NEW_YORK, midnight],
		['2099-12-14 00:00 UTC', NEW_YORK, midnight],
		['2099-12-14T00:00:00+00:00', NEW_YORK, midnight],
		[new Date('2099-12-14'), NEW_YORK, midnight],
		[DateTime.utc(2099, 12, 14), NEW_YORK, midnight],
		[{ start: '2099-12-14T00:00:00.000Z' }, NEW_YORK, midnight],
		// Somebody's own time.
		['2099-12-14T00:00:00.000Z', 'UTC', undefined],
		['2099-07-14T00:00:00.000Z', 'Africa/Abidjan', undefined],
		['2099-12-14T00:30:00.000Z', NEW_YORK, undefined],
		['2099-12-13 19:00', NEW_YORK, undefined],
		['2099-12-13T19:00:00-05:00', NEW_YORK, undefined],
		[DateTime.fromISO('2099-12-13T19:00', { zone: NEW_YORK }), NEW_YORK, undefined],
		['2026-03-29 02:30', BERLIN, skipped],
		['29 March 2026, 2:30 am', BERLIN, skipped],
		['2026-03-29 03:30', BERLIN, undefined],
		['2026-10-25 02:30', BERLIN, undefined],
		['2026-03-29T02:30:00Z', BERLIN, undefined],
		['1797206400', NEW_YORK, undefined],
		['soon', BERLIN, undefined],
		[null, BERLIN, undefined],
	])('%p in %s: %s', (value, timezone, note) => {
		expect(describeUnexpectedTime(value, timezone)).toEqual(note);
	});
});
