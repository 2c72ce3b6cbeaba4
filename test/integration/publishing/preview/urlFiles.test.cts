import type { INodeParameters } from 'n8n-workflow';

import { startFileServer } from '../../support/fileServer.cjs';
import { createJsonItems } from '../../support/harness.cjs';
import { createPicture } from '../../support/media.cjs';
import { getRows, usePreview } from '../../support/usePreview.cjs';

const { runPreview, expectNothingSent } = usePreview();

describe('files at URLs', () => {
	const createUrlMedia = (path: string) => ({ file: [{ source: 'url', url: path }] });
	const previewPaths = async (paths: string[], more: INodeParameters = {}) =>
		await runPreview(
			{ media: createUrlMedia('={{ $json.url }}'), ...more },
			{
				items: createJsonItems(paths.map((path) => ({ url: path }))),
				onError: 'continueRegularOutput',
			},
		);

	test('opens each file once for a few bytes, and names those that fail', async () => {
		const server = await startFileServer((request, response) => {
			if (request.url!.startsWith('/page')) response.end('<!doctype html>');
			else if (request.url === '/big.png')
				response
					.writeHead(206, { 'content-range': 'bytes 0-63/12000000' })
					.end(createPicture(1).subarray(0, 64));
			else if (request.url === '/cup.png') response.end(createPicture(1));
			else response.writeHead(404).end();
		});
		const createAddress = (path: string) => `${server.origin}${path}`;
		const opened = await previewPaths(
			['/cup.png', '/gone.png', '/page?token=secret', '/big.png', '/cup.png#a'].map(createAddress),
		);
		await server.close();
		const nowhere = await previewPaths([createAddress('/cup.png')]);
		expect([...getRows(opened), ...getRows(nowhere)].map(({ toFix = 'fine' }) => toFix)).toEqual([
			expect.stringMatching(
				/^http:\/\/127.0.0.1:\d+\/gone.png could not be downloaded: its server answered with status 404\./,
			),
			expect.stringMatching(/^The file at .*\/page is a web page, not a file/),
			expect.stringMatching(/^The file at .*\/big.png is 11.5 MB; the maximum for pictures/),
			'fine',
			'fine',
			expect.stringMatching(/could not be downloaded: its server could not be reached/),
		]);
		expect(server.requests.map(({ path }) => path).sort()).toEqual([
			'/big.png',
			'/cup.png',
			'/gone.png',
			'/page?token=secret',
		]);
		expect(server.requests[0].headers).toMatchObject({ range: 'bytes=0-262143' });
		expect(server.requests[0].headers.authorization).toBeUndefined();
		expectNothingSent();
	});
});
