import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import {
	selectors,
	type Browser,
	type BrowserContext,
	type BrowserContextOptions,
	type Locator,
	type Page,
} from 'playwright-core';

import { openBrowser } from './browser.cjs';
import type { Owner } from './n8nClient.cjs';
import { SANDBOX } from './paths.cjs';

selectors.setTestIdAttribute('data-test-id');

const SCREENSHOTS = join(SANDBOX, 'screenshots');

/** Without a graphics card, n8n's animations take most of the processor's time. Runs in the page. */
const DISABLE_ANIMATIONS = `document.addEventListener('DOMContentLoaded', () => {
	const style = document.createElement('style');
	style.textContent = '*, ::before, ::after { animation: none !important; transition: none !important; }';
	document.head.append(style);
});`;

/** A page without a workflow, which shows little. */
const OTHER_PAGE = '/settings/personal';

/** n8n's editor in a real browser, signed in. */
export class Editor {
	private constructor(
		readonly browser: Browser,
		private readonly context: BrowserContext,
		readonly page: Page,
	) {}

	/** What {@link OTHER_PAGE} shows. */
	private get otherPage(): Locator {
		return this.page.getByTestId('personal-settings-container');
	}

	static async open(
		url: string,
		{ email, password }: Owner,
		contextOptions: Pick<BrowserContextOptions, 'colorScheme' | 'deviceScaleFactor'> = {},
	): Promise<Editor> {
		const browser = await openBrowser();
		const context = await browser.newContext({
			viewport: { width: 1440, height: 1000 },
			colorScheme: 'light',
			...contextOptions,
		});
		await context.addInitScript(DISABLE_ANIMATIONS);
		const page = await context.newPage();
		// A busy machine is slow.
		page.setDefaultTimeout(60_000);
		await page.goto(`${url}/signin?redirect=${encodeURIComponent(OTHER_PAGE)}`);
		await page.locator('input[type="email"], input[name="emailOrLdapLoginId"]').first().fill(email);
		await page.locator('input[type="password"]').fill(password);
		await page.getByRole('button', { name: 'Sign in' }).click();
		const editor = new Editor(browser, context, page);
		await editor.otherPage.waitFor();
		return editor;
	}

	/** Opens the form of one node of a stored workflow. */
	async openNode(workflowId: string, nodeId: string): Promise<void> {
		await this.openWorkflow(workflowId, `/${nodeId}`);
		await this.page.getByTestId('node-parameters').waitFor();
	}

	/** Opens a stored workflow as n8n has saved it. */
	async openWorkflow(workflowId: string, node = ''): Promise<void> {
		await this.navigate(OTHER_PAGE);
		// What an earlier test left there.
		const leave = this.page.getByRole('button', { name: 'Leave without saving' });
		await this.otherPage.or(leave).first().waitFor();
		if (await leave.isVisible()) await leave.click();
		await this.otherPage.waitFor();
		await this.navigate(`/workflow/${workflowId}${node}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Goes to another page of n8n as a link does: to load all scripts and types of nodes again takes ten seconds. */
	private async navigate(path: string): Promise<void> {
		const app = "document.querySelector('#app').__vue_app__";
		await this.page.evaluate(`void ${app}.config.globalProperties.$router.push('${path}')`);
	}

	/** Returns the visible text of the form. */
	async getFormText(): Promise<string> {
		return await this.page.getByTestId('node-parameters').innerText();
	}

	/** Opens a loaded list and returns its field. It ignores clicks before it is loaded. */
	async openList(field: string): Promise<Locator> {
		const list = this.page.getByTestId(`parameter-input-${field}`).first();
		const first = this.page.getByRole('option').first();
		for (let tries = 1; tries <= 5 && !(await first.isVisible()); tries++) {
			await this.page.waitForTimeout(1500);
			await list.click();
			await first.waitFor({ timeout: 3000 }).catch(() => undefined);
		}
		await first.waitFor({ timeout: 3000 });
		return list;
	}

	/** Takes a screenshot of the page, and returns its path. */
	async takeScreenshot(name: string): Promise<string> {
		mkdirSync(SCREENSHOTS, { recursive: true });
		const path = join(SCREENSHOTS, `${name}.png`);
		await this.page.screenshot({ path });
		return path;
	}

	async close(): Promise<void> {
		await this.context.close();
		await this.browser.close();
	}
}
