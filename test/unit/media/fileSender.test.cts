import { Problem } from '../../../nodes/Postiz/common/problem';
import { createUrlFile, type MediaFile } from '../../../nodes/Postiz/media/mediaFile';
import { endpoints } from '../../../nodes/Postiz/transport/endpoints';
import type { RequestResult } from '../../../nodes/Postiz/transport/response';
import { createSampleFile, PNG } from '../../shared/samples.cjs';
import { CUP, createResponse, createSource, createUploads } from './createStorage.cjs';

const CONTENT = createSampleFile(PNG, 5000);

const toError = (error: unknown) => error;
const problem = new Problem('It was cut off', '');
const lost: RequestResult = { kind: 'noResponse', problem };
const unsent: RequestResult = { kind: 'unreachable', problem, isTemporary: false };

test('waits half an hour for a service that stores a large video', async () => {
	const { inspector, uploads, requests } = createUploads({ files: { a: CONTENT } });
	const [file] = await inspector.inspect([createSource('a')]);
	await uploads.upload(file);
	await uploads.upload(createUrlFile(CUP));
	expect(requests.map(({ path, timeout }) => [path, timeout])).toEqual([
		['/upload', 1_800_000],
		['/upload-from-url', 1_800_000],
	]);
});

describe('a URL that the service rejects', () => {
	const sendFile = async (result: RequestResult, address = CUP) => {
		const results = [result];
		const { uploads, ...seen } = createUploads({ web: { [address]: CONTENT }, results });
		return { ...seen, uploaded: await uploads.upload(createUrlFile(address)).catch(toError) };
	};

	const rejections = [400, 404, 408, 422, 500, 502].map((status) => createResponse(status));
	test.each([...rejections, lost])('is fetched by n8n after %j', async (result) => {
		const { urls, contents, uploaded } = await sendFile(result);
		expect([urls, contents]).toEqual([[CUP], [CONTENT]]);
		expect(uploaded).toMatchObject({ id: 'upload-1' });
	});

	const ends = [401, 402, 403, 406, 429].map((status) => createResponse(status));
	test.each([...ends, unsent])('is not fetched after %j', async (result) => {
		const { contents, requestedUrls, uploaded } = await sendFile(result);
		expect([requestedUrls, contents]).toEqual([[], []]);
		expect(uploaded).toBeInstanceOf(Error);
	});

	test.each([
		'http://media.example/cup.png',
		'https://media.example/cup',
		'ftp+https://media.example/cup.png',
	])('is not sent for %s, which the service could not fetch', async (address) => {
		const { requests } = await sendFile(createResponse(201), address);
		expect(requests).toMatchObject([endpoints.upload()]);
	});
});

describe('an upload', () => {
	/** What becomes of two files, one after the other. */
	const sendFile = async (results: RequestResult[], { continues = true } = {}) => {
		const files = { a: CONTENT, b: createSampleFile(PNG, 6000) };
		const { inspector, uploads, requests } = createUploads({ files, results, continues });
		const [a, b] = await inspector.inspect([createSource('a'), createSource('b')]);
		const send = async (file: MediaFile) => await uploads.upload(file).catch(toError);
		return { first: await send(a), second: await send(b), requests };
	};

	test.each([401, 402, 403, 406, 429])(
		'is the last one if %d affects all, even if failures do not end the node',
		async (status) => {
			const { first, second, requests } = await sendFile([createResponse(status)]);
			const failed = { message: 'response', description: 'Check it.', httpCode: String(status) };
			expect(first).toMatchObject(failed);
			expect(second).toMatchObject({ ...failed, isConsequence: true });
			expect(requests).toHaveLength(1);
		},
	);

	const FILE = 'The file “cup.png” in data';
	test.each<[RequestResult, string, string]>([
		[
			createResponse(400, { message: 'odd' }),
			`${FILE} was rejected by Postiz: odd`,
			'Check that the file',
		],
		[createResponse(422), `${FILE} was rejected by Postiz`, 'Check that the file is intact'],
		[
			createResponse(413),
			`${FILE} is larger than this Postiz instance allows`,
			'Make it smaller. On your own instance, the web server in front of Postiz may have an upload limit that you can increase.',
		],
		[createResponse(400, '<html>'), 'response', 'Check it.'],
		[createResponse(500), `${FILE} was not uploaded: response`, 'Check it.'],
		[{ ...unsent, isTemporary: true }, 'It was cut off', ''],
		[
			lost,
			`${FILE} may not have arrived: It was cut off`,
			'Run the workflow again. On your own instance,',
		],
	])('stops the next one after %j only if failures end the node', async (...row) => {
		const [result, message, description] = row;
		for (const continues of [true, false]) {
			const { first, second } = await sendFile([result], { continues });
			expect(first).toMatchObject({
				message,
				description: expect.stringContaining(description),
			});
			expect(second).toMatchObject(continues ? { id: 'upload-2' } : { isConsequence: true });
		}
	});

	test('that is not tried fails with all details of the first one', async () => {
		const details = { needsPerson: true, affectsAllItems: true, closing: ['Then try again.'] };
		const rejected: RequestResult = { ...unsent, problem: problem.with(details) };
		const { first, second } = await sendFile([rejected], { continues: false });
		expect(first).toMatchObject(details);
		expect(second).toMatchObject({ ...details, isConsequence: true });
	});

	test.each([{ id: 'u' }, { path: CUP }, { id: 7, path: CUP }, { id: 'u', path: 7 }, null, 'ok'])(
		'rejects the answer %j, which has no URL',
		async (body) => {
			expect((await sendFile([createResponse(201, body)])).first).toMatchObject({
				message: "Postiz accepted the file, but didn't return its address",
			});
		},
	);
});

test.each([
	['of the item', createSource('a')],
	['on the web', { from: 'url', url: 'http://media.example/cup' } as const],
])('opens a file %s again for each try', async (_where, named) => {
	const web = { 'http://media.example/cup': CONTENT };
	const { inspector, uploads, client, contents } = createUploads({ files: { a: CONTENT }, web });
	const send = client.send.bind(client);
	client.send = async (...call) => {
		await send(...call);
		return await send(...call);
	};
	const [file] = await inspector.inspect([named]);
	expect(await uploads.upload(file)).toMatchObject({ id: 'upload-2' });
	expect(contents).toEqual([CONTENT, CONTENT]);
});

test('sends three files at a time, and keeps their order', async () => {
	const files = Object.fromEntries(
		[...'abcdefg'].map((id, mark) => [id, createSampleFile(PNG, 50 + mark)]),
	);
	const { inspector, uploads, client, contents } = createUploads({ files });
	const finishes: Array<() => void> = [];
	const send = client.send.bind(client);
	client.send = async (...call) => {
		const result = await send(...call);
		await new Promise<void>((resolve) => finishes.push(resolve));
		return result;
	};
	const opened = await inspector.inspect(Object.keys(files).map((id) => createSource(id)));
	const sent = uploads.uploadAll(opened);
	const waitForTurns = async () =>
		await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
	for (let answered = 0; answered < opened.length; answered++) {
		for (let turn = 0; turn < 20; turn++) await waitForTurns();
		expect(contents).toHaveLength(Math.min(opened.length, answered + 3));
		// The first one is answered last.
		(finishes.splice(1, 1)[0] ?? finishes[0])();
	}
	const references = await sent;
	expect([...references.keys()]).toEqual(opened);
	expect(references.get(opened[0])).toMatchObject({ id: 'upload-1' });
});
