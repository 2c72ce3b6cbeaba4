import type { INodeParameters } from 'n8n-workflow';

import { createJsonItems, type NodeRun, type NodeRunOptions } from '../../support/harness.cjs';
import { callListSearch } from '../../support/callMethods.cjs';
import type { FaultRule } from '../../../service/server.cjs';
import { createRunner } from '../../support/posts.cjs';
import { useOwnServices, useService } from '../../support/useService.cjs';

const GENERATE = '/api/public/v1/generate-video';
const ADVICE =
	'The video may exist, or still be in progress. Check Media in Postiz before you run this again.';

const service = useService();
const start = useOwnServices();

const createVoice = (value = 'voice-amber') => ({ voice: { __rl: true, mode: 'id', value } });
const createSlides = (more: INodeParameters = {}): INodeParameters => ({
	prompt: 'How coffee is roasted',
	...createVoice(),
	...more,
});
const createVeo3 = (more: INodeParameters = {}): INodeParameters => ({
	videoType: 'veo3',
	prompt: 'A cup in the rain',
	...more,
});
const run = createRunner(service, 'video');
type Options = Partial<NodeRunOptions>;
const generate = async (parameters: INodeParameters, options?: Options) =>
	await run('generate', parameters, options);

const listRows = ({ output }: NodeRun) => output[0].map(({ json }) => json);
const listBodies = () =>
	service.requests.filter(({ path }) => path === GENERATE).map(({ body }) => body);

describe('Generate', () => {
	test.each<[INodeParameters, object]>([
		[
			createSlides(),
			{
				type: 'image-text-slides',
				customParams: { voice: 'voice-amber', prompt: 'How coffee is roasted' },
			},
		],
		[createVeo3(), { type: 'veo3', customParams: { prompt: 'A cup in the rain', images: [] } }],
	])('returns the file for the smallest form, %j', async (parameters, body) => {
		const result = await generate(parameters);
		expect(result.error).toBeUndefined();
		const [{ id }] = service.state.media;
		expect(listRows(result)).toMatchObject([{ id, path: expect.stringMatching(/\.mp4$/) }]);
		expect(listBodies()).toEqual([{ output: 'vertical', ...body }]);
	});
});

describe('rejected before any request', () => {
	afterEach(() => expect(service.requests).toEqual([]));

	test.each<[INodeParameters, string]>([
		[createSlides({ prompt: '={{ "  " }}' }), 'Prompt is empty'],
		[{ prompt: 'Beans' }, 'Voice is empty'],
		[createSlides({ videoType: '={{ "sora" }}' }), 'Type cannot be “sora”'],
		[createSlides({ orientation: '={{ "square" }}' }), 'Orientation cannot be “square”'],
	])('%j', async (parameters, message) => {
		const { error, output } = await generate(parameters);
		expect(error?.message).toContain(message);
		expect(error?.description).toEqual(expect.any(String));
		expect(output.flat()).toEqual([]);
	});

	test('a mistake in the last item costs no credits', async () => {
		const { error } = await generate(createSlides({ prompt: '={{ $json.prompt }}' }), {
			items: createJsonItems([{ prompt: 'One' }, { prompt: 'Two' }, {}]),
		});
		expect(error?.message).toBe('Prompt is empty');
	});
});

describe('rejected by the service', () => {
	test('reports used-up credits with a remedy', async () => {
		service.state.videoCredits = 0;
		const { error } = await generate(createSlides());
		expect(error).toMatchObject({
			message: "Your Postiz plan doesn't allow this",
			description: expect.stringContaining('Postiz says: “You have no video credits left”'),
			httpCode: '402',
		});
	});

	test('reports a missing generator with the available ones', async () => {
		service.state.videoGenerators = ['veo3'];
		const { error } = await generate(createSlides());
		expect(`${error?.message} ${error?.description}`).toContain('veo3');
		expect(error).toMatchObject({ httpCode: '400' });
	});
});

describe('an unknown outcome', () => {
	afterEach(() => expect(listBodies()).toHaveLength(1));

	test.each<Omit<FaultRule, 'match'>>([
		{ kind: 'resetBefore' },
		{ kind: 'resetAfter' },
		{ kind: 'html502', processed: true },
		{ kind: 'status', status: 408, processed: true },
	])('%j', async (fault) => {
		service.faults.push({ match: { path: /generate-video$/ }, ...fault });
		expect((await generate(createSlides())).error).toMatchObject({
			message: expect.stringContaining('It is unclear whether Postiz made the video: '),
			description: ADVICE,
		});
	});

	test.each([[[]], [null], ['text'], [{ id: 'a' }], [[{ id: 'a', path: 'b' }, { id: 'c' }]]])(
		'an answer without a file: %j',
		async (body) => {
			service.faults.push({ match: { path: /generate-video$/ }, kind: 'wrongJson', body });
			expect((await generate(createSlides())).error).toMatchObject({
				message: "Postiz didn't return the address of the video",
				description: ADVICE,
			});
		},
	);
});

test('a cancelled execution requests no further video', async () => {
	const slow = await start();
	slow.faults.push({ match: {}, kind: 'latency', delay: 60_000 });
	const waitForRequest = async () => {
		while (slow.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
	};
	const result = await generate(createSlides(), {
		service: slow,
		items: createJsonItems([{}, {}]),
		onError: 'continueRegularOutput',
		cancelWhen: waitForRequest(),
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

	test('shows all voices, or those that match the search', async () => {
		expect(await search()).toEqual([
			{ name: 'Amber', value: 'voice-amber' },
			{ name: 'Cedar', value: 'voice-cedar' },
		]);
		expect(await search(' CED ')).toEqual([{ name: 'Cedar', value: 'voice-cedar' }]);
		expect(await search('nobody')).toEqual([]);
	});

	test('says that there are no voices', async () => {
		service.state.voices = [];
		await expect(search()).rejects.toMatchObject({
			message: 'No voices found',
			description: expect.stringContaining('by hand (By ID)'),
		});
	});
});
