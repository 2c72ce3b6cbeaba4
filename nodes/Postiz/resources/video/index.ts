import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../../values/problem';
import { quote } from '../../values/quote';
import { parseJson } from '../../values/json';
import { isEmpty, isObject } from '../../values/read';
import { field } from '../../form/fields';
import { explainUnknownId, readId } from '../shared/ids';
import { forEachItem, toRows } from '../shared/itemRun';
import type { Operation, Resource } from '../shared/types';
import { generate } from './generate';

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
