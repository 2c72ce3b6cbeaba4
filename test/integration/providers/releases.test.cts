import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { networks } from '../../networks/table.cjs';
import { RELEASED, releaseOf, sinceOf } from '../../service/releases/release.cjs';
import { runNode } from '../support/harness.cjs';
import { byId, FUTURE, onChannels, storedPosts } from '../support/posts.cjs';
import { postRequests } from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';
import { contractCases, mediaOf, type ContractCase } from './cases.cjs';

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

/** Every form of every network, as the contract tests send them; warpcast is another name of one. */
const FORMS = contractCases
	.filter(({ channel }) => channel !== 'warpcast')
	.map((contract) => [`${networks[contract.provider].name}: ${contract.name}`, contract] as const);

const identifierOf = ({ provider, channel }: ContractCase) =>
	channel ?? (provider === 'warpcast' ? 'wrapcast' : provider);

describe.each(RELEASED)('Postiz %s', (version) => {
	const service = useService({ version, hourlyLimit: 10_000 });
	const release = releaseOf(version);

	async function send(contract: ContractCase) {
		const channel = service.state.channels.find(
			({ identifier }) => identifier === identifierOf(contract),
		);
		const media = await mediaOf(service, contract.media);
		const file = media.map((reference) => ({ source: 'upload', file: JSON.stringify(reference) }));
		return await runNode({
			service,
			parameters: {
				resource: 'post',
				operation: 'create',
				type: 'schedule',
				date: FUTURE,
				content: contract.text ?? 'Fresh beans',
				media: { file },
				...onChannels({
					provider: contract.provider,
					...byId(channel?.id ?? 'none'),
					...contract.form,
				} as INodeParameters),
			} as INodeParameters,
		});
	}

	test.each(FORMS)(
		'%s is kept as meant, or refused with the release that it needs',
		async (_name, contract) => {
			const network = identifierOf(contract);
			const { error } = await send(contract);
			const created = storedPosts(service);
			if (release.lacks('networks', network)) {
				// Nobody can have such a channel there.
				expect(error?.message).toMatch(/channel/i);
				expect(postRequests(service)).toEqual([]);
				return;
			}
			const young = Object.entries(contract.settings).filter(
				([name, value]) => release.lacks('settings', name, network) && value !== NEUTRAL[name],
			);
			if (young.length === 0) {
				expect(error).toBeUndefined();
				expect(created[0].settings).toMatchObject({ __type: network, ...contract.settings });
				const ignored = service.ignoredSettings(created[0]);
				expect(
					ignored.filter((name) => (contract.settings as IDataObject)[name] !== NEUTRAL[name]),
				).toEqual([]);
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
