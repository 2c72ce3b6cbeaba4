import { listAccessibilityIssues, openBrowser } from '../harness/browser.cjs';
import { startService } from '../service/server.cjs';
import { renderSamplePage } from '../shared/previewPage.cjs';
import { createPng } from '../shared/samples.cjs';

const MAKER = ['Preview of 6 posts', {}] as const;
const CLIENT = [
	'Acme in December',
	{
		...{ previewForClient: true, previewTitle: 'Acme in December' },
		approvalLink: 'https://n8n.example/form-waiting/7',
	},
] as const;

test.each([
	['light', 1280, ...MAKER],
	['dark', 390, ...MAKER],
	['light', 390, ...CLIENT],
	['dark', 1280, ...CLIENT],
] as const)(
	'%s, %d pixels wide, the preview page is accessible and sends no request',
	async (colorScheme, width, heading, options) => {
		const service = await startService({});
		const html = await renderSamplePage(service, [createPng(40, 30), createPng(30, 40)], options);
		await service.close();
		const browser = await openBrowser();
		try {
			const viewport = { width, height: 800 };
			const page = await browser.newPage({ colorScheme, viewport, bypassCSP: true });
			const asked: string[] = [];
			page.on('request', (request) => asked.push(request.url()));
			await page.setContent(html);
			await page.getByRole('heading', { name: heading }).waitFor();
			expect(asked.filter((address) => !address.startsWith('data:'))).toEqual([]);
			expect(await listAccessibilityIssues(page)).toEqual([]);
		} finally {
			await browser.close();
		}
	},
);
