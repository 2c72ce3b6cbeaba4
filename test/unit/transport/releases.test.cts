import { resources } from '../../../nodes/Postiz/resources';
import {
	CALLS_SINCE,
	OPERATION_OF,
	compareReleases,
	olderThan,
	orNewer,
	releaseOfCall,
	type Release,
} from '../../../nodes/Postiz/transport/releases';
import type { ApiCall } from '../../../nodes/Postiz/transport/types';
import { isYoung, since, toRelease } from '../support/since.cjs';

/** Nothing in the nodes makes this call. */
const UNUSED = 'GET /users';

test('each call has the release with which it came', () => {
	const young = Object.entries(since.routes)
		.map(([route, release]) => [route.replace(/:(\w+)/g, '{$1}'), toRelease(release)] as const)
		.filter(([call, release]) => call !== UNUSED && isYoung(release));
	expect(CALLS_SINCE).toEqual(Object.fromEntries(young));
});

test.each<[ApiCall['method'], string, Release | undefined]>([
	['GET', '/integrations', undefined],
	['POST', '/posts', undefined],
	['GET', '/posts', undefined],
	['DELETE', '/posts/cm1', undefined],
	['DELETE', '/posts/group/abc', '2.18.0'],
	['GET', '/analytics/cm1', '2.18.0'],
	['GET', '/analytics/post/cm1', '2.18.0'],
	['PUT', '/posts/cm1/status', '2.21.7'],
	['PUT', '/posts/cm1/settings', 'unreleased'],
	['DELETE', '/integrations/cm1', '2.20.0'],
	['GET', '/notifications?page=2', '2.18.0'],
	['GET', '/groups', '2.21.9'],
])('%s %s', (method, path, release) => {
	expect(releaseOfCall({ method, path })).toBe(release);
});

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
	['2.22.1', 'Postiz 2.22.1 or newer', 'older than 2.22.1'],
	['2.18.0', 'Postiz 2.18 or newer', 'older than 2.18'],
	['unreleased', 'a Postiz newer than 2.23', 'no newer than 2.23'],
])('%s in words', (release, needed, lacking) => {
	expect([orNewer(release), olderThan(release)]).toEqual([needed, lacking]);
});

test('the operations that need a release are called as in the form', () => {
	const names = resources.flatMap(({ name, operations }) =>
		operations.map((operation) => `${name} > ${operation.name}`),
	);
	for (const [call, operation] of Object.entries(OPERATION_OF)) {
		expect(names).toContain(operation);
		expect(CALLS_SINCE).toHaveProperty([call]);
	}
});
