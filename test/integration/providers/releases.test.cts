import type { INodeParameters } from 'n8n-workflow';

import { networkForms, titleOf, type NetworkForm } from '../../networks/forms.cjs';
import { channelOf, filesOf } from '../../service/client.cjs';
import { RELEASED, releaseOf, sinceOf } from '../../service/releases/release.cjs';
import {
	byId,
	createPost,
	FUTURE,
	onChannels,
	postRequests,
	storedPosts,
} from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

// What a release does not know, it takes in silence, and publishes the post without it.

/** Values that say what happens without them as well. */
const NEUTRAL: Record<string, unknown> = {
	post_type: 'post',
	status: 'publish',
	is_trial_reel: false,
	made_with_ai: false,
	paid_partnership: false,
	selfDeclaredMadeForKids: 'no',
};

/** Every form of every network; warpcast is another name of one. */
const FORMS = networkForms
	.filter(({ identifier }) => identifier !== 'warpcast')
	.map((form) => [titleOf(form), form] as const);

describe.each(RELEASED)('Postiz %s', (version) => {
	const service = useService({ version, hourlyLimit: 10_000 });
	const release = releaseOf(version);

	async function send({ network, identifier, form, files: kind }: NetworkForm) {
		const files = await filesOf(service, kind);
		const isThere = !release.lacks('networks', identifier);
		return await createPost(service, {
			type: 'schedule',
			date: FUTURE,
			media: { file: files.map((file) => ({ source: 'upload', file: JSON.stringify(file) })) },
			...onChannels({
				provider: network,
				...byId(isThere ? channelOf(service, identifier) : 'none'),
				...(form as INodeParameters),
			}),
		} as INodeParameters);
	}

	test.each(FORMS)(
		'%s is kept as meant, or refused with the release that it needs',
		async (_title, form) => {
			const { identifier: network, settings } = form;
			const { error } = await send(form);
			const created = storedPosts(service);
			if (release.lacks('networks', network)) {
				// Nobody can have such a channel there.
				expect(error?.message).toMatch(/channel/i);
				expect(postRequests(service)).toEqual([]);
				return;
			}
			const young = Object.entries(settings).filter(
				([name, value]) => release.lacks('settings', name, network) && value !== NEUTRAL[name],
			);
			if (young.length === 0) {
				expect(error).toBeUndefined();
				expect(created[0].settings).toMatchObject({ __type: network, ...settings });
				const ignored = service.ignoredSettings(created[0]);
				expect(ignored.filter((name) => settings[name] !== NEUTRAL[name])).toEqual([]);
				return;
			}
			const said =
				/this Postiz (?:is|may be) (older than ([\d.]+)|no newer than 2\.23) and ignores? /.exec(
					error?.message ?? 'nothing',
				);
			expect([error?.message, said !== null]).toEqual([error?.message, true]);
			const named = young.map(([name]) => sinceOf('settings', name, network));
			expect(
				named.map((since) => (since?.startsWith('after') ? undefined : since?.replace(/\.0$/, ''))),
			).toContain(said![2]);
			expect(created).toEqual([]);
			expect(postRequests(service)).toEqual([]);
		},
	);
});
