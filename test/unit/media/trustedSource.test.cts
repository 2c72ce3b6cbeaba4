import type { FileSource } from '../../../nodes/Postiz/media/fileSource';
import { createUncheckedFile, createUrlFile } from '../../../nodes/Postiz/media/mediaFile';
import { CUP, UPLOAD, createUploads, createUploadSource } from './createStorage.cjs';

test.each([
	'https://postiz.example/uploads/a.mp4',
	'https://files.example/a.mp4',
	'https://elsewhere.example/a.mp4',
])(
	'reads the upload of a model as one, or as a file on the web with the same details: %s',
	async (path) => {
		const thumbnail = 'https://files.example/cup.png';
		const reference = { ...UPLOAD, path, alt: 'Tea', thumbnail, thumbnailTimestamp: 1500 };
		const { inspector, client } = createUploads({ isAgentTool: true });
		client.instance.filesOrigin = 'https://files.example';
		const [file] = await inspector.inspect([{ from: 'upload', reference, isUnchecked: true }]);
		const details = { alt: 'Tea', cover: createUrlFile(thumbnail), coverAt: 1500 };
		expect(file).toEqual(
			path.includes('elsewhere')
				? { ...createUrlFile(path), ...details }
				: createUncheckedFile(reference),
		);
	},
);

test.each(['uploads/a.mp4', 'http://localhost/a.mp4'])(
	'rejects the upload of a model if n8n may not reach it: %s',
	async (path) => {
		const { inspector } = createUploads({ isAgentTool: true });
		const message = `“${path}” is not a file of this Postiz instance`;
		await expect(inspector.inspect([createUploadSource(path)])).rejects.toThrow(message);
	},
);

describe('the cover of an upload of a model', () => {
	const path = 'https://postiz.example/uploads/a.mp4';
	const createCovered = (thumbnail: string): FileSource => ({
		from: 'upload',
		reference: { ...UPLOAD, path, thumbnail },
		isUnchecked: true,
	});

	test('is uploaded if it is on another host', async () => {
		const { inspector, uploads, urls } = createUploads({ isAgentTool: true });
		const [file] = await inspector.inspect([createCovered(CUP)]);
		expect(file).toEqual({
			...createUncheckedFile({ ...UPLOAD, path }),
			cover: createUrlFile(CUP),
		});
		const references = await uploads.uploadAll([file]);
		expect([...references.values()]).toEqual([{ ...UPLOAD, path, thumbnail: CUP }]);
		expect(urls).toEqual([CUP]);
	});

	test.each([path, 'https://elsewhere.example/a.mp4'])(
		'is rejected if n8n may not reach it, also beside %s',
		async (filePath) => {
			const { inspector } = createUploads({ isAgentTool: true });
			const thumbnail = 'http://169.254.169.254/latest/meta-data/a.png';
			const reference = { ...UPLOAD, path: filePath, thumbnail };
			await expect(inspector.inspect([{ from: 'upload', reference }])).rejects.toThrow(
				`“${thumbnail}” is not a file of this Postiz instance`,
			);
		},
	);
});
