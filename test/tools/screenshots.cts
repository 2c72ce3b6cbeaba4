/**
 * Takes the pictures of the documentation in a real n8n, and writes them to docs/images:
 * `node --require tsx/cjs test/tools/screenshots.cts`. Run it again after the forms have changed.
 */
import { mkdirSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

import type { INode, INodeParameters } from 'n8n-workflow';
import type { Browser, Locator, Page } from 'playwright-core';

import { listExampleFiles, fillInChannels } from '../demo/example.cjs';
import { findBrowser } from '../harness/browser.cjs';
import { Editor } from '../harness/editor.cjs';
import { installFreshN8n, PACKAGE_NAME } from '../harness/install.cjs';
import { startN8n } from '../harness/n8n.cjs';
import { N8nClient, type StoredCredential } from '../harness/n8nClient.cjs';
import { ROOT } from '../harness/paths.cjs';
import { formatDuration, print, runStep } from '../harness/steps.cjs';
import { runTool } from '../harness/tool.cjs';
import { findChannelId } from '../service/client.cjs';
import { startService, type Service } from '../service/server.cjs';
import { placeNodes, createPostizNode } from '../shared/n8n/testContext.cjs';
import { renderSamplePage } from '../shared/previewPage.cjs';

const IMAGES = join(ROOT, 'docs', 'images');
const OWNER = { email: 'pictures@example.com', password: 'Pictures-of-Acme-2026' };
const N8N_PORT = 5678;
const MAX_KILOBYTES = 150;
const SHARPNESS = 1.5;
const NODE_MARGIN = { top: 32, side: 72, bottom: 72 };
const FORM_VIEW = { width: 1440, height: 2400 };
// High enough that n8n's own buttons at the bottom stay out of the picture.
const CANVAS_VIEW = { width: 1280, height: 1150 };

interface Studio {
	url: string;
	client: N8nClient;
	service: Service;
	credential: StoredCredential;
}

async function main(): Promise<void> {
	const begun = Date.now();
	if (!findBrowser()) throw new Error('No Chromium or Chrome was found. Install one first.');
	const { installation, userFolder } = await installFreshN8n('n8n-screenshots');
	const service = await startService({});
	// One of the pictures shows the port: use the default one if it is free.
	const n8n = await runStep(
		'Start n8n (about half a minute)',
		async () => await startN8n({ installation, userFolder, port: N8N_PORT }),
	);
	const client = await N8nClient.signIn(n8n.url, OWNER);
	mkdirSync(join(IMAGES, 'recipes'), { recursive: true });

	const light = await Editor.open(n8n.url, OWNER, { deviceScaleFactor: SHARPNESS });
	// First, while no credential has the name that n8n suggests.
	const pictures = await runStep('The credentials', async () => [
		await takePictureOfCredential(light.page, n8n.url, 'Postiz API', 'credential-api-key', 700),
		await takePictureOfCredential(
			light.page,
			n8n.url,
			'Postiz OAuth2 API',
			'credential-oauth2',
			1240,
		),
	]);
	const credential = await client.createCredential('Postiz account', 'postizApi', {
		host: service.apiUrl,
		apiKey: service.apiKey,
	});
	const studio: Studio = { url: n8n.url, client, service, credential };
	pictures.push(
		await runStep('The node at work', async () => await takePictureOfRun(light.page, studio)),
		...(await runStep('The recipes', async () => await takePicturesOfRecipes(light.page, studio))),
		await runStep('The form of a post', async () => await takePictureOfForm(light, studio)),
		await runStep('The trigger', async () => await takePictureOfTrigger(light, studio)),
		await runStep(
			'The page of a preview',
			async () => await takePictureOfPreview(light.browser, service),
		),
	);
	await light.close();
	await service.close();
	reportOn(pictures, begun);
}

function reportOn(pictures: string[], begun: number): void {
	print(`\n${pictures.length} pictures after ${formatDuration(Date.now() - begun)}:`);
	const sizes = pictures.map((path) => ({ path, size: Math.ceil(statSync(path).size / 1024) }));
	for (const { path, size } of sizes) print(`  ${relative(ROOT, path)} (${size} KB)`);
	const heavy = sizes.filter(({ size }) => size > MAX_KILOBYTES);
	if (heavy.length > 0) {
		throw new Error(
			`More than ${MAX_KILOBYTES} KB is too much for a page of the documentation: ${heavy.map(({ path }) => relative(ROOT, path)).join(', ')}. Show less in them.`,
		);
	}
	print('What to do next: look at the pictures, and commit those that have changed.');
}

async function takePictureOfRun(page: Page, studio: Studio): Promise<string> {
	await openExample(page, studio, 'publish-to-three-channels.json');
	await page.getByTestId('execute-workflow-button').first().click();
	await page.getByTestId('canvas-node-status-success').nth(2).waitFor({ timeout: 60_000 });
	// Otherwise n8n's success message could cover the nodes.
	await page.locator('.el-notification').first().waitFor();
	// The last line of items leads to n8n's button for the next node.
	const last = page.getByTestId('canvas-handle-plus');
	return await takePicture(page, 'workflow', measureAround(locateNodes(page).or(last)));
}

async function takePicturesOfRecipes(page: Page, studio: Studio): Promise<string[]> {
	const pictures: string[] = [];
	for (const file of listExampleFiles()) {
		// The notes would make everything else small.
		await openExample(page, studio, file, ({ type }) => type !== 'n8n-nodes-base.stickyNote');
		const name = `recipes/${basename(file, '.json')}`;
		pictures.push(
			await takePicture(page, name, measureAround(locateNodes(page), { side: 56, bottom: 54 })),
		);
	}
	return pictures;
}

async function openExample(
	page: Page,
	{ url, client, service, credential: { id, name } }: Studio,
	file: string,
	isShown: (node: INode) => boolean = () => true,
): Promise<void> {
	const { nodes, ...example } = fillInChannels(file, service.state.channels);
	const shownNodes = nodes.filter(isShown);
	const workflow = await client.createWorkflow({
		...example,
		nodes: shownNodes.map((node) => ({
			...node,
			...(node.credentials?.postizApi && { credentials: { postizApi: { id, name } } }),
		})),
	});
	await page.setViewportSize(CANVAS_VIEW);
	await page.goto(`${url}/workflow/${workflow.id}`);
	await locateNodes(page)
		.nth(shownNodes.length - 1)
		.waitFor();
}

/** Nodes and notes on the canvas. */
const locateNodes = (page: Page) => page.locator('.vue-flow__node');

async function takePictureOfForm(editor: Editor, studio: Studio): Promise<string> {
	await openForm(editor, studio, 'postiz', {
		resource: 'post',
		operation: 'create',
		type: 'schedule',
		date: '2026-12-14T10:00:00',
		content: 'The winter menu is here ❄️\n\nCinnamon latte & gingerbread from Monday.',
		channels: ['x', 'linkedin', 'bluesky'].map((network) => findChannelId(studio.service, network)),
		networkSettings: { network: [{ provider: 'x', who_can_reply_post: 'following' }] },
	});
	const { page } = editor;
	return await takePictureOfPanel(
		page,
		'create-post',
		page.getByRole('button', { name: 'Add Network Settings' }),
	);
}

async function takePictureOfTrigger(editor: Editor, studio: Studio): Promise<string> {
	await openForm(editor, studio, 'postizTrigger', {
		events: ['postPublished', 'postFailed'],
		pollTimes: { item: [{ mode: 'everyX', unit: 'minutes', value: 10 }] },
		filters: { providers: ['linkedin', 'x'] },
	});
	return await takePictureOfPanel(editor.page, 'trigger');
}

async function takePictureOfPreview(browser: Browser, service: Service): Promise<string> {
	const width = 1120;
	// A higher resolution would make the file too large.
	const page = await browser.newPage({ viewport: { width: 320, height: 240 } });
	await page.setContent(
		'<body style="background: #b5794a"><div style="margin: 22px auto; width: 180px; height: 180px; box-sizing: border-box; border: 14px solid #fff; border-radius: 50%; background: #5b341f">',
	);
	const html = await renderSamplePage(service, [await page.screenshot()]);
	await page.setViewportSize({ width, height: 1600 });
	await page.setContent(html);
	const week = page.locator('.week').first();
	const picture = await takePicture(page, 'preview', async () => {
		const { y, height } = await getBox(week);
		return { x: 0, y: 0, width, height: y + height + 16 };
	});
	await page.close();
	return picture;
}

/** A new credential, filled in; n8n masks what is secret. */
async function takePictureOfCredential(
	page: Page,
	url: string,
	type: string,
	name: string,
	height: number,
): Promise<string> {
	await page.setViewportSize({ width: 1100, height });
	await page.goto(`${url}/home/credentials/create`);
	await page.getByPlaceholder('Search for app...').fill(type);
	await page.getByRole('option', { name: type, exact: true }).click();
	await page.getByTestId('new-credential-type-button').click();
	const dialog = page.getByTestId('editCredential-modal');
	const secrets = {
		apiKey: 'not-a-real-key-only-for-this-picture',
		clientId: 'pca_acme_coffee',
		clientSecret: 'not-a-real-secret',
	};
	await dialog.getByTestId('parameter-input-host').waitFor();
	for (const [field, value] of Object.entries(secrets)) {
		const input = dialog.getByTestId(`parameter-input-${field}`).locator('input');
		if (!(await input.isVisible())) continue;
		await input.fill(value);
		await input.blur();
	}
	return await takePicture(page, name, async () => await getBox(dialog));
}

async function openForm(
	editor: Editor,
	{ client, credential }: Studio,
	node: string,
	parameters: INodeParameters,
): Promise<void> {
	const form = {
		...createPostizNode('Postiz', credential, parameters),
		id: 'form',
		type: `${PACKAGE_NAME}.${node}`,
	};
	const workflow = await client.createWorkflow({
		name: 'A form',
		nodes: placeNodes([form]),
		connections: {},
	});
	await editor.page.setViewportSize(FORM_VIEW);
	await editor.openNode(workflow.id, 'form');
}

interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** The panel with the fields, down to the last of them or to another element. */
async function takePictureOfPanel(page: Page, name: string, end?: Locator): Promise<string> {
	const panel = page.getByTestId('node-parameters');
	return await takePicture(page, name, async () => {
		const { x, y, width } = await getBox(panel);
		const last = await getBox(end ?? panel.locator('.parameter-input-list-wrapper').first());
		return { x, y, width, height: last.y + last.height - y + 10 };
	});
}

/** The area of all these nodes, with the names below and beside them. */
function measureAround(
	elements: Locator,
	margin: Partial<typeof NODE_MARGIN> = {},
): () => Promise<Box> {
	const { top, side, bottom: below } = { ...NODE_MARGIN, ...margin };
	return async () => {
		const boxes = await Promise.all((await elements.all()).map(getBox));
		const x = Math.min(...boxes.map((box) => box.x)) - side;
		const y = Math.min(...boxes.map((box) => box.y)) - top;
		const right = Math.max(...boxes.map((box) => box.x + box.width)) + side;
		const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + below;
		return { x, y, width: right - x, height: bottom - y };
	};
}

async function getBox(element: Locator): Promise<Box> {
	const box = await element.boundingBox();
	if (!box) throw new Error(`${String(element)} is not to be seen`);
	return box;
}

const SETTLING_MS = 1500;

async function takePicture(page: Page, name: string, area: () => Promise<Box>): Promise<string> {
	await page.evaluate('document.fonts.ready');
	await page.mouse.move(1, 1);
	await page.waitForTimeout(SETTLING_MS);
	const { x, y, width, height } = await area();
	const path = join(IMAGES, `${name}.png`);
	await page.screenshot({
		path,
		animations: 'disabled',
		caret: 'hide',
		clip: {
			x: Math.floor(x),
			y: Math.floor(y),
			width: Math.ceil(width),
			height: Math.ceil(height),
		},
	});
	return path;
}

runTool(main, '\nEnding n8n and the browser.');
