import type { INodeParameters } from 'n8n-workflow';

import type { Version } from '../../service/releases/release.cjs';
import type { Service } from '../../service/server.cjs';
import {
	createChannelEntry,
	createPost,
	FUTURE,
	selectChannels,
	createSettingsUpdate,
	listStoredPosts,
	storePost,
	updatePost,
} from '../support/posts.cjs';
import { listCalls, useService } from '../support/useService.cjs';

// Instances silently ignore what they don't know, and publish the post without it (docs/api.md, Releases).

/** Settings of newer releases, each with its label. */
const YOUNG: Array<[network: string, key: string, label: string, form: INodeParameters]> = [
	['wordpress', 'status', 'Status', { title: 'Beans', settings: { status: 'draft' } }],
	['x', 'made_with_ai', 'Made With AI', { settings: { made_with_ai: true } }],
	// It lists no settings, so that nothing is known of them.
	['linkedin', 'carousel_name', 'Carousel Name', { settings: { carousel_name: 'Menu' } }],
];

/** What each release doesn't know. */
const UNKNOWN: Array<[Version, string[]]> = [
	['2.18', ['status', 'made_with_ai']],
	['2.21', ['status']],
	['newest', []],
];

const findFirstChannel = (service: Service, network: string) =>
	service.state.channels.find(({ identifier }) => identifier === network)!;

describe.each(UNKNOWN)('Postiz %s', (version, unknown) => {
	const service = useService({ version, hourlyLimit: 1000 });

	test.each(YOUNG)(
		'%s: keeps %s, or rejects it if this release does not know it',
		async (network, key, label, settings) => {
			const create = async (options: INodeParameters = {}) =>
				await createPost(service, {
					type: 'schedule',
					date: FUTURE,
					...selectChannels(createChannelEntry(service, network, settings)),
					options,
				});
			const { error } = await create();
			const message = new RegExp(
				`this Postiz instance doesn't know (.*, )?${label}\\b.* would publish the post without`,
			);
			if (!unknown.includes(key)) {
				expect(error).toBeUndefined();
				return;
			}
			expect(error?.message).toMatch(message);
			expect(error?.description).toMatch(/Leave (it|them) empty, or update Postiz\./);
			expect(listCalls(service).filter((call) => call.startsWith('POST'))).toEqual([]);

			expect((await create({ skipValidation: true })).error).toBeUndefined();
			expect(service.ignoredSettings(listStoredPosts(service)[0])).toContain(key);
		},
	);
});

const service = useService({ hourlyLimit: 1000 });

test('looks up only settings that differ from their default, once per channel', async () => {
	const listSettingRequests = () =>
		listCalls(service).filter((call) => call.includes('integration-settings'));
	const post = async (...entries: INodeParameters[]) =>
		await createPost(service, { ...selectChannels(...entries), media: {} });
	await post(createChannelEntry(service, 'x', { who_can_reply_post: 'everyone' }));
	expect(listSettingRequests()).toEqual([]);
	const form = { settings: { made_with_ai: true, paid_partnership: true } };
	await post(createChannelEntry(service, 'x', form), createChannelEntry(service, 'bluesky'));
	expect(listSettingRequests()).toHaveLength(1);
});

describe('a setting unknown to the instance', () => {
	const own = useService({ version: '2.21', hourlyLimit: 1000 });
	const store = (status: string, more: object = {}) =>
		storePost(own, findFirstChannel(own, 'wordpress'), {
			settings: { __type: 'wordpress', title: 'Beans', type: 'posts', status },
			...more,
		});

	test('makes Update reject a change of it, and the scheduling of its draft', async () => {
		const { id } = store('pending');
		const changed = await updatePost(
			own,
			id,
			createSettingsUpdate('wordpress', { status: 'draft' }),
		);
		expect(changed.error?.message).toContain("doesn't know Status");
		const { error } = await updatePost(own, id, { content: 'Other beans' });
		expect(error).toBeUndefined();

		const draft = store('draft', { state: 'DRAFT' });
		const scheduled = await updatePost(own, draft.id, { state: 'scheduled' });
		expect(scheduled.error?.message).toContain("doesn't know Status");
		expect(draft.state).toBe('DRAFT');
	});
});

describe('an instance older than 2.18', () => {
	const own = useService({ missingEndpoints: ['GET /integration-settings/{id}'] });

	test('accepts only posts without Network Settings, as it cannot list its settings', async () => {
		expect(
			(await createPost(own, selectChannels(createChannelEntry(own, 'bluesky')))).error,
		).toBeUndefined();
		const form = { settings: { made_with_ai: true } };
		const { error } = await createPost(own, selectChannels(createChannelEntry(own, 'x', form)));
		expect(error).toMatchObject({
			message: 'Network Settings need Postiz 2.18 or newer',
			description: expect.stringContaining('Update Postiz'),
		});
		expect(listStoredPosts(own)).toHaveLength(1);
	});
});
