import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { networkForms, titleOf, type NetworkForm } from '../../networks/forms.cjs';
import { picked } from '../../networks/kinds.cjs';
import { addWarpcast, channelOf, filesOf } from '../../service/client.cjs';
import { byId, createPost, FUTURE, onChannels, onlyBody, postRequests } from '../support/posts.cjs';
import { callsOf, LOOK_UP, useService } from '../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000 }, addWarpcast);

type Sent = Pick<NetworkForm, 'network' | 'identifier' | 'form' | 'files'>;

async function send({ network, identifier, form, files: kind }: Sent, options: IDataObject = {}) {
	const files = await filesOf(service, kind);
	service.requests.length = 0;
	return await createPost(service, {
		type: 'schedule',
		date: FUTURE,
		media: { file: files.map((file) => ({ source: 'upload', file: JSON.stringify(file) })) },
		...onChannels({
			provider: network,
			...byId(channelOf(service, identifier)),
			...(form as INodeParameters),
		}),
		options: { ifSame: 'skip', ...options },
	} as INodeParameters);
}

const sentSettings = () => onlyBody(service).posts[0].settings;

describe('every network', () => {
	test.each(networkForms.map((form) => [titleOf(form), form] as const))(
		'%s: what the form shows is sent, and found by a second run',
		async (_title, form) => {
			const { error } = await send(form);
			expect(error).toBeUndefined();
			expect(sentSettings()).toStrictEqual({ __type: form.identifier, ...form.settings });

			const again = await send(form);
			expect(again.error).toBeUndefined();
			expect(again.output[0].map(({ json }) => json.skipped)).toEqual([true]);
			expect(service.state.posts).toHaveLength(1);
		},
	);

	test.each(networkForms.map((form) => [titleOf(form), form] as const))(
		'%s: is known again if the answer is lost',
		async (_title, form) => {
			service.faults.push({ match: { method: 'POST', path: /\/posts$/ }, kind: 'resetAfter' });
			const { output, error } = await send(form);
			expect(error).toBeUndefined();
			expect(output[0].map(({ json }) => json.postId)).toEqual(
				service.state.posts.map(({ id }) => id),
			);
		},
	);
});

describe('what the form hides is not sent', () => {
	test.each([
		['mewe', { postType: 'timeline', group: picked('coffee-lovers') }, { postType: 'timeline' }],
		[
			'reddit',
			{
				subreddit: {
					entry: [
						{
							subreddit: picked('/r/coffee'),
							title: 'Beans',
							is_flair_required: false,
							flair: picked({ id: 'question', name: 'Question' }),
						},
					],
				},
			},
			{
				subreddit: [
					{
						value: {
							subreddit: '/r/coffee',
							title: 'Beans',
							type: 'self',
							is_flair_required: false,
						},
					},
				],
			},
		],
	])('%s', async (network, form, settings) => {
		const { error } = await send({ network, identifier: network, form });
		expect(error).toBeUndefined();
		expect(sentSettings()).toStrictEqual({ __type: network, ...settings });
	});
});

test('the defaults of a network go out if the form has no settings for it', async () => {
	const { error } = await send({
		network: 'auto',
		identifier: 'tiktok',
		form: {},
		files: 'video',
	});
	expect(error).toBeUndefined();
	expect(sentSettings()).toMatchObject({ privacy_level: 'PUBLIC_TO_EVERYONE', comment: true });
});

test('what is refused costs no request, unless the checks are skipped, so that a newer service decides', async () => {
	const form = { who_can_reply_post: 'moonDwellers' };
	const sent = { network: 'x', identifier: 'x', form };
	const { error: refusal } = await send(sent);
	expect(refusal?.message).toBe('X: Who Can Reply cannot be “moonDwellers”');
	expect(postRequests(service)).toEqual([]);

	const { error } = await send(sent, { skipValidation: true });
	expect(callsOf(service)).toEqual([LOOK_UP, 'GET /posts', 'POST /posts']);
	expect(error?.message).toContain('Who Can Reply must be one of the following values');
});

test('the text of one channel takes the place of the shared one, and of nothing else', async () => {
	const entry = (identifier: string, content: string) => ({
		provider: identifier,
		...byId(channelOf(service, identifier)),
		content,
	});
	const { error } = await createPost(service, {
		type: 'draft',
		content: 'For all',
		thread: { segment: [{ content: 'And more' }] },
		...onChannels(entry('bluesky', 'Only here'), entry('mastodon', '')),
	});
	expect(error).toBeUndefined();
	const texts = onlyBody(service).posts.map(({ value }) =>
		(value as IDataObject[]).map(({ content }) => content),
	);
	expect(texts).toEqual([
		['Only here', 'And more'],
		['For all', 'And more'],
	]);
});
