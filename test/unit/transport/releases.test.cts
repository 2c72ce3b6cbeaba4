import {
	compareReleases,
	olderThan,
	orNewer,
	type Release,
} from '../../../nodes/Postiz/transport/releases';

test.each<[Release, Release, number]>([
	['2.8.0', '2.8.0', 0],
	['2.9.0', '2.18.0', -1],
	['2.21.10', '2.21.9', 1],
	['2.22.1', '2.23.0', -1],
	['3.0.0', '2.23.0', 1],
	['unreleased', '2.23.0', 1],
	['2.8.1', 'unreleased', -1],
	['unreleased', 'unreleased', 0],
])('%s and %s', (one, other, order) => {
	expect(compareReleases(one, other)).toBe(order);
});

test.each<[Release, string, string]>([
	['2.0.1', 'Postiz 2.0.1 or newer', 'older than 2.0.1'],
	['2.18.0', 'Postiz 2.18 or newer', 'older than 2.18'],
	['unreleased', 'a Postiz newer than 2.23', 'no newer than 2.23'],
])('%s in words', (release, needed, lacking) => {
	expect([orNewer(release), olderThan(release)]).toEqual([needed, lacking]);
});
