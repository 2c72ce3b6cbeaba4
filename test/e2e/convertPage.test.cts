import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { IDataObject } from 'n8n-workflow';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { barriersIn, describeInBrowser, openBrowser } from '../harness/browser.cjs';
import { SANDBOX } from '../harness/paths.cjs';
import {
	ownNode,
	setNode,
	START,
	START_NODE,
	useWorld,
	withCredential,
	workflowOf,
	type ChainNode,
} from '../shared/n8n/world.cjs';

const { writePage } = require('../../gulpfile.js') as {
	writePage: (file: string) => Promise<void>;
};
const FILE = join(SANDBOX, 'page', 'index.html');

describeInBrowser('the page of the converter', () => {
	const world = useWorld();
	let browser: Browser;
	beforeAll(async () => {
		await writePage(FILE);
		browser = await openBrowser();
	});
	afterAll(async () => await browser?.close());

	/** The page, and the addresses that it asked for. */
	async function open(look: BrowserContextOptions = {}) {
		const context = await browser.newContext({ acceptDownloads: true, ...look });
		await context.grantPermissions(['clipboard-read', 'clipboard-write']);
		const page = await context.newPage();
		const asked: string[] = [];
		const errors: string[] = [];
		page.on('request', (request) => asked.push(request.url()));
		page.on('pageerror', (error) => errors.push(String(error)));
		page.on('console', (message) => errors.push(message.text()));
		await page.goto(pathToFileURL(FILE).href);
		return { page, asked, errors };
	}

	const onX = ownNode('To X', 'twitter', 2, {
		text: '=Fresh {{ "beans" }}',
		additionalFields: {},
	});
	const log = setNode('Log', { seen: '={{ $json.text }}' });

	const workflow = (name: string, nodes: ChainNode[]) => JSON.stringify(workflowOf(name, nodes));

	const paste = async (page: Page, text: string) => {
		await page.getByLabel('Your workflow').fill('');
		await page.keyboard.insertText(text);
	};

	test('from pasting to a run in n8n, by keys alone, without a request', async () => {
		const { page, asked, errors } = await open();
		const focused = async () => await page.evaluate('document.activeElement.id');
		await page.keyboard.press('Tab');
		expect(await focused()).toBe('source');
		await page.keyboard.insertText(workflow('Beans', [START, onX, log]));
		await page.getByRole('heading', { name: 'Your new workflow' }).waitFor();
		await page.getByRole('status').filter({ hasText: '1 node converted.' }).waitFor();

		for (const id of ['choose', 'copy']) {
			await page.keyboard.press('Tab');
			expect(await focused()).toBe(id);
		}
		await page.keyboard.press('Enter');
		await page.getByText('Copied.').waitFor({ state: 'visible' });
		const copied = (await page.evaluate('navigator.clipboard.readText()')) as string;

		expect(asked).toEqual([pathToFileURL(FILE).href]);
		expect(errors).toEqual([]);

		const [channel] = world.service.state.channels.filter(({ identifier }) => identifier === 'x');
		// There are several channels of X: one has to be chosen.
		const chosen = copied.replace('"X"\n', `"${channel.id}"\n`);
		const made = JSON.parse(chosen) as IDataObject & { nodes: ChainNode[] };
		const nodes = withCredential(made.nodes, world.apiKey);
		const { id } = await world.n8n.createWorkflow({ ...made, nodes });
		const execution = await world.n8n.execute(id, START_NODE);
		expect(execution.error).toBeUndefined();
		expect(world.service.state.posts).toMatchObject([
			{ channelId: channel.id, parts: [{ published: 'Fresh beans' }] },
		]);
		expect(execution.items('Log').map(({ json }) => json.seen)).toEqual(['Fresh beans']);
	});

	test.each([
		['light', 1280],
		['dark', 400],
	] as const)(
		'%s, %d pixels wide, it has nothing that keeps anybody out',
		async (colorScheme, width) => {
			const { page } = await open({
				colorScheme,
				bypassCSP: true,
				viewport: { width, height: 800 },
			});
			const check = async () => expect(await barriersIn(page)).toEqual([]);
			await check();
			await paste(page, '{"nodes": [');
			await page.getByRole('alert').filter({ hasText: 'is not an n8n workflow' }).waitFor();
			await check();
			await paste(page, workflow('Beans', [START, onX, log]));
			await page.getByRole('heading', { name: 'What is left to do' }).waitFor();
			await check();
		},
	);

	test('what others wrote stays text', async () => {
		const { page, asked, errors } = await open();
		const evil =
			'<img src=https://evil.example/x onerror="document.title=1"><script>alert(1)</script>';
		await paste(page, workflow(evil, [START, { ...onX, name: evil }]));
		await page.getByRole('heading', { name: 'What is left to do' }).waitFor();
		await page.locator('strong').filter({ hasText: evil }).first().waitFor();
		expect(await page.locator('img').count()).toBe(0);
		expect(await page.title()).toBe('Move n8n workflows to Postiz');
		expect([asked.length, errors]).toEqual([1, []]);
	});

	test('several files become as many, which are downloaded', async () => {
		const { page } = await open();
		await page.locator('#files').setInputFiles(
			['Tea', 'Cake'].map((name) => ({
				name: `${name}.json`,
				mimeType: 'application/json',
				buffer: Buffer.from(`\uFEFF${workflow(name, [START, onX])}`),
			})),
		);
		const button = page.getByRole('button', { name: 'Download 2 files' });
		await button.waitFor();
		await expect(page.getByRole('button', { name: 'Copy' }).isVisible()).resolves.toBe(false);
		const names: string[] = [];
		page.on('download', (download) => names.push(download.suggestedFilename()));
		await button.click();
		await page.getByText('Downloaded.').waitFor();
		while (names.length < 2) await page.waitForEvent('download');
		expect(names.sort()).toEqual(['Cake (Postiz).json', 'Tea (Postiz).json']);
	});
});
