import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { segment } from '../../../../service/client.cjs';
import { callListSearch } from '../../../support/harness.cjs';
import { postById, sendPost, storePost } from '../../../support/posts.cjs';
import { callsOf, useService } from '../../../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });

const PICTURE = { id: 'cup', path: 'https://media.example/cup.png' };

/** What a list of the form shows, for the setting with this key and the chosen post. */
async function rows(
	method: 'searchPostSettings' | 'searchSettingValues',
	{ post = '', key = '', filter = '' }: { post?: string; key?: string; filter?: string },
): Promise<Array<[string, unknown]>> {
	const setting = { key: { __rl: true, mode: 'list', value: key } };
	const { results } = await callListSearch(
		method,
		{
			service,
			path: `parameters.updateFields.settings.setting[0].${method === 'searchPostSettings' ? 'key' : 'value'}`,
			parameters: {
				resource: 'post',
				operation: 'update',
				...postById(post),
				updateFields: { settings: { setting: [setting] } } as INodeParameters,
			},
		},
		filter,
	);
	return results.map(({ name, value }) => [name, value]);
}

const settings = async (wanted: { post?: string; filter?: string }) =>
	await rows('searchPostSettings', wanted);
const values = async (wanted: { post?: string; key?: string; filter?: string }) =>
	await rows('searchSettingValues', wanted);

const onPinterest = async () =>
	await sendPost(service, 'pinterest', {
		value: [segment('Latte', [PICTURE])],
		settings: { board: 'latte-art' },
	});
const onX = async () =>
	await sendPost(service, 'x', { settings: { who_can_reply_post: 'everyone' } });

describe('the list of settings', () => {
	test('has those of the network of the post', async () => {
		const { id } = await onPinterest();
		expect(await settings({ post: id })).toEqual(
			[
				['Board', 'board'],
				['Dominant Color', 'dominant_color'],
				['Link', 'link'],
				['Title', 'title'],
			].sort(),
		);
		expect(await settings({ post: id, filter: 'LIN' })).toEqual([['Link', 'link']]);
	});

	test('has those of all networks before a post is chosen, or if it is an expression', async () => {
		for (const post of ['', '={{ $json.id }}']) {
			const all = await settings({ post, filter: 'youtube: ti' });
			expect(all).toEqual([['YouTube: Title', 'title']]);
		}
	});

	test('says what to do for a network without settings, or that the node does not know', async () => {
		const { id } = await sendPost(service, 'bluesky');
		await expect(settings({ post: id })).rejects.toThrow(
			"The node doesn't know the settings of Bluesky",
		);
		const other = storePost(service, { ...service.state.channels[0], identifier: 'newnet' });
		await expect(settings({ post: other.id })).rejects.toThrow('the settings of newnet');
		await expect(settings({ post: 'gone' })).rejects.toThrow('Postiz has no post with the ID');
	});
});

describe('the list of values', () => {
	test('has the choices of the setting', async () => {
		const { id } = await onX();
		expect(await values({ post: id, key: 'who_can_reply_post', filter: 'ver' })).toEqual([
			['Everyone', 'everyone'],
			['Verified Accounts', 'verified'],
		]);
		expect(await values({ post: id, key: 'made_with_ai' })).toEqual([
			['On', 'true'],
			['Off', 'false'],
		]);
	});

	test('has the choices of all networks with that setting before a post is chosen', async () => {
		const [first] = await values({ key: 'selfDeclaredMadeForKids' });
		expect(first).toEqual(['No', 'no']);
		const types = (await values({ key: 'post_type' })).map(([, value]) => value);
		expect(types).toEqual(expect.arrayContaining(['article', 'story']));
		expect(new Set(types.map(String)).size).toBeGreaterThan(2);
	});

	test('comes from the channel of the post if the network has a list there', async () => {
		const { id, channelId } = await onPinterest();
		const boards = await values({ post: id, key: 'board' });
		expect(boards.length).toBeGreaterThan(1);
		expect(boards.map(([, value]) => value)).toContain('latte-art');
		expect(callsOf(service)).toEqual([
			`GET /public/posts/${id}`,
			'GET /integrations',
			`POST /integration-trigger/${channelId}`,
		]);
		await expect(values({ key: 'board' })).rejects.toThrow('Choose the post first');
	});

	test('asks with what else the post has', async () => {
		const { id } = await sendPost(service, 'skool', {
			settings: { group: 'baristas', label: 'news', title: 'Beans' },
		});
		expect((await values({ post: id, key: 'label' })).length).toBeGreaterThan(0);
		const { body } = service.requests.at(-1)!;
		expect((body as { data: IDataObject }).data).toEqual({ id: 'baristas' });
	});

	test('says that free text has none', async () => {
		const { id } = await onPinterest();
		await expect(values({ post: id, key: 'title' })).rejects.toThrow('No list of values for Title');
		await expect(values({ post: id, key: 'nope' })).rejects.toThrow('No list of values for “nope”');
		await expect(values({ post: id })).rejects.toThrow('Choose the setting first');
	});
});
