import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { resources } from '../../../nodes/Postiz/resources';
import { endpointCases, unneededCalls } from './endpoints.cases.cjs';
import { runNode, testCredential } from '../support/harness.cjs';
import { useService } from '../support/useService.cjs';

const service = useService();

/** The recorded calls by their endpoints. */
const called = () =>
	service.requests.map(({ method, path }) => {
		const plain = path.replace(/^.*\/v1|^\/api/, '');
		return service.endpoints
			.filter((endpoint) => {
				const [verb, pattern] = endpoint.split(' ');
				const matches = new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`);
				return verb === method && matches.test(plain);
			})
			.sort((a, b) => Number(a.includes('{')) - Number(b.includes('{')))[0];
	});

test.each(endpointCases)(
	'$operation makes the call $endpoint',
	async ({ endpoint, operation, prepare, refused }) => {
		const [resource, name] = operation.split('.');
		const { parameters, items } = prepare(service);
		const { error } = await runNode({
			service,
			items,
			parameters: { resource, operation: name, ...parameters },
		});
		expect(called()).toContain(endpoint);
		if (refused) expect(error?.message).toContain('could not be downloaded');
		else expect(error).toBeUndefined();
	},
);

test('the Test button makes a call that every instance knows', async () => {
	expect(await testCredential({ service })).toMatchObject({ status: 'OK' });
	expect(called()).toEqual(['GET /integrations']);
});

test('no call of the service and no operation is left out', () => {
	const covered = [...endpointCases, ...unneededCalls].map(({ endpoint }) => endpoint);
	expect([...new Set(covered)].sort()).toEqual([...service.endpoints].sort());
	const operations = resources.flatMap(({ value: resource, operations: own }) =>
		own.map(({ value }) => `${resource}.${value}`),
	);
	expect([...new Set(endpointCases.map(({ operation }) => operation))].sort()).toEqual(
		operations.sort(),
	);
});

/** What the tests run these operations with. */
const HELPERS: Record<string, RegExp> = {
	'post.create': /\bcreate(Post|Form)\(/,
	'post.createFromJson': /\bcreateFromJson\(/,
	'post.update': /\bupdatePost\(/,
	'upload.file': /\buploadFile\(/,
	'upload.fromUrl': /\buploadUrl\(/,
};

/** True where these tests run the operation, or look at the requests that make the call. */
function tries(source: string, { endpoint, operation }: { endpoint: string; operation: string }) {
	const [resource, name] = operation.split('.');
	if (HELPERS[operation]?.test(source)) return true;
	const named = new RegExp(`(\\boperation: |\\brun\\(\\s*|\\[\\s*)'${name}'(?! \\|)`);
	if (source.includes(`resource: '${resource}'`) && named.test(source)) return true;
	const begin = beginOf(endpoint);
	const isItsOwn = service.endpoints.filter((other) => beginOf(other) === begin).length === 1;
	return isItsOwn && source.includes(`/${begin}/`);
}

/** The first word of the path of a call. */
const beginOf = (endpoint: string) => endpoint.split('/')[1];

const named = endpointCases.flatMap(({ endpoint, operation, tests }) =>
	tests.map((file) => ({ endpoint, operation, file })),
);

test.each(named)('$endpoint is tried in $file', ({ file, ...call }) => {
	expect(tries(readFileSync(resolve(file), 'utf8'), call)).toBe(true);
});

test.each(unneededCalls)('what takes the place of $endpoint is tried', ({ tests, insteadOf }) => {
	for (const file of tests) expect(readFileSync(resolve(file), 'utf8')).toMatch(insteadOf);
});
