import type { INodeParameters } from 'n8n-workflow';

import { describeInBrowser } from '../harness/browser.cjs';
import { Editor } from '../harness/editor.cjs';
import { OWNER } from '../harness/n8nClient.cjs';
import { findChannelId } from '../service/client.cjs';
import { useExternalServices } from '../shared/n8n/externalServices.cjs';
import {
	createDownloadNode,
	createPostizNode,
	START,
	waitUntil,
	useTestContext,
	createWorkflow,
	type ChainNode,
} from '../shared/n8n/testContext.cjs';

describeInBrowser('the form in the editor', () => {
	const context = useTestContext();
	const external = useExternalServices();
	let editor: Editor;

	beforeAll(async () => {
		editor = await Editor.open(context.n8n.url, OWNER);
	});
	afterAll(async () => await editor?.close());

	const store = async (nodes: ChainNode[]) =>
		await context.n8n.createWorkflow(createWorkflow('A form', nodes));

	const open = async (parameters: INodeParameters) => {
		const { id } = await store([createPostizNode('form', context.apiKey, parameters)]);
		await editor.openNode(id, 'form');
	};

	test('shows the chosen channels in one line, and the settings of each network', async () => {
		await open({
			resource: 'post',
			operation: 'create',
			type: 'schedule',
			date: '2099-03-04T10:00:00',
			content: 'The winter menu is here!',
			channels: [...idsOf('x', 'linkedin'), `group:${context.service.state.groups[1].id}`],
			networkSettings: {
				network: [
					{ provider: 'x', who_can_reply_post: 'following', settings: { made_with_ai: true } },
				],
			},
			thread: { segment: [{ content: 'More tomorrow', delay: 10 }] },
			options: { tags: 'Launch' },
		});
		await editor.page.getByText('Made With AI').first().waitFor();
		const text = await editor.getFormText();
		expect(text).toContain('Who Can Reply');
		expect(text).toContain('Limit to One Channel');
		await editor.takeScreenshot('create-three-channels');
		await waitUntil(async () => (await chosen()).length === 3);
		expect(await chosen()).toEqual([
			'X (Twitter): Acme Coffee',
			'LinkedIn: Acme Coffee',
			expect.stringMatching(/^All of Acme Roasters \(\d+\)$/),
		]);
	});

	/** The channels that the form shows as chosen. */
	const chosen = async () =>
		(
			await editor.page.getByTestId('parameter-input-channels').locator('.el-tag').allInnerTexts()
		).map((text) => text.trim());
	const idsOf = (...networks: string[]) =>
		networks.map((network) => findChannelId(context.service, network));

	describe('the node panel', () => {
		const search = async (words: string) => {
			const { page } = editor;
			await page.getByTestId('node-creator-plus-button').click();
			await page.getByTestId('node-creator-search-bar').fill(words);
			return page.getByTestId('node-creator-item-name').getByText('Postiz', { exact: true });
		};

		beforeEach(async () => {
			const { id } = await store([START]);
			await editor.openWorkflow(id);
		});

		test.each(['twitter', 'linkedin post', 'social media'])(
			'a search for %s finds Postiz',
			async (words) => {
				const found = await search(words);
				await found.first().waitFor();
				await editor.takeScreenshot(`search-${words.replace(' ', '-')}`);
			},
		);

		test('the first action of Postiz is to create a post', async () => {
			const found = await search('postiz');
			await found.first().click();
			await editor.page.getByText(/^Actions \(\d+\)$/).waitFor();
			const actions = editor.page.getByTestId('item-iterator-item');
			const shown = async () => (await actions.allInnerTexts()).map((text) => text.trim());
			// The list that was searched leaves slowly.
			await waitUntil(async () => (await shown())[0] === 'POST ACTIONS');
			await editor.takeScreenshot('actions');
			expect((await shown())[1]).toBe('Create post');
		});
	});

	test('“twitter” finds X in the list of networks and in the list of channels', async () => {
		await open({
			resource: 'post',
			operation: 'create',
			networkSettings: { network: [{}] },
		});
		const { page } = editor;
		await page.getByTestId('parameter-input-provider').first().click();
		await page.keyboard.type('twitter');
		await page.getByRole('option').first().waitFor();
		await editor.takeScreenshot('networks-twitter');
		expect(await page.getByRole('option').allInnerTexts()).toEqual([expect.stringMatching(/^X\b/)]);
		await page.getByRole('option').first().click();
		await page.getByTestId('rlc-input').first().click();
		await page.getByTestId('rlc-search').fill('twitter');
		await waitUntil(async () => (await page.getByTestId('rlc-item').count()) === 2);
		await editor.takeScreenshot('picker');
		const rows = await page.getByTestId('rlc-item').allInnerTexts();
		expect(rows.map((row) => row.trim())).toEqual([
			'X (Twitter): Acme Coffee',
			'X (Twitter): Acme Roasters',
		]);
	});

	test('posts a picture to two channels by the clicks of the README', async () => {
		const picture = createDownloadNode('Picture', `${external.url}/picture.png`);
		const { id } = await store([START, picture, createPostizNode('form', context.apiKey, {})]);
		context.service.requests.length = 0;
		await editor.openNode(id, 'form');
		const { page } = editor;
		await page.setViewportSize({ width: 1440, height: 2000 });

		await page.getByTestId('parameter-input-type').first().click();
		await page.getByRole('option', { name: /^Now/ }).click();
		await page
			.getByTestId('parameter-input-content')
			.first()
			.locator('textarea, [contenteditable="true"]')
			.fill('The winter menu is here!');
		await page.getByRole('button', { name: 'Add Media' }).click();
		await editor.openList('channels');
		for (const label of ['Bluesky: acme-coffee.bsky.social', 'Telegram: Acme Coffee']) {
			await page.getByRole('option').getByText(label, { exact: false }).first().click();
		}
		await page.keyboard.press('Escape');
		await page.getByTestId('node-execute-button').first().click();
		await waitUntil(() => context.service.state.posts.length > 0);
		await editor.takeScreenshot('two-channels');

		expect(
			context.service.requests
				.filter(({ method }) => method === 'POST')
				.map(({ path }) => path.split('/v1')[1]),
		).toEqual(['/upload', '/posts']);
		expect(
			context.service.state.posts.map(({ identifier, state, parts }) => [
				identifier,
				state,
				parts[0].published.trim(),
				parts[0].image.length,
			]),
		).toEqual([
			['bluesky', 'PUBLISHED', 'The winter menu is here!', 1],
			['telegram', 'PUBLISHED', 'The winter menu is here!', 1],
		]);
	});
});
