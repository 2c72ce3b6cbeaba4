import { resources } from '../../../nodes/Postiz/resources';
import { endpoints, nameOfEndpoint } from '../../../nodes/Postiz/transport/endpoints';
import { isYoung, since, toRelease } from '../support/since.cjs';

const table = Object.values(endpoints);

/** Calls that the nodes don't make. */
const UNUSED = [
	'GET /users',
	'PUT /posts/{id}/release-id',
	'DELETE /posts/group/{group}',
	'PUT /posts/{id}/settings',
];

test('each endpoint has the release with which it came, as in versions/since.json', () => {
	const young = Object.entries(since.routes)
		.map(([route, release]) => [route.replace(/:(\w+)/g, '{$1}'), toRelease(release)] as const)
		.filter(([call, release]) => !UNUSED.includes(call) && isYoung(release));
	const ours = table.flatMap((endpoint) =>
		endpoint.since ? [[nameOfEndpoint(endpoint), endpoint.since]] : [],
	);
	expect(Object.fromEntries(ours)).toEqual(Object.fromEntries(young));
});

test('each endpoint is a route of the service', () => {
	const routes = Object.keys(since.routes).map((route) => route.replace(/:(\w+)/g, '{$1}'));
	const ours = table.filter(({ isOpen }) => !isOpen).map(nameOfEndpoint);
	expect(ours.filter((name) => !routes.includes(name))).toEqual([]);
});

test('the operations that need a release are called as in the form', () => {
	const names = resources.flatMap(({ name, operations }) =>
		operations.map((operation) => `${name} > ${operation.name}`),
	);
	const needed = table.flatMap(({ operation }) => (operation === undefined ? [] : [operation]));
	// Some endpoints are only a part of what an operation does.
	const isKnown = (words: string) => names.some((name) => `${words} `.startsWith(`${name} `));
	expect(needed.filter((words) => !isKnown(words))).toEqual([]);
	expect(table.filter(({ operation, since: release }) => operation && !release)).toEqual([]);
});

test.each([
	['cm1', '/posts/cm1/status'],
	['../x?y#z', '/posts/..%2Fx%3Fy%23z/status'],
	['{id}', '/posts/%7Bid%7D/status'],
	['a$&b', '/posts/a%24%26b/status'],
])('an ID %p stays one part of the path', (id, path) => {
	expect(endpoints.setStatus(id)).toEqual({
		endpoint: expect.objectContaining({ method: 'PUT' }),
		path,
	});
});
