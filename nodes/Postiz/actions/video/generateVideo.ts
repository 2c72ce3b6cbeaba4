import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { parseText } from '../../common/parseText';
import { Problem, createEmptyProblem } from '../../common/problem';
import { listIndexes } from '../../execution/inputItems';
import { throwUnlessContinuing } from '../../execution/itemError';
import { mapSequentially, mergeFailures } from '../../execution/itemResults';
import { shouldContinueOnError } from '../../execution/nodeContext';
import { renderResultsOrThrow } from '../../execution/operationResult';
import { field, createLocatorModes, option } from '../../form/fieldBuilders';
import { createFieldSpec, createChoiceSpec } from '../../form/fieldSpec';
import { createIdSpec } from '../../form/idSpec';
import type { VideoOutcome } from '../../posts/run/retryMemory';
import type { ApiRequest } from '../../transport/apiRequest';
import type { PostizClient } from '../../transport/client';
import { endpoints } from '../../transport/endpoints';
import { isSuccess, isUnclear } from '../../transport/response';
import type { Operation } from '../shared/operation';
import { toOutputs } from '../shared/toOutputs';

const SLIDES = 'image-text-slides' as const;
const VEO3 = 'veo3' as const;

/** If the node gave up early, a video that was paid for would be lost. */
const MAX_WAIT_MS = 60 * 60_000;

const FORM = {
	type: createChoiceSpec<typeof SLIDES | typeof VEO3>('Type', 'videoType', SLIDES, {
		isRequired: true,
		description: 'How the video is made. Some Postiz instances lack some types.',
		options: [
			option('Slides With Voice', SLIDES, 'Generated pictures with text, spoken by a voice'),
			option('Veo 3', VEO3, 'A short film'),
		],
	}),
	prompt: createFieldSpec(
		field.text('Prompt', 'prompt', {
			typeOptions: { rows: 4 },
			required: true,
			placeholder: 'e.g. How coffee gets from the farm to the cup',
			description: 'What the video is about, and what it shows',
		}),
		(entered, label) => {
			const text = parseText(entered, label).trim();
			if (text !== '') return text;
			throw createEmptyProblem(`${label} is empty`, 'Write what the video is about.');
		},
	),
	orientation: createChoiceSpec('Orientation', 'orientation', 'vertical', {
		isRequired: true,
		description: 'Shape of the video: horizontal or vertical',
		options: [
			option('Horizontal', 'horizontal', 'As on YouTube'),
			option('Vertical', 'vertical', 'As for TikTok, Reels and Shorts'),
		],
	}),
	voice: createIdSpec(
		// Not marked as required: with an expression in Type, n8n would require it for every type.
		field.locator('Voice', 'voice', {
			description: 'The voice that speaks the text',
			displayOptions: { show: { videoType: [SLIDES] } },
			...createLocatorModes('ID', 'searchVoices', {
				prompt: 'Select a voice…',
			}),
		}),
		'Pick a voice from the list, which also shows the ID to use in an expression.',
	),
};

/** Video: Generate (docs/api.md, Videos). */
export const generateVideoOperation: Operation = {
	name: 'Generate',
	value: 'generate',
	action: 'Generate video',
	description: 'Generate a short video from a prompt. Takes minutes and uses credits.',
	properties: [
		field.notice(
			'Generating a video takes minutes and uses credits of your Postiz plan.',
			'creditsNotice',
		),
		...Object.values(FORM).map(({ property }) => property),
	],
	execute: async (context, client, { videoOutcomes }) => {
		const continuesOnError = shouldContinueOnError(context);
		// Videos cost money: read all items before generating the first one.
		const requests = await mapSequentially(
			listIndexes(context),
			(index) => ({ index, body: readRequestBody(context, index) }),
			{ continuesOnError },
		);
		throwUnlessContinuing(context, requests.failures);
		// One by one, each requested only once in all attempts.
		const generated = await mapSequentially(
			requests.values,
			async ({ index, body }) => {
				const outcome = videoOutcomes.get(index) ?? (await requestVideo(client, body));
				if (outcome.kind !== 'notMade') videoOutcomes.set(index, outcome);
				if (outcome.kind === 'made') return { index, outputs: outcome.videos };
				throw outcome.problem;
			},
			{ continuesOnError },
		);
		const failures = mergeFailures(requests.failures, generated.failures);
		return renderResultsOrThrow(context, { values: generated.values, failures });
	},
};

/** The body of the request (docs/api.md, Videos). */
function readRequestBody(context: IExecuteFunctions, itemIndex: number) {
	const type = FORM.type.readParameter(context, itemIndex);
	const prompt = FORM.prompt.readParameter(context, itemIndex);
	const output = FORM.orientation.readParameter(context, itemIndex);
	const customParams: IDataObject =
		type === SLIDES
			? { voice: FORM.voice.readParameter(context, itemIndex), prompt }
			: { prompt, images: [] };
	return { type, output, customParams };
}

/** Generates a video, which costs credits (docs/api.md, Videos). */
async function requestVideo(client: PostizClient, body: IDataObject): Promise<VideoOutcome> {
	const request: ApiRequest = { ...endpoints.generateVideo(), body, timeout: MAX_WAIT_MS };
	const result = await client.send(request);
	const { response } = result;
	if (response && isSuccess(response)) {
		const videos = toOutputs(response.body);
		return videos.length > 0 && videos.every(hasIdAndPath)
			? { kind: 'made', videos }
			: { kind: 'unclear', problem: NO_ADDRESS_PROBLEM };
	}
	const problem = client.createProblem(result, request);
	if (!isUnclear(result)) return { kind: 'notMade', problem };
	const unclear = problem.withRemedy([VIDEO_MAY_EXIST], {
		message: `It is unclear whether Postiz made the video: ${problem.message}`,
	});
	return { kind: 'unclear', problem: unclear };
}

const hasIdAndPath = ({ id, path }: IDataObject) =>
	[id, path].every((value) => typeof value === 'string' && value !== '');

const VIDEO_MAY_EXIST =
	'The video may exist, or still be in progress. Check Media in Postiz before you run this again.';
const NO_ADDRESS_PROBLEM = new Problem(
	"Postiz didn't return the address of the video",
	VIDEO_MAY_EXIST,
);
