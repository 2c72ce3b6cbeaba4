import FormData from 'form-data';
import { memoryFile } from '../../integration/support/harness.cjs';
import { fileOfUpload, uploadOf } from '../../service/recorded/calls.cjs';
import { JSON_TYPE } from '../../service/recorded/replay.cjs';
import type { Call as RecordedCall } from '../../service/recorded/workspace.cjs';
import type { Values } from '../../service/schema.cjs';
import { differs, errorOf, join, notAnswered } from '../compare.cjs';
import type { Answer, Instance } from '../instance.cjs';
import { recordedCases } from '../items.cjs';
import { single, type AreaPlan, type Step } from '../types.cjs';

async function uploadPlainly(instance: Instance, call: RecordedCall): Promise<Answer> {
	const body = uploadOf(call);
	const isForm = body instanceof FormData;
	return await instance.call('POST', '/public/v1/upload', isForm ? body.getBuffer() : body, {
		headers: isForm ? body.getHeaders() : JSON_TYPE,
	});
}

const endingOf = (name: unknown) => String(name).split('.').at(-1);

/** What was taken goes through the node, which refuses the rest by itself. */
async function uploadByNode(instance: Instance, call: RecordedCall): Promise<Values | string> {
	const { bytes, name: fileName, type: mimeType } = fileOfUpload(call)!;
	const data = memoryFile(bytes, { fileName, mimeType });
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
		return single(`${title}: refused`, async () =>
			notAnswered(await uploadPlainly(instance, call), response),
		);
	return single(`${title}: taken`, async () => {
		const answer = await uploadByNode(instance, call);
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
export const planUploads = (instance: Instance): AreaPlan =>
	recordedCases<RecordedCall>('uploads.json').map((call) => tryRecorded(instance, call));
