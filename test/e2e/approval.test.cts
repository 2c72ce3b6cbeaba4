import { describeInBrowser, openBrowser } from '../harness/browser.cjs';
import { useExamples, withStandIns, MANUALLY, type Change } from './exampleRuns.cjs';
import { until } from '../shared/n8n/world.cjs';

const { world, outside, importExample } = useExamples();

/** The sheet, and whoever gets the page by mail. */
const standIns: Change = (node) => {
	const sheet = { ...node, type: 'n8n-nodes-base.googleSheets', parameters: { operation: 'read' } };
	if (node.name === 'Rows of the sheet') return withStandIns(outside)(sheet);
	if (node.name === 'Mail the change') return { type: 'n8n-nodes-base.noOp', typeVersion: 1 };
	if (node.name !== 'Mail the page') return {};
	const page = { contentType: 'binaryData', inputDataFieldName: 'preview' };
	const url = `${outside.url}/chat-webhook`;
	const parameters = { url, method: 'POST', sendBody: true, ...page, options: {} };
	return { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters, credentials: {} };
};
const row = (number: number, text: string, channels = 'Bluesky') => ({
	...{ row_number: number, date: `2099-03-0${number} 10:00`, channels, text },
});

/** Opens the page that was mailed, follows its link, and answers the form. */
async function answer(choice: string): Promise<void> {
	await until(() => outside.messages.length === 1);
	const browser = await openBrowser();
	try {
		const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
		await page.setContent(String(outside.messages[0]));
		expect(await page.locator('.card h3').allInnerTexts()).toEqual([
			'1 acme-coffee.bsky.social',
			'2 Acme Coffee',
		]);
		const link = page.getByRole('link', { name: 'Approve these 2 posts, or ask for a change' });
		const address = (await link.first().getAttribute('href'))!;
		// n8n has a form for the answer once the execution is put to sleep, a moment after it mailed.
		await until(async () => (await page.request.get(address)).ok());
		await link.first().click();
		await page.getByRole('combobox').selectOption(choice);
		await page.getByRole('textbox').fill('2: another picture');
		await page.getByRole('button').click();
		await page.getByText('Form Submitted').waitFor();
	} finally {
		await browser.close();
	}
}

describeInBrowser('sheet-for-approval', () => {
	test.each([
		['Approve all posts', ['bluesky: For everybody', 'mastodon: For everybody'], undefined],
		['Ask for a change', [], [{ json: { 'What should change?': '2: another picture' } }]],
	])('“%s” sends %j, though the sheet was edited meanwhile', async (choice, sent, mailed) => {
		outside.rows = [row(2, 'For everybody', 'Bluesky, Mastodon'), row(3, 'No channel', '')];
		const { id } = await importExample('sheet-for-approval.json', standIns);
		const running = world.n8n.execute(id, MANUALLY);
		await until(() => outside.messages.length === 1);
		outside.rows = [row(2, 'Nobody saw this'), row(3, 'No channel', 'Mastodon')];
		await answer(choice);
		const { error, items } = await running;
		expect(error).toBeUndefined();
		const { posts } = world.service.state;
		expect(posts.map(({ identifier, parts }) => `${identifier}: ${parts[0].published}`)).toEqual(
			sent,
		);
		expect(items('Mail the change')).toMatchObject(mailed ?? []);
	});
});
