import { isEmpty } from '../nodes/Postiz/post/settings';
import { isExpression, toJsonField } from './expressions';
import { byId } from './settings';
import { asList, asObject, type Json, type Note } from './types';

const SLIDES = 'image-text-slides';
const VEO3 = 'veo3';

/** What each generator takes besides the prompt (API: POST /generate-video). */
const TAKES: Record<string, string> = { [SLIDES]: 'voice', [VEO3]: 'images' };

function rowsOf(collection: unknown): Array<{ key: string; value: unknown }> {
	return asList(asObject(collection).parameter).map((row) => {
		const { key, value = '' } = asObject(row);
		return { key: String(key ?? ''), value };
	});
}

/** Generate Video, as Video: Generate. */
export function generateVideo(parameters: Json, note: Note): Json {
	const { videoType = SLIDES, output = 'vertical', customParameters } = parameters;
	const rows = rowsOf(customParameters).filter(({ value }) => !isEmpty(value));
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
	const lost = Object.keys(given).filter((key) => key !== 'prompt' && !taken.includes(key));
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
	const rows = rowsOf(additionalParameters);
	if (rows.length > 0) {
		note(
			'check',
			'Its additional parameters were sent where Postiz does not look for them. They are now in Inputs (JSON), which Postiz reads',
			'See whether the function now gives what you want.',
		);
	}
	const params = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
	return {
		resource: 'video',
		operation: 'runFunction',
		identifier,
		functionName,
		...(rows.length === 0 ? {} : { params: toJsonField(params.params ?? params) }),
	};
}
