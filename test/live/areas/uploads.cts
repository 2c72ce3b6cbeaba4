import FormData from 'form-data';
import { memoryFile } from '../../integration/support/harness.cjs';
import type { Call as RecordedCall } from '../../service/recorded/workspace.cjs';
import { fileOf, PNG } from '../../shared/samples.cjs';
import { isObject, type Values } from '../../service/schema.cjs';
import { differs, errorOf, join } from '../compare.cjs';
import type { Answer, Instance } from '../instance.cjs';
import { recordedCases } from '../items.cjs';
import { single, type AreaPlan, type Problem, type Step } from '../types.cjs';

const JSON_TYPE = { 'content-type': 'application/json' };

interface RecordedFile {
	name: string;
	type: string;
	/** Or how many bytes it has. */
	base64: string;
}

const fileOfCase = ({ request }: RecordedCall): RecordedFile | undefined => {
	const { file } = request.body as { file?: unknown };
	return isObject(file) ? (file as unknown as RecordedFile) : undefined;
};

function bytesOf({ base64 }: RecordedFile): Buffer {
	const size = /^(\d+) bytes$/.exec(base64)?.[1];
	return size ? fileOf(PNG, Number(size)) : Buffer.from(base64, 'base64');
}

async function uploadPlainly(instance: Instance, call: RecordedCall): Promise<Answer> {
	const path = '/public/v1/upload';
	const { body } = call.request;
	if (call.title === 'JSON instead of a form')
		return await instance.call('POST', path, body, { headers: JSON_TYPE });
	const form = new FormData();
	const file = fileOfCase(call);
	if (file) form.append('file', bytesOf(file), { filename: file.name, contentType: file.type });
	else form.append('x', 'y');
	return await instance.call('POST', path, form.getBuffer(), { headers: form.getHeaders() });
}

const endingOf = (name: unknown) => String(name).split('.').at(-1);

/** What was taken goes through the node, which refuses the rest by itself. */
async function uploadByNode(instance: Instance, file: RecordedFile): Promise<Values | string> {
	const data = memoryFile(bytesOf(file), { fileName: file.name, mimeType: file.type });
	const run = await instance.node(
		{ resource: 'upload', operation: 'file', binaryField: 'data' },
		{ items: [{ json: {}, binary: { data } }] },
	);
	return run.output[0]?.[0]?.json ?? errorOf(run) ?? 'nothing was uploaded';
}

function tryRecorded(instance: Instance, call: RecordedCall): Step {
	const { title, response } = call;
	const recorded = response.body as Values;
	if (response.status !== 201)
		return single(`${title}: refused`, async (): Promise<Problem> => {
			const { status, body } = await uploadPlainly(instance, call);
			return join([
				differs('the status', status, response.status),
				differs('the answer', body, recorded),
			]);
		});
	return single(`${title}: taken`, async () => {
		const answer = await uploadByNode(instance, fileOfCase(call)!);
		if (typeof answer === 'string') return answer;
		const { id, path } = answer;
		return join([
			typeof id === 'string' && id ? undefined : 'it has no ID',
			URL.canParse(String(path)) ? undefined : `its path is ${String(path)}`,
			differs('the ending', endingOf(path), endingOf(recorded.path)),
		]);
	});
}

/** Files of all types, and one that is too large, as a running instance was recorded to take them. */
export const planUploads = (instance: Instance): AreaPlan => ({
	steps: recordedCases<RecordedCall>('uploads.json').map((call) => tryRecorded(instance, call)),
	skipped: [],
});
