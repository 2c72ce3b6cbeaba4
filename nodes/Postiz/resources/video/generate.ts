import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { mediaCollection } from '../../media/fields';
import { filesOf, readMediaList, type FileSource } from '../../media/fileSource';
import { Uploads } from '../../media/uploads';
import { Problem } from '../../values/problem';
import { readOption } from '../../values/read';
import { field, listOr } from '../shared/fields';
import { readId } from '../shared/ids';
import { ItemRun } from '../shared/itemRun';
import { doneByItem } from '../shared/once';
import type { Operation } from '../shared/types';
import { GENERATORS, SLIDES, VEO3, VideoMaker, type VideoRequest } from './videoMaker';

const MAX_IMAGES = 3;

const properties: INodeProperties[] = [
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
];

/** Video: Generate (docs/api.md, Videos). */
export const generate: Operation = {
	name: 'Generate',
	value: 'generate',
	action: 'Generate a video',
	description:
		'Generate a short video from a prompt and output the file for Post > Create. Takes minutes and uses credits.',
	properties,
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

/** What an item asks for, with the files of its images. */
function readOrder(
	context: IExecuteFunctions,
	itemIndex: number,
): { request: VideoRequest; files: FileSource[] } {
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
