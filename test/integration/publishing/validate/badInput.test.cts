import { ExecuteContext } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';

import { createMemoryFile } from '../../support/binaryData.cjs';
import { createJsonItems, runNode, type NodeRunOptions } from '../../support/harness.cjs';
import {
	createChannelEntry,
	createPost,
	getOnlyBody,
	selectChannels,
	listStoredPosts,
} from '../../support/posts.cjs';
import {
	listCallsWithoutFacts,
	listCalls,
	LOOK_UP,
	useService,
} from '../../support/useService.cjs';
import { createTooLongText } from '../../../networks/table.cjs';

const OVER = createTooLongText('bluesky');

const service = useService({ hourlyLimit: 10_000 });

const NOTHING_SENT = 'Nothing was sent for this item.';
const BY_ROW = { content: '={{ $json.text }}' };

/** What a person sees of a failed execution. */
async function findError(
	parameters: INodeParameters,
	options: Partial<NodeRunOptions> = {},
): Promise<{ message: string; description?: string | null }> {
	const { error, output } = await createPost(service, parameters, options);
	expect(output.flat()).toEqual([]);
	const { message, description } = error!;
	return { message, description };
}

test('rejects what the service would reject, with a remedy and the allowed values', async () => {
	const x = createChannelEntry(service, 'x', { who_can_reply_post: '={{ "nobody" }}' });
	expect(await findError(selectChannels(x))).toEqual({
		message: 'X: Who Can Reply cannot be “nobody”',
		// Skip Validation is only suggested for limits and lists, which differ between versions of Postiz.
		description: `Allowed: Accounts You Follow (following), Everyone (everyone), Only Accounts You Mention (mentionedUsers), Subscribers (subscribers), Verified Accounts (verified). ${NOTHING_SENT} If your Postiz allows this, set the option Skip Validation.`,
	});
	expect(listCallsWithoutFacts(service)).toEqual([LOOK_UP]);
});

test('reports a bad date and a long text together, each with its remedy', async () => {
	const wrong = { type: 'schedule', date: 'soon', content: OVER.text };
	expect(await findError(wrong)).toEqual({
		message: `“soon” cannot be read as a date; Bluesky: ${OVER.message}`,
		description: expect.stringMatching(
			/^Write it like.*<br>Shorten the text.*Nothing was sent for this item\.$/,
		),
	});
});

test('reports a bad date and unknown channels together, each with its remedy', async () => {
	const wrong = { type: 'schedule', date: '05/12/2026', channels: 'Myspace, Bluesky, Vine' };
	expect(await findError(wrong)).toEqual({
		message: expect.stringMatching(
			/^“05\/12\/2026” .*; no channel.* “Myspace”; no channel.* “Vine”$/,
		),
		description: expect.stringMatching(/^Write it like .*<br>Enter a name, handle, ID/),
	});
	expect(listCalls(service)).toEqual([LOOK_UP]);
});

test('reports a bad date and an unusable file together, each with its remedy', async () => {
	const binary = { data: createMemoryFile(Buffer.from('notes'), { mimeType: 'text/plain' }) };
	const media = { file: [{ source: 'binary', binaryField: 'data' }] };
	const items = [{ json: {}, binary }];
	expect(await findError({ type: 'schedule', date: 'soon', media }, { items })).toEqual({
		message:
			'“soon” cannot be read as a date; the file in data is not a file type that Postiz accepts',
		description: expect.stringMatching(/^Write it like/),
	});
	expect(listCalls(service)).toEqual([]);
});

test('stops before sending anything if an item has a mistake', async () => {
	const rows = ['one', '', OVER.text, 'four'].map((text) => ({ text, note: 'to write' }));
	const { error, output } = await createPost(service, BY_ROW, { items: createJsonItems(rows) });
	expect(error).toMatchObject({
		message: 'Bluesky: the text is empty',
		description: `A post needs text or media. ${NOTHING_SENT} To check all items at once, add the option Preview Only.`,
		context: { itemIndex: 1 },
	});
	expect(output).toEqual([]);
	expect(listCalls(service)).toEqual([LOOK_UP]);
});

test.each(['/integrations', '/posts'])('names no row if lists fail: %s', async (path) => {
	service.faults.push({
		match: { method: 'GET', path: new RegExp(`v1${path}$`) },
		kind: 'status',
		status: 503,
		times: 9,
	});
	const form = { content: 'Menu', options: { ifExists: 'skip' } };
	const { error } = await createPost(service, form, {
		items: createJsonItems([{ row_number: 2 }]),
	});
	expect(error?.message).toMatch(/^(It is unknown whether .*: )?Postiz failed \(status 503\)$/);
});

test('rejects an unknown operation', async () => {
	const { error } = await runNode({
		service,
		parameters: { resource: 'post', operation: 'explode' },
	});
	expect(error?.message).toBe('Unknown operation “explode” of “post”');
});

describe('the output of a failed item', () => {
	test('contains the values of other rows, the message, the remedy and its input on the regular output', async () => {
		const { output } = await createPost(service, BY_ROW, {
			items: createJsonItems([{ text: '', row: 7 }]),
			onError: 'continueRegularOutput',
		});
		const [{ json }] = output[0];
		const KEYS = ['outcome', 'channel', 'when', 'text', 'note', 'error', 'row'];
		expect(Object.keys(json)).toEqual(KEYS);
		expect(json).toEqual({
			outcome: 'rejected',
			channel: 'Bluesky: acme-coffee.bsky.social',
			when: '',
			text: '',
			row: 7,
			note: expect.stringMatching(/ the text is empty\.$/),
			error: 'Bluesky: the text is empty. A post needs text or media.',
		});
	});

	test('contains the original values of an unreadable row, and the reason in its notes', async () => {
		const row = { who: 'Acme Cofee', at: '31/02/2099', say: '*Fresh* beans' };
		const form = {
			channels: '={{ $json.who }}',
			type: 'schedule',
			date: '={{ $json.at }}',
			content: '={{ $json.say }}',
		};
		const { output } = await createPost(service, form, {
			items: createJsonItems([
				row,
				{ ...row, who: ['Acme Cofee'], say: null },
				{ ...row, who: 'Bluesky' },
			]),
			onError: 'continueRegularOutput',
		});
		const [own, other, undated] = output[0].map(({ json }) => json);
		expect(undated).toMatchObject({ when: row.at, text: row.say });
		expect(own).toMatchObject({ channel: row.who, when: row.at, text: row.say });
		expect(own.note).toBe(
			`“${row.at}” cannot be read as a date; no channel, group or network is named “${row.who}”.`,
		);
		expect(other).toMatchObject({ channel: '', when: row.at, text: '' });
	});

	test('replaces no other column of the row', async () => {
		const row = { message: '', details: 'Mondays', description: 'The menu' };
		const { output } = await createPost(
			service,
			{ content: '={{ $json.message }}' },
			{ items: createJsonItems([row]), onError: 'continueErrorOutput' },
		);
		expect(output[1][0].json).toMatchObject({ ...row, error: expect.any(String) });
	});
});

test('answers a model without hints if n8n accepts none from tools', async () => {
	const context = ExecuteContext.prototype;
	const known = Object.getOwnPropertyDescriptor(context, 'addExecutionHints')!;
	Object.defineProperty(context, 'addExecutionHints', { ...known, value: undefined });
	const { error, output } = await createPost(service, { type: 'draft' });
	Object.defineProperty(context, 'addExecutionHints', known);
	expect(error).toBeUndefined();
	expect(output[0].map(({ json }) => json.postId)).toEqual([listStoredPosts(service)[0].id]);
});

test('never publishes an expression left in Fixed mode as text', async () => {
	const { message, description } = await findError({ content: 'New: {{ $json.text }}' });
	expect(message).toBe('Text: “{{ $json.text }}” is not evaluated');
	expect(description).toContain("To publish it unchanged, also replace {{ with {{ '{{' }}.");
	expect(service.requests).toEqual([]);
});

test('publishes an expression as text if its braces come from an expression', async () => {
	const content = "=Write {{ '{{' }} $json.text }}";
	expect((await createPost(service, { content })).error).toBeUndefined();
	expect(getOnlyBody(service).posts[0].value[0].content).toContain('Write {{ $json.text }}');
});
