import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { field, listOr } from '../../form/fields';
import { mediaCollection } from '../../media/fields';
import { filesOf, readMediaList } from '../../media/fileSource';
import { Uploads } from '../../media/uploads';
import type { ApiRequest, PostizClient } from '../../transport/client';
import { errorDetail } from '../../transport/explain';
import { isCancelled } from '../../transport/pause';
import type { ApiAnswer, Exchange } from '../../transport/types';
import { caughtProblem, type Explanation, Problem, quote } from '../../values/problem';
import { isEmpty, isObject, parseJson, propertiesOf, readOption } from '../../values/read';
import { explainUnknownId, readId } from '../shared/ids';
import { changeOnce, doneByItem } from '../shared/once';
import { forEachItem, ItemRun, toRows, type Operation, type Resource } from '../shared/operation';

const SLIDES = 'image-text-slides';
const VEO3 = 'veo3';
/** The generators by their value, as people see them. */
const GENERATORS = { [SLIDES]: 'Slides With Voice', [VEO3]: 'Veo 3' };
type Generator = keyof typeof GENERATORS;

/** To give up early would lose a video that is paid for, in ms. */
const MAX_WAIT_MS = 60 * 60_000;
const NO_CREDITS = 402;
const MAX_IMAGES = 3;

/** Video: Generate (docs/api.md, Videos). */
const generate: Operation = {
	name: 'Generate',
	value: 'generate',
	action: 'Generate a video',
	description:
		'Generate a short video from a prompt and output the file for Post > Create. Takes minutes and uses credits.',
	properties: [
		field.notice(
			'Generating a video takes minutes and uses credits of your Postiz plan.',
			'creditsNotice',
		),
		field.choice('Type', 'videoType', {
			default: SLIDES,
			description: 'How the video is made. Not every Postiz instance has every type.',
			options: [
				{
					name: GENERATORS[SLIDES],
					value: SLIDES,
					description: 'Generated pictures with text, spoken by a voice',
				},
				{
					name: GENERATORS[VEO3],
					value: VEO3,
					description: 'A short film by Veo 3, from your own pictures if you add some',
				},
			],
		}),
		field.text('Prompt', 'prompt', {
			typeOptions: { rows: 4 },
			required: true,
			placeholder: 'e.g. How coffee gets from the farm to the cup',
			description: 'What the video is about and what it shows',
		}),
		field.choice('Orientation', 'orientation', {
			default: 'vertical',
			description: 'Shape of the video: horizontal or vertical',
			options: [
				{ name: 'Horizontal', value: 'horizontal', description: 'As on YouTube' },
				{ name: 'Vertical', value: 'vertical', description: 'As for TikTok, Reels and Shorts' },
			],
		}),
		// Not marked as required: with an expression in Type, n8n would want it for every type.
		field.locator('Voice', 'voice', {
			description:
				'The voice that speaks the text. Video > Run Function returns the IDs, with the function loadVoices.',
			displayOptions: { show: { videoType: [SLIDES] } },
			...listOr('ID', 'searchVoices', {
				prompt: 'Select a voice…',
				hint: 'IDs come from Video > Run Function with the function loadVoices',
			}),
		}),
		field.entries('Images', 'images', {
			placeholder: 'Add Image',
			typeOptions: { sortable: true },
			description: 'Up to three pictures to make the video from. Each file is uploaded once.',
			displayOptions: { show: { videoType: [VEO3] } },
			options: [
				{
					...mediaCollection,
					values: mediaCollection.values.filter(({ name }) => name !== 'details'),
				},
			],
		}),
	],
	execute: async (context, client) => {
		const run = new ItemRun(context);
		const uploads = new Uploads(context, client, 'pictures');
		const made = doneByItem(context);
		const maker = new VideoMaker(context, client, made);
		const open = run.items.filter(({ itemIndex }) => !made.has(itemIndex));
		// A video costs money: all items are read, and all images uploaded, before the first is made.
		const read = await run.atOnce(open, async (_value, itemIndex) => {
			const { files, request } = readOrder(context, itemIndex);
			return { files: await uploads.checkAll(files), request };
		});
		const requests = await run.atOnce(read, async ({ files, request }): Promise<VideoRequest> => {
			if (request.type !== VEO3) return request;
			const references = [...(await uploads.references(files)).values()];
			const images = references.map(({ id, path }) => ({ id, path }));
			return { ...request, customParams: { ...request.customParams, images } };
		});
		await run.inTurn(requests, async (request, itemIndex) => await maker.make(itemIndex, request));
		for (const [itemIndex, videos] of made) run.add(videos, itemIndex);
		return run.toOutput();
	},
};

function readOrder(context: IExecuteFunctions, itemIndex: number) {
	const given = (name: string) => context.getNodeParameter(name, itemIndex, '');
	const type = readOption(given('videoType'), [SLIDES, VEO3], 'Type');
	const prompt = readPrompt(given('prompt'));
	const output = readOption(given('orientation'), ['horizontal', 'vertical'], 'Orientation');
	if (type === SLIDES) {
		const voice = readId(context, itemIndex, 'voice');
		return { request: { type, output, customParams: { voice, prompt } }, files: [] };
	}
	const binary = filesOf(context.getInputData()[itemIndex]);
	const files = readMediaList(given('images'), binary, 'Images');
	if (files.length > MAX_IMAGES) {
		throw new Problem(
			`${GENERATORS[type]} has ${files.length} images; the maximum is ${MAX_IMAGES}`,
			'Remove some under Images.',
		);
	}
	return { request: { type, output, customParams: { prompt } }, files };
}

function readPrompt(entered: unknown): string {
	const prompt = typeof entered === 'number' ? String(entered) : entered;
	if (typeof prompt === 'string' && prompt.trim() !== '') return prompt.trim();
	const isNothing = prompt === undefined || prompt === null || typeof prompt === 'string';
	throw new Problem(
		isNothing ? 'Prompt is empty' : 'Prompt is not text',
		'Write what the video is about. With an expression, check that every item has a text.',
	);
}

interface VideoRequest {
	type: Generator;
	output: string;
	customParams: IDataObject;
}

/** Makes the videos of one execution, one after another (docs/api.md, Videos). */
class VideoMaker {
	/** The answer that there are no credits, which holds for the items after as well. */
	private refusal?: Exchange;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: PostizClient,
		/** The videos that the tries of a run made, by the index of the item. */
		private readonly made: Map<number, IDataObject[]>,
	) {}

	/** Asks once, and never again: each request may cost credits. Throws {@link Problem}. */
	async make(itemIndex: number, body: VideoRequest): Promise<void> {
		const ask = async () => await this.ask(body);
		const videos = changeOnce(this.context, itemIndex, ask).catch((error: unknown) => {
			const { message, description, httpCode } = caughtProblem(error);
			// If one item fails and ends the execution, n8n outputs nothing of the items before.
			const paths = [...this.made.values()].flat().map(({ path }) => path);
			const kept = ` The videos of the items before are kept under Media in Postiz: ${paths.join(', ')}`;
			throw new Problem(message, description + (paths.length > 0 ? kept : ''), { httpCode });
		});
		this.made.set(itemIndex, await videos);
	}

	private async ask(body: VideoRequest): Promise<IDataObject[]> {
		if (isCancelled(this.context)) {
			throw new Problem(
				'The execution was cancelled before the video was made',
				'Run the workflow again.',
			);
		}
		const request: ApiRequest = {
			method: 'POST',
			path: '/generate-video',
			body,
			timeout: MAX_WAIT_MS,
			explain: (answer) => explainRefusal(answer, body.type),
		};
		const exchange = this.refusal ?? (await this.client.exchange(request));
		if (exchange.kind === 'unknown') {
			throw unclear(
				isCancelled(this.context)
					? 'The execution was cancelled while the video was made'
					: 'The connection to Postiz was lost while the video was made',
			);
		}
		if (exchange.kind === 'answer' && exchange.answer.status === NO_CREDITS) {
			this.refusal = exchange;
		}
		const videos = toRows(this.client.bodyOf<unknown>(exchange, request));
		if (videos.length > 0 && videos.every(isUploadedFile)) return videos;
		throw unclear("Postiz didn't return the address of the video");
	}
}

const isUploadedFile = ({ id, path }: IDataObject) =>
	[id, path].every((value) => typeof value === 'string' && value !== '');

const UNCLEAR =
	"The video may exist or still be created, and its credits may be used. Check Media in Postiz before you run this again; the node didn't request it again.";

const unclear = (message: string) => new Problem(message, UNCLEAR, { isUnclear: true });

const NO_GENERATOR = /^type must be any of:?\s*(.*)$/i;

function explainRefusal({ status, body }: ApiAnswer, type: Generator): Explanation | undefined {
	const detail = errorDetail(body);
	const others = status === 400 ? NO_GENERATOR.exec(detail)?.[1]?.trim() : undefined;
	if (others !== undefined) {
		return {
			message: `This Postiz instance doesn't make videos of the type ${GENERATORS[type]}`,
			description: others
				? `Nothing was created. It has: ${others}. Choose another Type, or set up what this one needs on the instance.`
				: 'Nothing was created. No video generator is set up on the instance.',
		};
	}
	const quoted = detail && ` Postiz says: “${detail}”`;
	if (status === NO_CREDITS) {
		const { url } = propertiesOf(body);
		const page = typeof url === 'string' && /^https?:\/\//i.test(url) ? url : undefined;
		return {
			message: 'Postiz has no credits left for this video, or the plan includes none',
			description: `Nothing was created. See ${page ?? 'Billing in Postiz'} for the plan and its credits.${quoted}`,
		};
	}
	if (status >= 500) {
		return {
			message: `Postiz failed while the video was made (status ${status})`,
			description: `${UNCLEAR}${quoted}`,
			isUnclear: true,
		};
	}
	return undefined;
}

/** Video: Run Function (docs/api.md, Videos). */
const runFunction: Operation = {
	name: 'Run Function',
	value: 'runFunction',
	action: 'Run a function of a video generator',
	description:
		'Ask a video generator for data, such as its voices with IDs (loadVoices). Uses no credits.',
	properties: [
		field.text('Generator', 'identifier', {
			required: true,
			default: 'image-text-slides',
			placeholder: 'e.g. image-text-slides',
			description: 'The video generator to ask; image-text-slides has voices',
		}),
		field.text('Function', 'functionName', {
			required: true,
			default: 'loadVoices',
			placeholder: 'e.g. loadVoices',
			description: 'What to ask for; loadVoices lists the voices that can speak in a video',
		}),
		field.json('Inputs (JSON)', 'params', {
			description: 'Inputs of the function as a JSON object. loadVoices has none.',
		}),
	],
	execute: async (context, client) =>
		await forEachItem(context, async (itemIndex) => {
			const identifier = readId(context, itemIndex, 'identifier');
			const functionName = readId(context, itemIndex, 'functionName');
			const params = readParams(context.getNodeParameter('params', itemIndex, '{}'));
			const answer = await client.request({
				method: 'POST',
				path: '/video/function',
				body: { functionName, identifier, params },
				explain: explainUnknownId(
					`Postiz cannot run ${quote(functionName)} of the video generator ${quote(identifier)}`,
					'Check the spelling of both. The generator may also not be set up on this instance, or have failed.',
				),
			});
			return toRows(onlyList(answer) ?? answer);
		}),
};

function readParams(entered: unknown): IDataObject {
	if (isEmpty(entered)) return {};
	const params = typeof entered === 'string' ? parseJson(entered, 'Inputs (JSON)') : entered;
	if (isObject(params)) return params;
	throw new Problem(
		'Inputs (JSON) must be an object',
		'Write the inputs between curly brackets, such as {"language": "en"}.',
	);
}

// `{voices: [ … ]}` means the list in it.
function onlyList(answer: unknown): unknown[] | undefined {
	const values = Object.values(Object(answer) as object);
	return values.length === 1 && Array.isArray(values[0]) ? values[0] : undefined;
}

/** Videos that Postiz makes. */
export const video: Resource = {
	name: 'Video',
	value: 'video',
	defaultOperation: 'generate',
	operations: [generate, runFunction],
};
