import type { INodeParameters } from 'n8n-workflow';

import { listHints, createJsonItems, TOOL } from '../../support/harness.cjs';
import { LONG, getRows, readPage, usePreview } from '../../support/usePreview.cjs';

const { service, runPreview, selectNetworks } = usePreview();

describe('the page for a client', () => {
	const options = {
		previewForClient: true,
		previewTitle: 'Acme in March',
		approvalLink: 'http://localhost:5678/form-waiting/7?signature=a&b=c',
	};
	const rows = createJsonItems([
		{ row_number: 2, text: LONG },
		{ row_number: 3, text: 'Late', date: '2099-03-05' },
		{ row_number: 4, text: 'Early', date: '2099-03-04' },
	]);
	const form = { content: '={{ $json.text }}', date: '={{ $json.date ?? "2099-03-01" }}' };
	const previewWith = async (options: INodeParameters) =>
		await runPreview({ ...form, ...selectNetworks('bluesky') }, { items: rows, options });

	test('lists only posts that are ready, numbered like the output rows, and links to the approval', async () => {
		const result = await previewWith(options);
		expect(getRows(result).map(({ row, status, number }) => [row, status, number])).toEqual([
			[2, 'to fix', undefined],
			[3, 'new', 2],
			[4, 'new', 1],
		]);
		const page = await readPage(result);
		expect(page).toContain('<h1>Acme in March</h1>');
		const link = '<a href="http://localhost:5678/form-waiting/7?signature=a&amp;b=c">';
		expect(page.split(`${link}Approve these 2 posts, or ask for a change</a>`)).toHaveLength(3);
		expect(page).toMatch(/id="post-1"[^]*Early[^]*id="post-2"[^]*Late/);
		expect(page.replace(/^[^]*<body>/, '')).not.toMatch(
			/To fix|row \d|\d\/\d+ characters|00:00 UTC|class="pill|word word/i,
		);
	});

	test('has a hint if the posts belong to several groups', async () => {
		const warning =
			/^The page shows posts of 2 groups: Acme Coffee and Acme Roasters\. .*recipe sheet-for-approval/;
		const channels = '={{ $json.channel }}';
		const shown = { channels, content: 'Tea' };
		const both = createJsonItems([{ channel: 'X: Acme Coffee' }, { channel: 'X: Acme Roasters' }]);
		const mixed = await runPreview(shown, { items: both, options });
		expect(listHints(mixed)).toContainEqual(expect.stringMatching(warning));
		const single = await runPreview(shown, { items: both.slice(1), options });
		expect(listHints(single).join()).not.toContain('groups');
		const tool = await runPreview(shown, { items: both, options, node: { type: TOOL } });
		expect(JSON.stringify(getRows(tool))).not.toContain('The page shows');
	});

	test('shows the mistakes of items even if Postiz is unreachable', async () => {
		service.faults.push({ match: { path: /v1/ }, kind: 'status', status: 503, times: 20 });
		const result = await runPreview(
			{ content: "={{ $json.text ?? $('Nobody').item.json.text }}" },
			{
				items: createJsonItems([{ text: 'Tea' }, { text: null }]),
				options,
				onError: 'continueRegularOutput',
			},
		);
		expect(getRows(result)).toMatchObject([
			{ status: 'to fix', toFix: "Referenced node doesn't exist" },
			{ error: expect.stringContaining('503') },
		]);
	});

	test.each([
		['javascript:alert(1)', 'Approval Link cannot be “javascript:alert(1)”'],
		['form-waiting/7', 'Approval Link cannot be “form-waiting/7”'],
		['={{ $json.nothing }}', 'Approval Link is empty'],
	])('has no link to %s', async (approvalLink, message) => {
		const { error } = await previewWith({ approvalLink });
		expect(error?.message).toContain(message);
		expect(error?.description).toContain('https://');
	});
});
