import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { chromium, type Browser, type Page } from 'playwright-core';

import { ROOT } from './paths.cjs';
import { findInstalled } from './processes.cjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const OTHER_PLACES = [
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of an installed Chromium or Chrome, or undefined. */
export const findBrowser = () => findInstalled(NAMES, OTHER_PLACES);

/** Groups tests that need a browser; skipped without one. */
export const describeInBrowser = (name: string, tests: () => void) =>
	(findBrowser() ? describe : describe.skip)(name, tests);

/** Starts the installed browser without a window. */
export async function openBrowser(): Promise<Browser> {
	const executablePath = findBrowser();
	if (!executablePath) throw new Error('No Chromium or Chrome was found.');
	return await chromium.launch({
		executablePath,
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
}

/**
 * Lists accessibility issues of a page as axe finds them, and a page that is wider than its window. The page must
 * bypass its CSP.
 */
export async function listAccessibilityIssues(page: Page): Promise<string[]> {
	const axe = join(ROOT, 'node_modules', 'axe-core', 'axe.min.js');
	await page.addScriptTag({ content: readFileSync(axe, 'utf8') });
	const { violations } = (await page.evaluate('axe.run()')) as {
		violations: Array<{ id: string; nodes: Array<{ html: string }> }>;
	};
	const isWide = await page.evaluate('document.documentElement.scrollWidth > window.innerWidth');
	const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
	return isWide ? [...found, 'It is too wide.'] : found;
}
