import { Readable } from 'node:stream';

import fc from 'fast-check';

import { readBody } from '../../../nodes/Postiz/transport/body';

/** Reads text in pieces of a size. */
const read = async (
	text: string,
	size = text.length,
	keeps = (_row: object) => true,
	status = 200,
) => {
	const bytes = Buffer.from(text);
	const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
		bytes.subarray(index * size, (index + 1) * size),
	);
	const answer = { status, headers: {}, body: Readable.from(pieces) };
	return await readBody(answer, { keeps, timeout: 60_000 });
};

test('a list comes out as it went in, in pieces of any size', async () => {
	const row = fc.dictionary(fc.string(), fc.jsonValue());
	await fc.assert(
		fc.asyncProperty(fc.array(row), fc.integer({ min: 1, max: 40 }), async (posts, size) => {
			const text = JSON.stringify({ posts, page: 1 }, null, size % 3);
			expect(await read(text, size)).toEqual(JSON.parse(text));
		}),
	);
});

test('only rows that are kept stay', async () => {
	const posts = [{ id: 'a' }, { id: 'b', text: '}]{' }, { id: 'c', tags: [{ id: 'd' }] }];
	const kept = await read(
		JSON.stringify({ posts }),
		7,
		(row) => (row as { id: string }).id !== 'b',
	);
	expect(kept).toEqual({ posts: [posts[0], posts[2]] });
});

test.each([300, 400])('of an answer with %d, all is read', async (status) => {
	const body = { errors: [{ message: 'Too late' }] };
	expect(await read(JSON.stringify(body), 7, () => false, status)).toEqual(body);
});

test.each(['<html>{"posts": [{}]}</html>', '{"posts": [{"id": 1}', '', '[]', 'null'])(
	'%j is no list',
	async (text) => expect(await read(text, 3)).not.toHaveProperty('posts'),
);
