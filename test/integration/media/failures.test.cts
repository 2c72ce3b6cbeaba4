import dns from 'node:dns';
import { truncate } from 'node:fs/promises';

import type { OnError } from 'n8n-workflow';

import type { Service } from '../../service/server.cjs';
import { fileOf, HEIC, MP4 } from '../../shared/samples.cjs';
import { afterLookUp, startFileServer } from '../support/fileServer.cjs';
import { storedFile, storedPath } from '../support/harness.cjs';
import {
	errorsOf,
	file,
	itemsWith,
	MEGABYTE,
	picture,
	uploadFile,
	uploadsTo,
	sentName,
} from '../support/media.cjs';
import { createPost } from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

jest.setTimeout(30_000);

const service = useService({ hourlyLimit: 10_000 });

describe('a host whose name cannot be looked up for a moment', () => {
	const HOST = 'postiz.example';
	const realLookUp = dns.lookup as (...parameters: unknown[]) => void;
	const FIVE = () =>
		itemsWith(...Array.from({ length: 5 }, (_, mark) => ({ data: file(picture(mark)) })));

	/** The first `times` look-ups of the host fail; later ones find the service. */
	function failLookUps(times: number, code: string) {
		let asked = 0;
		const lookUp = (host: string, ...more: unknown[]) => {
			if (host !== HOST) return realLookUp(host, ...more);
			if (asked++ >= times) return realLookUp('127.0.0.1', ...more);
			const error = Object.assign(new Error(`getaddrinfo ${code} ${HOST}`), { code });
			process.nextTick(more.at(-1) as (error: Error) => void, error);
		};
		jest.spyOn(dns, 'lookup').mockImplementation(lookUp as never);
		return () => asked;
	}
	const upload = async (onError?: OnError) =>
		await uploadFile(service, 'data', FIVE(), {
			onError,
			credentials: { host: service.apiUrl.replace(/localhost|127\.0\.0\.1/, HOST) },
		});

	afterEach(() => jest.restoreAllMocks());

	test.each(['ENOTFOUND', 'EAI_AGAIN'])('%s: each file is tried again', async (code) => {
		const asked = failLookUps(3, code);
		const { error, output } = await upload();
		expect(error).toBeUndefined();
		expect(output[0]).toHaveLength(5);
		expect(service.state.media).toHaveLength(5);
		expect(asked()).toBeGreaterThan(3);
	});

	test('fails the one file that it was looked up for three times in vain', async () => {
		// Three files at a time: the seventh look-up is the third one of the first of them.
		failLookUps(7, 'ENOTFOUND');
		const { error, output } = await upload('continueErrorOutput');
		expect(error).toBeUndefined();
		expect(errorsOf([output[1]])).toEqual([
			expect.stringMatching(/^Postiz could not be reached at/),
		]);
		expect(output[0]).toHaveLength(4);
		expect(service.state.media).toHaveLength(4);
	});

	test('ends the node where no error passes', async () => {
		failLookUps(9, 'ENOTFOUND');
		const { error } = await upload();
		expect(error?.message).toMatch(/^Postiz could not be reached at/);
		expect(service.state.media).toEqual([]);
	});
});

describe('a failed upload', () => {
	const THREE = () =>
		itemsWith(
			{ data: file(picture(1), 'a.png') },
			{ data: file(picture(2), 'b.png') },
			{
				data: file(picture(3), 'c.png'),
			},
		);
	const failSecond = (fault: Partial<Service['faults']['pending'][number]>) =>
		service.faults.push({ match: { path: /\/upload$/ }, kind: 'status', skip: 1, ...fault });

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'fails its item and no other: %s',
		async (onError) => {
			failSecond({ status: 400, body: { message: 'The file is damaged' } });
			const { output, error } = await uploadFile(service, 'data', THREE(), { onError });
			expect(error).toBeUndefined();
			const failed = {
				row: 1,
				error:
					'The file “b.png” in data was rejected by Postiz: The file is damaged [item 1]. Open the file to see whether it is intact, or save it again in another format.',
			};
			const names = output.map((items) => items.map(({ json }) => sentName(service, json) ?? json));
			expect(names).toEqual(
				onError === 'continueErrorOutput'
					? [['a.png', 'c.png'], [failed]]
					: [['a.png', failed, 'c.png']],
			);
			expect(service.state.media).toHaveLength(2);
		},
	);

	test('a file that is refused before it is sent fails its item and no other', async () => {
		const [first, , third] = THREE();
		const { output } = await uploadFile(
			service,
			'data',
			[first, ...itemsWith({ data: file(HEIC) }), third],
			{
				onError: 'continueRegularOutput',
			},
		);
		expect(errorsOf(output)).toEqual([
			undefined,
			'The file in data is not of a type that Postiz accepts [item 1]',
			undefined,
		]);
	});

	test('ends the node if nothing is to go on, and no further file is sent', async () => {
		service.faults.push({ match: { path: /\/upload$/ }, kind: 'status', status: 500 });
		const input = itemsWith(
			...Array.from({ length: 20 }, (_, mark) => ({ data: file(picture(mark)) })),
		);
		const { error, output } = await uploadFile(service, 'data', input);
		expect(error).toMatchObject({
			message: 'Postiz failed (status 500) [item 0]',
			httpCode: '500',
		});
		expect(output.flat()).toEqual([]);
		expect(uploadsTo(service).length).toBeLessThanOrEqual(5);
	});

	test.each([402, 429])(
		'with status %s concerns all files: no further one is sent',
		async (status) => {
			service.faults.push({ match: { path: /\/upload$/ }, kind: 'status', status, times: 20 });
			const input = itemsWith(
				...Array.from({ length: 20 }, (_, mark) => ({ data: file(picture(mark)) })),
			);
			const { output } = await uploadFile(service, 'data', input, {
				onError: 'continueRegularOutput',
			});
			const [first, ...others] = errorsOf(output).map(String);
			expect(others).toHaveLength(19);
			expect(first).toMatch(/ \[item 0\]/);
			const reason = first.replace(' [item 0]', '');
			for (const error of others) expect(error).toContain(reason);
			expect(others.at(-1)).toBe(
				`A file was not uploaded, because another one failed: ${reason} [item 19]`,
			);
			expect(uploadsTo(service).length).toBeLessThanOrEqual(3);
		},
	);

	test.each([
		[
			'413',
			{ status: 413 },
			'The file “b.png” in data has 0.1 MB, more than this Postiz instance allows',
		],
		[
			'an answer that does not say where the file is',
			{ kind: 'wrongJson' as const, body: { ok: true } },
			"Postiz accepted the file, but didn't return its address",
		],
		['a page', { kind: 'html502' as const }, 'Postiz failed (status 502)'],
		[
			'a lost connection',
			{ kind: 'resetBefore' as const },
			'The connection to Postiz was lost while a file was uploaded (0.1 MB)',
		],
		[
			'a lost answer',
			{ kind: 'resetAfter' as const },
			'The connection to Postiz was lost while a file was uploaded (0.1 MB)',
		],
	])('is explained: %s', async (_kind, fault, message) => {
		failSecond(fault);
		const { output } = await uploadFile(service, 'data', THREE(), {
			onError: 'continueRegularOutput',
		});
		expect(errorsOf(output).map((error) => String(error).replace(/ \[item 1\]/, ''))).toEqual([
			'undefined',
			message,
			'undefined',
		]);
		expect(uploadsTo(service)).toHaveLength(3);
	});

	test('a file that breaks off while it is read does not leave the service waiting', async () => {
		const binary = await storedFile(fileOf(MP4, 2 * MEGABYTE), { fileName: 'pour.mp4' });
		await truncate(await storedPath(binary), MEGABYTE);
		const { error } = await uploadFile(service, 'data', itemsWith({ data: binary }));
		expect(error).toMatchObject({
			message: 'The file “pour.mp4” in data could not be read completely',
			description: 'It ended early or changed during the upload. Run the workflow again.',
		});
		expect(service.state.media).toEqual([]);
	});
});

describe('a cancelled execution', () => {
	const SIZE = 24 * MEGABYTE;

	/** A service that takes seconds to read an upload, and never answers. */
	async function startSlowService() {
		let begun!: () => void;
		const started = new Promise<void>((resolve) => (begun = resolve));
		const ended: Array<Promise<{ received: number; complete: boolean }>> = [];
		const server = await startFileServer(
			afterLookUp(service, (request) => {
				let received = 0;
				request.on('error', () => undefined);
				request.on('data', (chunk: Buffer) => {
					received += chunk.length;
					request.pause();
					setTimeout(() => request.resume(), 10);
					begun();
				});
				ended.push(
					new Promise((resolve) =>
						request.once('close', () => resolve({ received, complete: request.complete })),
					),
				);
			}),
		);
		return { server, started, ended };
	}

	test.each(['file', 'post'])(
		'stops the streams, and sends no further file: %s',
		async (resource) => {
			const { server, started, ended } = await startSlowService();
			const input = await Promise.all(
				Array.from({ length: 8 }, async (_, mark) => ({
					json: {},
					binary: { data: await storedFile(fileOf(MP4, SIZE, mark)) },
				})),
			);
			const options = {
				credentials: { apiKey: 'key', host: server.origin },
				cancelWhen: started,
				onError: 'continueRegularOutput' as const,
			};
			const { run } =
				resource === 'file'
					? await uploadFile(service, 'data', input, options)
					: await createPost(
							service,
							{ media: { file: [{ source: 'binary', binaryField: 'data' }] } },
							{ items: input, ...options },
						);
			expect(run.status).toBe('canceled');
			for (const { received, complete } of await Promise.all(ended)) {
				expect(received).toBeLessThan(SIZE / 2);
				expect(complete).toBe(false);
			}
			await server.close();
			const sent = server.requests.filter(({ path }) => path.endsWith('/upload'));
			expect(sent.length).toBeGreaterThan(0);
			expect(sent.length).toBeLessThanOrEqual(3);
		},
	);
});
