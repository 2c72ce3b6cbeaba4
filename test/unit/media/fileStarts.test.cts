import { Readable } from 'node:stream';

import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { FileStarts } from '../../../nodes/Postiz/media/fileStarts';
import { plannedUpload, plannedUrl } from '../../../nodes/Postiz/media/mediaFile';
import { Queue } from '../../../nodes/Postiz/values/queue';
import { fileOf, PNG } from '../../shared/samples.cjs';

const OWN = 'https://acme.example/cup.png';
const THERE = 'https://media.example/abc.png';
/** How much of a file is read. */
const READ = 262_144;

/** Servers with these files, which return their length unless `saysLength` is false. */
function startsOf(files: Record<string, Buffer>, { saysLength = true } = {}) {
	const asked: string[] = [];
	const context = {
		getExecutionCancelSignal: () => undefined,
		helpers: {
			httpRequest: async ({ url }: IHttpRequestOptions) => {
				asked.push(url);
				const file = files[url];
				if (!file) return { statusCode: 404, headers: {}, body: Readable.from([]) };
				const headers = saysLength ? { 'content-length': String(file.length) } : {};
				return { statusCode: 200, headers, body: Readable.from([file]) };
			},
		},
	} as unknown as IExecuteFunctions;
	return { starts: new FileStarts(context, new Queue(2), 'postMedia'), asked };
}

test.each<[string, Buffer, Buffer | undefined, string]>([
	['the same file', fileOf(PNG, 5000, 1), fileOf(PNG, 5000, 1), 'same'],
	['another file of its size', fileOf(PNG, 5000, 1), fileOf(PNG, 5000, 2), 'other'],
	['a longer file with its beginning', fileOf(PNG, READ, 1), fileOf(PNG, READ + 9, 1), 'unknown'],
	['the same large file', fileOf(PNG, READ + 9, 1), fileOf(PNG, READ + 9, 1), 'same'],
	['nothing', fileOf(PNG, 5000, 1), undefined, 'unknown'],
])('at the path lies %s', async (_what, own, there, expected) => {
	const { starts } = startsOf({ [OWN]: own, ...(there && { [THERE]: there }) });
	expect(await starts.compareAt(plannedUrl(OWN), THERE)).toBe(expected);
});

test('what may be longer than what was read of it is not known to be the same', async () => {
	const large = fileOf(PNG, READ + 9, 1);
	const { starts } = startsOf({ [OWN]: large, [THERE]: large }, { saysLength: false });
	expect(await starts.compareAt(plannedUrl(OWN), THERE)).toBe('unknown');
});

test('each file is read once', async () => {
	const cup = fileOf(PNG, 5000);
	const { starts, asked } = startsOf({ [OWN]: cup, [THERE]: cup });
	for (let look = 0; look < 3; look++) await starts.compareAt(plannedUrl(OWN), THERE);
	expect(asked.sort()).toEqual([OWN, THERE]);
});

test('a path or an address that is the same needs no look', async () => {
	const { starts, asked } = startsOf({});
	expect(await starts.compareAt(plannedUrl(`${THERE}#top`), THERE)).toBe('same');
	expect(await starts.compareAt(plannedUpload({ id: 'a', path: THERE }), THERE)).toBe('same');
	expect(asked).toEqual([]);
});
