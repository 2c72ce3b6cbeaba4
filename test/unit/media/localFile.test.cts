import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { peek, useAndDestroy } from '../../../nodes/Postiz/media/byteStream';
import { inspectBinary, readBytesFrom } from '../../../nodes/Postiz/media/localFile';
import { createBinary, createStorage, createStoredBinary } from './createStorage.cjs';
import { createFake, castUnchecked } from '../../shared/fakes.cjs';

const NO_CONTEXT = {} as IExecuteFunctions;
const CONTENT = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100_000)]);

describe('a file in memory', () => {
	test.each([
		{ title: 'base64', line: '$&' },
		{ title: 'lines', line: '$&\n' },
		{ title: 'lines of mails', line: '$&\r\n' },
		{ title: 'a data URL', line: '$&', start: 'data:image/png;base64,' },
	])('can be identified and read: $title', async ({ line, start = '' }) => {
		const data = start + CONTENT.toString('base64').replace(/.{76}/g, line);
		const file = await inspectBinary(NO_CONTEXT, {
			binary: { ...createBinary('cup.png'), data, id: '' },
			field: 'data',
		});
		expect(file).toMatchObject({
			name: 'cup.png',
			label: 'The file “cup.png” in data',
			size: CONTENT.length,
			type: { extension: 'png' },
		});
		for (let time = 0; time < 2; time++) {
			expect(await useAndDestroy(await file.open(), buffer)).toEqual(CONTENT);
		}
	});

	test.each([
		[
			{ data: undefined },
			'has no content',
			'Its data must be base64 text, but is missing. Use another file, or check the node that created it.',
		],
		[
			{ data: 7 },
			'has no content',
			'Its data must be base64 text, but is “7”. Use another file, or check the node that created it.',
		],
	])('is rejected if a Code node made it wrong: %j', async (wrong, message, description) => {
		const made = castUnchecked<IBinaryData>({ ...createBinary(), ...wrong });
		await expect(inspectBinary(NO_CONTEXT, { binary: made, field: 'data' })).rejects.toMatchObject({
			message: `The file in data ${message}`,
			description,
		});
	});

	test.each([
		[7, '7', 'The file “7” in data'],
		[null, undefined, 'The file in data'],
	])('may be named %j', async (fileName, name, label) => {
		const data = CONTENT.toString('base64');
		const made = castUnchecked<IBinaryData>({ ...createBinary(), data, fileName });
		const opened = await inspectBinary(NO_CONTEXT, { binary: made, field: 'data' });
		expect(opened).toMatchObject({ name, label });
	});
});

describe('a stored file', () => {
	test('is checked by its beginning, and closed again', async () => {
		const { context, opened } = createStorage({ 'filesystem-v2:1': CONTENT });
		const listDestroyed = () => opened.map(({ stream }) => stream.destroyed);
		const file = await inspectBinary(context, {
			binary: createStoredBinary('filesystem-v2:1', 'cup.png'),
			field: 'data',
		});
		expect(file).toMatchObject({ size: CONTENT.length, label: 'The file “cup.png” in data' });
		expect(listDestroyed()).toEqual([true]);
		await useAndDestroy(await file.open(), async (bytes) => {
			await bytes[Symbol.asyncIterator]().next();
			expect(listDestroyed()).toEqual([true, false]);
		});
		expect(listDestroyed()).toEqual([true, true]);
	});

	test('shows a bug in the node that prevents reading it', async () => {
		const mistake = new TypeError('x is not a function');
		const getBinaryMetadata = async () => await Promise.reject(mistake);
		const context = createFake<IExecuteFunctions>({ helpers: { getBinaryMetadata } });
		const opened = inspectBinary(context, {
			binary: createStoredBinary('filesystem-v2:1'),
			field: 'data',
		});
		await expect(opened).rejects.toBe(mistake);
	});

	test('is named if it is gone, or on another worker', async () => {
		const { context } = createStorage({});
		await expect(
			inspectBinary(context, {
				binary: createStoredBinary('filesystem-v2:1', 'cup.png'),
				field: 'data',
			}),
		).rejects.toMatchObject({
			message: 'The file “cup.png” in data could not be read',
			description:
				'n8n says: ENOENT: filesystem-v2:1. Use another file, or check the node that created it. In queue mode, unless all workers share a folder, set N8N_DEFAULT_BINARY_DATA_MODE to database or s3.',
		});
	});
});

test('does not read too far into a file', async () => {
	const open = jest.fn(async () => Readable.from([CONTENT.subarray(0, 50), CONTENT.subarray(50)]));
	expect(await readBytesFrom({ open }, 134_217_729)).toBeUndefined();
	expect(open).not.toHaveBeenCalled();
	expect(await readBytesFrom({ open }, 134_217_728)).toHaveLength(0);
	expect(await readBytesFrom({ open }, 60)).toEqual(CONTENT.subarray(60));
});

test('reads only the chunks that the first bytes need, and keeps them', async () => {
	const sent = ['aa', 'bc', 'd', 'e'].map((text) => Buffer.from(text));
	let taken = 0;
	const peekAt = async (enough: number) =>
		await peek(
			(async function* () {
				for (const chunk of sent) {
					taken++;
					yield chunk;
				}
			})(),
			enough,
		);
	const { start, bytes } = await peekAt(3);
	expect(taken).toBe(2);
	expect(start.toString()).toBe('aab');
	expect((await buffer(bytes)).toString()).toBe('aabcde');
	expect((await peekAt(99)).start.toString()).toBe('aabcde');
	taken = 0;
	await peekAt(4);
	expect(taken).toBe(2);
});
