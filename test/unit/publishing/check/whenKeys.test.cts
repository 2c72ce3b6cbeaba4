import { isAboutTime } from '../../../../nodes/Postiz/publishing/check/findings';

test.each<[boolean, Array<[string, unknown]>]>([
	[
		true,
		[
			['isDraft', true],
			['publishAt', 1],
			['scheduled', 1],
			['startDate', 1],
			['at_time', 1],
			['zone', 1],
			['When', 1],
			['state', 'open'],
			['is_live', 1],
			['postStatus', 1],
			['send_now', 1],
			['own', 'now'],
			['own', 'Draft'],
			['own', 'schedule'],
			['own', 'scheduled'],
			['own', 'publish'],
			['own', '2026-12-14T10:00'],
		],
	],
	[
		false,
		[
			['own', 'on 2026-12-14'],
			['own', '2026-12'],
			['own', '12-14-2026'],
			['own', 20261214],
			['elsewhen', 1],
			['known', 1],
			['liveliness', 1],
			['title', 'Tea'],
		],
	],
])('whether a key of JSON is about when to publish: %s', (expected, entries) => {
	expect(entries.filter(([key, value]) => isAboutTime(key, value) !== expected)).toEqual([]);
});
