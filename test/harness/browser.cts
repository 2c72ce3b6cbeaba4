import { chromium, type Browser } from 'playwright-core';

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
