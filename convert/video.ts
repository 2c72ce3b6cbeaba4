import { isEmpty } from '../nodes/Postiz/values/read';
import { isExpression, toJsonField } from './expressions';
import { rowsOf } from './lists';
import { byId } from './settings';
import { asObject, type Json, type Note } from './types';

const SLIDES = 'image-text-slides';
const VEO3 = 'veo3';

/** What each generator takes besides the prompt (docs/api.md, Videos). */
const TAKES: Record<string, string> = { [SLIDES]: 'voice', [VEO3]: 'images' };

function readRows(collection: unknown): Array<{ key: string; value: unknown }> {
	return rowsOf(collection, 'parameter').map((row) => {
		const { key, value = '' } = asObject(row);
		return { key: String(key ?? ''), value };
	});
}

/** Generate Video, as Video: Generate. */
export function generateVideo(parameters: Json, note: Note): Json {
	const { videoType = SLIDES, output = 'vertical', customParameters } = parameters;
	const rows = readRows(customParameters).filter(({ value }) => !isEmpty(value));
	const given: Json = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
	const isKnown = isExpression(videoType) || Object.hasOwn(TAKES, String(videoType));
	const taken = isExpression(videoType) ? ['voice', 'images'] : [TAKES[String(videoType)]];
	if (!isKnown) {
		note(
			'todo',
			`It makes videos of the type “${String(videoType)}”, which is not known`,
			'Choose the Type, and fill in what it needs.',
		);
	}
	if (Object.keys(given).some(isExpression)) {
		note(
			'todo',
			'What it sets is named by an expression, which the form cannot hold. This is left out',
			'Fill in the prompt, and what else the video needs.',
		);
	}
	const lost = Object.keys(given).filter(
		(key) => key !== 'prompt' && !taken.includes(key) && !isExpression(key),
	);
	if (lost.length > 0) {
		note(
			isKnown ? 'check' : 'todo',
			`It sets what this type of video does not take: ${lost.join(', ')}. This is left out`,
			'Choose the other Type if you need it.',
		);
	}
	const missing = ['prompt', ...(videoType === SLIDES ? ['voice'] : [])].filter(
		(key) => given[key] === undefined,
	);
	if (missing.length > 0) {
		note('todo', `It does not set what a video needs: ${missing.join(', ')}`, 'Fill it in.');
	}
	return {
		resource: 'video',
		operation: 'generate',
		videoType: isKnown ? videoType : SLIDES,
		prompt: given.prompt ?? '',
		orientation: output,
		...(taken.includes('voice') && given.voice !== undefined ? { voice: byId(given.voice) } : {}),
		...(taken.includes('images') && given.images !== undefined
			? { images: { file: toFiles(given.images) } }
			: {}),
	};
}

function toFiles(images: unknown): Json[] {
	const files = isExpression(images) ? [images] : readList(String(images));
	return files.map((file) => ({ source: 'upload', file }));
}

function readList(text: string): string[] {
	try {
		const list = JSON.parse(text) as unknown;
		return (Array.isArray(list) ? list : [list]).map((file) => JSON.stringify(file));
	} catch {
		return [text];
	}
}

/** Video Function, as Video: Run Function. */
export function videoFunction(parameters: Json, note: Note): Json {
	const { functionName = '', identifier = '', additionalParameters } = parameters;
	const { params, ...others } = Object.fromEntries(
		readRows(additionalParameters).map(({ key, value }) => [key, value]),
	);
	const names = Object.keys(others);
	const advice = 'See whether the function now returns what you want.';
	if (params === undefined && names.length > 0) {
		note(
			'check',
			'Its additional parameters were sent where Postiz does not look for them. They are now in Inputs (JSON), which Postiz reads',
			advice,
		);
	}
	if (params !== undefined && names.length > 0) {
		note('check', `Postiz did not look at ${names.join(', ')}. This is left out`, advice);
	}
	if (params !== undefined && !isExpression(params)) {
		note(
			'check',
			'Its “params” went out as a text. They are now an object in Inputs (JSON)',
			advice,
		);
	}
	const inputs = params === undefined ? others : readInputs(params, note);
	return {
		resource: 'video',
		operation: 'runFunction',
		identifier,
		functionName,
		...(params === undefined && names.length === 0 ? {} : { params: toJsonField(inputs) }),
	};
}

// The old node sent them as a text, which no function takes.
function readInputs(params: unknown, note: Note): unknown {
	if (isExpression(params)) return params;
	try {
		const inputs = JSON.parse(String(params)) as unknown;
		if (asObject(inputs) === inputs) return inputs;
	} catch {
		// The remark says it.
	}
	note(
		'todo',
		'Its “params” are no JSON object',
		'Fill in what the function needs under Inputs (JSON).',
	);
	return {};
}
