import { NodeHelpers, type IDataObject, type INodeParameters } from 'n8n-workflow';

import { Postiz } from '../../nodes/Postiz/Postiz.node.ts';
import { describeInBrowser } from '../harness/browser.cjs';
import { Editor } from '../harness/editor.cjs';
import { OWNER } from '../harness/n8nClient.cjs';
import { findChannelId } from '../service/client.cjs';
import { findNetworkForm } from '../networks/forms.cjs';
import {
	createCoreNode,
	createPostizNode,
	START,
	waitUntil,
	useTestContext,
	createWorkflow,
} from '../shared/n8n/testContext.cjs';

const FORM = 'form';
/** A row that was chosen in the list of a picker. */
const row = (value: string) => ({ __rl: true, mode: 'list', value, cachedResultName: value });

/** Networks that have each kind of field between them. */
const WITH_ALL_KINDS = [
	// A picker, and optional texts.
	'pinterest',
	// A list with several choices, and a file.
	'hashnode',
	// Entries of a list, with a picker that depends on another one.
	'reddit',
	// A picker that a choice shows.
	'mewe',
	// A group with a picker and numbers, and switches.
	'tiktok-business',
];

/*
 * The editor resolves expressions and empties or hides fields by what comes of them, and n8n saves that by itself: what
 * a person entered must still be there once nodes were executed, another field was changed and the node was opened again.
 */
describeInBrowser('what the editor keeps', () => {
	const context = useTestContext();
	let editor: Editor;

	beforeAll(async () => {
		editor = await Editor.open(context.n8n.url, OWNER);
		await editor.page.setViewportSize({ width: 1440, height: 1600 });
	});
	afterAll(async () => await editor?.close());

	/** Opens a form behind a node with these items. */
	async function open(parameters: INodeParameters, items: IDataObject[] = [{}]): Promise<string> {
		const code = `return ${JSON.stringify(items.map((json) => ({ json })))}`;
		const { id } = await context.n8n.createWorkflow(
			createWorkflow('A form', [
				START,
				createCoreNode('Items', 'code', 2, { jsCode: code }),
				createPostizNode(FORM, context.apiKey, { resource: 'post', ...parameters }),
			]),
		);
		await editor.openNode(id, FORM);
		return id;
	}

	const stored = async (id: string) => {
		const { nodes } = await context.n8n.getWorkflow(id);
		return nodes.find(({ name }) => name === FORM)!.parameters;
	};

	async function execute(id: string, button: string): Promise<void> {
		const before = await context.n8n.countExecutions(id);
		await editor.page.getByTestId(button).first().click();
		await waitUntil(async () => (await context.n8n.countExecutions(id)) > before);
		// Its data reaches the form a moment later.
		await editor.page.waitForTimeout(3000);
	}

	const write = async (text: string) => {
		const field = editor.page.getByTestId('parameter-input-content').first();
		await field.locator('textarea, [contenteditable="true"]').fill(text);
	};
	const pick = async (label: string) => {
		await editor.page.getByRole('option').getByText(label).first().click();
		await editor.page.keyboard.press('Escape');
	};
	const locator = (name: string) => editor.page.getByTestId(`resource-locator-${name}`).first();
	const shownIn = async (name: string) => await locator(name).getByTestId('rlc-input').inputValue();

	/** Closes the node once n8n has saved what was entered, and opens it again. */
	async function reopen(id: string, isSaved: (saved: INodeParameters) => boolean): Promise<void> {
		await editor.page.keyboard.press('Escape');
		await waitUntil(async () => isSaved(await stored(id)));
		await editor.openNode(id, FORM);
	}

	/** What n8n stores of a form: all but what is preset. */
	function withoutPresets(parameters: INodeParameters): IDataObject {
		const { description } = new Postiz();
		const { properties } = description;
		const all = { resource: 'post', operation: 'create', ...parameters };
		return NodeHelpers.getNodeParameters(properties, all, false, false, null, description)!;
	}

	test('keeps the date and settings of every kind when channels and time are expressions', async () => {
		const network = WITH_ALL_KINDS.map((provider) => ({
			provider,
			...findNetworkForm(provider, 'fullest').form,
		}));
		const parameters = {
			channels: '={{ $json.channels }}',
			type: "={{ $json.date ? 'schedule' : 'now' }}",
			date: '={{ $json.date }}',
			networkSettings: { network } as INodeParameters,
			options: { previewOnly: true },
		};
		const channels = 'Pinterest: Acme Coffee';
		const id = await open(parameters, [{ channels }, { channels, date: '2099-03-04' }]);
		await execute(id, 'node-execute-button');
		// n8n marks what it takes for a mistake.
		const list = editor.page.getByTestId('parameter-input-channels');
		expect(await list.getByTestId('parameter-issues').count()).toBe(0);
		await write('Our new cups');
		await reopen(id, ({ content }) => content === 'Our new cups');
		expect(await stored(id)).toMatchObject(withoutPresets(parameters));
		expect(await shownIn('board')).toBe('549755885175');
		expect(await shownIn('publication')).toBe('publication-7');
	});

	test('keeps what was picked when a channel is added, and lists the rows of that channel', async () => {
		const { channels } = context.service.state;
		const first = channels.find(({ identifier }) => identifier === 'pinterest')!;
		channels.push({ ...first, id: 'another-pinterest-channel', name: 'Second Pins' });
		const network = [{ provider: 'pinterest', board: row('latte-art') }];
		const id = await open({ channels: [first.id], networkSettings: { network } });
		await editor.openList('channels');
		await pick('Second Pins');
		await reopen(id, (saved) => (saved.channels as string[]).length === 2);
		expect(await shownIn('board')).toBe('latte-art');
		expect((await stored(id)).networkSettings).toMatchObject({ network });

		await editor.openList('channels');
		await pick('Pinterest: Acme Coffee');
		await locator('board').getByTestId('rlc-input').click();
		const asked = () =>
			context.service.requests.some(({ path }) => path.endsWith('/another-pinterest-channel'));
		await waitUntil(asked);
	});

	test('keeps a flair until another subreddit is picked, unless an expression names the subreddit', async () => {
		const entry = (subreddit: INodeParameters) => ({
			subreddit,
			title: 'Beans',
			is_flair_required: true,
			flair: row('1 | Question'),
		});
		const byExpression = { __rl: true, mode: 'value', value: '={{ $json.subreddit }}' };
		const subreddits = [entry(row('/r/tea')), entry(byExpression)];
		const network = [{ provider: 'reddit', subreddit: { entry: subreddits } }];
		const id = await open(
			{
				channels: [findChannelId(context.service, 'reddit')],
				networkSettings: { network },
				options: { previewOnly: true },
			},
			[{ subreddit: 'r/espresso' }],
		);
		await execute(id, 'execute-previous-node');
		expect(await shownIn('flair')).toBe('1 | Question');
		await locator('subreddit').getByTestId('rlc-input').click();
		await editor.page.getByTestId('rlc-search').fill('coffee');
		await editor.page.getByTestId('rlc-item').getByText('r/coffee').first().click();
		await waitUntil(async () => (await shownIn('flair')) === '');
		const flairs = editor.page.getByTestId('resource-locator-flair').getByTestId('rlc-input');
		expect(await flairs.last().inputValue()).toBe('1 | Question');
	});

	test('keeps what was picked for a post if its ID switches between fixed and expression', async () => {
		const network = [{ provider: 'medium', publication: row('barista-notes') }];
		const postId = { __rl: true, mode: 'id', value: '={{ $json.postId }}' };
		const changes = { networkSettings: { network }, updateFields: { content: 'Draft' } };
		const id = await open({ operation: 'update', postId, ...changes }, [{ postId: 'first' }]);
		await execute(id, 'execute-previous-node');
		for (const [how, value] of [
			['fixed', 'first'],
			['expression', '=first'],
		]) {
			const field = editor.page
				.locator('.parameter-item, .parameter-input')
				.filter({ has: locator('postId') });
			await field.first().hover();
			await field.getByTestId(`radio-button-${how}`).first().click();
			await reopen(id, (saved) => Object(saved.postId).value === value);
			expect((await stored(id)).networkSettings).toMatchObject({ network });
			expect(await shownIn('publication')).toBe('barista-notes');
		}
	});

	test('a list first says how to fill it, and fills once the credential is corrected', async () => {
		const wrong = { host: context.service.apiUrl, apiKey: 'wrong' };
		const key = await context.n8n.createCredential('A wrong key', 'postizApi', wrong);
		const { id } = await context.n8n.createWorkflow(
			createWorkflow('A form', [START, createPostizNode(FORM, key, { operation: 'create' })]),
		);
		await editor.openNode(id, FORM);
		const list = await editor.openList('channels');
		const option = editor.page.getByRole('option');
		expect(await option.innerText()).toMatch(
			/^⚠ Fix this, then choose Refresh List \(⋮\)\nPostiz doesn't accept this API key\. Copy the key again /,
		);
		await editor.takeScreenshot('list-with-wrong-key');
		await editor.page.keyboard.press('Escape');
		await context.n8n.updateCredential(key, { ...wrong, apiKey: context.service.apiKey });
		await list.hover();
		const field = editor.page.locator('.parameter-item').filter({ has: list });
		await field.getByTestId('parameter-options-container').getByRole('button').first().click();
		await editor.page.getByTestId('action-refreshOptions').click();
		await editor.openList('channels');
		await waitUntil(async () => (await option.count()) > 1);
	});
});
