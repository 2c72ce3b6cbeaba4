import type { IBinaryData } from 'n8n-workflow';

import { createSampleFile, MP4 } from '../../../shared/samples.cjs';
import { storeFile } from '../../support/binaryData.cjs';
import { getItemIndex } from '../../support/harness.cjs';
import {
	createBinary,
	listSentFiles,
	createBinaryItems,
	MEGABYTE,
	createPicture,
	hashSha256,
	uploadFile,
	listUploads,
	getSentName,
} from '../../support/media.cjs';
import { useService } from '../../support/useService.cjs';

jest.setTimeout(30_000);

const service = useService({ hourlyLimit: 10_000 });

describe('Upload File', () => {
	test.each<[string, (content: Buffer, fileName?: string) => IBinaryData | Promise<IBinaryData>]>([
		['memory', createBinary],
		['n8n’s files', async (content, fileName) => await storeFile(content, { fileName })],
	])('sends a file that n8n stores in %s', async (_place, keep) => {
		const content = createSampleFile(MP4, 3 * MEGABYTE + 17, 7);
		const { output, error } = await uploadFile(
			service,
			'data',
			createBinaryItems({ data: await keep(content, 'pour.mp4') }),
		);
		expect(error).toBeUndefined();
		const [{ id, path, name, originalName: sentAs, size, sha256: sum }] = service.state.media;
		expect([sentAs, size, sum]).toEqual(['pour.mp4', content.length, hashSha256(content)]);
		expect(output).toEqual([
			[
				{
					json: { id, name, originalName: null, path, thumbnail: null, alt: null },
					pairedItem: { item: 0 },
				},
			],
		]);
		expect(service.requests).toHaveLength(1);
		expect(listSentFiles(service)).toEqual([
			{ name: 'pour.mp4', type: 'video/mp4', size: content.length },
		]);
		const { headers } = listUploads(service)[0];
		expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=[-.\w]{1,70}$/);
		expect(Number(headers['content-length'])).toBeGreaterThan(content.length);
		expect(headers['transfer-encoding']).toBeUndefined();
	});

	test('outputs an item for each field of each item, in order', async () => {
		const input = createBinaryItems(
			{ a: createBinary(createPicture(1), 'a1.png'), b: createBinary(createPicture(2), 'b1.png') },
			{ b: createBinary(createPicture(3), 'b2.png'), a: createBinary(createPicture(4), 'a2.png') },
		);
		const { output } = await uploadFile(service, 'b, a', input);
		expect(output[0].map((item) => [getSentName(service, item.json), getItemIndex(item)])).toEqual([
			['b1.png', 0],
			['a1.png', 0],
			['b2.png', 1],
			['a2.png', 1],
		]);
	});

	test('checks thousands of files without opening them all at once', async () => {
		const shared = await storeFile(createPicture(1));
		const { output } = await uploadFile(
			service,
			'data',
			createBinaryItems(...Array.from({ length: 1500 }, () => ({ data: shared }))),
		);
		expect(output[0]).toHaveLength(1500);
		expect(listUploads(service)).toHaveLength(1);
	});
});
