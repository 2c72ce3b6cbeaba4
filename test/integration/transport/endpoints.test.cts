import { resources } from '../../../nodes/Postiz/actions';
import { endpoints, type Endpoint } from '../../../nodes/Postiz/transport/endpoints';
import { findFirstRelease } from '../../service/releases/history.cjs';
import since from '../../fixtures/recorded/versions/since.json';

const table = Object.values(endpoints);
/** As docs/api.md shows it, such as `GET /posts/{id}`. */
const nameOfEndpoint = ({ method, template }: Endpoint) => `${method} ${template}`;

test('each endpoint has the release that introduced it in the code of the service', () => {
	const ours = table.filter(({ since: release }) => release);
	for (const endpoint of ours) {
		const name = nameOfEndpoint(endpoint);
		expect([name, endpoint.since]).toEqual([name, findFirstRelease('routes', name)]);
	}
	expect(ours.length).toBeGreaterThan(5);
});

test('each endpoint is a route of the service', () => {
	const routes = Object.keys(since.routes).map((route) => route.replace(/:(\w+)/g, '{$1}'));
	const ours = table.filter(({ needsNoCredential }) => !needsNoCredential).map(nameOfEndpoint);
	expect(ours.filter((name) => !routes.includes(name))).toEqual([]);
});

test('names operations that need a release as the form does', () => {
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
])('the ID %p stays one segment of the path', (id, path) => {
	expect(endpoints.setStatus(id)).toEqual({
		endpoint: expect.objectContaining({ method: 'PUT' }),
		path,
	});
});
