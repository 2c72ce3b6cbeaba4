import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { channelOf } from '../../../../service/client.cjs';
import { jsonItems, type NodeRunOptions } from '../../../support/harness.cjs';
import { createFromJson, createPost, FUTURE, postRequests } from '../../../support/posts.cjs';
import { useService } from '../../../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000 });

const create = async (parameters: INodeParameters, more: Partial<NodeRunOptions> = {}) => {
	const { output, error } = await createPost(
		service,
		{ type: 'schedule', date: FUTURE, ...parameters },
		more,
	);
	expect(error).toBeUndefined();
	return output[0];
};
const on = (...networks: string[]) => ({
	channels: networks.map((network) => channelOf(service, network)),
});

describe('each post says what its channel got', () => {
	test('its own text, and the parts of a thread', async () => {
		const items = await create({
			...on('bluesky', 'mastodon'),
			content: '<p>Fresh <strong>beans</strong> &amp; milk</p>',
			networkSettings: { network: [{ provider: 'mastodon', content: 'Beans, fresh' }] },
			thread: { segment: [{ content: 'From Kenya' }, { content: 'Roasted', delay: 5 }] },
			options: { contentFormat: 'html' },
		});
		const thread = [
			{ text: 'From Kenya', delay: 0 },
			{ text: 'Roasted', delay: 5 },
		];
		expect(items.map(({ json }) => [json.text, json.thread])).toEqual([
			['Fresh beans & milk', thread],
			['Beans, fresh', thread],
		]);
	});

	test('what became of a text that was too long', async () => {
		const [shortened] = await create({
			content: 'bean '.repeat(100),
			options: { tooLong: 'shorten' },
		});
		expect(shortened.json.text).toMatch(/^(bean ){20,}.*…$/);
		expect(shortened.json).not.toHaveProperty('thread');
	});

	test('also of one that is there already', async () => {
		const parameters = {
			content: 'Fresh beans',
			thread: { segment: [{ content: 'From Kenya' }] },
			options: { ifSame: 'finish' },
		};
		const [{ json: first }] = await create(parameters);
		const [{ json: again }] = await create(parameters);
		expect(again).toEqual({ ...first, skipped: true });
		expect(again.thread).toEqual([{ text: 'From Kenya', delay: 0 }]);
	});
});

describe('Include Input Fields', () => {
	const ROW = { row_number: 7, status: 'planned', text: 'the column', error: 'of last time' };
	const binary = { pic: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } };
	const INCLUDED = { includeInputFields: true };
	const options = (more: INodeParameters = {}) => ({ options: { ...INCLUDED, ...more } });

	const expectRow = (json: IDataObject, text: string) => {
		expect(json).toMatchObject({ row_number: 7, status: 'planned', text, provider: 'bluesky' });
		// n8n would take the item for one that failed.
		expect(json).not.toHaveProperty('error');
	};

	test('each post has the row that it is of, with its own fields first', async () => {
		const items = await create(
			{ ...on('bluesky', 'mastodon'), content: 'Fresh', ...options() },
			{ items: [{ json: ROW, binary }] },
		);
		expect(items).toMatchObject([
			{ json: { row_number: 7, provider: 'bluesky', text: 'Fresh' }, binary },
			{ json: { row_number: 7, provider: 'mastodon', text: 'Fresh' }, binary },
		]);
		expectRow(items[0].json, 'Fresh');
	});

	test('also what is there already, and what is only checked', async () => {
		const items = jsonItems([ROW]);
		await create(options({ ifSame: 'finish' }), { items });
		const [again] = await create(options({ ifSame: 'finish' }), { items });
		expectRow(again.json, 'Fresh beans');
		expect(again.json.skipped).toBe(true);
		const [checked] = await create(options({ validateOnly: true }), { items });
		expect(checked.json).toMatchObject({ row_number: 7, parts: [{ text: 'Fresh beans' }] });
		expect(postRequests(service)).toHaveLength(1);
	});

	test('of Create From JSON', async () => {
		const json = JSON.stringify({
			integration: { id: channelOf(service, 'bluesky') },
			value: [{ content: 'Fresh', image: [] }],
		});
		const { output } = await createFromJson(service, json, options(), { items: jsonItems([ROW]) });
		expectRow(output[0][0].json, 'Fresh');
	});

	test('an item that fails is as it is without the option', async () => {
		const items = jsonItems([ROW]);
		const form = { ...on('bluesky'), content: '' };
		const failed = async (parameters: INodeParameters) =>
			await create({ ...form, ...parameters }, { items, onError: 'continueRegularOutput' });
		const [item] = await failed(options());
		expect(item.json).toEqual({ ...ROW, error: expect.stringContaining('text is empty') });
		expect(item).toEqual((await failed({}))[0]);
	});

	test('without it, the posts have none of it', async () => {
		const [{ json, binary: files }] = await create({}, { items: [{ json: ROW, binary }] });
		expect([json.row_number, json.status, files]).toEqual([undefined, undefined, undefined]);
	});
});
