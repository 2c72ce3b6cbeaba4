import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { exactly, fileForm } from '../../../nodes/Postiz/media/fileSender';

test('a file is a part of the form that has its name, type and size, and is not read before', async () => {
	let wasRead = false;
	const bytes = (async function* () {
		wasRead = true;
		yield Buffer.from('abc');
	})();
	const file = fileForm({ name: 'cup.png', type: 'image/png', size: 3 }, bytes).get('file') as File;
	expect([file.name, file.type, file.size]).toEqual(['cup.png', 'image/png', 3]);
	expect(wasRead).toBe(false);
	expect(await text(file.stream())).toBe('abc');
});

describe('a file on its way', () => {
	async function* breaking() {
		yield Buffer.from('ab');
		throw new Error('disk gone');
	}

	test('passes whole if it is as long as announced', async () => {
		const onBreak = jest.fn();
		const bytes = Readable.from([Buffer.from('ab'), Buffer.from('c')]);
		expect(await text(exactly(3, bytes, onBreak))).toBe('abc');
		expect(onBreak).not.toHaveBeenCalled();
	});

	test.each([
		['shorter than announced', () => Readable.from([Buffer.from('ab')])],
		['longer than announced', () => Readable.from([Buffer.from('ab'), Buffer.from('cd')])],
		['broken off', breaking],
	])('ends the request if it is %s', async (_kind, bytes) => {
		const onBreak = jest.fn();
		await expect(text(exactly(3, bytes(), onBreak))).rejects.toThrow('broke off');
		expect(onBreak).toHaveBeenCalledTimes(1);
	});

	test('does not hide a mistake of the node', async () => {
		async function* mistaken(): AsyncGenerator<Uint8Array> {
			yield Buffer.from('ab');
			throw new TypeError('x is not a function');
		}
		await expect(text(exactly(3, mistaken(), jest.fn()))).rejects.toThrow(TypeError);
	});
});
