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
const disableAnimations = `document.addEventListener('DOMContentLoaded', () => {
	const style = document.createElement('style');
	style.textContent = '*, ::before, ::after { animation: none !important; transition: none !important; }';
	document.head.append(style);
});`;

/** n8n's editor in a real browser, signed in. */
export class Editor {
	private constructor(
		readonly browser: Browser,
		private readonly context: BrowserContext,
		readonly page: Page,
		private readonly url: string,
	) {}

	static async open(
		url: string,
		{ email, password }: Owner,
		look: Pick<BrowserContextOptions, 'colorScheme' | 'deviceScaleFactor'> = {},
	): Promise<Editor> {
		const browser = await openBrowser();
		const context = await browser.newContext({
			viewport: { width: 1440, height: 1000 },
			colorScheme: 'light',
			...look,
		});
		await context.addInitScript(disableAnimations);
		const page = await context.newPage();
		// A busy machine is slow.
		page.setDefaultTimeout(60_000);
		await page.goto(`${url}/signin`);
		await page.locator('input[type="email"], input[name="emailOrLdapLoginId"]').first().fill(email);
		await page.locator('input[type="password"]').fill(password);
		await page.getByRole('button', { name: 'Sign in' }).click();
		await page.waitForURL((address) => !address.pathname.startsWith('/signin'));
		return new Editor(browser, context, page, url);
	}

	/** Opens the form of one node of a stored workflow. */
	async openNode(workflowId: string, nodeId: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${workflowId}/${nodeId}`);
		await this.page.getByTestId('node-parameters').waitFor();
	}

	/** Opens a stored workflow. */
	async openWorkflow(workflowId: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${workflowId}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** The visible text of the form. */
	async formText(): Promise<string> {
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

	/** Takes a picture of the page, and returns its path. */
	async picture(name: string): Promise<string> {
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
