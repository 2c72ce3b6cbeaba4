import type { INode } from 'n8n-workflow';

import { describeInBrowser, openBrowser } from '../harness/browser.cjs';
import { useExamples, MANUAL_TRIGGER, type NodeChange } from './exampleRuns.cjs';
import { redirectTo } from './redirectTo.cjs';
import { waitUntil } from '../shared/n8n/testContext.cjs';

const { context, external, importExample } = useExamples();

interface Mail {
	to: string;
	subject: string;
	text: string;
	/** The attached page. */
	page?: string;
}
const mails = () => external.messages as Mail[];

/** The sheet, and whoever gets the mails. */
const standIns: NodeChange = (node) => {
	const sheet = { ...node, type: 'n8n-nodes-base.googleSheets', parameters: { operation: 'read' } };
	if (node.name === 'Rows of the sheet') return redirectTo(external)(sheet);
	return node.type === 'n8n-nodes-base.emailSend' ? mailing(node) : {};
};

/** A request with what a node would send. */
function mailing({ parameters: { toEmail, subject, text, options } }: INode): Partial<INode> {
	const { attachments } = options as { attachments?: string };
	const query = Object.entries({ to: toEmail, subject, text });
	const parameters = {
		url: `${external.url}/mail`,
		method: 'POST',
		sendQuery: true,
		queryParameters: { parameters: query.map(([name, value]) => ({ name, value })) },
		...(attachments && {
			sendBody: true,
			contentType: 'binaryData',
			inputDataFieldName: attachments,
		}),
		options: {},
	} as INode['parameters'];
	return { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters, credentials: {} };
}

const row = (number: number, client: string, text: string, channels: string) => ({
	...{ row_number: number, date: `2099-03-0${number} 10:00`, channels, text },
	...{ client, email: `${client}@example.com`.toLowerCase() },
});

/** Opens a page that was mailed, follows its link, and answers the form. Returns the texts on its cards. */
async function answer({ page: html = '' }: Mail, choice: string): Promise<string[]> {
	const browser = await openBrowser();
	try {
		const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
		await page.setContent(html);
		const cards = await page.locator('.card h3').allInnerTexts();
		const link = page.getByRole('link', { name: /^Approve .+, or ask for a change$/ });
		const address = (await link.first().getAttribute('href'))!;
		// n8n has a form for the answer once the execution is put to sleep, a moment after it mailed.
		await waitUntil(async () => (await page.request.get(address)).ok());
		await link.first().click();
		await page.getByRole('combobox').selectOption(choice);
		await page.getByRole('textbox').fill('1: another picture');
		await page.getByRole('button').click();
		await page.getByText('Form Submitted').waitFor();
		return cards;
	} finally {
		await browser.close();
	}
}

describeInBrowser('sheet-for-approval', () => {
	test('sends what each client approved on their own page, even if the sheet was edited in the meantime', async () => {
		external.rows = [
			row(2, 'Acme', 'For everybody', 'Bluesky, Mastodon'),
			row(3, 'Bravo', 'For Bravo', 'Telegram'),
			row(4, 'Acme', 'No channel', ''),
		];
		const workflow = await importExample('sheet-for-approval.json', standIns);
		expect((await context.n8n.execute(workflow.id, MANUAL_TRIGGER)).error).toBeUndefined();
		await waitUntil(() => mails().length === 2);
		external.rows = [row(2, 'Acme', 'Nobody saw this', 'Bluesky')];
		const [bravo, acme] = [...mails()].sort((one, other) => other.to.localeCompare(one.to));
		expect([acme, bravo]).toMatchObject([
			{ to: 'acme@example.com', subject: 'Posts for approval: 2' },
			{ to: 'bravo@example.com', subject: 'Posts for approval: 1' },
		]);
		expect(acme.page).toContain('Posts of Acme for next week');
		expect(bravo.page).toContain('Posts of Bravo for next week');
		expect(acme.page).not.toContain('Bravo');

		// The clients don't wait for each other.
		expect(await answer(bravo, 'Ask for a change')).toEqual(['1 Acme Coffee']);
		await waitUntil(() => mails().length === 3);
		expect(mails()[2]).toMatchObject({
			subject: 'Bravo asks for a change',
			text: '1: another picture',
		});
		expect(context.service.state.posts).toEqual([]);

		expect(await answer(acme, 'Approve all posts')).toEqual([
			'1 acme-coffee.bsky.social',
			'2 Acme Coffee',
		]);
		const executions = await context.n8n.waitForExecutions(workflow.id);
		expect(executions.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
		const { posts } = context.service.state;
		expect(posts.map(({ identifier, parts }) => `${identifier}: ${parts[0].published}`)).toEqual([
			'bluesky: For everybody',
			'mastodon: For everybody',
		]);
	});
});
