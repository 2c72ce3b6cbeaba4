import type { INodeParameters } from 'n8n-workflow';

import { PNG, fileOf } from '../../../shared/samples.cjs';
import {
	callListSearch,
	jsonItems,
	memoryFile,
	type NodeRun,
	type NodeRunOptions,
} from '../../support/harness.cjs';
import type { FaultRule } from '../../../service/server.cjs';
import { runnerOf } from '../../support/posts.cjs';
import { useOwnServices, useService } from '../../support/useService.cjs';

const GENERATE = '/api/public/v1/generate-video';
const IMAGE_URL = 'https://media.example/cup.png';
const ADVICE =
	'It may exist or still be made, and use its credits. Check Media in Postiz before you run this again.';

const service = useService();
const start = useOwnServices();

const voice = (value = 'voice-amber') => ({ voice: { __rl: true, mode: 'id', value } });
const slides = (more: INodeParameters = {}): INodeParameters => ({
	prompt: 'How coffee is roasted',
	...voice(),
	...more,
});
const veo3 = (more: INodeParameters = {}): INodeParameters => ({
	videoType: 'veo3',
	prompt: 'A cup in the rain',
	...more,
});
const images = (...file: INodeParameters[]) => ({ images: { file } });
const run = runnerOf(service, 'video');
type Options = Partial<NodeRunOptions>;
const generate = async (parameters: INodeParameters, options?: Options) =>
	await run('generate', parameters, options);

const rows = ({ output }: NodeRun) => output[0].map(({ json }) => json);
const paths = () => service.requests.map(({ path }) => path.replace('/api/public/v1', ''));
const bodies = () =>
	service.requests.filter(({ path }) => path === GENERATE).map(({ body }) => body);

/** An item with these pictures as files. */
const itemWith = (...names: string[]) => [
	{
		json: {},
		binary: Object.fromEntries(
			names.map((name, index) => [name, memoryFile(fileOf(PNG, 100, index + 1))]),
		),
	},
];

describe('Generate', () => {
	test.each<[INodeParameters, object]>([
		[
			slides(),
			{
				type: 'image-text-slides',
				customParams: { voice: 'voice-amber', prompt: 'How coffee is roasted' },
			},
		],
		[veo3(), { type: 'veo3', customParams: { prompt: 'A cup in the rain', images: [] } }],
	])('the smallest form, %j, returns the file', async (parameters, body) => {
		const result = await generate(parameters);
		expect(result.error).toBeUndefined();
		const [{ id }] = service.state.media;
		expect(rows(result)).toMatchObject([{ id, path: expect.stringMatching(/\.mp4$/) }]);
		expect(bodies()).toEqual([{ output: 'vertical', ...body }]);
	});

	test('veo3: the fullest form has images from files, addresses and uploads', async () => {
		service.faults.push({
			match: { path: /upload-from-url$/ },
			kind: 'status',
			status: 201,
			body: { id: 'from-url', path: 'https://media.example/from-url.png' },
		});
		const result = await generate(
			veo3({
				orientation: 'horizontal',
				...images(
					{ source: 'binary', binaryField: 'cup' },
					{ source: 'url', url: IMAGE_URL },
					{ source: 'upload', file: '={{ $json }}' },
				),
			}),
			{
				items: [
					{
						json: { id: 'earlier', path: 'https://media.example/earlier.png', alt: 'A cup' },
						binary: { cup: memoryFile(PNG, { fileName: 'cup.png' }) },
					},
				],
			},
		);
		expect(result.error).toBeUndefined();
		const [file] = service.state.media;
		expect(bodies()).toEqual([
			{
				type: 'veo3',
				output: 'horizontal',
				customParams: {
					prompt: 'A cup in the rain',
					images: [
						{ id: file.id, path: file.path },
						{ id: 'from-url', path: 'https://media.example/from-url.png' },
						{ id: 'earlier', path: 'https://media.example/earlier.png' },
					],
				},
			},
		]);
		expect(paths().sort()).toEqual(['/generate-video', '/upload', '/upload-from-url']);
		expect(paths().at(-1)).toBe('/generate-video');
	});

	test('all files of an item are three images at most', async () => {
		const entry = images({ source: 'binary', binaryField: '*' });
		expect((await generate(veo3(entry), { items: itemWith('a', 'b', 'c') })).error).toBeUndefined();
		expect(paths()).toEqual(['/upload', '/upload', '/upload', '/generate-video']);
		service.requests.length = 0;
		const { error } = await generate(veo3(entry), { items: itemWith('a', 'b', 'c', 'd') });
		expect(error?.message).toBe('Veo 3 has 4 images; the maximum is 3');
		expect(paths()).toEqual([]);
	});
});

describe('what is refused before anything is sent', () => {
	afterEach(() => expect(service.requests).toEqual([]));

	test.each<[INodeParameters, string]>([
		[slides({ prompt: '={{ "  " }}' }), 'Prompt is empty'],
		[{ prompt: 'Beans' }, 'Voice is empty'],
		[slides({ videoType: '={{ "sora" }}' }), 'Type cannot be “sora”'],
		[slides({ orientation: '={{ "square" }}' }), 'Orientation cannot be “square”'],
		[
			veo3(images({ source: 'url', url: 'http://127.0.0.1:9/a' })),
			'http://127.0.0.1:9/a could not be downloaded: its server could not be reached',
		],
		[veo3(images({ source: 'url', url: 'https://example.com/a.mp4?x=1' })), 'Images has a video'],
		[
			veo3(images({ source: 'upload', file: '{"id":"a","path":"https://m.example/a.mp4"}' })),
			'Images has a video',
		],
	])('%j', async (parameters, message) => {
		const { error, output } = await generate(parameters);
		expect(error?.message).toContain(message);
		expect(error?.description).toEqual(expect.any(String));
		expect(output.flat()).toEqual([]);
	});

	test('a mistake in the last of several items costs no credits', async () => {
		const { error } = await generate(slides({ prompt: '={{ $json.prompt }}' }), {
			items: jsonItems([{ prompt: 'One' }, { prompt: 'Two' }, {}]),
		});
		expect(error?.message).toBe('Prompt is empty');
	});
});

describe('what the service refuses', () => {
	test('credits that are spent are reported with what to do', async () => {
		service.state.videoCredits = 0;
		const { error } = await generate(slides());
		expect(error).toMatchObject({
			message: "Your Postiz plan doesn't allow this",
			description: expect.stringContaining('Postiz says: “You have no video credits left”'),
			httpCode: '402',
		});
	});

	test('a generator that the instance lacks is reported with those it has', async () => {
		service.state.videoGenerators = ['veo3'];
		const { error } = await generate(slides());
		expect(`${error?.message} ${error?.description}`).toContain('veo3');
		expect(error).toMatchObject({ httpCode: '400' });
	});
});

describe('an outcome that is not known', () => {
	afterEach(() => expect(bodies()).toHaveLength(1));

	test.each<Omit<FaultRule, 'match'>>([
		{ kind: 'resetBefore' },
		{ kind: 'resetAfter' },
		{ kind: 'html502', processed: true },
	])('%j', async (fault) => {
		service.faults.push({ match: { path: /generate-video$/ }, ...fault });
		expect((await generate(slides())).error).toMatchObject({
			message: expect.stringContaining('It is unclear whether Postiz made the video: '),
			description: ADVICE,
		});
	});

	test.each([[[]], [null], ['text'], [{ id: 'a' }], [[{ id: 'a', path: 'b' }, { id: 'c' }]]])(
		'an answer without a file: %j',
		async (body) => {
			service.faults.push({ match: { path: /generate-video$/ }, kind: 'wrongJson', body });
			expect((await generate(slides())).error).toMatchObject({
				message: "Postiz didn't return the address of the video",
				description: ADVICE,
			});
		},
	);
});

test('a cancelled execution asks for no further video', async () => {
	const slow = await start();
	slow.faults.push({ match: {}, kind: 'latency', delay: 60_000 });
	const asked = async () => {
		while (slow.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
	};
	const result = await generate(slides(), {
		service: slow,
		items: jsonItems([{}, {}]),
		onError: 'continueRegularOutput',
		cancelWhen: asked(),
	});
	expect(result.run.status).toBe('canceled');
	await new Promise((resolve) => setTimeout(resolve, 200));
	expect(slow.requests).toHaveLength(1);
});

describe('the voice picker', () => {
	const search = async (filter?: string) =>
		(
			await callListSearch(
				'searchVoices',
				{ service, parameters: { resource: 'video', operation: 'generate' } },
				filter,
			)
		).results;

	test('shows the voices, and those that match what was typed', async () => {
		expect(await search()).toEqual([
			{ name: 'Amber', value: 'voice-amber' },
			{ name: 'Cedar', value: 'voice-cedar' },
		]);
		expect(await search(' CED ')).toEqual([{ name: 'Cedar', value: 'voice-cedar' }]);
		expect(await search('nobody')).toEqual([]);
	});

	test('says that there are none', async () => {
		service.state.voices = [];
		await expect(search()).rejects.toMatchObject({
			message: 'No voices found',
			description: expect.stringContaining('by hand (By ID)'),
		});
	});
});
