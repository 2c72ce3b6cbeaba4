import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { mediaCollection } from '../../post/form';
import {
	filesOf,
	nameFiles,
	readMediaEntries,
	type MediaEntry,
	type NamedFile,
} from '../../post/media';
import { Problem } from '../../post/problem';
import { quote, readSwitch } from '../../post/values';
import type { ApiRequest, PostizClient } from '../../transport/client';
import { errorDetail } from '../../transport/errors';
import type { ApiAnswer, Exchange, Explanation } from '../../transport/types';
import { shortUrl } from '../../transport/localFile';
import { Uploads, type MediaFile, type UploadSource } from '../../transport/upload';
import { readId } from '../ids';
import { forEachItem, settle, valueOf } from '../items';
import { toRows } from '../rows';
import type { Operation } from '../types';

const SLIDES = 'image-text-slides';
const VEO3 = 'veo3';
const GENERATORS: Record<string, string> = { [SLIDES]: 'Slides With Voice', [VEO3]: 'Veo 3' };
const ORIENTATIONS: Record<string, string> = { horizontal: 'Horizontal', vertical: 'Vertical' };
const MOST_IMAGES = 3;

const properties: INodeProperties[] = [
	{
		displayName:
			'A video takes minutes and spends credits of your Postiz plan. Leave Retry On Fail off in the settings of this node: each try may make, and cost, another video.',
		name: 'creditsNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Type',
		name: 'videoType',
		type: 'options',
		default: SLIDES,
		description: 'How the video is made. Not every Postiz instance has every type.',
		options: [
			{
				name: GENERATORS[SLIDES],
				value: SLIDES,
				description: 'Generated pictures with text, told by a voice',
			},
			{
				name: GENERATORS[VEO3],
				value: VEO3,
				description: 'A short film by Veo 3, after your own pictures if you give some',
			},
		],
	},
	{
		displayName: 'Prompt',
		name: 'prompt',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		default: '',
		placeholder: 'e.g. How coffee gets from the farm to the cup',
		description: 'What the video is about and what it shows',
	},
	{
		displayName: 'Orientation',
		name: 'orientation',
		type: 'options',
		default: 'vertical',
		options: [
			{ name: ORIENTATIONS.horizontal, value: 'horizontal', description: 'As on YouTube' },
			{
				name: ORIENTATIONS.vertical,
				value: 'vertical',
				description: 'As for TikTok, Reels and Shorts',
			},
		],
	},
	{
		displayName: 'Voice',
		name: 'voice',
		// Not marked as required: with an expression in Type, n8n would want it for every type.
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description: 'Who tells the story',
		displayOptions: { show: { videoType: [SLIDES] } },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a voice…',
				typeOptions: { searchListMethod: 'searchVoices', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				hint: 'IDs come from Video > Run Function with the function loadVoices',
			},
		],
	},
	{
		displayName: 'Images',
		name: 'images',
		type: 'fixedCollection',
		placeholder: 'Add Image',
		typeOptions: { multipleValues: true, sortable: true, multipleValueButtonText: 'Add Image' },
		default: {},
		description: 'Up to three pictures that the video is made after. Each file is uploaded once.',
		displayOptions: { show: { videoType: [VEO3] } },
		options: [
			{
				...mediaCollection,
				values: mediaCollection.values.filter(({ name }) => name !== 'alt'),
			},
		],
	},
	{
		displayName: 'Download Files if Needed',
		name: 'downloadMedia',
		type: 'boolean',
		default: false,
		description:
			'Whether n8n fetches images that Postiz cannot fetch itself, such as private addresses or ones without a file ending',
		displayOptions: { show: { videoType: [VEO3] } },
	},
];

/** Video: Generate (API: POST /generate-video). */
export const generate: Operation = {
	option: {
		name: 'Generate',
		value: 'generate',
		action: 'Generate a video',
		description:
			'Let Postiz make a short video from a prompt. Takes minutes and spends video credits of the Postiz plan. Gives the finished file with ID and path, which Post > Create takes as media (source Uploaded File).',
	},
	properties,
	execute: async (context, client) => {
		const uploads = new Uploads(context, client);
		// A video costs money: all items are read, and all images sent, before the first one is made.
		const wishes = await settle(context, async (itemIndex) => {
			const wish = readWish(context, itemIndex);
			await checkImages(uploads, wish);
			return wish;
		});
		const images = await settle(
			context,
			async (itemIndex) => await uploadImages(uploads, valueOf(wishes[itemIndex])),
		);
		const made: MediaFile[] = [];
		const refusal: Order['refusal'] = {};
		return await forEachItem(context, async (itemIndex) => {
			const { type, output, customParams } = valueOf(wishes[itemIndex]);
			const references = valueOf(images[itemIndex]);
			const body = {
				type,
				output,
				customParams: { ...customParams, ...(type === VEO3 && { images: references }) },
			};
			const videos = await makeVideo(context, client, { body, type, itemIndex, made, refusal });
			made.push(...videos);
			return videos;
		});
	},
};

/** What one item asks for. */
interface Wish {
	itemIndex: number;
	type: string;
	output: string;
	customParams: IDataObject;
	files: NamedFile[];
	downloadAllowed: boolean;
}

function readWish(context: IExecuteFunctions, itemIndex: number): Wish {
	const type = readChoice(context, itemIndex, 'videoType', 'Type', GENERATORS);
	const prompt = readPrompt(context.getNodeParameter('prompt', itemIndex, ''));
	const output = readChoice(context, itemIndex, 'orientation', 'Orientation', ORIENTATIONS);
	if (type === SLIDES) {
		const voice = readId(context, itemIndex, 'voice', 'Voice');
		const customParams = { voice, prompt };
		return { itemIndex, type, output, customParams, files: [], downloadAllowed: false };
	}
	const { file: entries = [] } = context.getNodeParameter('images', itemIndex, {}) as {
		file?: MediaEntry[];
	};
	const files = nameFiles(
		readMediaEntries(entries, 'Images'),
		filesOf(context.getInputData()[itemIndex]),
	);
	if (files.length > MOST_IMAGES) {
		throw new Problem(
			`${GENERATORS[type]} takes at most ${MOST_IMAGES} images, and these are ${files.length}`,
			'Take some out under Images.',
		);
	}
	const downloadAllowed = readSwitch(
		context.getNodeParameter('downloadMedia', itemIndex, false),
		'Download Files if Needed',
	);
	return { itemIndex, type, output, customParams: { prompt }, files, downloadAllowed };
}

function readChoice(
	context: IExecuteFunctions,
	itemIndex: number,
	name: string,
	label: string,
	choices: Record<string, string>,
): string {
	const entered = String(context.getNodeParameter(name, itemIndex, '') ?? '').trim();
	if (Object.hasOwn(choices, entered)) return entered;
	throw new Problem(
		entered === '' ? `${label} is empty` : `${label} cannot be ${quote(entered)}`,
		`Choose it from the list; in an expression these are ${Object.keys(choices).join(' and ')}.`,
	);
}

function readPrompt(entered: unknown): string {
	const prompt = typeof entered === 'number' ? String(entered) : entered;
	if (typeof prompt === 'string' && prompt.trim() !== '') return prompt.trim();
	const isNothing = prompt === undefined || prompt === null || typeof prompt === 'string';
	throw new Problem(
		isNothing ? 'Prompt is empty' : 'Prompt is no text',
		'Write what the video is about. With an expression, check that every item has a text.',
	);
}

const VIDEO_ENDING = /\.mp4$/i;

function refuseVideo(path: string, label = shortUrl(path)): void {
	if (!VIDEO_ENDING.test(path.split(/[?#]/)[0])) return;
	throw new Problem(
		`${label} is a video; Images takes pictures only`,
		'Name a JPEG, PNG, GIF or WebP picture instead.',
	);
}

function toSource(
	{ itemIndex, downloadAllowed }: Wish,
	file: Exclude<NamedFile, { from: 'upload' }>,
): UploadSource {
	return {
		itemIndex,
		file: file.from === 'url' ? { url: file.url } : file,
		forPost: false,
		downloadAllowed,
	};
}

async function checkImages(uploads: Uploads, wish: Wish): Promise<void> {
	for (const file of wish.files) {
		if (file.from === 'upload') {
			refuseVideo(file.path);
			continue;
		}
		const type = await uploads.check(toSource(wish, file));
		if (file.from === 'url') refuseVideo(file.url);
		else refuseVideo(`.${type?.extension}`, `The file in “${file.field}”`);
	}
}

async function uploadImages(
	uploads: Uploads,
	wish: Wish,
): Promise<Array<{ id: string; path: string }>> {
	return await Promise.all(
		wish.files.map(async (file) => {
			const { id, path } =
				file.from === 'upload' ? file : await uploads.upload(toSource(wish, file));
			// What lay at an address without a file ending is known only now.
			refuseVideo(path);
			return { id, path };
		}),
	);
}

/** To give up early would lose a video that is paid for. */
const LONGEST_MS = 60 * 60_000;

interface Order {
	body: IDataObject;
	type: string;
	itemIndex: number;
	/** What this execution has made so far. */
	made: MediaFile[];
	/** The answer that there are no credits, which holds for the items after as well. */
	refusal: { exchange?: Exchange };
}

/** Asks once, and never again by itself: each question may cost credits. */
async function makeVideo(
	context: IExecuteFunctions,
	client: PostizClient,
	{ body, type, itemIndex, made, refusal }: Order,
): Promise<MediaFile[]> {
	const isCancelled = () => context.getExecutionCancelSignal()?.aborted;
	if (isCancelled()) {
		throw new Problem(
			'The execution was cancelled before the video was asked for',
			`Run the workflow again.${madeBefore(made)}`,
		);
	}
	const request: ApiRequest = {
		method: 'POST',
		path: '/generate-video',
		body,
		timeout: LONGEST_MS,
		itemIndex,
		explain: (answer) => explainRefusal(answer, type),
	};
	const exchange = refusal.exchange ?? (await client.exchange(request));
	if (exchange.kind === 'unknown') {
		throw new Problem(
			isCancelled()
				? 'The execution was cancelled while the video was made'
				: 'The connection to Postiz was lost while the video was made',
			UNCLEAR + madeBefore(made),
		);
	}
	const isRefused = exchange.kind === 'notSent' || exchange.answer.status >= 300;
	if (isRefused) {
		if (exchange.kind === 'answer' && exchange.answer.status === NO_CREDITS) {
			refusal.exchange = exchange;
		}
		const error = client.toError(exchange, request);
		error.description = `${error.description ?? ''}${madeBefore(made)}`;
		throw error;
	}
	const videos = toRows(client.bodyOf<unknown>(exchange, request));
	if (videos.length > 0 && videos.every(isMediaFile)) return videos;
	throw new Problem('Postiz did not say where the video is', UNCLEAR + madeBefore(made));
}

function isMediaFile(row: IDataObject): row is MediaFile {
	return [row.id, row.path].every((value) => typeof value === 'string' && value !== '');
}

const UNCLEAR =
	'The video may exist or still come, and its credits may be spent. Look under Media in Postiz before you run this again; it was not asked for a second time.';

// Where one item fails and the execution ends, n8n hands on nothing of the items before.
function madeBefore(made: MediaFile[]): string {
	if (made.length === 0) return '';
	const paths = made.map(({ path }) => path).join(', ');
	return ` The videos of the items before are kept under Media in Postiz: ${paths}`;
}

const NO_CREDITS = 402;
const NO_GENERATOR = /^type must be any of:?\s*(.*)$/i;

function explainRefusal({ status, body }: ApiAnswer, type: string): Explanation | undefined {
	const detail = errorDetail(body);
	if (status === 400 && NO_GENERATOR.test(detail)) {
		const others = NO_GENERATOR.exec(detail)?.[1].trim();
		return {
			message: `This Postiz instance does not make videos of the type ${GENERATORS[type]}`,
			description: others
				? `Nothing was made. It has: ${others}. Choose another Type, or set up what this one needs on the instance.`
				: 'Nothing was made. No video generator is set up on the instance.',
		};
	}
	if (status === NO_CREDITS) {
		const { url } = Object(body) as { url?: unknown };
		const page = typeof url === 'string' && /^https?:\/\//i.test(url) ? url : undefined;
		return {
			message: 'Postiz has no credits left for this video, or the plan includes none',
			description: `Nothing was made. See ${page ?? 'Billing in Postiz'} for the plan and its credits.${detail && ` Postiz says: “${detail}”`}`,
		};
	}
	if (status >= 500) {
		return {
			message: `Postiz failed while the video was made (status ${status})`,
			description: `${UNCLEAR}${detail && ` Postiz says: “${detail}”`}`,
		};
	}
	return undefined;
}
