import { useService } from './useService.cjs';
import { findNetworkForm } from '../networks/forms.cjs';
import {
	connect,
	DATE,
	IMAGE,
	createPostItem,
	createPostRequest,
	createSegment,
	VIDEO,
	visit,
} from './client.cjs';
import type { Values } from './schema.cjs';

const clock = { time: Date.parse('2030-03-01T12:00:00.000Z') };
const service = useService({ now: () => clock.time, hourlyLimit: 1000 });

const post = async (
	identifier: string,
	value: object[] = [createSegment('Tea')],
	more: Values = {},
	settings: Values = findNetworkForm(identifier).settings,
) =>
	await connect(service).post(
		'/posts',
		createPostRequest([createPostItem(service, identifier, settings, value)], more),
	);
const open = async (path = '/') => (await visit(service).get<string>(path)).data;
/** The posts that the page shows. */
const splitArticles = (html: string) => html.split('<article').slice(1);

test('shows the posts, newest first and escaped', async () => {
	const value = [
		createSegment('<p>&lt;script&gt; "first"</p>', [IMAGE, VIDEO]),
		createSegment('reply'),
	];
	await post('mastodon', value);
	const tags = [{ value: 'Launch', label: 'Launch' }];
	await post('discord', undefined, { tags }, { channel: '<b>' });
	const html = await open();

	const [first, second] = splitArticles(html);
	for (const shown of ['Discord', '#Launch', '&quot;channel&quot;: &quot;&lt;b&gt;&quot;'])
		expect(first).toContain(shown);
	for (const shown of ['&lt;script&gt; &quot;first&quot;', IMAGE.path, VIDEO.path, 'reply', DATE])
		expect(second).toContain(shown);
	expect(html).not.toContain('<script');
	expect(html).toContain('http-equiv="refresh"');
	for (const shown of [service.apiUrl, service.apiKey, ...Object.values(service.oauthApp)])
		expect(html).toContain(shown);
});

test('shows a post in any state to anybody with the link', async () => {
	const value = [createSegment('Tea', [IMAGE]), createSegment('and cake')];
	const { data } = await post('mastodon', value, { type: 'draft', date: DATE });
	const [{ postId }] = data as Array<{ postId: string }>;
	const html = await open(`/p/${postId}?share=true`);
	expect(splitArticles(html)).toHaveLength(1);
	for (const shown of ['Tea', 'and cake', IMAGE.path, 'draft']) expect(html).toContain(shown);
	await connect(service).delete(`/posts/${postId}`);
	expect((await visit(service).get(`/p/${postId}`)).status).toBe(404);
});
