import { Ledger, MARKER } from './ledger.cjs';

describe('posts of the suite', () => {
	const list = (posts: object[]) => ({
		method: 'GET',
		path: '/public/v1/posts',
		body: undefined,
		status: 200,
		response: { posts },
	});

	test('are waiting posts with its marker', () => {
		const ledger = new Ledger();
		ledger.record(
			list([
				{ id: 'left', group: 'a', content: `<p>${MARKER} tea</p>`, state: 'QUEUE' },
				{ id: 'out', group: 'b', content: MARKER, state: 'PUBLISHED' },
				{ id: 'theirs', group: 'c', content: 'Tea', state: 'QUEUE' },
			]),
		);
		expect([...ledger.undeleted]).toEqual(['left']);
		expect([...ledger.ids]).toEqual(['left']);
	});

	test('are never learned from the public data of other posts', () => {
		const ledger = new Ledger();
		const response = [{ id: 'theirs', group: 'c' }];
		const call = { method: 'GET', path: '/public/posts/theirs', body: undefined };
		ledger.record({ ...call, status: 200, response });
		expect([ledger.ids.size, ledger.groups.size]).toEqual([0, 0]);
	});

	test('include a post until it is deleted', () => {
		const ledger = new Ledger();
		const record = (method: string, path: string, status: number, response?: unknown) =>
			ledger.record({ method, path, body: undefined, status, response });
		record('POST', '/public/v1/posts', 200, [{ postId: 'mine', integration: 'on' }]);
		record('DELETE', '/public/v1/posts/mine', 500);
		expect(ledger.undeleted.size).toBe(1);
		record('DELETE', '/public/v1/posts/mine', 200, { error: true });
		expect(ledger.undeleted.size).toBe(0);
	});
});
